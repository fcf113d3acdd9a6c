package contraction

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// A Cycle is the cycle that the optimisation chose to repeat. The steps of its block contract while the distance of the runs
// grows. The block's last step begins to pay that distance off, and the steps of the tail only pay. For full batches both are
// counted in steps. In a cyclic order the block is counted in uses of the differing example, one of which is its last step
// and, where a tail follows, one its first; the tail is counted in gaps between uses.
type Cycle struct {
	Beta  float64 // share of the noise of the block's last step that pays; 0 if it varies
	Block int
	Tail  int // 0 for none
	// Overlap says that blocks, of one use each, contract by overlaps (overlap.md).
	Overlap bool
	// Higher is the order whose y, together with y of order 2, bounds y of this order; 0 for none.
	Higher float64
	// Lower is the order that bounds the profile before the last block if no float64 can hold its values; 0 for none.
	Lower float64
	// Revealed says that the batches of the last block of a sampled run count as known.
	Revealed bool
	// Matched says that a profile was followed with matching.
	Matched bool

	path *path // how a profile was followed; nil if none was
}

// Followed reports whether the value comes from following a profile.
func (c Cycle) Followed() bool { return c.path != nil }

// Proved reports whether the value comes from following a profile and is proved; for sampled batches it may rest on a
// quadrature.
func (c Cycle) Proved() bool { return c.Followed() && c.path.proved }

// Renyi returns an upper bound on the Rényi divergence of order alpha of the last iterate, and the choice that gives it; +Inf
// where contraction gives no bound.
func (p Problem) Renyi(alpha float64) (float64, Cycle) {
	return p.recall(&p.kept().renyi, alpha, p.computeRenyi)
}

// computeRenyi computes Renyi.
func (p Problem) computeRenyi(alpha float64) (float64, Cycle) {
	if alpha <= 2 {
		return p.byOverlaps(alpha)
	}
	e, choice := p.byVariation(alpha)
	if y, higher := p.byHigherOrder(alpha); divergenceOf(y, alpha) < e {
		e, choice.Higher = divergenceOf(y, alpha), higher
	}
	return e, choice
}

// byVariation returns the bound by total variation alone.
func (p Problem) byVariation(alpha float64) (float64, Cycle) {
	return p.recall(&p.kept().variation, alpha, func(alpha float64) (float64, Cycle) {
		y, choice := p.moment(alpha, p.lengths())
		return divergenceOf(y, alpha), choice
	})
}

// divergenceOf returns R for y = e^{(α−1)R} − 1, rounded up; +Inf if y is too large or NaN.
func divergenceOf(y, alpha float64) float64 {
	if !(y < largestY) {
		return math.Inf(1)
	}
	return errfloat.Log1p(y) * (1 + 24*u) / (alpha - 1)
}

// raisedExpm1 returns e^x − 1, rounded up.
func raisedExpm1(x float64) float64 { return errfloat.Expm1(x) * (1 + 36*u) }

// A contractor bounds y after steps: lengths by total variation, overlap by overlaps.
type contractor interface {
	// mixed returns the coefficient θ of n ≥ 0 steps without the example, and 1−θ from below.
	mixed(n float64) (theta, rest float64)
	// resting returns θ of n ≥ 0 such steps, which may be divided into parts.
	resting(n float64) float64
	// toUse returns the steps of a stretch whose last step uses the example; cost is the use's cost at β = 1.
	toUse(steps, cost float64) stepFamily
	// blocks returns a bound on y after the given number of uses, period steps apart, the last at the end.
	blocks(period, uses, alpha float64) (float64, Cycle)
	// sampled returns a bound on y after the given number of sampled steps, each of which uses the example with probability
	// rate.
	sampled(rate, steps, alpha float64) (float64, Cycle)
	// jump returns the shift of one use, in units of the noise.
	jump() float64
	// budget returns the budget to which the work is charged.
	budget() *work.Budget
}

func (l lengths) jump() float64        { return l.s }
func (l lengths) budget() *work.Budget { return l.work }

func (l lengths) toUse(steps, cost float64) stepFamily {
	return payment{cost, l.kernelToUse(steps), l.mirroredSteps(steps), nil}.prepared()
}

// moment returns the bound as y = e^{(α−1)R} − 1. It is an f-divergence, hence jointly convex: over secret orders it may be
// averaged.
func (p Problem) moment(alpha float64, l contractor) (y float64, choice Cycle) {
	period, epochs, last := p.calendar()
	switch p.Order {
	case run.Drawn:
		y, choice = l.sampled(p.Rate, float64(p.T-p.Rest), alpha)
	case run.SecretOrder:
		y, choice = shuffledMean(l, period, epochs, last, float64(p.After), alpha, p.Missing)
	case run.FreshOrder:
		y, choice = reshuffledMean(l, period, epochs, last, float64(p.After), shiftExponent(alpha, l.jump()), p.Missing)
	case run.KnownOrder:
		y, choice = l.blocks(period, epochs, alpha)
	default:
		panic(run.Unknown(p.Order))
	}
	return p.afterRest(y, l), choice
}

