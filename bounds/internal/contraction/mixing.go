package contraction

import (
	"math"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/run"
)

// A Mixing is a choice in numbers: what a block of steps forgets and what it
// pays, as formulas show it.
type Mixing struct {
	// Any two points of the domain mix over the block like two Gaussians that are
	// Apart from each other and of that Deviation, lengths both.
	Apart, Deviation float64
	Theta            float64 // how much of a divergence is left of the block at most
	// Mirrored says that Theta is that of mirrored noise and not of those Gaussians;
	// the last of Steps keeps noise of deviation Last, a length.
	Mirrored bool
	Steps    int
	// Overlap says that Theta is Before, what the steps before the last leave, times E tanh²(xV), x half
	// of Apart over Deviation, V ∼ N(x, 1), of the last step (overlap.md).
	Overlap bool
	Before  float64
	// Mean says that Theta is the mean over the sizes of a Poisson batch, and Apart that
	// of the likeliest.
	Mean bool
	Last float64
	// Shift is what is paid, as one Gaussian shift under all of the noise of a
	// step, a length; of a sampled run, before the share of the noise is counted.
	Shift float64
}

// Mixing evaluates a choice of this problem whose Beta is in [0, 1).
func (p Problem) Mixing(c Choice) Mixing {
	p = p.open()
	l := p.lengths()
	period, _, last := p.calendar()
	k := float64(c.Block)
	var kernels []affine.Stretch
	steps, before, mixes := 1.0, 1.0, affine.Contracted
	if c.Overlap {
		mixes = affine.Overlapped
	}
	shift := l.s / math.Sqrt(c.Beta)
	switch {
	case p.Order.Sampled():
		kernels, shift = l.kernels().typical(), l.prices[0].Length
	case c.Overlap:
		// The block's steps, of a fresh order those up to the run's last.
		steps = k * period
		if p.Order == run.FreshOrder {
			steps = last
		}
		kernels = l.toVisit(1)
		before, _ = overlap{l}.mixed(steps - 1)
	case p.Order == run.FreshOrder && c.Lower == 0:
		kernels, steps = l.toVisit(last), last
	case c.Tail > 0:
		steps = 1 + (k-1)*period
		kernels = l.stretches(1 + (k-1)*period)
		s := joint{lengths: l, period: period}
		shift = math.Inf(1)
		for _, t := range s.tails(l.grown(k, period), float64(c.Tail)) {
			if v, feasible := t.At(c.Beta); feasible {
				shift = min(shift, v)
			}
		}
	default:
		shift, steps = p.lastUses(l, k, last)
		kernels, shift = p.hiding(l, steps), shift/math.Sqrt(c.Beta)
	}
	out := Mixing{Theta: 1, Before: before, Shift: shift * p.Sigma}
	least := math.Inf(1)
	for _, s := range kernels {
		if x := s.Half(c.Beta); x < least {
			least = x
			out.Apart, out.Deviation = 2*s.Reach*p.Sigma, math.Sqrt(s.Rest+s.Last*(1-c.Beta))*p.Sigma
			out.Theta, _ = mixes(x)
			out.Overlap = c.Overlap && x*x < affine.LeCamEnd
		}
	}
	if l.sizes != nil {
		sizes := l.kernels()
		sizes.contract = mixes
		out.Theta, _ = sizes.contracted(c.Beta)
		out.Mean = true
	}
	if c.Overlap {
		out.Theta *= before
		return out
	}
	if theta, _ := l.folded(steps).bounded(c.Beta, 1, 0); theta < out.Theta {
		out.Theta, out.Mirrored, out.Steps, out.Last = theta, true, int(steps), math.Sqrt(1-c.Beta)*p.Sigma
	}
	return out
}

// Cheapest is the price of a sampled step that is the least at an order and a share.
func (p Problem) Cheapest(alpha, beta float64) Price {
	l := p.lengths()
	s := &sampledStage{rate: p.Rate, alpha: alpha, work: p.Work}
	best, least := 0, math.Inf(1)
	for i, price := range l.prices {
		if c := s.price(price, -shares*math.Log2(beta)); c < least {
			best, least = i, c
		}
	}
	return p.Prices[best]
}

// Curved reports whether a profile follows what mirrored noise leaves over a choice's block, and not
// two Gaussians.
func (p Problem) Curved(c Choice) bool {
	m, l := p.Mixing(c), p.lengths()
	return newBundle(l).apartness(float64(m.Steps), c.Beta, m.Apart/m.Deviation, false).curve != nil
}

// Simple is the μ of the Gaussian bound that a profile which was not followed has.
func (p Problem) Simple() float64 { return p.search(nil).simple }
