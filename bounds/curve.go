package bounds

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// Series holds the values of one row along a parameter.
type Series struct {
	Row string
	// Epsilon holds one value for each value of the parameter: NaN if the row does not apply, the run would not be valid
	// or SlowValues left the value out; where the row fails, +Inf for an upper bound and 0 for a lower one.
	Epsilon []float64
	// Coarse says that the values which SlowValues left out would have shown more of the line.
	Coarse bool
}

// Parameters lists what Curve can vary: the numbers of a run, the size of a full batch, α and δ.
func Parameters() []string {
	var out []string
	for _, f := range run.Fields() {
		if f.Kind != run.Choice {
			out = append(out, f.Name)
		}
	}
	return append(out, run.FullBatch, "alpha", "delta")
}

// Curve evaluates the selected rows with one parameter set to each of the values in turn, and everything else
// as stated. With Settings.Epochs the number of epochs stays, and T follows n and b. For a full batch, run.FullBatch
// varies n and b together; n or b alone is an error.
// Parameter "alpha" asks for Rényi divergences and "delta" for (ε, δ), whatever the question was. Curve returns
// the errors that Evaluate returns; a value at which the run is not valid gives NaN in every row.
//
// Each value is the one that Evaluate gives at this point, to the bit. If Settings.SlowValues is set, this is promised
// only at the run's own value of the parameter. At the other values slow certification may be skipped: a value is then
// never tighter than Evaluate's, and looser by at most 2·10⁻⁹ relatively, or 10⁻⁶ for floors and for rows whose
// certified value is tighter than the value computed before certification. These two limits are measured and not proved
// (TestCurveIsEvaluate).
func Curve(ctx context.Context, r run.Run, q claim.Question, parameter string, values []float64, settings Settings) ([]Series, error) {
	ctx = memo.Remembering(ctx)
	theorems, err := settings.selected()
	if err != nil {
		return nil, err
	}
	series, err := curve(ctx, theorems, r, q, parameter, values, settings, settings.SlowValues == 0)
	if err != nil || !settings.Rivals {
		return series, err
	}
	more, err := rivals(ctx, r, q, parameter, values, series, settings)
	return append(series, more...), err
}

// curve is Curve for the given theorems; exact asks for Evaluate's value at every point.
func curve(ctx context.Context, theorems []*theorem.Theorem, r run.Run, q claim.Question, parameter string, values []float64,
	settings Settings, exact bool) ([]Series, error) {
	if err := validate(r, q); err != nil {
		return nil, err
	}
	if message := fixed(r, parameter); message != "" {
		return nil, run.Errors{{Field: "parameter", Value: parameter, Message: message}}
	}
	lines := make([]line, len(theorems))
	asked := own(r, q, parameter)
	for i, t := range theorems {
		lines[i] = line{theorem: t, parameter: parameter, values: values, settings: settings, own: asked, exact: exact}
		if parameter == "T" && !exact && t.Settles != nil && t.Settles(r) {
			lines[i].settle(ctx, r, q)
		}
	}
	at := settings.pointsAt(r, q, parameter, values)
	count := counter{of: len(values), rows: 1, report: settings.Progress}
	series := make([]Series, len(theorems))
	for i, t := range theorems {
		lines[i].findSlow(at)
		if len(lines[i].slow) > 0 {
			count.rows++
		}
		series[i] = Series{Row: t.ID, Epsilon: make([]float64, len(values))}
		for j := range values {
			series[i].Epsilon[j] = math.NaN()
		}
	}
	// Quick values come first, one value of the parameter after the other.
	for j, p := range at {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for i := range theorems {
			if _, isSlow := slices.BinarySearch(lines[i].slow, j); p.err == nil && !isSlow {
				series[i].Epsilon[j] = lines[i].value(ctx, values[j], p)
			}
		}
		count.step(1, len(values))
	}
	below := newFloor(ctx, settings.every())
	tell := func(known []int) {
		if settings.Lines == nil || len(known) == len(series) {
			return
		}
		told, of := make([]Series, len(known)), make([]*theorem.Theorem, len(known))
		for k, i := range known {
			told[k], of[k] = series[i], theorems[i]
			told[k].Epsilon = slices.Clone(series[i].Epsilon)
		}
		guardSeries(below, of, told, at)
		settings.Lines(told)
	}
	known, slow := settings.inTurn(theorems, lines)
	tell(known)
	count.rowDone()
	for _, i := range slow {
		series[i].Coarse = lines[i].sample(ctx, at, series[i].Epsilon, count.step)
		known = append(known, i)
		if ctx.Err() == nil {
			tell(known)
		}
		count.rowDone()
	}
	guardSeries(below, theorems, series, at)
	count.finish()
	return series, ctx.Err()
}

