package attained

import (
	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/run"
)

// LinearMembers returns linear runs in the class: of linear losses, or, with quadratics whose gradients need not be bounded,
// of factors from the largest to the smallest that the class allows, and about the best of these. (With a smaller factor the
// noise of fewer steps remains, so a run that uses the differing example rarely has a larger loss.)
func LinearMembers(r run.Run) (members []adversary.Linear, ok bool) {
	add := func(excess float64) {
		for _, p := range pushesOf(r) {
			members = append(members, adversary.Linear{Excess: excess, Sensitivity: r.Sensitivity() / float64(p.part),
				Sigma:    r.IterateNoise(),
				Diameter: r.Diameter, T: r.T, Period: p.period, Rest: r.AfterLastUse()})
		}
	}
	exactLowest, exactHighest, ok := linearFactors(r)
	lowest, highest := excessOf(exactLowest), excessOf(exactHighest)
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

// nearNothing is the factor |c| below which |c| − 1 is rounded down. A float64 near −1 is off by up to 6·10⁻¹⁷, a large part
// of a tiny factor, and the part of a push that later steps leave rises with the factor.
const nearNothing = 1e-6

// excessOf returns |c| − 1 as a float64.
func excessOf(exact interval.Number) float64 {
	if near := exact.Float64(); !(1+near < nearNothing) {
		return near
	}
	return exact.Down()
}

// Turns reports whether every step takes the iterate to the other side of 0, and the differing example, whose gradient is a
// ramp, pushes away from 0: with a regulariser of a generalised linear model beyond 1/η, on the whole space (adversary.md,
// Proposition 4).
func Turns(r run.Run) bool {
	return r.Clipping == run.ClippingGLM && r.Loss == run.StronglyConvex && !r.Bounded() && r.Smoothness > r.StrongConvexity &&
		proof.ComparePull(r, r.StrongConvexity, 1) > 0
}

// pushes are the pushes of the differing example that add up: one of length s/part at every period-th step, the last use
// included.
type pushes struct{ period, part int }

// pushesOf returns the pushes of linear runs. If steps turn, the gradients of the two examples that replace each other rise,
// as those of convex losses do, so a use pushes by s on one side of 0 only, or by s/2 on both. An even number of steps leads
// back to the same side: if an epoch has an odd number, either every other use pushes by s, or every use by s/2.
func pushesOf(r run.Run) []pushes {
	steps := r.StepsPerEpoch()
	if Turns(r) && r.Adjacency == run.Replace && steps%2 == 1 {
		return []pushes{{2 * steps, 1}, {steps, 2}}
	}
	return []pushes{{steps, 1}}
}

// linearFactors returns the range of |c| − 1 over the linear runs in the class, with |c| at most 1: c = 1−r for linear
// losses; c from 1−r−ηL to 1−r−ηm if gradients need no bound, where a negative c, whose steps overshoot, needs a run without
// a projection (adversary.md). A zeroed-out example's gradient is bounded in every class; the losses of the others in its
// batch may be curved.
func linearFactors(r run.Run) (lowest, highest interval.Number, ok bool) {
	x, m, one, two := certify.StatedOf(r), 0.0, interval.Int(1), interval.Int(2)
	if r.Loss == run.StronglyConvex {
		m = r.StrongConvexity
	}
	pulled := func(by interval.Number) interval.Number { return proof.Plus(x.Decay, by) } // r + ηk of a curvature k
	etaM, etaL := pulled(x.Eta.Mul(interval.Decimal(m))), pulled(x.Eta.Mul(x.Smoothness))
	contracts := proof.ComparePull(r, m, 1) <= 0
	switch {
	case Turns(r):
		return etaM.Sub(two), etaM.Sub(two), true
	case r.Clipping == run.ClippingActive: // strongly convex losses in the limit of far minima
		return x.Decay.Neg(), x.Decay.Neg(), m == 0 || !r.Bounded()
	case othersCurve(r):
		others := pulled(x.Eta.Mul(x.Smoothness).Mul(interval.Fraction(r.B-1, r.B)))
		return interval.Max(interval.Int(-1), others.Neg()), x.Decay.Neg(), true
	case !r.Clipping.Differences() || !r.Lipschitz() || r.Adjacency != run.Replace:
		return etaM.Neg(), etaM.Neg(), m == 0 || contracts && r.Clipping == run.ClippingGLM
	}
	lowest, highest = interval.Max(interval.Int(-1), etaL.Neg()), etaM.Neg()
	if r.After > 0 { // steps after a deletion lack a parabola and contract less: the loss is larger, but the iterate moves further
		return lowest, highest, contracts && (!r.Bounded() || m == 0 && lowest.IsZero())
	}
	if r.Bounded() || etaL.AtMost(one) {
		return lowest, highest, contracts
	}
	overshoot := interval.Min(interval.Int(0), etaL.Sub(two))
	if contracts {
		return lowest, interval.Max(highest, overshoot), true
	}
	return etaM.Sub(two), overshoot, proof.ComparePull(r, m, 2) <= 0 // otherwise every step expands
}

// othersCurve reports whether the losses of the other examples may be parabolas if the differing one's is linear or zeroed
// out. The others in its batch then have b/(b−1) times the curvature, so that all steps have one factor.
func othersCurve(r run.Run) bool {
	return r.Clipping == run.ClippingDifference && r.Adjacency == run.ZeroOut && r.Loss != run.StronglyConvex && r.Lipschitz() &&
		surelyUsed(r) && r.B > 1
}

// overshoots reports whether the run needs a negative factor.
func overshoots(r run.Run, l adversary.Linear) bool {
	const rounding = 1e-14 // more than the rounding of both sides of the comparison below
	if r.Loss != run.StronglyConvex || r.Clipping == run.ClippingActive {
		return false
	}
	step := r.Step()
	return l.Excess > -(step.Decay()+r.Eta*r.StrongConvexity)*(1-rounding)
}

// factorOf returns the c by which a step of the linear run maps x to c·x.
func factorOf(r run.Run, l adversary.Linear) float64 {
	if overshoots(r, l) {
		return -(1 + l.Excess)
	}
	return 1 + l.Excess
}

// steepest returns about the factor at which the two Gaussians are farthest apart, between those of two members.
func steepest(low, high adversary.Linear) float64 {
	_, best := scalar.Golden(low.Excess, high.Excess, 40, func(excess float64) float64 {
		low.Excess = excess
		return -low.Mu()
	})
	return best
}

// Quadratics is the number of curvatures tried; any of them is a lower bound.
const Quadratics = 64
