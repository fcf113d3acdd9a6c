package contraction

import (
	"math"

	"lastiterate/bounds/mutants"
)

// payment is the stage of a fixed shift: exponent/β is what it costs, the stretch
// that ends with it mixes by the best of the kernels.
type payment struct {
	exponent float64 // C at β = 1: (α−1)·αz²/(2σ²)
	kernels  []stretch
	mirrored *folded // the same steps with mirrored noise; nil for none
}

// best minimises C(β) + ln(1 + θ(β)y) over β, for every kernel: where its
// derivative first changes sign, or at β = 1; with mirrored noise among few shares.
func (p payment) best(y float64) step {
	whole := p.at(1, math.Inf(1))
	least := whole.once(y)
	for _, k := range p.kernels {
		for _, beta := range []float64{p.balance(k, y), 1} {
			c := p.at(beta, k.half(beta))
			if v := c.once(y); v < least {
				whole, least = c, v
			}
		}
	}
	if p.mirrored != nil && y > 0 {
		i := p.mirrored.share(func(i int) float64 {
			theta, _ := p.mirrored.theta(p.mirrored.n, beta(i))
			return p.exponent/beta(i) + math.Log1p(theta*y)
		})
		theta, rest := p.mirrored.theta(p.mirrored.n, beta(i))
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
	theta, rest := contracted(x)
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
// bracket nor the root needs care.
func (p payment) balance(k stretch, y float64) float64 {
	excess := func(beta float64) float64 { // β²·d/dβ of the minimised
		x := k.half(beta)
		if !(x < 40) {
			return -p.exponent
		}
		variance := k.rest + k.last*(1-beta)
		slope := math.Sqrt(2/math.Pi) * math.Exp(-x*x/2) * x * k.last / (2 * variance)
		return beta*beta*slope*y/(1+math.Erf(x/math.Sqrt2)*y) - p.exponent
	}
	// With the slope at β = 0 the equation is a square.
	at0 := excess(1e-3)
	if y == 0 || p.exponent == 0 || math.IsNaN(at0) {
		return 1
	}
	low := 1e-3 * math.Sqrt(p.exponent/math.Max(at0+p.exponent, 1e-300))
	low = math.Min(low, 0.5)
	fLow := excess(low)
	for range 200 {
		if fLow < 0 || low < 1e-30 {
			break
		}
		low /= 2
		fLow = excess(low)
	}
	high, fHigh := low, fLow
	for range 200 {
		if fHigh >= 0 {
			break
		}
		low, fLow = high, fHigh
		if high < 0.5 {
			high = math.Min(0.5, 1.5*high)
		} else {
			high = 1 - (1-high)/1.5
		}
		if high > 1-1e-9 {
			return 1
		}
		fHigh = excess(high)
	}
	const near = 1e-6 // of the best share: what is minimised is within 1e-12 there
	side := 0
	for range 60 { // regula falsi, Illinois
		if high-low < near*high {
			break
		}
		mid := (low*fHigh - high*fLow) / (fHigh - fLow)
		if !(mid > low && mid < high) {
			mid = (low + high) / 2
		}
		f := excess(mid)
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
		if math.Abs(f) < near*p.exponent {
			return mid
		}
	}
	return high
}
