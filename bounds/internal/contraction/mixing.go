package contraction

import (
	"math"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/run"
)

// A Mixing has the numbers of a choice that formulas show: what a block of steps
// forgets and what it pays.
type Mixing struct {
	// Any two points of the domain mix over the block at least as well as two Gaussians whose
	// means are Apart, with standard deviation Deviation; both are lengths.
	Apart, Deviation float64
	Theta            float64 // the block leaves at most this part of a divergence
	// Mirrored says that Theta is by mirrored noise and not by those Gaussians, over so many
	// Steps, the last of which keeps noise of standard deviation Last, a length.
	Mirrored bool
	Steps    int
	Last     float64
	// Overlap says that Theta is Before, what the steps before the last leave, times E tanh²(xV) for the
	// last step, x = Apart/(2·Deviation), V ∼ N(x, 1) (overlap.md).
	Overlap bool
	Before  float64
	// Mean says that Theta is the mean over the sizes of a Poisson batch. Apart is then that
	// of the likeliest sizes.
	Mean bool
	// Shift is what is paid, as one Gaussian shift under all of a step's noise, a
	// length. For a sampled run the share of the noise is not yet counted.
	Shift float64
}

// Mixing evaluates a choice of this problem whose Beta is in [0, 1).
func (p Problem) Mixing(c Cycle) Mixing {
	p = p.open()
	l := p.lengths()
	b := p.chosenBlock(l, c)
	mixes := affine.Contracted
	if c.Overlap {
		mixes = affine.Overlapped
	}
	out := Mixing{Theta: 1, Before: b.before, Shift: b.shift * p.Sigma}
	least := math.Inf(1)
	for _, s := range b.kernels {
		if x := s.Half(c.Beta); x < least {
			least = x
			out.Apart, out.Deviation = 2*s.Reach*p.Sigma, math.Sqrt(s.Rest+s.Last*(1-c.Beta))*p.Sigma
			out.Theta, _ = mixes(x)
			out.Overlap = c.Overlap && x*x < affine.LeCamEnd
		}
	}
	if l.sizes != nil && !c.Revealed {
		sizes := l.stepKernels()
		sizes.contract = mixes
		out.Theta, _ = sizes.contracted(c.Beta)
		out.Mean = true
	}
	if c.Overlap {
		out.Theta *= b.before
		return out
	}
	if theta, _ := l.mirroredSteps(b.steps).bounded(c.Beta, 1, 0); theta < out.Theta {
		out.Theta, out.Mirrored, out.Steps, out.Last = theta, true, int(b.steps), math.Sqrt(1-c.Beta)*p.Sigma
	}
	return out
}

// chosenBlock is the block of a choice, and what it pays.
type chosenBlock struct {
	kernels []affine.Stretch
	steps   float64
	before  float64 // what the steps before the last leave, where these are counted apart
	shift   float64 // over the noise
}

// chosenBlock repeats what the search did for each kind of order.
func (p Problem) chosenBlock(l lengths, c Cycle) chosenBlock {
	period, _, last := p.calendar()
	k := float64(c.Block)
	b := chosenBlock{steps: 1, before: 1, shift: l.s / math.Sqrt(c.Beta)}
	if c.Revealed {
		l = l.revealed()
	}
	switch {
	case p.Order.Sampled() && !c.Revealed:
		b.kernels, b.shift = l.stepKernels().typical(), l.prices[0].Length
	case c.Overlap:
		// In a fresh order its steps are those up to the run's last.
		b.steps = k * period
		if p.Order == run.FreshOrder {
			b.steps = last
		}
		b.kernels = l.kernelToUse(1)
		b.before, _ = overlap{l}.mixed(b.steps - 1)
	case p.Order == run.FreshOrder && c.Lower == 0:
		b.kernels, b.steps = l.kernelToUse(last), last
	case c.Tail > 0:
		b.steps = 1 + (k-1)*period
		b.kernels = l.stretches(b.steps)
		s := joint{lengths: l, period: period}
		b.shift = math.Inf(1)
		for _, t := range s.tails(l.grown(k, period), float64(c.Tail)) {
			if v, feasible := t.At(c.Beta); feasible {
				b.shift = min(b.shift, v)
			}
		}
	default:
		b.shift, b.steps = p.lastUses(l, k, last)
		b.kernels, b.shift = p.hiding(l, b.steps), b.shift/math.Sqrt(c.Beta)
	}
	return b
}

// Cheapest is the least of the prices of a sampled step at the order alpha and the share beta.
func (p Problem) Cheapest(alpha, beta float64) Price {
	best, _ := p.lengths().cheapest(p.Rate, alpha, beta)
	return p.Prices[best]
}

// Curved reports whether a profile contracts over a choice's block by mirrored noise, and not
// by two Gaussians alone.
func (p Problem) Curved(c Cycle) bool {
	m, l := p.Mixing(c), p.lengths()
	return newBundle(l).apartness(float64(m.Steps), c.Beta, m.Apart/m.Deviation, false).curve != nil
}

// Simple is the μ of the Gaussian bound, which counts where following a profile gains nothing.
func (p Problem) Simple() float64 { return p.search(nil).simple }
