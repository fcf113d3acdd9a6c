package attained

import (
	"context"
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// LinearAdversary is a run within the assumptions whose loss is known exactly: a step without the differing example is
// ψ(x) = c·x, and the gradient of the differing one is the constant ±C; a run with c < 0 is the limit of runs in the class
// (bounds/internal/adversary/adversary.md). In a known order the differing example is at the stated position, or else the last
// step uses it. If only the gradients of its two versions must be close, batches before a use may erase the noise of earlier
// steps. With secret batches the final laws are mixtures (bounds/internal/adversary/random.md).
var LinearAdversary = &theorem.Theorem{
	ID:     "linear-adversary",
	Name:   "Linear adversary",
	Source: proof.Ours("lower bound, bounds/internal/adversary/adversary.md"),
	Side:   claim.Lower, Status: claim.Proved, HiddenState: true,
	Note: "A run that meets every assumption and loses this much: its two output distributions are Gaussians of equal variance, or " +
		"mixtures of them under secret batches.",
	Formula: `\varepsilon(\alpha) \ge \frac{\alpha \left(\sum_t w_t s_t\right)^2}{2\sigma^2 \sum_t w_t^2}, ` +
		`\quad w_t = \prod_{i > t} |c_i|, \quad \text{secret batches: the mean over } s_t`,
	Symbols: "step i of this run maps x to c_i·x, with one factor for all steps unless those before a use may erase noise; s_t is " +
		"what the differing example adds at step t, 0 where it is not used; w_t is how much of step t remains at the end.",
	Positions: true,
	Deletes:   true,
	Slow:      func(r run.Run, _ claim.Question) bool { return !r.Steady() || !surelyUsed(r) },
	Decays:    true, Schedules: true, Allocates: true,
	Nonsmooth: true,
	Hypotheses: func(r run.Run, q claim.Question) []claim.Hypothesis {
		if !r.Steady() {
			return []claim.Hypothesis{need.SameBatches(r), needVariedLinear(r), needNoProjectionForRenyi(r, q)}
		}
		return []claim.Hypothesis{need.SameBatches(r), needLinearMember(r), needNoProjectionForRenyi(r, q)}
	},
	Prove: func(ctx context.Context, r run.Run) (claim.Proof, error) {
		w := work.From(ctx)
		if !r.Steady() {
			return variedLinear(w, r).Lower(), nil
		}
		if !surelyUsed(r) {
			return proveRandomLinear(ctx, r), nil
		}
		members, _ := LinearMembers(r)
		// Without a projection ε rises with μ, so this run answers every question.
		farthest, mu := losesMost(members, adversary.Linear.Mu)
		if p, ok := proveErasing(w, r, mu*mu); ok {
			return p, nil
		}
		best := memo.Func(func(q claim.Question) linearAnswer {
			if q.Renyi() {
				return linearAnswer{run: farthest}
			}
			w.Spend(memberUnits * len(members))
			l, epsilon := losesMost(members, func(l adversary.Linear) float64 { return l.Epsilon(claim.AtLeast(q.Delta)) })
			if !r.Bounded() {
				l = farthest
			}
			return linearAnswer{l, epsilon}
		})
		var g proof.Parts
		if !r.Bounded() {
			g = proof.Gaussian(mu * mu * (1 - ClosedFormMargin))
		}
		g.Epsilon = func(delta float64) (float64, error) { return best(claim.Question{Delta: delta}).epsilon, nil }
		g.Explain = func(found claim.Bound) ([]claim.Choice, string) {
			of := best(found.Question).run
			return []claim.Choice{claim.Chose("factor", factorOf(r, of))}, writeLinear(r, of, found)
		}
		g.Certify = func(found claim.Bound) (float64, bool) {
			w.Spend(certificateUnits)
			return certifiedLinear(r, len(members), best(found.Question).run, found)
		}
		if r.Bounded() {
			p := g.Lower()
			return claim.Proof{Curve: p.Curve, At: func(q claim.Question) (claim.Solution, error) {
				s, err := p.At(q)
				s.Note = "the projection moves either run with probability at most " + typeset.Short(best(q).run.ProjectionProbability())
				return s, err
			}}, nil
		}
		g.Note = "each step maps x to " + stepMap(r, farthest)
		switch {
		case Turns(r):
			g.Note += ", and the direction of the differing example’s push depends on the sign of x"
		case overshoots(r, farthest):
			g.Note += ", and the differing example always pushes away from 0"
		}
		return g.Lower(), nil
	},
}

// linearAnswer is the linear run that answers a question, and its ε at the question's δ; 0 for a Rényi question, whose
// ε is a formula of μ.
type linearAnswer struct {
	run     adversary.Linear
	epsilon float64
}

// losesMost returns the run with the largest value of the measure, such as μ or ε, and that value; the first run and 0 if no
// value is positive.
func losesMost(members []adversary.Linear, measure func(adversary.Linear) float64) (most adversary.Linear, largest float64) {
	most = members[0]
	for _, l := range members {
		if v := measure(l); v > largest {
			most, largest = l, v
		}
	}
	return most, largest
}

const (
	memberUnits      = 2000    // units of work for the ε of one run at a δ, which is found by bisection
	certificateUnits = 300_000 // units of work for a certificate, in 128-bit intervals
)

// stepMap writes a step of a linear run without the differing example.
func stepMap(r run.Run, l adversary.Linear) string { return typeset.Short(factorOf(r, l)) + "·x" }

// needLinearMember is the hypothesis that the class has a linear run.
func needLinearMember(r run.Run) claim.Hypothesis {
	if !surelyUsed(r) {
		return needRandomLinearMember(r)
	}
	members, ok := LinearMembers(r)
	h := claim.Hypothesis{Name: "a linear run within the assumptions", Holds: ok,
		Needed: "linear losses, or quadratic ones whose gradients need not be bounded"}
	if ok { // any member meets the hypothesis; which one answers depends on the question
		h.Actual = "ψ(x) = " + stepMap(r, members[0])
		return h
	}
	h.Actual = "strongly convex with bounded gradients"
	h.Detail = "a quadratic with bounded gradients meets the assumptions only on a bounded domain, where its run is not Gaussian"
	if proof.ComparePull(r, r.StrongConvexity, 1) > 0 {
		h.Actual = fmt.Sprintf("ηm = %s", typeset.Short(r.Eta*r.StrongConvexity))
		h.Detail = "beyond ηm = 1 every step overshoots the minimum; a run that exploits this needs a wide domain and unbounded gradients"
	}
	return h
}

// needNoProjectionForRenyi fails for a Rényi question about a projected run: its law is only nearly Gaussian, and an event
// of small probability can contribute any amount to a Rényi divergence. (ε, δ) allows for such an event.
func needNoProjectionForRenyi(r run.Run, q claim.Question) claim.Hypothesis {
	h := claim.Hypothesis{Name: "question", Holds: !q.Renyi() || !r.Bounded(),
		Needed: "D = ∞, or (ε, δ)", Actual: "(ε, δ)"}
	if q.Renyi() {
		h.Actual = "Rényi at D = " + typeset.Short(r.Diameter)
	}
	return h.Otherwise("with projection the run is only nearly Gaussian, which gives a floor for (ε, δ) but not for a Rényi divergence")
}

// writeLinear writes the formula of μ, the distance of run l's two Gaussians, and of the floor that follows, in LaTeX.
func writeLinear(r run.Run, l adversary.Linear, found claim.Bound) string {
	c, uses := typeset.Base(1+l.Excess), (r.T-1-l.Rest)/l.Period+1
	from := ""
	if l.Rest > 0 {
		from = fmt.Sprintf("%d + ", l.Rest)
	}
	text := fmt.Sprintf(`\mu^2 = \frac{\left(%s \sum_{e=0}^{%d} %s^{%s%d e}\right)^2}{%s \sum_{t=0}^{%d} %s^{2t}} = %s, \quad `,
		typeset.Number(l.Sensitivity), uses-1, c, from, l.Period, typeset.Squared(l.Sigma), r.T-1, c, typeset.Number(l.Mu()*l.Mu()))
	if l.Excess == 0 {
		text = fmt.Sprintf(`\mu^2 = \frac{\left(%d \cdot %s\right)^2}{%d \cdot %s} = %s, \quad `, uses, typeset.Number(l.Sensitivity), r.T,
			typeset.Squared(l.Sigma),
			typeset.Number(l.Mu()*l.Mu()))
	}
	if r.Bounded() {
		epsilon := typeset.Number(found.Epsilon)
		return text + fmt.Sprintf(`\delta(%s) \ge \delta_\mu(%s) - \left(1 + e^{%s}\right) \cdot %s`, epsilon, epsilon, epsilon,
			typeset.Number(l.ProjectionProbability()))
	}
	return text + GaussianFloor(found)
}

// GaussianFloor writes the floor on ε or δ that two Gaussians μ apart prove, in LaTeX.
func GaussianFloor(found claim.Bound) string {
	if found.Question.Renyi() {
		return `\varepsilon(\alpha) \ge \frac{\alpha\,\mu^2}{2}`
	}
	return fmt.Sprintf(`\delta(%s) \ge \delta_\mu(%s) = %s`, typeset.Number(found.Epsilon), typeset.Number(found.Epsilon),
		typeset.Number(found.Question.Delta))
}
