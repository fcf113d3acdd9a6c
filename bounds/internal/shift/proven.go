package shift

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/mutants"
)

// ProvenCyclic is CyclicProgram with numbers that bound their errors (package errfloat). Searches and certificates compute
// costs of paths by it alone. A cost is at least that of payments that are certainly feasible, +Inf if none are known. Costs
// and the lengths s and d are in units of σ if the program comes from StatedConstants, otherwise in CyclicProgram's unit.
type ProvenCyclic struct {
	CyclicProgram               // in its own unit of length, for the choice of starts and levels
	expands       bool          // c ≥ 1 and c* ≥ 1, after the smaller is raised to 1; otherwise c ≤ 1 and c* ≤ 1
	k, visitK     errfloat.Near // |c − 1|, |c* − 1|
	l, visitL     errfloat.Near // |ln c|, |ln c*|
	s, d          errfloat.Near // sensitivity and diameter; d is not defined without a projection
	unit          errfloat.Near // CyclicProgram's unit of length, in the unit of s and d

	weights // computed when first asked for
}

// forgetting stands for |ln 0|: after so small a factor a distance is below any other.
const forgetting = 700

// Proven returns the program with its numbers as they are.
func (p CyclicProgram) Proven() *ProvenCyclic {
	q := &ProvenCyclic{CyclicProgram: p, expands: p.Excess > 0 || p.VisitExcess > 0, s: errorless(p.Sensitivity), d: errorless(p.Diameter),
		unit: errfloat.Whole(1)}
	q.k, q.l = q.fromOne(p.Excess)
	q.visitK, q.visitL = q.fromOne(p.VisitExcess)
	return q
}

// errorless returns x ≥ 0 without an error.
func errorless(x float64) errfloat.Near { return errfloat.Between(x, x) }

// fromOne returns |c − 1| and |ln c| of a factor. In an expanding program a factor below 1 counts as 1, which is more.
func (p *ProvenCyclic) fromOne(excess float64) (k, l errfloat.Near) {
	const least = 1e-280 // a factor nearer to 1 is rounded up: to 1 + least, or to 1
	switch {
	case p.expands && excess > 0:
		k = errorless(max(excess, least))
		return k, k.Log1p()
	case !p.expands && -excess > least:
		k = errorless(-excess)
		return k, logOrForgetting(k, k.Log1m())
	}
	return k, l
}

// logOrForgetting returns l = |ln c|, or `forgetting` if k = |c − 1| is 1, that is if c = 0.
func logOrForgetting(k, l errfloat.Near) errfloat.Near {
	if k == errfloat.Whole(1) {
		return errfloat.Whole(forgetting)
	}
	return l
}

// StatedConstants are a program's constants as the user stated them, enclosed in intervals.
type StatedConstants struct {
	Excess, VisitExcess, Sensitivity interval.Number
	Drift                            interval.Number // of ChargedProgram
	Diameter                         interval.Number // undefined when there is no projection
	Period, After                    int
}

// Cyclic returns the program in units of the noise, whose variance is given. If c and c* lie on different sides of 1, the
// smaller counts as 1. The program's costs are +Inf if the sides are not certain.
func (x StatedConstants) Cyclic(variance interval.Number) *ProvenCyclic {
	sigma := variance.Sqrt()
	sign, certain := x.Excess.Sign()
	visitSign, visitCertain := x.VisitExcess.Sign()
	program := CyclicProgram{Excess: x.Excess.Float64(), VisitExcess: x.VisitExcess.Float64(), Sensitivity: x.Sensitivity.Float64(),
		Diameter: math.Inf(1), Period: x.Period, After: x.After}
	p := &ProvenCyclic{CyclicProgram: program, expands: sign > 0 || visitSign > 0,
		s: nearly(x.Sensitivity.Quo(sigma)), d: nearly(x.Diameter.Quo(sigma)), unit: nearly(interval.Int(1).Quo(sigma))}
	if x.Diameter.Defined() {
		p.Diameter = x.Diameter.Float64()
	}
	p.k, p.l = stated(x.Excess, p.expands)
	p.visitK, p.visitL = stated(x.VisitExcess, p.expands)
	if !certain || !visitCertain {
		p.s = errfloat.Undefined
	}
	return p
}

