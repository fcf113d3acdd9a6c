package average

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/work"
)

// A SampledProgram is the shift program of a run whose every step uses the differing example
// with probability Rate, independently, all lengths in units of its sensitivity s:
//
//	z_{t+1} = cz_t + 1{step t uses the example} − a_t ≥ 0,   z_T = 0,   R = Σ a_t².
//
// Its numbers are taken as exact. Larger numbers never cost less, so if a caller rounds them up, the answer still bounds the
// caller's run (average.md, section 5).
type SampledProgram struct {
	Excess   float64 // c − 1 > −1, the modulus of every step less 1
	Rate     float64 // q, in (0, 1]
	T        int     // steps, ≥ 1
	Diameter float64 // D/s, +Inf without projection
	// Rest steps of the modulus 1+RestExcess follow without the example. They pay off the distance after the last use.
	Rest       int
	RestExcess float64
	Work       *work.Budget
}

// ending returns the least cost of paying off a distance of 1 with the last step that may use the example and the steps that
// follow it: 1/Σ c^{−2i} over 0 ≤ i ≤ Rest.
func (p SampledProgram) ending() float64 {
	switch {
	case p.Rest == 0:
		return 1
	case p.RestExcess == 0:
		return 1 / float64(p.Rest+1) * up
	case p.RestExcess <= -1:
		return 0 // the steps after it forget everything
	}
	l := -2 * errfloat.Log1p(p.RestExcess)
	return min(1, errfloat.Expm1(l)/errfloat.Expm1(l*float64(p.Rest+1))*(1+1e-10)+errfloat.Tiny)
}

// reached returns the largest distance of the runs after t steps.
func (p SampledProgram) reached(t float64) float64 {
	x := t
	if p.Excess != 0 && t > 0 {
		x = errfloat.Expm1(t*p.logFactor()) / p.Excess * (1 + 1e-11)
	}
	return min(p.Diameter, x)
}

// logFactor returns ln c, within 20 units in the last place.
func (p SampledProgram) logFactor() float64 { return errfloat.Log1p(p.Excess) }

const (
	nodes       = 48 // distances of the grid
	momentNodes = 80
	finest      = 0.125   // between distances near 0
	shareOfRem  = 1. / 16 // of the steps left that a block may take
	startShare  = 1. / 8  // and of the steps before it: what comes in a block waits for its end
	startBlock  = 1. / 256
	startRoom   = 1.5 // times the distance from which the last steps start, for uses
	// mostBlocks is the largest number of blocks of a run. A run whose steps expand for so long that it needs more is not
	// averaged.
	mostBlocks = 3000
	// longestShare bounds a block if steps expand: it takes at most this part of the time in which distances change by a
	// factor e, and twice as much if steps contract.
	longestShare = 0.25
	// forgotten is the exponent at which a contracting run has forgotten a distance.
	forgotten = 28
)

// horizon returns the number of last steps that matter. A contracting run has forgotten everything earlier. With a diameter D
// an early start is useless if it precedes the time in which uses reopen D, about D/Rate steps (16 times that and 256 steps
// are allowed). If steps expand, it is also useless before a distance has grown beyond the whole noise.
func (p SampledProgram) horizon() float64 {
	T, l := float64(p.T), p.logFactor()
	if l < 0 {
		return max(1, min(T, math.Ceil(forgotten/-l)))
	}
	if !math.IsInf(p.Diameter, 1) {
		T = min(T, 256+math.Ceil(16*p.Diameter/p.Rate))
		if l > 0 {
			T = min(T, 256+math.Ceil(forgotten/l))
		}
	}
	return T
}

// distances returns the nodes of the grid: evenly spaced near 0, then geometric. For moments they reach, if possible, the
// largest sum of uses.
func (p SampledProgram) distances(moments bool) grid {
	H, n := p.horizon(), nodes
	T := H
	if p.Excess != 0 {
		T = min(T, 1/math.Abs(p.Excess))
	}
	top := 8 + 12*math.Sqrt(p.Rate*T)
	if p.Excess != 0 {
		top += 2 * p.Rate * T
	}
	if D := p.Diameter; D+8+12*math.Sqrt(D) < top {
		top = D + 8 + 12*math.Sqrt(D)
	}
	if moments {
		top, n = T, momentNodes
		if p.Excess > 0 {
			top *= 4
		}
		if !math.IsInf(p.Diameter, 1) {
			top += p.Diameter
		}
	}
	start := p.reached(float64(p.T) - H)
	if p.Excess <= 0 {
		top = min(top, T+start+1)
	}
	if start > 0 {
		top = max(top, startRoom*(8+start))
	}
	top = max(2, top)
	sum := func(ratio float64) (out []float64) {
		z := 0.0
		for range n {
			out = append(out, z)
			z += max(finest, ratio*z)
		}
		return out
	}
	_, ratio := scalar.Halve(0, 100, 50, func(ratio float64) bool { return sum(ratio)[n-1] >= top })
	return sum(ratio)
}

