package bounds

import (
	"context"
	"math"
	"slices"
	"sort"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/sampling"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// A line computes the values of one row along a parameter.
type line struct {
	theorem   *theorem.Theorem
	values    []float64
	settings  Settings
	parameter string
	own       float64 // the run's own value of the parameter, NaN if it has none
	exact     bool    // every value is Evaluate's
	settled   sampling.Plateau
	slow      []int // indices of the values that sample fills in, ascending
}

// settle evaluates a row that settles (Theorem.Settles) at the largest T of a curve. The value bounds every shorter run. It is used
// as the value of those T that are known to lie on the row's plateau.
func (l *line) settle(ctx context.Context, r run.Run, q claim.Question) {
	last := 0.0
	for _, v := range l.values {
		if _, _, err := with(r, q, "T", v); err == nil {
			last = max(last, v)
		}
	}
	if last > 0 {
		r.T = int(last)
		l.settled = sampling.Plateau{Known: true, From: last, Epsilon: l.evaluate(ctx, r, q, false)}
	}
}

// findSlow finds the values at which the row is slow, if Settings.SlowValues limits how many are evaluated.
func (l *line) findSlow(at []point) {
	if l.settings.SlowValues <= 0 || len(at) <= l.settings.SlowValues {
		return
	}
	for j, p := range at {
		if p.err == nil && l.theorem.IsSlow(p.Run, p.Question) {
			l.slow = append(l.slow, j)
		}
	}
}

// value returns ε at the value v of the parameter.
func (l *line) value(ctx context.Context, v float64, p point) float64 {
	if l.onPlateau(v) {
		return l.settled.Epsilon
	}
	epsilon := l.evaluate(ctx, p.Run, p.Question, l.exact || v == l.own)
	l.settled.Extend(v, epsilon)
	return epsilon
}

// onPlateau reports whether the value of the row's plateau serves for v.
func (l *line) onPlateau(v float64) bool { return v != l.own && l.settled.Covers(v) }

// sample fills in values at which the row is slow: Settings.SlowValues of them, and all on its plateau. It reports whether
// more values would have shown more of the line.
func (l *line) sample(ctx context.Context, at []point, epsilon []float64, step func(done, of int)) (coarse bool) {
	places := slices.Clone(l.slow)
	sort.SliceStable(places, func(i, j int) bool { return l.values[places[i]] < l.values[places[j]] })
	s := sampling.Sampler{Most: l.settings.SlowValues, X: make([]float64, len(places)), Y: make([]float64, len(places))}
	for i, j := range places {
		s.X[i], s.Y[i] = l.values[j], math.NaN()
	}
	s.Value = func(i int) (y float64, evaluated bool) {
		if ctx.Err() != nil {
			return math.NaN(), true
		}
		known := l.onPlateau(s.X[i])
		y = l.value(ctx, s.X[i], at[places[i]])
		if !known {
			step(1, min(s.Most, len(places)))
		}
		return y, !known
	}
	s.First = l.epochs(at, places)
	here, found := slices.BinarySearch(s.X, l.own)
	if !found {
		here = -1
	}
	coarse = s.Sample(here)
	for i, j := range places {
		epsilon[j] = s.Y[i]
		if l.settled.Covers(s.X[i]) && math.IsNaN(epsilon[j]) {
			epsilon[j] = l.settled.Epsilon
		}
	}
	return coarse
}

// epochs returns, for a curve along T of a run in epochs, the places at which T ends with a whole epoch, and those one step
// later: a row may jump between the two. Both are empty for other curves.
func (l *line) epochs(at []point, places []int) [][]int {
	var ends, starts []int
	for i, j := range places {
		r := at[j].Run
		if e := r.EpochSteps(); l.parameter == "T" && !r.Scheme.UsesAll() && !r.Scheme.Sampled() && e > 1 {
			switch (r.T - r.BeforeFirstUse()) % e {
			case 0:
				ends = append(ends, i)
			case 1:
				starts = append(starts, i)
			}
		}
	}
	return [][]int{ends, starts}
}

// evaluate returns ε: Evaluate's value if exact is set or the row is slow. Otherwise a certificate is skipped if its value is known
// to lie within lastDigits of the value found. Values of slow rows are remembered, since a picture is often drawn again, finer or
// with other lines.
func (l *line) evaluate(ctx context.Context, r run.Run, q claim.Question, exact bool) float64 {
	if !l.theorem.IsSlow(r, q) {
		return l.evaluateAnew(ctx, r, q, exact)
	}
	key := place{l.theorem.ID, claim.Query{Run: r, Question: q}}
	return slowValues.Get(ctx, key, func(ctx context.Context) float64 { return l.evaluateAnew(ctx, r, q, true) })
}

func (l *line) evaluateAnew(ctx context.Context, r run.Run, q claim.Question, exact bool) float64 {
	row, p := proveRow(ctx, l.theorem, r, q)
	switch {
	case p == nil:
		return row.Epsilon
	case exact || p.Certify == nil || p.Coarse:
		return certifyRow(row, p).Epsilon
	case l.theorem.Side == claim.Lower:
		return row.Epsilon * (1 - lastDigits)
	}
	return row.Epsilon * (1 + lastDigits)
}

// lastDigits is the relative margin by which a value that is not certified is moved to its safe side. A certified value
// lies within it of the value found, unless the certificate is coarse (TestLastDigits). The margin is measured and not
// proved: a hundred times the largest error that was seen on the unsafe side. Values that could lose more digits, next to an
// order or a factor of 1, are computed in a way that does not lose them.
const lastDigits = 1e-11

// place is the row and the query on which a value depends.
type place struct {
	row string
	claim.Query
}

// slowValues remembers the values of slow rows.
var slowValues = &memo.Kind[place, float64]{Most: 4096}
