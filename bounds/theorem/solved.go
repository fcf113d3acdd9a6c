package theorem

import (
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/run"
)

// A solution is what was found for one question.
type solution struct {
	epsilon float64
	err     error
	explain claim.Explanation
	certify claim.Certificate // nil where that does not depend on what was found
	path    candidate         // of a program of payments
}

// A solver answers questions, each of them once.
type solver func(claim.Question) *solution

func solvedOnce(solve func(q claim.Question) solution) solver {
	return memo.Func(func(q claim.Question) *solution {
		s := solve(q)
		return &s
	})
}

// of is the solution that an answer comes from.
func (s solver) of(found claim.Bound) *solution {
	if found.Alpha > 1 {
		return s(claim.Question{Alpha: found.Alpha})
	}
	return s(found.Question)
}

func (s solver) order(alpha float64) float64 { return s(claim.Question{Alpha: alpha}).epsilon }

func (s solver) explain(found claim.Bound) ([]claim.Choice, string) {
	return s.of(found).explain(found)
}

func (s solver) certify(found claim.Bound) (float64, bool) { return s.of(found).certify(found) }

// guarantee is that of a solver for orders and for δ, each by itself.
func (s solver) guarantee(note string) claim.Guarantee {
	return claim.Guarantee{RDP: s.order, Direct: true, GDP: noGDP, Gap: noGDP, Note: note, Explain: s.explain,
		Epsilon: func(delta float64) (float64, error) {
			at := s(claim.Question{Delta: delta})
			return at.epsilon, at.err
		}}
}

// linear is (α, αρ)-RDP: ρ, the same from the stated decimals, and the formula with its numbers.
func linear(r run.Run, rho float64, exact func(x certify.Stated) interval.Number, write func() string) claim.Guarantee {
	g := claim.Linear(rho)
	g.Certify = certify.Linear(func() interval.Number { return exact(certify.State(r)) })
	g.Explain = explained(write)
	return g
}

// ofUses is linear for ρ = factor·s²/(share·σ²), share 1 or 2, which exact has too; write is the
// factor in LaTeX.
func ofUses(r run.Run, share int, factor float64, exact func(x certify.Stated) interval.Number, write func() string) claim.Guarantee {
	ratio := r.Sensitivity() / r.IterateNoise()
	return linear(r, ratio*ratio/float64(share)*factor, func(x certify.Stated) interval.Number {
		return x.Ratio().Mul(exact(x)).Quo(interval.Int(share))
	}, func() string {
		variance := squared(r.IterateNoise())
		if share > 1 {
			variance = fmt.Sprintf(`%d \cdot %s`, share, variance)
		}
		return fmt.Sprintf(`\varepsilon(\alpha) = \frac{\alpha \cdot %s}{%s} %s`, squared(r.Sensitivity()), variance, write())
	})
}

// gaussian is μ-GDP, from μ² in the same way.
func gaussian(r run.Run, muSquared float64, exact func(x certify.Stated) interval.Number, write func() string) claim.Guarantee {
	g := claim.Gaussian(muSquared)
	g.Certify = certify.Gaussian(func() interval.Number { return exact(certify.State(r)) })
	g.Explain = explained(write)
	return g
}
