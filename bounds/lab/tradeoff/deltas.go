package tradeoff

import (
	"math"
	"slices"

	"lastiterate/bounds/claim"
)

// MostDeltas is the largest number of values that Deltas returns. The calculator evaluates even a slow row at so many.
const MostDeltas = 16

// rates are the false-positive rates at which Deltas makes the bound on attackers tight, if the run's curve is near a Gaussian one.
var rates = [MostDeltas]float64{1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.02, 0.04, 0.07, 0.1, 0.15, 0.2, 0.26, 0.33, 0.4, 0.45, 0.5}

// Deltas returns the δ, ascending, at which a run's privacy profile is evaluated to bound attackers. epsilon is the run's answer to q.
// Each (ε, δ) bounds the trade-off curve by a tangent. If the curve is that of the Gaussian parameter of the answer, these tangents
// touch it at 16 false-positive rates, those that the page states among them. Any other δ would be valid too.
func Deltas(q claim.Question, epsilon float64) []float64 {
	return tangents(parameterOf(q, epsilon), rates[:])
}

// rareDeltas are further δ, for the smaller false-positive rates down to LeastRate.
func rareDeltas(q claim.Question, epsilon float64) []float64 {
	var rare []float64
	for x := rates[0] / 4; x >= LeastRate; x /= 4 {
		rare = append(rare, x)
	}
	return tangents(parameterOf(q, epsilon), rare)
}

// tangents are the δ of μ's tangents at false-positive rates, ascending.
func tangents(mu float64, rates []float64) (out []float64) {
	for _, x := range rates {
		if delta := tangent(mu, quantile(x)); delta > 0 {
			out = append(out, delta)
		}
	}
	slices.Sort(out)
	return slices.CompactFunc(out, func(a, b float64) bool { return math.Abs(a-b) < 1e-6*a })
}

// tangent is the δ of the tangent of μ's Gaussian curve at the false-positive rate Φ(z), or at its mirror image beyond the axis.
func tangent(mu, z float64) float64 {
	z = min(z, -z-mu)
	return normal(z+mu) - math.Exp(-z*mu-mu*mu/2)*normal(z)
}

// parameterOf approximates the Gaussian parameter of an answer: that of the mechanism with the same ε at the same δ or order. It is 1
// if the answer has none in reach.
func parameterOf(q claim.Question, epsilon float64) float64 {
	mu := math.Sqrt(2 * epsilon / q.Alpha)
	if !q.Renyi() {
		mu, _ = touching(EpsilonDelta{epsilon, q.Delta})
	}
	if !(mu >= 1e-6 && mu <= 30) {
		return 1
	}
	return mu
}