// afterRest returns y after the steps that follow the last use.
func (p Problem) afterRest(y float64, l contractor) float64 {
	switch {
	case p.Rest == 0 || p.Order.Secret():
		return y // a secret order counts them with the steps after its last use
	case p.After == 0:
		theta, _ := l.mixed(float64(p.Rest))
		return y*theta*(1+meanError) + errfloat.Tiny
	}
	return y*l.resting(float64(p.Rest))*(1+meanError) + errfloat.Tiny
}

// resting returns the least bound on θ of n steps as one stretch, or as parts of equal length and a rest. The bound of a long
// stretch may exceed the product of the bounds of its parts.
func (l lengths) resting(n float64) float64 {
	if mutants.LongerRest.On() {
		n++
	}
	least, _ := l.mixed(n)
	for part := 1.0; part < n; part *= 2 {
		one, _ := l.mixed(part)
		rest, _ := l.mixed(math.Mod(n, part))
		least = min(least, math.Pow(one, math.Floor(n/part))*rest*(1+meanError)+errfloat.Tiny)
	}
	return least
}

// calendar returns the length of an epoch in steps, the number of epochs up to the last use, and the
// number of steps in the last of these epochs.
func (p Problem) calendar() (period, epochs, last float64) {
	period = float64(p.Period)
	steps := float64(p.T - p.Rest)
	epochs = math.Floor((steps-1)/period) + 1
	return period, epochs, steps - (epochs-1)*period
}

// shiftExponent returns the cost of a Gaussian shift of z standard deviations, (α−1)·αz²/2, rounded up.
func shiftExponent(alpha, z float64) float64 { return (alpha - 1) * alpha / 2 * z * z * (1 + 1e-15) }

// blocks bounds y after the given number of uses, period steps apart, the last at the end, by the best length of blocks. A
// block of k uses costs at least its shift under all of the noise, which ends the search upward. Downward it ends where
// several lengths in a row have not helped.
func (l lengths) blocks(period, uses, alpha float64) (float64, Cycle) {
	best, choice := math.Inf(1), Cycle{Beta: 1, Block: 1}
	// try reports whether longer blocks can help, and whether this one did.
	try := func(k float64) (more, better bool) {
		floor := shiftExponent(alpha, l.grown(k, period))
		if !(floor < mostExponent && math.Expm1(floor) < best*(1-1e-12)) {
			return false, false
		}
		y, at := l.inBlocks(k, floor, period, uses, alpha, min(best, largestY))
		if y < best {
			best, choice = y, Cycle{Beta: at.beta, Block: int(k)}
			better = true
		}
		return true, better
	}
	middle := l.usefulBlock(period, uses)
	for _, k := range blockLengths[middle:] {
		if more, _ := try(min(k, uses)); !more || k >= uses {
			break
		}
	}
	const patience = 4 // shorter lengths in a row that need not help
	for i, idle := middle-1, 0; i >= 0 && idle < patience; i-- {
		idle++
		if _, better := try(blockLengths[i]); better {
			idle = 0
		}
	}
	return best, choice
}

// inBlocks returns y by blocks of k uses, of which the first block may be shorter, and the step of the last block. It uses
// `enough` as repeat does. cost is the cost of a block's shift at β = 1.
func (l lengths) inBlocks(k, cost, period, uses, alpha, enough float64) (float64, step) {
	s := payment{cost, l.kernelToUse(k * period), l.mirroredSteps(k * period), nil}.prepared()
	count := math.Ceil(uses / k)
	first := uses - (count-1)*k
	start := min(shiftExponent(alpha, l.s)*first*(1+4*u), shiftExponent(alpha, l.grown(first, period)))
	return repeat(l.work, s, raisedExpm1(start), count-1, enough)
}

// half returns x(0) of n steps: half of the distance, in standard deviations, of the two Gaussians that bound how the whole
// diameter mixes.
func (l lengths) half(n float64) float64 { return apart(l.kernelToUse(n), 0) / 2 }

// usefulBlock returns the index of the first of blockLengths that is worth trying, or that is no shorter than the run.
func (l lengths) usefulBlock(period, uses float64) (at int) {
	for at < len(blockLengths)-1 && blockLengths[at] < uses && l.half(blockLengths[at]*period) > usefulHalf {
		at++
	}
	return at
}

// blockLengths are the lengths of blocks that are tried: all up to eight, then 15 % apart, up to the most uses that a run can
// have. Any length gives a bound.
var blockLengths = func() (out []float64) {
	for k := 1.0; k < 1e12; {
		out = append(out, k)
		if k < 8 {
			k++
		} else {
			k = math.Ceil(k * 1.15)
		}
	}
	return out
}()

// usefulHalf is the x(0) at which blocks begin to be worth trying: θ = erf(1.5/√2) = 0.87 there.
const usefulHalf = 1.5
