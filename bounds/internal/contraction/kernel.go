package contraction

import (
	"math"
	"slices"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/run"
)

// Kernels returns and keeps the kernels of any number of steps that do not use the differing example. No two goroutines may
// use it at once.
type Kernels struct {
	lengths
	toll  *toll
	known map[int]*Kernel
}

// A Kernel bounds E_γ between any two points of the domain after a number of steps.
type Kernel struct {
	apartness
	half *Kernel // the kernel of half of the steps, rounded down; nil for a single step
	// all is an excess γ − 1 up to which the kernel leaves the whole of any E_γ, to the last bit, and so do its halves; 0
	// where no such excess is known.
	all float64
}

const (
	// hardlyApart is the μ below which mirrored noise is not followed, since Gaussians leave less than 4e-4 of the total variation.
	hardlyApart = 1e-3
	// tooFarApart is the μ from which on mirrored noise is not followed, since nothing mixes: 1 − erf(40/√8) is below 1e-88.
	tooFarApart = 40
	// certain is a number of standard deviations. A threshold that far below the mean counts as certainly crossed: the other
	// probability, 10⁻²¹, is less than a rounding error of 1.
	certain = 9.5
)

// Kernels returns the kernels of a problem whose batches are not sampled.
func (p Problem) Kernels() *Kernels {
	l := p.lengths()
	return &Kernels{lengths: l, toll: newToll(l.work), known: map[int]*Kernel{}}
}

// Of returns the kernel of n ≥ 1 steps.
func (k *Kernels) Of(n int) *Kernel {
	if v := k.known[n]; v != nil {
		return v
	}
	k.work.Spend(stretchUnits * (len(k.plain) + 1))
	v := &Kernel{apartness: gaussiansApart(k.idleMu(float64(n)) * up)}
	if n >= 2 && k.mirror != nil && v.mu > hardlyApart && v.mu < tooFarApart {
		v.total, _ = k.mirroredSteps(float64(n)).betterBound(0, 1, 0)
		if r := k.rays.coarse.of(k.lengths); r != nil {
			v.curve = r.curve(float64(n), 0, v.mu, k.toll)
		}
	}
	k.known[n] = v
	if v.mu >= tooFarApart && v.mu < math.Inf(1) {
		v.all = math.Exp(v.mu * (v.mu/2 - certain))
	}
	if n >= 2 {
		v.half = k.Of(n / 2)
		v.all = min(v.all, v.half.all)
	}
	return v
}

// Left returns an upper bound on E_γ, γ = 1 + excess, of two laws after the kernel if their E_γ before it is at most a > 0
// (profile.md, sections 2 and 11).
func (k *Kernel) Left(a, excess float64) float64 { return k.leftOf(a, excess, mostHalvings) }

// Mu returns μ: after the kernel any two points are no farther apart than two Gaussians with means μ standard deviations
// apart.
func (k *Kernel) Mu() float64 { return k.mu }

// leftOf computes Left by the kernel as a whole, and by its halves one after the other. It divides these in turn, as often as
// halvings says.
func (k *Kernel) leftOf(a, excess float64, halvings int) float64 {
	ratio := excess / a * (1 - 8*u)
	if ratio < k.all {
		return a
	}
	if math.IsInf(ratio, 1) {
		ratio = math.MaxFloat64 / 2 // a smaller loss is a larger bound
	}
	whole := min(a, a*k.hockeyStick(ratio)*(1+8*u)+errfloat.Tiny)
	if k.half == nil || halvings == 0 {
		return whole
	}
	left := k.half.leftOf(a, excess, halvings-1)
	if left < a { // otherwise the other half leaves the same
		left = k.half.leftOf(left, excess, halvings-1)
	}
	return min(whole, left)
}

// Total returns an upper bound on the total variation that n steps leave between any two points:
// by Gaussians, by mirrored noise, or by a power of the bound for fewer steps. It is never 0, since its logarithm may be added to
// any number.
func (k *Kernels) Total(n int) float64 {
	if n < 1 {
		return 1
	}
	least, _ := k.mixed(float64(n))
	lengths := []float64{1, math.Ceil(k.d * k.d)}
	if k.mirror != nil {
		lengths = append(lengths, k.mirror.steps)
	}
	for _, length := range lengths {
		if times := math.Floor(float64(n) / length); times >= 2 {
			one, _ := k.mixed(length)
			least = min(least, max(math.Pow(one, times)*(1+1e-12), errfloat.Tiny))
		}
	}
	return least
}

// A curve bounds E_γ between any two points after a kernel: by values at γ − 1 = excess, and in between by chords, which are
// above because E_γ is convex in γ. Beyond the last point two Gaussians mu apart are the bound.
type curve struct {
	mu             float64
	excess, values []float64
	both           []bool // by chord: whether Gaussians may be below it
}

