package attained

import (
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// erasingRun is the run of the class whose steps before a use of the differing example erase noise (adversary.md, Theorem 8).
// It needs several batches in a known order, no projection, and other examples whose gradients have no bound.
func erasingRun(r run.Run) (l adversary.Erasing, ok bool) {
	switch {
	case r.Clipping != run.ClippingDifference, !r.Lipschitz(), r.Bounded(), r.After > 0:
		return l, false
	case !surelyUsed(r) || r.StepsPerEpoch() == 1:
		return l, false
	}
	x := certify.StatedOf(r)
	curvature, others := interval.Int(0), interval.Int(1) // the least curvature of the class, and the share of a batch that may be curved
	switch r.Loss {
	case run.StronglyConvex:
		curvature = x.StrongConvexity
	case run.WeaklyConvex:
		curvature = interval.Decimal(r.WeakConvexity).Neg()
	case run.Smooth, run.Holder: // of order 1
		curvature = x.Smoothness.Neg()
	case run.Convex:
	default:
		return l, false
	}
	switch r.Adjacency {
	case run.Replace:
	case run.ZeroOut:
		if others = interval.Fraction(r.B-1, r.B); r.Loss == run.StronglyConvex {
			return l, false // the differing example's own gradient is bounded
		}
	case run.AddRemove:
		return l, false
	default:
		return l, false
	}
	after := func(curvature interval.Number) interval.Number { // the factor of the iterate in a step
		return interval.Int(1).Sub(proof.Plus(x.Decay, x.Eta.Mul(curvature)))
	}
	ok = true
	factor := func(c interval.Number) adversary.Factor {
		f, fine := adversary.FactorOf(c)
		ok = ok && fine
		return f
	}
	steepest, none := x.Smoothness, interval.Int(0)
	return adversary.Erasing{Keep: factor(after(curvature)), OwnKeep: factor(after(curvature.Mul(others))),
		Erase: factor(interval.Max(none, after(steepest))), OwnErase: factor(interval.Max(none, after(steepest.Mul(others)))),
		Ratio: errfloat.Between(x.Ratio().Down(), x.Ratio().Up()), T: r.T, Period: r.StepsPerEpoch(), Rest: r.AfterLastUse()}, ok
}

// erasureUnits is the work of an erasure, in units of package work.
const erasureUnits = 40

// proveErasing returns the proof by a run that erases; ok is false if the class has none with a larger loss than muSquared
// gives.
func proveErasing(w *work.Budget, r run.Run, muSquared float64) (claim.Proof, bool) {
	l, ok := erasingRun(r)
	if !ok {
		return claim.Proof{}, false
	}
	w.Spend(erasureUnits * min(l.Uses(), adversary.MostUses))
	least := l.MuSquared().Down()
	if !(least > muSquared) {
		return claim.Proof{}, false
	}
	g := proof.Gaussian(least)
	g.Certify = func(found claim.Bound) (float64, bool) {
		w.Spend(certificateUnits)
		return certifiedGaussianFloor(interval.Float(least), found)
	}
	keep, erase := l.Keep.Value.Middle(), l.Erase.Value.Middle()
	g.Explain = func(found claim.Bound) ([]claim.Choice, string) {
		return []claim.Choice{claim.Chose("factor", keep)}, writeErasing(r, keep, erase, least) + GaussianFloor(found)
	}
	g.Note = fmt.Sprintf("steps map x to %s·x, and just before a use to as little as %s·x, which erases noise", typeset.Short(keep),
		typeset.Short(erase))
	return g.Lower(), true
}

// writeErasing writes μ² of a run that erases, in LaTeX.
func writeErasing(r run.Run, keep, erase, muSquared float64) string {
	return fmt.Sprintf(`\mu^2 = \frac{\left(%s \sum_{t\,:\,i^* \in B_t} w_t\right)^2}{%s \sum_t w_t^2} = %s, `+
		`\quad w_t = \prod_{i > t} c_i, \quad %s \le c_i \le %s, \quad `, typeset.Number(r.Sensitivity()),
		typeset.Squared(r.IterateNoise()), typeset.Number(muSquared), typeset.Number(erase), typeset.Number(keep))
}
