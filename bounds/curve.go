package bounds

import (
	"context"
	"fmt"
	"math"
	"strings"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// Series is one row along a parameter.
type Series struct {
	Row string
	// Epsilon holds one value for each value of the parameter: NaN where the
	// row does not apply or the run would not be valid, +Inf where it fails.
	Epsilon []float64
}

// Parameters lists what Curve can vary: the numbers of a run, α and δ.
func Parameters() []string {
	var out []string
	for _, f := range run.Fields() {
		if f.Kind != run.Choice {
			out = append(out, f.Name)
		}
	}
	return append(out, "alpha", "delta")
}

// Curve evaluates the selected rows with one parameter set to each of the
// values in turn, everything else as stated. With scheme Full, n and b move
// together. Parameter "alpha" asks for Rényi divergences and "delta" for (ε,
// δ), whatever the question was. Errors are those of Evaluate; a value at which
// the run is not valid gives NaN in every row.
func Curve(ctx context.Context, r run.Run, q claim.Question, parameter string, values []float64, settings Settings) ([]Series, error) {
	theorems, err := selected(settings.Rows)
	if err != nil {
		return nil, err
	}
	if err := validate(r, q); err != nil {
		return nil, err
	}
	if _, isNumber := r.Number(parameter); !isNumber && parameter != "alpha" && parameter != "delta" {
		return nil, fmt.Errorf("parameter %q cannot be varied: choose one of %s", parameter, strings.Join(Parameters(), ", "))
	}
	lines := make([]line, len(theorems))
	for i, t := range theorems {
		lines[i] = line{theorem: t, values: values, settings: settings}
		if parameter == "T" && t.Settles != nil && t.Settles(r) {
			lines[i].settle(ctx, r, q)
		}
	}
	series := make([]Series, len(theorems))
	for i, t := range theorems {
		series[i] = Series{Row: t.ID, Epsilon: make([]float64, len(values))}
	}
	for j, value := range values {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		at, question, err := with(r, q, parameter, value)
		for i := range theorems {
			series[i].Epsilon[j] = math.NaN()
			if err == nil {
				series[i].Epsilon[j] = lines[i].value(ctx, j, at, question)
			}
		}
		if settings.Progress != nil {
			settings.Progress(j+1, len(values))
		}
	}
	return series, ctx.Err()
}

// A line is one row along a parameter.
type line struct {
	theorem  *theorem.Theorem
	values   []float64
	settings Settings
	settled  plateau
}

// settle evaluates a row that settles at the end of a curve along T, so that
// every shorter run of the same value can be told.
func (l *line) settle(ctx context.Context, r run.Run, q claim.Question) {
	last := 0.0
	for _, v := range l.values {
		if _, _, err := with(r, q, "T", v); err == nil {
			last = math.Max(last, v)
		}
	}
	if last > 0 {
		r.T = int(last)
		l.settled = plateau{true, last, evaluateRow(ctx, l.theorem, r, q).Epsilon}
	}
}

// value is ε at value j, NaN where a slow row is spared.
func (l *line) value(ctx context.Context, j int, r run.Run, q claim.Question) float64 {
	if l.settled.covers(l.values[j]) {
		return l.settled.epsilon
	}
	if l.theorem.IsSlow(r, q) && !chosen(j, len(l.values), l.settings.SlowValues) {
		return math.NaN()
	}
	epsilon := evaluateRow(ctx, l.theorem, r, q).Epsilon
	l.settled.extend(l.values[j], epsilon)
	return epsilon
}

// chosen reports whether value j of n is one of the at most most that slow rows
// are evaluated at; 0 means all.
func chosen(j, n, most int) bool {
	if most <= 0 || n <= most {
		return true
	}
	if most == 1 {
		return j == 0
	}
	// j is chosen if it is the first at or above one of the most even marks.
	mark := (j*(most-1) + n - 2) / (n - 1) // the least k with k·(n−1)/(most−1) ≥ j
	at := mark * (n - 1) / (most - 1)
	return at == j
}

// with returns the run and the question with one parameter changed, and an
// error if they would not be valid.
func with(r run.Run, q claim.Question, parameter string, value float64) (run.Run, claim.Question, error) {
	switch parameter {
	case "alpha":
		q = claim.Question{Alpha: value}
	case "delta":
		q = claim.Question{Delta: value}
	default:
		if err := r.SetNumber(parameter, value); err != nil {
			return r, q, err
		}
		if r.Scheme == run.Full && (parameter == "n" || parameter == "b") {
			r.N, r.B = int(value), int(value)
		}
	}
	return r, q, validate(r, q)
}
