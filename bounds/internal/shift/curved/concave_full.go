package curved

import (
	"math"

	"lastiterate/bounds/internal/scalar"
)

const (
	// maxSwept is the number of steps up to which a window is found by tables. A longer window is cut into stretches, and
	// polished if it has at most maxFollowed steps.
	maxSwept    = 1000
	maxFollowed = 16000
	// fineness is the number of nodes in a step of an optimal path, which makes
	// the table's limit tight to about one part in 16·fineness².
	fineness = 25
	maxNodes = 20_000 // of a table; a longer path has a coarser one
	// maxFees is the most fees for a step that are tried to make a path fit into T steps.
	maxFees = 12
	// muchLonger is the ratio of the estimated steps to T above which the search begins with a fee for every step: the
	// estimate is not off by more.
	muchLonger = 1.5
	// spareTurns halve an interval of ln spare some units wide, about as exactly as the inverted estimate of steps needs.
	spareTurns = 30
	// negligibleFee is the fee, in s², below which none is tried.
	negligibleFee = 1e-3
	// roomForEnds is the share of maxNodes that an optimal path's steps may take.
	roomForEnds = 0.8
)

// fullBatch solves the program in which every step is a visit and the modulus does not contract. From 0, composition is the
// optimum. A start at the diameter is valid at any time (shift.md, section 7).
func (w *solver) fullBatch() {
	w.best.Lower = w.best.R
	if math.IsInf(w.top, 1) || w.fallLimit(0) >= w.best.R {
		return
	}
	steps, T := w.paces(0, w.top, math.Inf(1)), float64(w.T)
	spare := 0.0
	if steps > muchLonger*T {
		spare = w.spareFor(T)
		if w.fallLimit(spare*spare) >= w.best.R {
			return
		}
	}
	if min(steps, T) > maxSwept {
		w.longWindow(spare)
		return
	}
	fine := min(fineness, roomForEnds*maxNodes/min(steps, T))
	w.sweep(spare, fine)
}

// spareFor returns the spare at which the window has about T steps.
func (w *solver) spareFor(T float64) float64 {
	_, log := scalar.Halve(math.Log(w.pace(0, 0))-1, math.Log(w.pace(w.top, 0)+w.top)+1, spareTurns, func(log float64) bool {
		return !(w.paces(math.Exp(log), w.top, T) > T)
	})
	return math.Exp(log)
}

// integrated returns a lower limit on sum + ∫ rate − μT, integrated over [0, top]. The rate does not fall; concave says that
// it is also concave.
func (w *solver) integrated(sum, top, mu float64, concave bool, rate func(z float64) float64) float64 {
	const pieces = 200 // closer together near 0, where the rate of a Hölder modulus rises fast
	z, before := 0.0, rate(0)
	for i := 1; i <= pieces; i++ {
		share := float64(i) / pieces
		next := top * share * share * share
		r := rate(next)
		if concave { // the rate is above its chords
			sum += (next - z) * (before + r) / 2
		} else {
			sum += (next - z) * before
		}
		z, before = next, r
	}
	return sum*(1-1e-12) - mu*float64(w.T)*(1+1e-12)
}

// feePath is an optimal path under a fee for every step.
type feePath struct {
	path []float64
	fee  float64
	cost float64 // without the fees, by the table
}

func (p feePath) steps() int { return len(p.path) - 1 }

// sweep finds the path by tables. If the cheapest path has more than T steps, a fee for every step makes it shorter: the
// least cost of N steps is a convex function of N (shift.md, section 8), so some fee gives T steps, or two paths next to T
// cost the same under one fee.
func (w *solver) sweep(spare, fine float64) {
	z := w.nodes(w.top, spare, fine, maxNodes)
	t := &sweep{z: z, v: make([]float64, len(z)), reach: newReach(z, &w.visit), from: make([]int32, len(z))}
	limit, fee := math.Inf(-1), spare*spare
	var short, long feePath
	for range maxFees {
		t.fill(fee)
		p := feePath{path: t.path(), fee: fee}
		p.cost = t.v[len(t.v)-1] - fee*float64(p.steps())
		limit = max(limit, lowered(t.v[len(t.v)-1], 0)-fee*float64(w.T)*(1+1e-15))
		if p.steps() == w.T || p.steps() < w.T && fee == 0 {
			short, long = p, feePath{}
			break
		}
		if p.steps() < w.T {
			short = p
		} else {
			long = p
		}
		var more bool
		if fee, more = w.nextFee(short, long); !more {
			break
		}
	}
	w.best.Lower = max(0, min(w.best.R, limit))
	switch {
	case long.path == nil:
		w.keep(w.refine(short.path))
	default:
		w.keep(w.refine(resized(long.path, w.T)))
		if short.path != nil {
			w.keep(w.refine(resized(short.path, w.T)))
		}
	}
}

// nextFee returns the fee at which the two paths cost the same. If one of them is missing, it returns a lower or higher fee
// than the other's.
func (w *solver) nextFee(short, long feePath) (fee float64, more bool) {
	switch {
	case short.path == nil && long.fee == 0:
		spare := w.spareFor(float64(w.T))
		return spare * spare, true
	case short.path == nil:
		return 2 * long.fee, true
	case long.path == nil:
		s := w.Sensitivity
		if short.fee < negligibleFee*s*s {
			return 0, true
		}
		return short.fee / 2, true
	}
	tied := (short.cost - long.cost) / float64(long.steps()-short.steps())
	return tied, tied > long.fee*(1+1e-9) && tied < short.fee*(1-1e-9)
}
