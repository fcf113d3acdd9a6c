package attained

import (
	"math"

	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/run"
)

// randomFactor is a factor c of linear runs in the class.
type randomFactor struct {
	exact interval.Number // c, or |c| if turns
	turns bool            // steps turn, and the differing example pushes away from 0 on either side
}

// unchanged reports whether c = 1: linear losses without weight decay.
func (f randomFactor) unchanged() bool { return f.exact.Sub(interval.Int(1)).IsZero() }

// randomFactors returns the factors c of the linear runs in the class whose laws can be followed, or the reason why there are
// none.
func randomFactors(r run.Run) (factors []randomFactor, reason string) {
	kept := interval.Int(1).Sub(certify.StatedOf(r).Decay)
	strong := r.Loss == run.StronglyConvex
	switch {
	case r.Clipping == run.ClippingGLM:
		return regulariserFactors(r)
	case r.Clipping == run.ClippingActive && strong && r.Bounded():
		return nil, "strongly convex, and the other examples push a run to the boundary"
	case r.Clipping == run.ClippingActive || !strong && r.Clipping == run.ClippingNever:
		return []randomFactor{{exact: kept}}, ""
	case r.Clipping == run.ClippingNever:
		return nil, "strongly convex with bounded gradients"
	case r.Adjacency == run.Replace && r.Scheme.FixedSize() && r.Lipschitz():
		return quadraticFactors(r)
	case !strong:
		return []randomFactor{{exact: kept}}, ""
	case !r.Scheme.FixedSize():
		return nil, "a batch of random size contracts by a random factor"
	}
	return nil, "strongly convex, and the zeroed-out example’s gradient is bounded"
}

// regulariserFactors returns the factors of runs in which only weight decay and a regulariser outside of the clip contract.
func regulariserFactors(r run.Run) (factors []randomFactor, reason string) {
	x := certify.StatedOf(r)
	c := interval.Int(1).Sub(x.Decay)
	if r.Loss == run.StronglyConvex {
		c = c.Sub(x.Eta.Mul(x.StrongConvexity))
	}
	sign, certain := c.Sign()
	inPasses := r.Scheme.Secret()
	switch {
	case !certain:
		return nil, "ηm is too close to 1 to tell on which side it lies"
	case sign <= 0 && r.Bounded():
		return nil, "every step overshoots the minimum, towards the boundary"
	case sign < 0 && inPasses && !Turns(r):
		return nil, "every step overshoots the minimum, and the pushes of a secret order cancel"
	}
	if sign >= 0 || !inPasses {
		factors = append(factors, randomFactor{exact: c})
	}
	if Turns(r) {
		factors = append(factors, randomFactor{c.Neg(), true})
	}
	return factors, ""
}

// quadraticFactors returns the factors of quadratic losses whose gradients need no bound: the largest and the smallest that
// the class allows, and some between them.
func quadraticFactors(r run.Run) (factors []randomFactor, reason string) {
	least, most, ok := linearFactors(r)
	if !ok {
		return nil, "every step overshoots the minimum; a run that exploits this needs a wide domain"
	}
	one := interval.Int(1)
	factors = append(factors, randomFactor{exact: most.Add(one)})
	lowest, highest := least.Float64(), most.Float64()
	if r.Bounded() || lowest == highest {
		return factors, ""
	}
	// Uses are remembered over 1/(1−c) steps: from all of them to one.
	slow, fast := max(-highest, 0.1/float64(r.T)), -lowest
	if slow < fast && r.Order() != run.FreshOrder { // the laws of fresh orders take long to follow
		middle := math.Sqrt(slow * fast)
		for _, size := range []float64{math.Sqrt(slow * middle), middle, math.Sqrt(middle * fast)} {
			if excess := interval.Float(-size); least.AtMost(excess) && excess.AtMost(most) {
				factors = append(factors, randomFactor{exact: excess.Add(one)})
			}
		}
	}
	if reach := least.Add(one); interval.Int(0).AtMost(reach) {
		factors = append(factors, randomFactor{exact: reach})
	}
	return factors, ""
}
