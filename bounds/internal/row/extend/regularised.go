package extend

import (
	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/run"
)

// If only the difference of two examples' gradients is bounded, weight decay may be counted as a part of every loss: in a
// batch of b examples
//
//	(1 − ηω)w − (η/b)Σ∇ℓ_i(w) = w − (η/b)Σ∇(ℓ_i + ω‖·‖²/2)(w),
//
// and differences of gradients stay the same. So an upper bound for steps without weight decay applies to the regularised
// losses ℓ_i + ω‖·‖²/2, of smoothness L + ω and strong convexity m + ω. A floor applies only if every loss of their class is
// the regularised loss of some loss of the run's class.

// regularised returns the run with the regularised losses in place of weight decay, and whether a row of the given side may
// be asked for it. It may not if an example can be zeroed out, since the example's share of the decay would stay. Nor may it
// if batches are of random size, since their shares would not add up to ω.
func regularised(r run.Run, side claim.Side) (run.Run, bool) {
	if !r.Clipping.Differences() || r.Adjacency != run.Replace || !r.Scheme.FixedSize() {
		return r, false
	}
	more := r
	switch r.Loss {
	case run.Convex:
		more.Loss, more.StrongConvexity = run.StronglyConvex, 0
	case run.StronglyConvex:
	case run.Smooth, run.WeaklyConvex:
		if side == claim.Lower {
			return r, false // some losses of that class are not the regularised loss of a smooth one
		}
	case run.Holder:
		return r, false
	default:
		panic(run.Unknown(r.Loss))
	}
	smooth, exact := decimalSum(r.Smoothness, r.WeightDecay)
	strong, exactToo := decimalSum(more.StrongConvexity, r.WeightDecay)
	more.Smoothness, more.WeightDecay = smooth, 0
	if more.Loss == run.StronglyConvex {
		more.StrongConvexity = strong
		exact = exact && exactToo
	}
	if !exact || more.Validate() != nil {
		return r, false
	}
	return more, true
}

// decimalSum returns the sum of two decimals, and whether a float64 states it exactly.
func decimalSum(a, b float64) (sum float64, exact bool) {
	whole := interval.Decimal(a).Add(interval.Decimal(b))
	sum = whole.Float64()
	return sum, whole.Sub(interval.Decimal(sum)).IsZero()
}
