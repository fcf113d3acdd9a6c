package extend

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/attained"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/selection"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// BestOfSeveral lets rows with a Rényi curve answer for the best of several runs (Run.Tuning, package selection). For a fixed
// number of runs, a row with a μ composes them as Gaussian mechanisms, and composition composes the steps of all runs. Floors
// are for a single run: only for pairs of Gaussians is the loss of the best of several proved to be no less (tunedFloor).
func BestOfSeveral(list []*theorem.Theorem) []*theorem.Theorem {
	for _, t := range list {
		if t == attained.LinearAdversary {
			tunedFloor(t)
			continue
		}
		proof.Extended(t, run.Run.Tuned, onlyRun, needCurve, func(ctx context.Context, p claim.Proof, r run.Run) claim.Proof {
			if composesRuns(t, r) {
				return bestOf(p, r, composition.OfRuns(ctx, onlyRun(r), int(r.TuningMean)))
			}
			return bestOf(p, r, nil)
		})
		if losses := t.Losses; losses != nil {
			t.Losses = func(r run.Run) bool { return losses(r) && (!r.Tuned() || composesRuns(t, r)) }
		}
	}
	return list
}

// composesRuns reports whether a row composes the steps of all runs at a δ. It does not for several examples of a person,
// where a chain bounds each run.
func composesRuns(t *theorem.Theorem, r run.Run) bool {
	return t == composition.Composition && r.Tuning == run.FixedTuning && !r.States("group")
}

// onlyRun returns a single one of the runs.
func onlyRun(r run.Run) run.Run {
	r.Tuning = run.NoTuning
	return r
}

// needCurve requires a Rényi curve of each run, and states the assumptions about the number of runs.
func needCurve(t *theorem.Theorem, r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "the best of several runs", Holds: t.Side == claim.Upper && t.Status == claim.Proved && !t.NoCurve,
		Needed: "an upper bound at every Rényi order; the number of runs and their settings do not depend on the data, and the best " +
			"is chosen from what the runs release",
		Actual: run.Words(r.Tuning) + ", mean " + typeset.Short(r.TuningMean)}
	if r.Tuning == run.FixedTuning {
		h.Actual = fmt.Sprintf("the best of %s runs, all counted", typeset.Short(r.TuningMean))
	}
	switch {
	case h.Holds:
		h.Actual += "; assumed"
	case t.Side == claim.Lower:
		h.Detail = "it is a floor for a single run"
	case t.NoCurve:
		h.Detail = "it has no bound at every Rényi order"
	default:
		h.Detail = "what is not proved for one run is not extended to several"
	}
	return h
}

// bestOf returns the bound on the best run, given p for each run. composed is the ε at a δ of all runs together, nil if it
// follows only from their curves.
func bestOf(p claim.Proof, r run.Run, composed func(delta float64) (float64, error)) claim.Proof {
	curve := selection.Curve(r, p.Curve)
	return claim.Proof{Curve: curve, At: func(q claim.Question) (claim.Solution, error) {
		one, err := p.At(claim.Question{Alpha: proof.SomeOrder}) // for its μ and note, the same at every question
		of := proof.Parts{Renyi: curve, Epsilon: composed, Note: one.Note}
		if r.Tuning == run.FixedTuning && one.Mu > 0 {
			of.Mu = math.Sqrt(r.TuningMean) * one.Mu * (1 + 1e-14)
		}
		of.Explain = func(found claim.Bound) ([]claim.Choice, string) { return nil, writeBest(r, found) }
		s, failed := of.Upper().At(q)
		if math.IsInf(s.Epsilon, 1) && failed == nil {
			failed = err
		}
		return s, failed
	}}
}

// writeBest writes the bound of the best run with its numbers.
func writeBest(r run.Run, found claim.Bound) string {
	alpha, less := `\alpha`, `\alpha - 1`
	if proof.FromRenyi(found) {
		alpha, less = typeset.AtOrder(found)
	}
	value := typeset.Answered(found)
	mean := typeset.Number(r.TuningMean)
	switch r.Tuning {
	case run.FixedTuning:
		return fmt.Sprintf(`\varepsilon'(%s) = %s \cdot \varepsilon(%s), \quad %s`, alpha, mean, alpha, value)
	case run.PoissonTuning:
		return fmt.Sprintf(`\varepsilon'(%s) = \varepsilon(%s) + %s \cdot \hat\delta + \frac{\log %s}{%s}, \quad %s`, alpha, alpha,
			mean, mean,
			less, value)
	case run.Geometric, run.Logarithmic, run.NegativeBinomial:
		shape := map[run.Tuning]float64{run.Geometric: 1, run.NegativeBinomial: r.TuningShape}[r.Tuning]
		return fmt.Sprintf(`\varepsilon'(%s) = \varepsilon(%s) + (1 + %s) \min_{\alpha' \ge 1} \left[ \left(1 - \tfrac{1}{\alpha'}\right) `+
			`\varepsilon(\alpha') + \tfrac{1}{\alpha'} \cdot %s \right] + \frac{\log %s}{%s}, \quad %s`,
			alpha, alpha, typeset.Number(shape), typeset.Number(selection.LogInverse(shape, r.TuningMean)), mean, less, value)
	case run.NoTuning:
	}
	return value
}