// stated is ProvenCyclic.fromOne for a factor as the user stated it.
func stated(excess interval.Number, expands bool) (k, l errfloat.Near) {
	if expands {
		excess = interval.Max(excess, interval.Int(0))
		return nearly(excess), nearly(excess.Log1p())
	}
	k = nearly(excess.Neg())
	return k, logOrForgetting(k, nearly(excess.Log1p().Neg()))
}

// nearly returns x ≥ 0 as an errfloat.Near.
func nearly(x interval.Number) errfloat.Near {
	if !x.Defined() {
		return errfloat.Undefined
	}
	return errfloat.Between(x.Down(), x.Up())
}

// A minorantPiece is a group of consecutive steps that pay at one slope, a piece of the convex minorant (see pool): the distance
// that they pay off, and the sum of their squared weights, both relative to the weight of one step.
type minorantPiece struct{ rise, run errfloat.Near }

func (a minorantPiece) slope() errfloat.Near { return a.rise.Quo(a.run) }

func (a minorantPiece) cost() errfloat.Near { return a.rise.Mul(a.rise).Quo(a.run) }

func (a minorantPiece) add(b minorantPiece) minorantPiece {
	return minorantPiece{a.rise.Add(b.rise), a.run.Add(b.run)}
}

// steeper reports whether a's slope is certainly at least b's, so that paying both off at one slope never pays off more
// distance than has opened up by then. A piece without a run has to be joined to the next.
func (a minorantPiece) steeper(b minorantPiece) bool {
	return a.run.IsZero() || b.rise.Mul(a.run).AtMost(a.rise.Mul(b.run))
}

// scaled returns the piece in weights w times as large.
func (a minorantPiece) scaled(w errfloat.Near) minorantPiece {
	return minorantPiece{a.rise.Mul(w), a.run.Mul(w).Mul(w)}
}

const (
	// farAway is the exponent beyond which a weight counts as leastWeight, which exceeds e^−farAway and whose square is still
	// an errfloat.Near.
	farAway     = 276
	leastWeight = 1e-119
)

// weight returns e^−x, or leastWeight, which is more, if x is above farAway. It is used for rises and, where c ≤ 1, for the field
// run: a larger factor between earlier and later steps is then safe.
func weight(x errfloat.Near) errfloat.Near {
	if x.Down() > farAway {
		return errfloat.Between(leastWeight, leastWeight)
	}
	return x.Decay()
}

// times returns nx.
func times(n int, x errfloat.Near) errfloat.Near { return errfloat.Whole(n).Mul(x) }

// squares returns the sum of the n largest squared weights.
func (p *ProvenCyclic) squares(n int) errfloat.Near {
	if n <= 1 {
		return errfloat.Whole(n)
	}
	return geometric(times(2, p.l), n)
}

// geometric returns Σ_{i<n} e^−ri.
func geometric(r errfloat.Near, n int) errfloat.Near {
	if r.IsZero() {
		return errfloat.Whole(n)
	}
	return times(n, r).Risen().Quo(r.Risen())
}

// perEpoch returns |ln Γ|, where Γ is the factor by which an epoch multiplies distances.
func (p *ProvenCyclic) perEpoch() errfloat.Near { return times(p.Period-1, p.l).Add(p.visitL) }

// last returns the piece of the last visit and the steps that trail it, relative to the heaviest of them, and the weight of
// the last step.
func (p *ProvenCyclic) last(trailing int) (final minorantPiece, end errfloat.Near) {
	final, end = minorantPiece{p.s, p.squares(trailing + 1)}, weight(times(trailing, p.l))
	if p.expands {
		return final, end
	}
	return minorantPiece{p.s.Mul(end), final.run}, errfloat.Whole(1)
}

// solutionOf returns a solution of that cost whose last payment is slope·weight.
func solutionOf(cost, slope, weight errfloat.Near) FeasiblePoint {
	return FeasiblePoint{R: cost.Up(), P: slope.Mul(weight).Middle()}
}

// afterLastVisit pays the diameter off over all the steps that trail the last visit: the cost falls with their number.
func (p *ProvenCyclic) afterLastVisit(trailing int) FeasiblePoint {
	rise, end := p.d.Mul(weight(times(trailing, p.l))), errfloat.Whole(1)
	if p.expands {
		rise, end = p.d.Mul(errfloat.Whole(1).Add(p.k)), weight(times(trailing-1, p.l))
	}
	all := minorantPiece{rise, p.squares(trailing)}
	return solutionOf(all.cost(), all.slope(), end)
}

