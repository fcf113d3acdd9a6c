package bounds

import (
	"context"
	"fmt"
	"math"
	"strings"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
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
	series := make([]Series, len(theorems))
	for i, t := range theorems {
		series[i] = Series{Row: t.ID, Epsilon: make([]float64, len(values))}
	}
	for j, value := range values {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		at, question, err := with(r, q, parameter, value)
		for i, t := range theorems {
			series[i].Epsilon[j] = math.NaN()
			if err == nil && (!t.IsSlow(at, question) || chosen(j, len(values), settings.SlowValues)) {
				series[i].Epsilon[j] = evaluateRow(ctx, t, at, question).Epsilon
			}
		}
		if settings.Progress != nil {
			settings.Progress(j+1, len(values))
		}
	}
	return series, ctx.Err()
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
