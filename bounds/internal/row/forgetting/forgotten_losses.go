package forgetting

import (
	"math"

	"lastiterate/bounds/internal/contraction"
	"lastiterate/bounds/internal/proof"
)

// losses are bounds on E_γ, of both directions, from which a walk's ε follows. Shifts are in units of σ.
type losses struct {
	at     func(logGamma float64) float64 // E_γ, from above
	rate   float64                        // the probability that the counted steps use the example
	far    float64                        // the largest shift that counts
	simple float64                        // the run is at least as private as a Gaussian mechanism of this shift
}

// epsilon returns the least ε, from above, at which at is at most delta; +Inf if none is found.
func (l losses) epsilon(delta float64) float64 {
	e, err := proof.LeastMeeting(func(logGamma float64) bool { return l.at(logGamma) <= delta }, 1e3)
	if err != nil {
		return math.Inf(1)
	}
	return e
}

// widestReach is the largest ln e at which e does not overflow in products.
const widestReach = 650

// reachOf returns an ln e beyond which shifts of at most `far` add next to nothing to the divergence of order alpha; 2 serves
// for a δ.
func reachOf(far, alpha float64) float64 {
	return far * (far/2 + (max(alpha-2, 0)+1)*far + 13)
}

// renyi returns the loss of order alpha: the integral of the profile, or the loss of the simple Gaussian, α/2 times its squared
// shift, if that is less. At a large order the integral depends on E_γ that are too small for a float64.
func (l losses) renyi(alpha float64, points int) float64 {
	simple := alpha / 2 * l.simple * l.simple * (1 + proof.UpperMargin)
	if v := l.integral(alpha, points); v < simple {
		return v
	}
	return simple
}

// integral integrates the profile: by chords between points, which are above the profile, and beyond the last point by the
// profile of the simple Gaussian.
func (l losses) integral(alpha float64, points int) float64 {
	fine, end := reachOf(l.far, alpha), contraction.GaussianReach(alpha, l.simple)
	if max(fine, end) > widestReach {
		return math.Inf(1)
	}
	var logGamma, h []float64
	put := func(at float64) {
		v := l.at(at)
		if n := len(h); n > 0 {
			if !(at > logGamma[n-1]) {
				return
			}
			v = min(v, h[n-1])
		}
		logGamma, h = append(logGamma, at), append(h, v)
	}
	for i := range points + 1 {
		// Points are closer together near 1, where γ matters at tiny rates.
		x := float64(i) / float64(points)
		put(math.Log1p(l.rate * math.Expm1(fine*x*(0.2+0.8*x))))
	}
	further := 8 + points/10
	for i, from := 1, logGamma[len(logGamma)-1]; i <= further; i++ {
		put(from + (end-from)*float64(i)/float64(further))
	}
	return contraction.Integrated(alpha, l.simple, logGamma, h)
}
