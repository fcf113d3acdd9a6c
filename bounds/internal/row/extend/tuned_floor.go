package extend

import (
	"context"
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/selection"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// tunedFloor makes the floor of linear runs answer for the best of several runs, where the best is the one whose iterate is
// farthest in the direction of the example's push, or least far (selection.md). That needs a known order and no projection:
// then the two laws are Gaussians, or tend to them.
func tunedFloor(t *theorem.Theorem) {
	hypotheses, prove := t.Hypotheses, t.Prove
	proof.AskedFor(t, onlyRun)
	t.Hypotheses = func(r run.Run, q claim.Question) []claim.Hypothesis {
		h := hypotheses(onlyRun(r), q)
		if r.Tuned() {
			h = append(h, needGaussians(r))
		}
		return h
	}
	t.Prove = func(ctx context.Context, r run.Run) (claim.Proof, error) {
		p, err := prove(ctx, onlyRun(r))
		if err != nil || !r.Tuned() {
			return p, err
		}
		return bestFloor(ctx, p, r), nil
	}
}

// needGaussians requires two laws that are known to be Gaussian.
func needGaussians(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "the best of several runs", Holds: !r.Bounded() && r.Scheme.Known(),
		Needed: "no projection and a known order; the best is chosen from what the runs release",
		Actual: run.Words(r.Tuning) + ", mean " + typeset.Short(r.TuningMean)}
	return h.Otherwise("it is a floor for a single run, whose output is not Gaussian")
}

// bestFloorUnits is the work of the certificate of a floor, which evaluates some dozens of tails, in units of package work.
const bestFloorUnits = 3_000_000

// bestFloor returns the floor of the best run, given p, the floor of one run by a pair of Gaussians.
func bestFloor(ctx context.Context, p claim.Proof, r run.Run) claim.Proof {
	return claim.Proof{At: func(q claim.Question) (claim.Solution, error) {
		one, err := p.At(claim.Question{Alpha: 2}) // where ε is μ²
		if err != nil || !(one.Mu > 0) {
			return claim.Solved(q, 0), err
		}
		floors := selection.Floors(r, one.Mu)
		epsilon := floors[0].At(q)
		f := floors[0]
		if e := floors[1].At(q); e > epsilon {
			epsilon, f = e, floors[1]
		}
		s := claim.Solved(q, epsilon)
		s.Note, s.Coarse = one.Note, true
		s.Explain = func() ([]claim.Choice, string) { return nil, writeBestFloor(f, one.Mu, s.Bound) }
		if one.Certify != nil {
			s.Certify = func() (float64, bool) {
				work.From(ctx).Spend(bestFloorUnits)
				square, ok := one.Certify()
				if !ok {
					return 0, false
				}
				return f.Certified(interval.Float(square), q)
			}
		}
		return s, nil
	}}
}

// writeBestFloor writes the floor with its numbers.
func writeBestFloor(f selection.Floor, mu float64, found claim.Bound) string {
	of := `1 - \mathbb{E}\,(1 - x)^K`
	if f.Smallest() {
		of = `\mathbb{E}\, x^K`
	}
	text := fmt.Sprintf(`U(x) = %s, \quad \mu = %s, \quad `, of, typeset.Number(mu))
	if found.Question.Renyi() {
		return text + fmt.Sprintf(`\varepsilon(%s) \ge D_\alpha\!\left(U(\Phi(\mu - t)) \,\middle\|\, U(\Phi(-t))\right) \ge %s`,
			typeset.Number(found.Question.Alpha), typeset.Number(found.Epsilon))
	}
	return text + fmt.Sprintf(`\max_t \log \frac{U(\Phi(\mu - t)) - %s}{U(\Phi(-t))} \ge %s`, typeset.Number(found.Question.Delta),
		typeset.Number(found.Epsilon))
}