// pointsAt returns the points of a curve, one for each value of the parameter.
func (s Settings) pointsAt(r run.Run, q claim.Question, parameter string, values []float64) []point {
	at := make([]point, len(values))
	for j, value := range values {
		at[j].Run, at[j].Question, at[j].err = with(r, q, parameter, value)
		if s.Epochs && at[j].err == nil {
			at[j].Run = at[j].Run.InEpochsOf(r)
			at[j].err = at[j].Run.Validate()
		}
	}
	return at
}

// inTurn returns the indices of the rows that are quick at every value, and of the other rows in the order of s.Rows.
func (s Settings) inTurn(theorems []*theorem.Theorem, lines []line) (quick, slow []int) {
	for i := range theorems {
		switch {
		case len(lines[i].slow) == 0:
			quick = append(quick, i)
		case s.Rows == nil:
			slow = append(slow, i)
		}
	}
	for _, id := range s.Rows {
		for i, t := range theorems {
			if t.ID == id && len(lines[i].slow) > 0 && !slices.Contains(slow, i) {
				slow = append(slow, i)
			}
		}
	}
	return quick, slow
}

// fixed says why a parameter of a run cannot be varied; empty if it can.
func fixed(r run.Run, parameter string) string {
	full := r.Scheme.UsesAll()
	switch {
	case !slices.Contains(Parameters(), parameter):
		return "this field cannot be varied: choose one of " + strings.Join(Parameters(), ", ")
	case full && (parameter == "n" || parameter == "b"):
		return fmt.Sprintf("a full batch holds all n = %d examples, so neither n nor b can vary alone: choose %s, which varies both", r.N,
			run.FullBatch)
	case !full && parameter == run.FullBatch:
		return "this run’s batches are not full, so n and b vary separately: choose n or b"
	}
	return ""
}

// guardSeries replaces values that contradict each other, as if their rows had failed: an upper
// bound becomes +Inf and a lower one 0.
func guardSeries(below *floor, theorems []*theorem.Theorem, series []Series, at []point) {
	rows := make([]Row, 0, len(theorems)+1)
	for j, p := range at {
		if p.err != nil || below.ctx.Err() != nil {
			continue
		}
		finite := false
		rows = rows[:0]
		for i, t := range theorems {
			row := Row{Theorem: t, Applies: true, Bound: claim.Bound{Epsilon: series[i].Epsilon[j]}}
			finite = finite || row.isProved(claim.Upper) && row.answers()
			rows = append(rows, row)
		}
		if !finite {
			continue
		}
		if best := below.at(p.Run, p.Question); best != nil {
			rows = append(rows, *best)
		}
		guarded := guard(rows, nil)
		for i := range theorems {
			series[i].Epsilon[j] = guarded[i].Epsilon
		}
	}
}

// point is one point of a curve: the run and the question with the parameter at one value.
type point struct {
	claim.Query
	err error // why the run or the question is not valid
}

// own returns the value that the parameter has in the run or the question as stated; NaN if it has none.
func own(r run.Run, q claim.Question, parameter string) float64 {
	switch parameter {
	case "alpha":
		return q.Alpha
	case "delta":
		return q.Delta
	case run.FullBatch:
		return float64(r.N)
	}
	x, ok := r.Number(parameter)
	if !ok {
		return math.NaN()
	}
	return x
}

// with returns the run and the question with one parameter changed, and an
// error if they would not be valid.
func with(r run.Run, q claim.Question, parameter string, value float64) (run.Run, claim.Question, error) {
	switch parameter {
	case "alpha":
		q = claim.Question{Alpha: value}
	case "delta":
		q = claim.Question{Delta: value}
	case run.FullBatch:
		if err := r.SetNumber("n", value); err != nil {
			return r, q, err
		}
		r.B = r.N
	default:
		if err := r.SetNumber(parameter, value); err != nil {
			return r, q, err
		}
	}
	return r, q, validate(r, q)
}