// compare finds the chords below which the Gaussian profile may lie. It compares them in the middle, with 1 % to spare, which
// suffices because either bound is valid everywhere.
func (c *curve) compare() {
	c.both = make([]bool, len(c.excess))
	for i := 1; i < len(c.excess); i++ {
		middle := (c.excess[i-1] + c.excess[i]) / 2
		c.both[i] = errfloat.Profile(c.mu, math.Log1p(middle)) < 1.01*(c.values[i-1]+c.values[i])/2
	}
}

// at returns the curve at γ − 1 = excess, from above; it is 1 beyond the last point. enough means that the Gaussian profile
// is not below.
func (c *curve) at(excess float64) (v float64, enough bool) {
	last := len(c.excess) - 1
	if excess == c.excess[last] {
		return c.values[last], false
	}
	if !(excess < c.excess[last]) {
		return 1, false
	}
	i, exact := slices.BinarySearch(c.excess, excess)
	if i == 0 || exact {
		return c.values[i], false
	}
	a, b := c.excess[i-1], c.excess[i]
	share := (b - excess) / (b - a)
	return (float64(c.values[i-1]*share) + float64(c.values[i]*(1-share))) * (1 + 16*u), !c.both[i]
}

// An apartness bounds E_γ between any two points after a kernel: by two Gaussians mu apart (+Inf for no kernel), by the total
// variation, and by a curve if there is one. For a Poisson step mu is the largest of its sizes, and the bound is the mean
// over sizes.
type apartness struct {
	mu     float64
	total  float64 // at least E_1, by mirrored noise; 1 if that was not followed
	curve  *curve
	sizes  []weightedMu // nil if mu holds for every size
	beyond float64      // an upper bound on the probability of other sizes, at which nothing is forgotten
}

// gaussiansApart is the apartness of two Gaussians.
func gaussiansApart(mu float64) apartness { return apartness{mu: mu, total: 1} }

// none reports whether k is the apartness of no kernel.
func (k apartness) none() bool { return !(k.mu < math.Inf(1)) }

// hockeyStick returns an upper bound on E_γ, γ = 1 + excess, of any two points after the kernel.
func (k apartness) hockeyStick(excess float64) float64 {
	if k.sizes != nil {
		return k.mean(excess)
	}
	left, enough := 1.0, false
	if k.curve != nil {
		left, enough = k.curve.at(excess)
	}
	if left = min(left, k.total); enough {
		return left
	}
	return min(left, errfloat.Profile(k.mu, errfloat.Log1p(excess)*(1-18*u)))
}

// A Mixing has the numbers of a choice that formulas show: how much a block of steps contracts and what it pays.
type Mixing struct {
	// Any two points of the domain mix over the block at least as well as two Gaussians whose
	// means are Apart, with standard deviation Deviation; both are lengths.
	Apart, Deviation float64
	Theta            float64 // the block leaves at most this part of a divergence
	// Mirrored says that Theta is by mirrored noise and not by those Gaussians, over the given number of Steps, the last of
	// which keeps noise of standard deviation Last, a length.
	Mirrored bool
	Steps    int
	Last     float64
	// Overlap says that Theta is Before, for the steps before the last, times E tanh²(xV) for the last step, x =
	// Apart/(2·Deviation), V ∼ N(x, 1) (overlap.md).
	Overlap bool
	Before  float64
	// Mean says that Theta is the mean over the sizes of a Poisson batch. Apart and Deviation are
	// then those of the likeliest sizes.
	Mean bool
	// Shift is the payment as one Gaussian shift, a length: under all of a step's noise, but for a sampled run without the
	// share of its noise.
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
	if theta, _ := l.mirroredSteps(b.steps).betterBound(c.Beta, 1, 0); theta < out.Theta {
		out.Theta, out.Mirrored, out.Steps, out.Last = theta, true, int(b.steps), math.Sqrt(1-c.Beta)*p.Sigma
	}
	return out
}

// chosenBlock is the block of a choice and what the block pays.
type chosenBlock struct {
	kernels []affine.Stretch
	steps   float64
	before  float64 // the part of a divergence that the steps before the last leave, if they are counted apart; otherwise 1
	shift   float64 // the shift that is paid, over the noise
}

// chosenBlock returns the block that the search evaluated for a choice, for each kind of order.
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
		// In a fresh order the block's steps are those up to the run's last.
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

// Cheapest returns the price at which a sampled step pays least, at the order alpha and the share beta of its noise.
func (p Problem) Cheapest(alpha, beta float64) Price {
	best, _ := p.lengths().cheapest(p.Rate, alpha, beta)
	return p.Prices[best]
}

// Curved reports whether the block of a choice contracts profiles by mirrored noise, and not by two Gaussians alone.
func (p Problem) Curved(c Cycle) bool {
	m, l := p.Mixing(c), p.lengths()
	return newBundle(l).apartness(float64(m.Steps), c.Beta, m.Apart/m.Deviation, false).curve != nil
}

// Simple returns the μ of the Gaussian bound on the whole run, which is the answer where no profile proves less.
func (p Problem) Simple() float64 { return p.search(nil).simple }
