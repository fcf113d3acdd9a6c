package theorem

import (
	"math"

	"lastiterate/bounds/certify"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/contraction"
	"lastiterate/bounds/outward"
	"lastiterate/bounds/run"
	"lastiterate/bounds/shift"
	"lastiterate/bounds/upward"
)

// certifyPositions certifies the average over the positions of the differing example
// in one secret order under linear moduli: the cost of every position, and their
// mean, are evaluated again with proved error bounds (package upward).
func certifyPositions(r run.Run) claim.Certificate {
	return func(found claim.Bound) (float64, bool) {
		x, q := certify.State(r), found.Question
		shares := exactCyclic(r, x).Verified(x.Variance).Positions(r.T, maxPositions)
		if q.Renyi() {
			return near(found)(enough(verifiedRenyiAverage(shares, outward.Decimal(q.Alpha)), found))
		}
		delta := outward.Decimal(q.Delta).Down()
		for _, raise := range []float64{1, 1 + 1e-9} {
			if epsilon := contraction.TenDigits(found.Epsilon * raise); verifiedDeltaAverage(shares, epsilon) <= delta {
				return epsilon, true
			}
		}
		return 0, false
	}
}

// averageError is above the relative errors of a sum of at most 2·maxPositions+1
// terms, of their weights and of the functions in them.
const averageError = 2048 * upward.U

// verifiedRenyiAverage is at least renyiAverage of costs in units of σ²; +Inf where it is
// not known.
func verifiedRenyiAverage(shares []shift.Share, alpha outward.Number) float64 {
	less := alpha.Sub(outward.Int(1))
	scale := alpha.Up() * less.Up() / 2 * (1 + 8*upward.U)
	sum := 0.0
	for _, s := range shares {
		sum += float64(s.Weight * upward.Expm1(scale*s.R*(1+4*upward.U)))
	}
	return upward.Log1p(sum*(1+averageError)) * (1 + 24*upward.U) / less.Down()
}

// verifiedDeltaAverage is at least the mean of the Gaussian profiles of costs in units of
// σ² at epsilon.
func verifiedDeltaAverage(shares []shift.Share, epsilon float64) float64 {
	sum := 0.0
	for _, s := range shares {
		sum += float64(s.Weight * upward.Profile(math.Sqrt(s.R)*(1+4*upward.U), epsilon))
	}
	return sum * (1 + averageError)
}
