package attained

import (
	"context"
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// LinearAdversary is a run within the assumptions whose loss is known exactly:
// the other examples make ψ(x) = c·x, the differing one adds ±C; where c < 0 it
// is the limit of such runs (bounds/internal/adversary/adversary.md). In a known cyclic
// order the differing example is that of the stated position, or the one used at the last step; in secret batches
// the final laws are mixtures (bounds/internal/adversary/random.md).
var LinearAdversary = &theorem.Theorem{
	ID:     "linear-adversary",
	Name:   "Linear adversary",
	Source: proof.Ours("lower bound, bounds/internal/adversary/adversary.md"),
	Side:   claim.Lower, Status: claim.Proved, HiddenState: true,
	Note: "Two Gaussians of equal variance, or mixtures of such under secret batches: a run that meets every assumption and loses " +
		"this much.",
	Formula: `\varepsilon(\alpha) \ge \frac{\alpha \left(\sum_t w_t s_t\right)^2}{2\sigma^2 \sum_t w_t^2}, \quad w_t = |c|^{T-1-t}, ` +
		`\quad \text{secret batches: the mean over } s_t`,
	Symbols: "a step of this run maps x to c·x; s_t is what the differing example adds at step t, 0 where it is not used; w_t is how much " +
		"of step t is left at the end.",
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
		farthest := losesMost(members, adversary.Linear.Mu)
		best := memo.Func(func(q claim.Question) linearLoss {
			if q.Renyi() {
				return farthest
			}
			w.Spend(memberUnits * len(members))
			return losesMost(members, func(l adversary.Linear) float64 { return l.Epsilon(claim.AtLeast(q.Delta)) })
		})
		var g proof.Parts
		if !r.Bounded() {
			g = proof.Gaussian(farthest.loss * farthest.loss * (1 - ClosedFormMargin))
		}
		g.Epsilon = func(delta float64) (float64, error) { return best(claim.Question{Delta: delta}).loss, nil }
		g.Explain = func(found claim.Bound) ([]claim.Choice, string) {
			of := best(found.Question).run
			return []claim.Choice{claim.Chose("factor", factorOf(r, of))}, writeLinear(r, of, found)
		}
		g.Certify = func(found claim.Bound) (float64, bool) {
			w.Spend(certificateUnits)
			inside := farthest
			if r.Bounded() {
				inside = best(found.Question)
			}
			return certifiedLinear(r, len(members), inside.run, found)
		}
		if r.Bounded() {
			g.Note = fmt.Sprintf("a projection moves either run with probability at most %s", typeset.Short(members[0].ProjectionProbability()))
			return g.Lower(), nil
		}
		g.Note = "each step maps x to " + stepMap(r, farthest.run)
		switch {
		case Turns(r):
			g.Note += ", and the differing example pushes by the side that x is on"
		case overshoots(r, farthest.run):
			g.Note += ", and the differing example pushes away from 0 on whichever side x is"
		}
		return g.Lower(), nil
	},
}

// linearLoss is a linear run and what it loses.
type linearLoss struct {
	run  adversary.Linear
	loss float64
}

// losesMost is the run that loses most, the first where none loses anything.
func losesMost(members []adversary.Linear, loss func(adversary.Linear) float64) linearLoss {
	most := linearLoss{run: members[0]}
	for _, l := range members {
		if v := loss(l); v > most.loss {
			most = linearLoss{l, v}
		}
	}
	return most
}

const (
	// memberUnits are the units of work of the loss of one run at a δ, by halving.
	memberUnits = 2000
	// certificateUnits are those of a certificate, which is found with many digits.
	certificateUnits = 300_000
)

// LinearMembers are linear runs that belong to the user's class: with linear
// losses c = 1; with quadratics whose gradients need no bound, factors from the
// largest to the smallest that the class allows (fewer steps are remembered,
// which loses more where the differing example is rare).
func LinearMembers(r run.Run) (members []adversary.Linear, ok bool) {
	add := func(excess float64) {
		for _, p := range pushesOf(r) {
			members = append(members, adversary.Linear{Excess: excess, Sensitivity: r.Sensitivity() / float64(p.part), Sigma: r.IterateNoise(),
				Diameter: r.Diameter, T: r.T, Period: p.period, Rest: r.AfterLastUse()})
		}
	}
	exactLowest, exactHighest, ok := linearFactors(r)
	lowest, highest := exactLowest.Float64(), exactHighest.Float64()
	switch {
	case !ok:
		return nil, false
	case lowest == highest:
		add(highest)
		return members, true
	}
	best := 0
	for i := range Quadratics + 1 {
		add(highest + (lowest-highest)*float64(i)/Quadratics)
		if members[i].Mu() > members[best].Mu() {
			best = i
		}
	}
	add(steepest(members[max(best-1, 0)], members[min(best+1, Quadratics)]))
	return members, true
}