// A block is a number of steps at whose end the distance is on the grid. A single step pays after its own use, so its payment
// depends on that use. A longer block's payment depends only on the distance at its start.
type block struct {
	steps float64
	grow  float64 // c^steps
	// width is Σ c^{2i} over the steps. Paying A, carried to the block's end, costs A²/width, by payments in proportion to
	// c^i.
	width float64
	limit float64 // on A, if the law leaves out some numbers of uses
	uses  []use   // the law of the distance that uses add
	more  float64 // the mean number of uses beyond that law
	rate  float64 // of uses
	carry float64 // the most that a use adds
	off   float64 // the relative error of the law's probabilities

	arrivals *arrivals // kept in the table that the block is part of, once computed
}

// payment returns the block's payment at a distance that has increased to grown: the planned payment up to the block's limit,
// or the distance beyond the grid's top if that is more. It is +Inf if the block would exceed its limit.
func (b block) payment(plan, grown, top float64) float64 {
	A := max(min(plan, b.limit), (grown-top)*up)
	if A > b.limit {
		return math.Inf(1)
	}
	return A
}

// A use is a distance that uses add by a block's end, its probability, and the logarithm of the probability.
type use struct{ n, p, ln float64 }

// blocks divides the run, from its end: single steps, then a share of the remaining steps each. whole reports whether they
// reach the start, or cover all of the run that matters.
func (p SampledProgram) blocks() (out []block, whole bool) {
	l, T := p.logFactor(), p.horizon()
	speed := min(math.Abs(l), 1e3) // the speed at which distances change
	// If steps expand, blocks of one length serve for the whole run; if they contract, early distances
	// are nearly forgotten, and blocks may be long.
	laws := map[float64]block{}
	for rem := 0.0; rem < T; { // steps done, from the end
		if len(out) == mostBlocks {
			return out, false
		}
		h := min(math.Floor(rem*shareOfRem), math.Floor(max(T*startBlock, (T-rem)*startShare)))
		if speed > 0 {
			share := max(shareOfRem, min(longestShare, T*l/(mostBlocks/2)))
			if l < 0 {
				share = min(2*longestShare, shareOfRem*(1+rem*speed))
			}
			h = min(h, math.Floor(share/speed))
		}
		h = min(max(1, h), T-rem)
		b, known := laws[h]
		if !known {
			b = p.block(h, l)
			laws[h] = b
		}
		out = append(out, b)
		rem += h
	}
	return out, true
}

// up is the factor by which a value is raised above its rounding errors.
const up = 1 + 1e-12

func (p SampledProgram) block(h, l float64) block {
	b := block{steps: h, grow: 1 + p.Excess, width: h, arrivals: new(arrivals)}
	carry := 1.0
	switch { // in a block of several steps |lh| is at most 1/2
	case h == 1 && b.grow-1 < p.Excess: // 1 + Excess was rounded down
		b.grow *= 1 + 4*errfloat.U
	case h > 1:
		b.grow = errfloat.Exp(l*h) * up
		if l != 0 {
			b.width = errfloat.Expm1(2*l*h) / errfloat.Expm1(2*l) / up
		}
		if l > 0 {
			carry = errfloat.Exp(l*(h-1)) * up
		}
	}
	law, more, off := binomial(h, p.Rate, p.Work)
	for _, c := range law {
		_, ln := errfloat.Log(max(c.p, errfloat.Tiny))
		b.uses = append(b.uses, use{c.n * carry, c.p, ln})
	}
	b.more, b.rate, b.carry, b.off = more, p.Rate, carry, off
	b.limit = math.Inf(1)
	if more > 0 {
		b.limit = b.width / carry * (0.25 + 128/h)
	}
	return b
}
