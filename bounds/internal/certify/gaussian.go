package certify

import (
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/internal/interval"
)

// Gaussian certifies the upper bounds of a Gaussian mechanism: ε = αμ²/2 at an order α, and the exact ε of μ-GDP at
// a δ, which is never above the converted Rényi bound.
func Gaussian(muSquared func() interval.Number) claim.Certificate {
	return func(found claim.Bound) (float64, bool) {
		q := found.Question
		if q.Renyi() {
			return finite(renyi(muSquared(), q).Up())
		}
		// The search does not start from found, which may come from a looser conversion, many steps from the root.
		mu := muSquared()
		return epsilonUp(mu, interval.Decimal(q.Delta), convert.GaussianEpsilonUpper(math.Sqrt(mu.Float64()), q.Delta))
	}
}

func renyi(muSquared interval.Number, q claim.Question) interval.Number {
	return interval.Decimal(q.Alpha).Mul(muSquared).Mul(interval.Fraction(1, 2))
}

// RenyiDown returns αμ²/2 rounded down. ok is false if μ² is undefined.
func RenyiDown(muSquared interval.Number, q claim.Question) (epsilon float64, ok bool) {
	epsilon = renyi(muSquared, q).Down()
	return epsilon, epsilon >= 0
}

func finite(epsilon float64) (float64, bool) {
	return max(0, epsilon), !math.IsInf(epsilon, 1)
}

const (
	// newtonSteps is the largest number of Newton steps. From the root in floating point one is enough.
	newtonSteps = 60
	// neighbours is the largest number of float64s that are tried on either side of the root.
	neighbours = 100
)

// epsilonUp returns the least float64 ε ≥ 0 at which δ_μ(ε) ≤ delta is certain. The search for the root of δ_μ(ε) = delta
// starts at near. ok is false if no such ε is found near the root.
func epsilonUp(muSquared, delta interval.Number, near float64) (epsilon float64, ok bool) {
	if muSquared.IsZero() {
		return 0, delta.Defined()
	}
	mu := muSquared.Sqrt().Upper()
	excess := func(epsilon float64) (value, slope interval.Number) {
		profile, slope := interval.GaussianProfile(mu, interval.Float(epsilon))
		return profile.Sub(delta), slope
	}
	holds := func(epsilon float64) bool {
		value, _ := excess(epsilon)
		return value.AtMost(interval.Int(0))
	}
	root, ok := newton(excess, near)
	// δ_μ is convex and falls, so it is above delta at 0 if the root of a tangent is above 0.
	if !interval.Int(0).Less(root) && holds(0) {
		return 0, true
	}
	if !ok {
		return 0, false
	}
	epsilon = max(0, root.Up())
	for tries := 0; !holds(epsilon); tries++ {
		if tries == neighbours {
			return 0, false
		}
		epsilon = math.Nextafter(epsilon, math.Inf(1))
	}
	// δ_μ is convex, so its root is not below that of any tangent, which Newton's step finds. A float64 certainly below the
	// tangent's root need not be tried.
	for tries := 0; epsilon > 0; tries++ {
		below := math.Nextafter(epsilon, 0)
		if interval.Float(below).Less(root) || !holds(below) {
			break
		}
		if tries == neighbours { // the root is not known to all digits of a float64
			return 0, false
		}
		epsilon = below
	}
	return epsilon, true
}

// EpsilonDown returns the largest float64 ε at which δ_μ(ε) − (1+e^ε)·escape > delta is certain, or 0 if that holds for no ε
// ≥ 0. The search for the root starts at near. ok is false if no such ε is found near the root.
func EpsilonDown(muSquared, escape, delta interval.Number, near float64) (epsilon float64, ok bool) {
	if muSquared.IsZero() {
		return 0, true
	}
	mu := muSquared.Sqrt().Lower()
	excess := func(epsilon float64) (value, slope interval.Number) {
		value, slope = interval.GaussianProfile(mu, interval.Float(epsilon))
		if !escape.IsZero() {
			grown := interval.Float(epsilon).Exp().Mul(escape)
			value, slope = value.Sub(escape).Sub(grown), slope.Add(grown)
		}
		return value.Sub(delta), slope
	}
	exceeds := func(epsilon float64) bool {
		value, _ := excess(epsilon)
		return interval.Int(0).Less(value)
	}
	root, ok := newton(excess, near)
	epsilon = max(0, root.Down())
	below := ok && exceeds(epsilon) // mostly true; the function falls, so exceeds(0) is true then
	if !below && !exceeds(0) {
		value, _ := excess(0)
		return 0, value.Defined()
	}
	if !ok {
		return 0, false
	}
	for tries := 0; !below; tries++ {
		if tries == neighbours {
			return 0, false
		}
		epsilon = math.Nextafter(epsilon, 0)
		below = exceeds(epsilon)
	}
	for tries := 0; ; tries++ {
		above := math.Nextafter(epsilon, math.Inf(1))
		if !exceeds(above) {
			return epsilon, true
		}
		if tries == neighbours {
			return 0, false
		}
		epsilon = above
	}
}

// newton finds, from `near` on, the root of a falling function to more digits than a float64 has. slope is minus the
// derivative. The root is below 0 if the function is below 0 at 0. ok is false if the steps do not converge.
func newton(f func(epsilon float64) (value, slope interval.Number), near float64) (root interval.Number, ok bool) {
	for range newtonSteps {
		if !(near >= 0) || math.IsInf(near, 1) {
			return root, false
		}
		value, slope := f(near)
		root = interval.Float(near).Add(value.Quo(slope))
		next := root.Float64()
		switch {
		case !root.Defined():
			return root, false
		case math.Abs(next-near) <= 1e-9*near, near == 0 && next <= 0:
			return root, true
		}
		near = max(0, next)
	}
	return root, false
}
