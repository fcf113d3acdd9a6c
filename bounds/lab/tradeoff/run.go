package tradeoff

import (
	"context"
	"math"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// Deltas returns the δ at which a run's privacy profile is evaluated: evenly spaced in log δ if δ is small, and evenly near 1, which
// decides large false-positive rates.
func Deltas() []float64 {
	var out []float64
	for e := -10.0; e < -1; e += 0.25 {
		out = append(out, math.Pow(10, e))
	}
	for d := 0.1; d < 0.96; d += 0.05 {
		out = append(out, d)
	}
	return out
}

// OfRun returns the proved guarantee of a run's released model: the Gaussian parameter of the best row that has one, and points of
// the joint profile of all proved rows that the settings allow. rows names the rows that gave a point. The error is run.Errors, that
// of ctx, or that no bound covers the run.
func OfRun(ctx context.Context, r run.Run, settings bounds.Settings) (g Guarantee, rows []string, err error) {
	report, err := bounds.Evaluate(ctx, r, claim.Question{Delta: 1e-5}, settings)
	if err != nil {
		return Guarantee{}, nil, err
	}
	g.Mu = math.NaN()
	var ids []string
	for _, row := range report.Rows {
		if !row.Applies || row.Err != nil || row.Theorem.Kind() != claim.UpperBound {
			continue
		}
		ids = append(ids, row.Theorem.ID)
		if row.Mu >= 0 && !(g.Mu <= row.Mu) {
			g.Mu = row.Mu
		}
	}
	if len(ids) == 0 {
		return Guarantee{}, nil, run.Errors{{Field: "run",
			Message: "no bound covers this run, so no limit on an attacker is known"}}
	}
	g.Points, rows, err = profileOf(ctx, r, ids, Deltas(), settings.Progress)
	return g, rows, err
}

// profileOf returns the smallest ε that the named rows prove at each δ, and the rows that gave one. It ends with the first ε of 0,
// since larger δ then add nothing.
func profileOf(ctx context.Context, r run.Run, ids []string, at []float64,
	progress func(done, of int)) (points []EpsilonDelta, rows []string, err error) {
	series, err := bounds.Curve(ctx, r, claim.Question{Delta: 1e-5}, "delta", at, bounds.Settings{Rows: ids, Progress: progress})
	if err != nil {
		return nil, nil, err
	}
	gave := map[string]bool{}
	for i, delta := range at {
		best, by := math.Inf(1), ""
		for _, s := range series {
			if s.Epsilon[i] < best {
				best, by = s.Epsilon[i], s.Row
			}
		}
		if by == "" {
			continue
		}
		points = append(points, EpsilonDelta{best, delta})
		gave[by] = true
		if best == 0 {
			break
		}
	}
	for _, id := range ids {
		if gave[id] {
			rows = append(rows, id)
		}
	}
	return points, rows, nil
}
