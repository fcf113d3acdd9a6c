package contraction

import (
	"math"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/mutants"
)

// payment is the stage of a fixed shift: exponent/β is what it costs, the stretch
// that ends with it mixes by the best of the kernels.
type payment struct {
	exponent float64 // C at β = 1: (α−1)·αz²/(2σ²)
	kernels  []affine.Stretch
	mirrored *folded // the same steps with mirrored noise; nil for none
	offers   *offers // nil where they are to be computed when asked for
}

// offers are what a payment's best weighs whatever y is: all of the noise for the shift,
// and for each kernel the same and when less is worth looking for.
type offers struct {
	whole   step
	kernels []offer
}

type offer struct {
	whole              step
	x0, steepest, mass float64 // see balance
}

// offerOf is all but whole. The variance at x is (x₀/x)² times that at β = 0, so that the
// slope is largest at √3, and what is gained between √2 and √3: below √2 erf(x/√2) grows
// more slowly than x³.
func offerOf(s affine.Stretch) offer {
	x0, x1 := s.Half(0), s.Half(1)
	peak, foot := min(max(x0, math.Sqrt(3)), x1), min(max(x0, math.Sqrt2), x1)
	steepest := math.Sqrt(2/math.Pi) * math.Exp(-peak*peak/2) * peak * peak * peak * s.Last / (2 * x0 * x0 * (s.Rest + s.Last))
	return offer{x0: x0, steepest: steepest, mass: math.Erf(foot / math.Sqrt2)}
}

// prepared is the payment with its offers, for who asks for best more than once.
func (p payment) prepared() payment {
	o := &offers{whole: p.at(1, math.Inf(1)), kernels: make([]offer, len(p.kernels))}
	for i, k := range p.kernels {
		o.kernels[i] = offerOf(k)
		o.kernels[i].whole = p.at(1, k.Half(1))
	}
	p.offers = o
	return p
}

// best minimises C(β) + ln(1 + θ(β)y) over β, for every kernel: where its
// derivative first changes sign, or at β = 1; with mirrored noise among few shares.
func (p payment) best(y float64) step {
	if p.offers == nil {
		p = p.prepared()
	}
	whole := p.offers.whole
	least := whole.once(y)
	for i, k := range p.kernels {
		o := p.offers.kernels[i]
		if beta := p.balance(k, o, y); beta < 1 {
			c := p.at(beta, k.Half(beta))
			if v := c.once(y); v < least {
				whole, least = c, v
			}
		}
		if v := o.whole.once(y); v < least {
			whole, least = o.whole, v
		}
	}
	if p.mirrored != nil && y > 0 {
		i := bestShare(func(i int) float64 {
			theta, _ := p.mirrored.at(i)
			return p.exponent/beta(i) + math.Log1p(theta*y)
		})
		theta, rest := p.mirrored.at(i)
		// What gains nearly nothing here may lose when it is held for more steps.
		const worthwhile = 1 - 1e-5
		if c := p.step(beta(i), theta, rest); c.once(y) < least*worthwhile {
			whole = c
		}
	}
	return whole
}

// balanceUnits are those of the search for one share.
const balanceUnits = 120

func (p payment) effort() int {
	if p.mirrored != nil {
		return balanceUnits * (len(p.kernels) + 2)
	}
	return balanceUnits * len(p.kernels)
}

func (p payment) at(beta, x float64) step {
	theta, rest := affine.Contracted(x)
	return p.step(beta, theta, rest)
}

func (p payment) step(beta, theta, rest float64) step {
	if mutants.WholeNoise.On() {
		return newStep(beta, p.exponent, theta, rest)
	}
	return newStep(beta, p.exponent/beta*(1+1e-15), theta, rest)
}

// balance returns the β at which more noise for the payment gains as much as
// the contraction loses, 1 if there is none. Any β is valid, so that neither the
// bracket nor the root needs care. It is asked for every step of every order that is tried:
// a function that is handed ratio would call it through a pointer.
//
//gocognit:ignore
func (p payment) balance(k affine.Stretch, o offer, y float64) float64 {
	if most := o.steepest * y / (1 + o.mass*y); !(o.x0 < 40) || !(most > p.exponent) || p.exponent == 0 {
		return 1
	}
	// ratio is the root of what is lost, over what is gained: nearly β times a constant
	// where β is small.
	ratio := func(beta float64) float64 {
		x := k.Half(beta)
		if !(x < 40) {
			return 0
		}
		variance := k.Rest + k.Last*(1-beta)
		slope := math.Sqrt(2/math.Pi) * math.Exp(-x*x/2) * x * k.Last / (2 * variance)
		return beta * math.Sqrt(slope*y/(1+math.Erf(x/math.Sqrt2)*y)/p.exponent)
	}
	const (
		first  = 1e-3
		beyond = 1.02 // past the root of a straight line
		grow   = 1.5
	)
	at0 := ratio(first)
	if math.IsNaN(at0) {
		return 1
	}
	low := min(first/at0, 0.5)
	rLow := ratio(low)
	for range 200 {
		if rLow < 1 || low < 1e-30 {
			break
		}
		low /= beyond * rLow
		rLow = ratio(low)
	}
	high, rHigh := low, rLow
	for range 200 {
		if rHigh >= 1 {
			break
		}
		low, rLow = high, rHigh
		far := min(0.5, grow*low)
		if low >= 0.5 {
			far = 1 - (1-low)/grow
		}
		if high = min(far, low*beyond/rLow); high > 1-1e-9 {
			return 1
		}
		rHigh = ratio(high)
	}
	const near = 1e-6 // of the best share: what is minimised is within 1e-12 there
	side := 0
	fLow, fHigh := rLow-1, rHigh-1
	for range 60 { // regula falsi, Illinois
		if high-low < near*high {
			break
		}
		mid := (low*fHigh - high*fLow) / (fHigh - fLow)
		if !(mid > low && mid < high) {
			mid = (low + high) / 2
		}
		f := ratio(mid) - 1
		if math.Abs(f) < near/2 {
			return mid
		}
		if f < 0 {
			low, fLow = mid, f
			if side == -1 {
				fHigh /= 2
			}
			side = -1
		} else {
			high, fHigh = mid, f
			if side == 1 {
				fLow /= 2
			}
			side = 1
		}
	}
	return high
}

// folded are n ≥ 2 steps of a mirror. It is nil where there are none.
type folded struct {
	*mirror
	n     float64
	known [betas + 1]struct {
		theta, rest float64
		ok          bool
	}
}

func (x *mirror) fold(n float64) *folded {
	if x == nil || n < 2 {
		return nil
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	n = min(n, x.steps) // more steps mix no worse
	f := x.folds[n]
	if f == nil {
		f = &folded{mirror: x, n: n}
		x.folds[n] = f
	}
	return f
}

// at is theta at the share beta(i), which every order asks for again.
func (f *folded) at(i int) (theta, rest float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	k := &f.known[i]
	if !k.ok {
		k.theta, k.rest = f.left(f.n, beta(i))
		k.ok = true
	}
	return k.theta, k.rest
}

// bounded is at least the share of a divergence that is left, and 1 less that from
// below, by two bounds.
func (f *folded) bounded(beta, theta, rest float64) (float64, float64) {
	if f == nil {
		return theta, rest
	}
	t, r := f.theta(f.n, beta)
	return min(t, theta), max(r, rest)
}