// pay returns the cost of paying a start distance off over a number of steps without a visit (lead), then whole epochs that each
// begin with a visit (epochs), then the last visit and the steps that trail it (trailing).
func (p *ProvenCyclic) pay(start errfloat.Near, trailing, lead, epochs int) FeasiblePoint {
	if mutants.FreeStart.On() {
		start = errfloat.Near{}
	}
	if p.expands {
		return p.expanding(start, trailing, lead, epochs)
	}
	return p.contracting(start, trailing, lead, epochs)
}

// contracting joins three pieces wherever slopes would fall, in weights relative to the last step. The slopes of epochs fall,
// so the epochs are one piece. Pieces that are not certain to pool stay separate, each paid for by itself.
func (p *ProvenCyclic) contracting(start errfloat.Near, trailing, lead, epochs int) FeasiblePoint {
	before, r := times(trailing, p.l).Add(p.visitL), p.perEpoch()
	var pieces []minorantPiece
	if !start.IsZero() {
		first := before.Add(times(epochs, r))
		rise, w := start.Mul(weight(first.Add(times(lead, p.l)))), weight(first)
		pieces = append(pieces, minorantPiece{rise, p.squares(lead).Mul(w).Mul(w)})
	}
	if epochs > 0 {
		rise, w := p.s.Mul(weight(before.Add(times(p.Period-1, p.l)))), weight(before)
		pieces = append(pieces, minorantPiece{rise.Mul(geometric(r, epochs)),
			p.squares(p.Period).Mul(w).Mul(w).Mul(geometric(times(2, r), epochs))})
	}
	final, end := p.last(trailing)
	pieces = append(pieces, final)
	left := pool(len(pieces),
		func(i, j int) bool { return pieces[i].steeper(pieces[j]) },
		func(i, j int) { pieces[j] = pieces[i].add(pieces[j]) })
	total := errfloat.Near{}
	for _, i := range left {
		total = total.Add(pieces[i].cost())
	}
	return solutionOf(total, pieces[len(pieces)-1].slope(), end)
}

// expanding is for c ≥ 1, in weights relative to the first step. The epochs' slopes rise, so they stay separate unless the
// start distance reaches into them. Its result is not defined if that distance may be paid off before the last of the epochs:
// a later start is then cheaper.
func (p *ProvenCyclic) expanding(start errfloat.Near, trailing, lead, epochs int) FeasiblePoint {
	one := errfloat.Whole(1)
	final, end := p.last(trailing)
	epoch := minorantPiece{p.s, p.squares(p.Period)}
	if start.IsZero() {
		return solutionOf(times(epochs, epoch.cost()).Add(final.cost()), final.slope(), end)
	}
	first, joined := errfloat.Near{}, minorantPiece{start.Mul(one.Add(p.visitK)), errfloat.Near{}}
	if lead > 0 {
		first, joined = times(lead-1, p.l).Add(p.visitL), minorantPiece{start.Mul(one.Add(p.k)), p.squares(lead)}
	}
	r := p.perEpoch()
	// presses reports whether the start distance certainly reaches a piece n epochs after the first visit.
	presses := func(a minorantPiece, n int) bool {
		x := first.Add(times(n, r))
		return x.Up() < farAway && joined.steeper(a.scaled(x.Decay()))
	}
	if epochs > 0 {
		visit := first.Decay()
		whole := minorantPiece{epoch.rise.Mul(geometric(r, epochs)), epoch.run.Mul(geometric(times(2, r), epochs))}
		joined = joined.add(whole.scaled(visit))
		if !presses(epoch, epochs-1) {
			return solutionOf(errfloat.Undefined, errfloat.Undefined, one)
		}
	}
	if !presses(final, epochs) {
		return solutionOf(joined.cost().Add(final.cost()), final.slope(), end)
	}
	w := first.Add(times(epochs, r)).Decay()
	joined = joined.add(final.scaled(w))
	return solutionOf(joined.cost(), joined.slope(), w.Mul(end))
}