// Turns reports whether every step takes the iterate to the other side of 0, and the
// differing example, whose gradient is a ramp, pushes by that side: the regulariser of
// a generalised linear model beyond 1/η, on the whole space (adversary.md).
func Turns(r run.Run) bool {
	return r.Clipping == run.ClippingGLM && r.Loss == run.StronglyConvex && !r.Bounded() && r.Smoothness > r.StrongConvexity &&
		proof.ComparePull(r, r.StrongConvexity, 1) > 0
}

// pushes are those of the differing example that add up: one at every period-th step,
// its last use included, of a part of s.
type pushes struct{ period, part int }

// pushesOf are the pushes of linear runs. Where steps turn and gradients are those of
// convex losses, replaced examples that are C apart on one side and −C on the other
// push by half of s; or by all of it on one side, which is where an even number of steps
// leads back to.
func pushesOf(r run.Run) []pushes {
	steps := r.StepsPerEpoch()
	if Turns(r) && r.Adjacency == run.Replace && steps%2 == 1 {
		return []pushes{{2 * steps, 1}, {steps, 2}}
	}
	return []pushes{{steps, 1}}
}

// linearFactors is the range of |c| − 1 of the linear runs in the class, |c| at
// most 1: c = 1−r of linear losses, c from 1−r−ηL to 1−r−ηm where gradients need no bound, the negative ones,
// whose steps overshoot, only without a projection (adversary.md). A zeroed-out
// example's gradient is bounded in every class; the others of its batch may curve.
func linearFactors(r run.Run) (lowest, highest interval.Number, ok bool) {
	x, m, one, two := certify.State(r), 0.0, interval.Int(1), interval.Int(2)
	if r.Loss == run.StronglyConvex {
		m = r.StrongConvexity
	}
	pulled := func(by interval.Number) interval.Number { return proof.Plus(x.Decay, by) } // r + ηk of a curvature k
	etaM, etaL := pulled(x.Eta.Mul(interval.Decimal(m))), pulled(x.Eta.Mul(x.Smoothness))
	contracts := proof.ComparePull(r, m, 1) <= 0
	switch {
	case Turns(r):
		return etaM.Sub(two), etaM.Sub(two), true
	case r.Clipping == run.ClippingActive: // strongly convex ones in the limit of far minima
		return x.Decay.Neg(), x.Decay.Neg(), m == 0 || !r.Bounded()
	case othersCurve(r):
		others := pulled(x.Eta.Mul(x.Smoothness).Mul(interval.Fraction(r.B-1, r.B)))
		return interval.Max(interval.Int(-1), others.Neg()), x.Decay.Neg(), true
	case !r.Clipping.Differences() || !r.Lipschitz() || r.Adjacency != run.Replace:
		return etaM.Neg(), etaM.Neg(), m == 0 || contracts && r.Clipping == run.ClippingGLM
	}
	lowest, highest = interval.Max(interval.Int(-1), etaL.Neg()), etaM.Neg()
	if r.After > 0 { // steps that then lack a parabola contract less, which loses more but widens the run
		return lowest, highest, contracts && (!r.Bounded() || m == 0 && lowest.IsZero())
	}
	if r.Bounded() || etaL.AtMost(one) {
		return lowest, highest, contracts
	}
	overshoot := interval.Min(interval.Int(0), etaL.Sub(two))
	if contracts {
		return lowest, interval.Max(highest, overshoot), true
	}
	return etaM.Sub(two), overshoot, proof.ComparePull(r, m, 2) <= 0 // else every step expands
}

// othersCurve reports whether the examples besides a zeroed-out one may be parabolas, and it
// has a linear loss itself: those of its batch then curve by b/(b−1) of what others do.
func othersCurve(r run.Run) bool {
	return r.Clipping == run.ClippingDifference && r.Adjacency == run.ZeroOut && r.Loss != run.StronglyConvex && r.Lipschitz() &&
		surelyUsed(r) && r.B > 1
}

