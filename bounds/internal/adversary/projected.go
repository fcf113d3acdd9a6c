package adversary

import (
	"fmt"
	"math"

	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// ClippedStep is x ↦ x + Excess·(x − Centre) + Shift, in units of the noise. The term
// Excess·(x − Centre) is cut off at ±Most if Most > 0.
type ClippedStep struct {
	Excess float64 // c − 1
	Shift  float64
	Centre float64
	Most   float64
}

// Of returns the point to which the step leads from x, without noise.
func (s ClippedStep) Of(x float64) float64 {
	pull := s.Excess * (x - s.Centre)
	if s.Most > 0 {
		pull = max(-s.Most, min(s.Most, pull))
	}
	return x + pull + s.Shift
}

// slope returns the largest factor by which the step increases a distance.
func (s ClippedStep) slope() float64 {
	if s.Most > 0 {
		return max(1, math.Abs(1+s.Excess))
	}
	return math.Abs(1 + s.Excess)
}

// Projected is a pair of one-dimensional runs W ← Π(Step(W) + G) on an interval of length
// Diameter, started in its middle or at an end. At a step that uses the
// differing example, Step is Visit[0] in one run and Visit[1] in the other; at the
// others it is Plain in both. All lengths are in units of σ, so that G ~ N(0,1).
type Projected struct {
	Plain    ClippedStep
	Visit    [2]ClippedStep
	Diameter float64
	Start    int // −1 for the low end, 0 for the middle, 1 for the high end
	T        int
	// Order says when the run uses the differing example. In a known order it is at every Period-th step, the last time Rest
	// steps before the end. Orders that are not known are uniformly random: the final law is exactly a mixture over them,
	// because the other examples are all alike.
	Order  run.Order
	Period int     // B ≥ 1 steps an epoch, also if the order is sampled
	Rate   float64 // in (0, 1], if sampled: the probability that a step uses the example
	// Missing is the probability that a secret order leaves the differing example out: of an epoch if the order is fresh
	// every epoch, of the whole run if there is one order.
	Missing float64
	Rest    int // steps after the last use, in a known order
	// Sizes are the possible sizes of a Poisson batch, each with the amount that its other examples add to every step; nil if
	// all batches add the same. Beyond bounds the probability of other sizes.
	Sizes  []BatchSize
	Beyond float64
	// Budget counts the work; nil for no limit.
	Budget *work.Budget
}

// BatchSize is a number of other examples in a batch: its probability, and the amounts that they add to the excess and to the
// shift.
type BatchSize struct{ Weight, Excess, Shift float64 }

// chance is a step with its probability.
type chance struct {
	weight float64
	ClippedStep
}

// shares returns a step for every size of the batch, with its probability.
func (p Projected) shares(s ClippedStep) []chance {
	if p.Sizes == nil {
		return []chance{{1, s}}
	}
	out := make([]chance, len(p.Sizes))
	for i, size := range p.Sizes {
		out[i] = chance{size.Weight, s}
		out[i].Excess += size.Excess
		out[i].Shift += size.Shift
	}
	return out
}

// Factor returns the c of steps without the differing example, or its mean over batch sizes.
func (p Projected) Factor() float64 {
	if p.Sizes == nil {
		return 1 + p.Plain.Excess
	}
	mean := 0.0
	for _, s := range p.shares(p.Plain) {
		mean += float64(s.weight * s.Excess)
	}
	return 1 + mean
}

// slope is the largest slope of all steps.
func (p Projected) slope() float64 {
	c := 0.0
	for _, s := range []ClippedStep{p.Plain, p.Visit[0], p.Visit[1]} {
		for _, x := range p.shares(s) {
			c = max(c, x.slope())
		}
	}
	return c
}

const (
	nodesPerLength = 2.4 // nodes per unit of length, at c = 1, that resolve a step's law
	leastNodes     = 28  // nodes besides, for short intervals
	nodeUnits      = 4   // units of work of the tail at a node
	maxWork        = 6e7 // multiplications that one pair may take
)

// nodes returns the number of quadrature nodes: enough for the narrowest integrand, which in x is exp(−(y−cx)²/2)·exp(−x²/2).
func (p Projected) nodes() int {
	c := p.slope()
	return int(min(1e9, leastNodes+math.Ceil(nodesPerLength*p.Diameter*math.Hypot(1, c)/math.Sqrt2))) | 1
}

// Work returns an estimate of the number of multiplications that the pair takes.
func (p Projected) Work() float64 {
	const exponential = 40 // of a kernel's entry, in multiplications
	n := float64(p.nodes() + 2)
	repeat := func(times int) float64 { return min(float64(times), squarings(times)*n) * n * n }
	work := 3 * exponential * n * n * max(1, float64(len(p.Sizes)))
	epoch := squarings(p.Period) * n * n * n
	if p.Missing > 0 {
		work += 2*repeat(p.T) + 2*squarings(p.Period)*n*n*n
	}
	switch epochs := (p.T-1)/p.Period + 1; {
	case p.Order.Sampled() || p.Period == 1:
		return work + 2*repeat(p.T)
	case p.Order == run.SecretOrder:
		return work + 4*epoch + 4*squarings(epochs)*n*n*n + 8*float64(p.Period)*n*n
	case p.stepByStep(int(n)):
		return work + 6*float64(p.T)*n*n
	case p.Order == run.FreshOrder:
		return work + 8*epoch + 2*repeat(epochs) + 6*float64(p.Period)*n*n
	default:
		return work + 4*epoch + 2*repeat(epochs) + 2*repeat(p.Period) + 2*repeat(p.Rest)
	}
}

// Feasible returns an error unless the pair can be computed: within maxWork, and with a difference between its laws that
// double precision can hold.
func (p Projected) Feasible() error {
	if work := p.Work(); !(work <= maxWork) {
		return fmt.Errorf("an interval of %.3g σ over %d steps would take about %.2g multiplications; the limit is %.2g", p.Diameter, p.T,
			work, maxWork)
	}
	shift := math.Abs(p.Visit[0].Shift - p.Visit[1].Shift)
	const least = 1e-7 // a difference of this size keeps nine of a probability's sixteen digits
	if !(shift*min(p.Diameter, 1) > least) {
		return fmt.Errorf("the shifts of the two runs differ by %.2g σ on an interval of %.3g σ: below %g the difference of their "+
			"distributions is lost to rounding", shift, p.Diameter, least)
	}
	return nil
}

// Run computes the final laws.
func (p Projected) Run() (Laws, error) {
	if err := p.Feasible(); err != nil {
		return Laws{}, err
	}
	n := p.nodes()
	const (
		multiplications = 6    // in a unit of work
		halfToo         = 1.25 // for half as many nodes, which take a quarter of the work at most
	)
	p.Budget.Spend(int(halfToo * p.Work() / multiplications))
	return Laws{Nodes: n, fine: p.on(newChain(p.Diameter/2, n)), half: p.on(newChain(p.Diameter/2, n/2))}, nil
}

// on runs the pair on one quadrature.
func (p Projected) on(c chain) pair {
	out := pair{chain: c, work: p.Budget, reached: &memo.Of[end, float64]{Most: mostEnds}}
	for k := range 2 {
		out.parts[k] = p.parts(c, k)
		out.after[k] = make([]float64, c.size())
		for _, part := range out.parts[k] {
			out.after[k] = sum(out.after[k], c.kernel(part.last).apply(part.before))
		}
	}
	return out
}
