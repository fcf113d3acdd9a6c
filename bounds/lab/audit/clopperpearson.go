package audit

import (
	"math"

	"gonum.org/v1/gonum/mathext"

	"lastiterate/bounds/internal/scalar"
)

// lowerLimit is the one-sided lower limit of Clopper and Pearson 1934 for a
// rate of which hits of trials were seen: the p at which so many hits or more
// have probability miss, the quantile of Beta(hits, trials−hits+1). It is 0
// without a hit.
func lowerLimit(hits, trials int, miss float64) float64 {
	if hits == 0 {
		return 0
	}
	if hits == trials { // pⁿ = miss
		return math.Exp(math.Log(miss) / float64(trials))
	}
	a, b := float64(hits), float64(trials-hits+1)
	// The library's inverse is a starting point only. Its own search ends where
	// it is near enough for it; this one ends between two neighbours.
	lo, hi := 0.0, 1.0
	if p := mathext.InvRegIncBeta(a, b, miss); p > 0 && p < 1 {
		// Limits of its error that are confirmed before they are used.
		if l := p * (1 - 1e-6); mathext.RegIncBeta(a, b, l) <= miss {
			lo = l
		}
		if h := p * (1 + 1e-6); h < 1 && mathext.RegIncBeta(a, b, h) > miss {
			hi = h
		}
	}
	lo, _ = scalar.Halve(lo, hi, 200, func(p float64) bool { return mathext.RegIncBeta(a, b, p) > miss })
	return lo
}