// overshoots reports whether the run needs a negative factor.
func overshoots(r run.Run, l adversary.Linear) bool {
	const rounding = 1e-14
	return r.Loss == run.StronglyConvex && r.Clipping != run.ClippingActive &&
		l.Excess > -(r.Step().Decay()+r.Eta*r.StrongConvexity)*(1-rounding)
}

// factorOf is the c by which a step of the linear run maps x to c·x.
func factorOf(r run.Run, l adversary.Linear) float64 {
	if overshoots(r, l) {
		return -(1 + l.Excess)
	}
	return 1 + l.Excess
}

func stepMap(r run.Run, l adversary.Linear) string { return typeset.Short(factorOf(r, l)) + "·x" }

// steepest is about the factor at which the two Gaussians are farthest apart, between those of
// two members.
func steepest(low, high adversary.Linear) float64 {
	_, best := scalar.Golden(low.Excess, high.Excess, 40, func(excess float64) float64 {
		low.Excess = excess
		return -low.Mu()
	})
	return best
}

// Quadratics is the number of curvatures tried; any of them is a lower bound.
const Quadratics = 64

func needLinearMember(r run.Run) claim.Hypothesis {
	if !surelyUsed(r) {
		return needRandomLinearMember(r)
	}
	members, ok := LinearMembers(r)
	h := claim.Hypothesis{Name: "a linear run within the assumptions", Holds: ok,
		Needed: "linear losses, or a quadratic whose gradients need no bound"}
	if ok {
		h.Actual = "ψ(x) = " + stepMap(r, members[0])
		return h
	}
	h.Actual = "strongly convex with bounded gradients"
	h.Detail = "a quadratic with bounded gradients meets the assumptions on a bounded domain only, and its run is not Gaussian"
	if proof.ComparePull(r, r.StrongConvexity, 1) > 0 {
		h.Actual = fmt.Sprintf("ηm = %s", typeset.Short(r.Eta*r.StrongConvexity))
		h.Detail = "beyond ηm = 1 every step overshoots the minimum, and a run that gains from it needs a wide domain and gradients without bound"
	}
	return h
}

// needNoProjectionForRenyi holds for (ε, δ) always and for Rényi questions
// without a projection: a projected run is not Gaussian, and an event of small
// probability can carry any Rényi divergence.
func needNoProjectionForRenyi(r run.Run, q claim.Question) claim.Hypothesis {
	h := claim.Hypothesis{Name: "question", Holds: !q.Renyi() || !r.Bounded(),
		Needed: "D = ∞, or (ε, δ)", Actual: "(ε, δ)"}
	if q.Renyi() {
		h.Actual = "Rényi at D = " + typeset.Short(r.Diameter)
	}
	return h.Otherwise("with projection the run is nearly but not exactly Gaussian, which bounds (ε, δ) only")
}

// writeLinear is the distance of the two Gaussians of the run that was found to
// lose the most, and what it says about ε.
func writeLinear(r run.Run, l adversary.Linear, found claim.Bound) string {
	c, e := typeset.Base(1+l.Excess), (r.T-1-l.Rest)/l.Period+1
	from := ""
	if l.Rest > 0 {
		from = fmt.Sprintf("%d + ", l.Rest)
	}
	text := fmt.Sprintf(`\mu^2 = \frac{\left(%s \sum_{e=0}^{%d} %s^{%s%d e}\right)^2}{%s \sum_{t=0}^{%d} %s^{2t}} = %s, \quad `,
		typeset.Number(l.Sensitivity), e-1, c, from, l.Period, typeset.Squared(l.Sigma), r.T-1, c, typeset.Number(l.Mu()*l.Mu()))
	if l.Excess == 0 {
		text = fmt.Sprintf(`\mu^2 = \frac{\left(%d \cdot %s\right)^2}{%d \cdot %s} = %s, \quad `, e, typeset.Number(l.Sensitivity), r.T,
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

// GaussianFloor is what two Gaussians μ apart say.
func GaussianFloor(found claim.Bound) string {
	if found.Question.Renyi() {
		return `\varepsilon(\alpha) \ge \frac{\alpha\,\mu^2}{2}`
	}
	return fmt.Sprintf(`\delta(%s) \ge \delta_\mu(%s) = %s`, typeset.Number(found.Epsilon), typeset.Number(found.Epsilon),
		typeset.Number(found.Question.Delta))
}
