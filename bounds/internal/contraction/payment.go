package contraction

import (
	"math"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/mutants"
)

// A payment describes one step of a run that pays a fixed shift, for every share β of the step's noise. It costs exponent/β.
// The stretch that ends with the step leaves the part θ(β) of y, by the kernel for which the total is least.
type payment struct {
	exponent float64 // cost at β = 1: (α−1)·αz²/(2σ²)
	kernels  []affine.Stretch
	mirrored *mirroredSteps // the same steps with mirrored noise; nil for none
	offers   *offers        // nil if best is to compute them
}

// offers keeps what best computes of each kernel without y.
type offers struct {
	whole   step // all of the noise pays, and nothing is contracted
	kernels []offer
}

// An offer is what balance needs to know of one kernel. Lowering β from 1 reduces ln(1 + θy) by at most steepest·y/(1 +
// mass·y) per unit of β, and raises exponent/β by at least exponent. If that gain is no larger than that cost, β = 1 is best,
// and balance returns at once.
type offer struct {
	whole              step    // all of the last step's noise pays; the steps before it contract
	x0, steepest, mass float64 // x(0); the largest slope of θ in β; a lower bound on θ where that slope counts
}

// offerOf returns the offer of a kernel, without whole. At x = x(β) the variance is (x₀/x)² times that at β = 0, so the slope
// of θ is largest at x = √3. The gain, slope·y/(1 + θy), is largest between √2 and √3: below √2 the slope grows at least in
// proportion to x, as x³e^(−x²/2) does, and θ = erf(x/√2) at most so.
func offerOf(s affine.Stretch) offer {
	x0, x1 := s.Half(0), s.Half(1)
	peak, foot := min(max(x0, math.Sqrt(3)), x1), min(max(x0, math.Sqrt2), x1)
	steepest := math.Sqrt(2/math.Pi) * math.Exp(-peak*peak/2) * peak * peak * peak * s.Last / (2 * x0 * x0 * (s.Rest + s.Last))
	return offer{x0: x0, steepest: steepest, mass: math.Erf(foot / math.Sqrt2)}
}

// prepared returns the payment with its offers, for callers that call best more than once.
func (p payment) prepared() payment {
	o := &offers{whole: p.at(1, math.Inf(1)), kernels: make([]offer, len(p.kernels))}
	for i, k := range p.kernels {
		o.kernels[i] = offerOf(k)
		o.kernels[i].whole = p.at(1, k.Half(1))
	}
	p.offers = o
	return p
}

// best returns the step at the β that minimises exponent/β + ln(1 + θ(β)y), over all kernels. Under a Gaussian kernel that is
// where the derivative first changes sign, or β = 1. Mirrored noise is tried at few shares.
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
		// A share that gains nearly nothing here may lose when repeat keeps it for more steps.
		const worthwhile = 1 - 1e-5
		if c := p.step(beta(i), theta, rest); c.once(y) < least*worthwhile {
			whole = c
		}
	}
	return whole
}

// balanceUnits is the work of balance, in units of package work.
const balanceUnits = 120

// effort counts balance once for each kernel, and mirrored noise as two more.
func (p payment) effort() int {
	if p.mirrored != nil {
		return balanceUnits * (len(p.kernels) + 2)
	}
	return balanceUnits * len(p.kernels)
}

// at returns the step at the share beta if two points mix like Gaussians 2x apart.
func (p payment) at(beta, x float64) step {
	theta, rest := affine.Contracted(x)
	return p.step(beta, theta, rest)
}

// step returns the step at the share beta if the part theta of y is left; rest is 1 − theta, from below.
func (p payment) step(beta, theta, rest float64) step {
	if mutants.WholeNoise.On() {
		return newStep(beta, p.exponent, theta, rest)
	}
	return newStep(beta, p.exponent/beta*(1+1e-15), theta, rest)
}

// noneMixed is the x = μ/2 from which on a kernel counts as leaving all of y: in float64 erf(x/√2) is 1 and its slope 0.
const noneMixed = 40

// balance returns the β at which more noise for the payment would gain as much as the contraction would lose; 1 if there is
// none. It brackets the root and then narrows the bracket. Any β is valid, so neither step needs care. It is called for every
// step of every order that is tried, and stays one function because its parts would have to call ratio through a pointer.
//
//gocognit:ignore
func (p payment) balance(k affine.Stretch, o offer, y float64) float64 {
	if most := o.steepest * y / (1 + o.mass*y); !(o.x0 < noneMixed) || !(most > p.exponent) || p.exponent == 0 {
		return 1
	}
	// ratio is the root of (the contraction's loss)/(the payment's gain). It is above 1 where β is too large, and nearly
	// proportional to β where β is small.
	ratio := func(beta float64) float64 {
		x := k.Half(beta)
		if !(x < noneMixed) {
			return 0
		}
		variance := k.Rest + k.Last*(1-beta)
		slope := math.Sqrt(2/math.Pi) * math.Exp(-x*x/2) * x * k.Last / (2 * variance)
		return beta * math.Sqrt(slope*y/(1+math.Erf(x/math.Sqrt2)*y)/p.exponent)
	}
	const (
		first  = 1e-3  // a β up to which ratio is nearly a straight line through 0
		least  = 1e-30 // a β below any that a payment needs
		beyond = 1.02  // the step past the root of that line, so that the root is bracketed
		grow   = 1.5   // the most by which the bracket's upper end grows at once
		tries  = 200   // more than either end of a bracket takes
	)
	at0 := ratio(first)
	if math.IsNaN(at0) {
		return 1
	}
	low := min(first/at0, 0.5)
	rLow := ratio(low)
	for range tries {
		if rLow < 1 || low < least {
			break
		}
		low /= beyond * rLow
		rLow = ratio(low)
	}
	high, rHigh := low, rLow
	for range tries {
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
	const near = 1e-6 // relative; the minimised function is flat at its least, and then within 1e-12 of it
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

// mirroredSteps are n ≥ 2 plain steps with mirrored noise, the last of which may pay. nil if there is no mirror.
type mirroredSteps struct {
	*mirror
	n     float64
	known [betas + 1]struct {
		theta, rest float64
		ok          bool
	}
}

// ofSteps returns n steps of the mirror, or as many as it follows; nil if there is no mirror or n < 2.
func (x *mirror) ofSteps(n float64) *mirroredSteps {
	if x == nil || n < 2 {
		return nil
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	n = min(n, x.steps) // more steps mix no worse
	f := x.bySteps[n]
	if f == nil {
		f = &mirroredSteps{mirror: x, n: n}
		x.bySteps[n] = f
	}
	return f
}

// at returns theta at the share beta(i). It keeps the values, because every order α asks for them again.
func (f *mirroredSteps) at(i int) (theta, rest float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	k := &f.known[i]
	if !k.ok {
		k.theta, k.rest = f.thetaLocked(f.n, beta(i))
		k.ok = true
	}
	return k.theta, k.rest
}

// betterBound returns the better of two bounds on θ from above and on 1 − θ from below: the given ones, and those by mirrored
// noise if f is not nil.
func (f *mirroredSteps) betterBound(beta, theta, rest float64) (float64, float64) {
	if f == nil {
		return theta, rest
	}
	t, r := f.theta(f.n, beta)
	return min(t, theta), max(r, rest)
}
