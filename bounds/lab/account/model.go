package account

import (
	"context"
	"fmt"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/run"
)

// model is the run's own part of a total. Its bounds do not depend on the other releases: the context's engine remembers those that were
// computed, so that a total with another release takes them from there.
type model struct {
	ctx      context.Context
	run      run.Run
	settings bounds.Settings
	known    *knownBounds
}

type knownBounds struct {
	answers     memo.Of[claim.Question, answer]
	divergences memo.Of[place, float64]
}

// answer is the run's answer to a question, and the rows that give upper bounds.
type answer struct {
	epsilon float64
	row     string // empty if no bound covers the run
	rows    []string
}

// place is a row and an order.
type place struct {
	row   string
	alpha float64
}

// modelKey is what a model's bounds depend on.
type modelKey struct {
	run       run.Run
	rows      string
	published bool
}

func modelOf(ctx context.Context, r run.Run, settings bounds.Settings) model {
	key := modelKey{r, fmt.Sprintf("%#v", settings.Rows), settings.PublishedOnly}
	known := bounds.Remembered(ctx, key, func(context.Context) any { return new(knownBounds) }).(*knownBounds)
	return model{ctx, r, bounds.Settings{Rows: settings.Rows, PublishedOnly: settings.PublishedOnly}, known}
}

// at is the run's answer to a question. The error is that of bounds.Evaluate.
func (m model) at(q claim.Question) (answer, error) {
	if a, known := m.known.answers.Known(q); known {
		return a, nil
	}
	report, err := bounds.Evaluate(m.ctx, m.run, q, m.settings)
	if err != nil {
		return answer{}, err
	}
	var a answer
	if report.Answer != nil {
		a.epsilon, a.row = report.Answer.Epsilon, report.Answer.Row
	}
	for _, row := range report.Rows {
		if row.Applies && row.Err == nil && row.Theorem.Kind() == claim.UpperBound {
			a.rows = append(a.rows, row.Theorem.ID)
		}
	}
	m.known.answers.Keep(q, a)
	return a, nil
}

// divergence is a row's bound on the run's Rényi divergence of order alpha; NaN if it has none. The error is that of bounds.Curve.
func (m model) divergence(row string, alpha float64) (float64, error) {
	at := place{row, alpha}
	if d, known := m.known.divergences.Known(at); known {
		return d, nil
	}
	series, err := bounds.Curve(m.ctx, m.run, claim.Question{Alpha: alpha}, "alpha", []float64{alpha}, bounds.Settings{Rows: []string{row}})
	if err != nil {
		return 0, err
	}
	m.known.divergences.Keep(at, series[0].Epsilon[0])
	return series[0].Epsilon[0], nil
}
