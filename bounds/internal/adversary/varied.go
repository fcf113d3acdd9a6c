package adversary

import "math"

// VariedLinear is a linear run whose steps differ: step t maps x to c_t·x, 1/2 ≤ c_t ≤ 1, and adds noise of
// standard deviation σ_t; at a use the differing example adds s_t. The laws of the last iterate under the two datasets
// are Gaussians whose means are Σ w_t·s_t apart, where w_t = Π_{i>t} c_i.
type VariedLinear struct {
	Shift    float64 // Σ w_t·s_t over the uses, a length
	Variance float64 // Σ w_t²σ_t² over all steps, a squared length
	Diameter float64 // D; +Inf without a projection, and finite only if every c_t is 1
	Terms    int     // number of terms of the sums
}

// sumError exceeds the relative error that each term adds to a sum: nine units in the last place, for the product that is its
// weight, for the square of the weight, and for the addition.
const sumError = 2e-15

// Mu returns the distance of the two Gaussians in standard deviations, rounded down.
func (v VariedLinear) Mu() float64 {
	return v.Shift / math.Sqrt(v.Variance) * max(0, 1-lowerError-sumError*float64(v.Terms))
}

// ProjectionProbability bounds, for either run alone, the probability that the projection on an interval of length Diameter
// ever moves it. The interval is centred between the means. The noise of each step is independent and symmetric, so Lévy's
// inequality bounds the tail of the walk's maximum by twice the tail of its end, as for Linear.
func (v VariedLinear) ProjectionProbability() float64 {
	if math.IsInf(v.Diameter, 1) {
		return 0
	}
	up := 1 + lowerError + sumError*float64(v.Terms)
	const events = 2 // Lévy's factor
	return projectionProbability((v.Diameter-v.Shift*up)/2/math.Sqrt(v.Variance*up), events)
}

// Epsilon returns a lower bound on ε at a δ, as Linear.Epsilon does.
func (v VariedLinear) Epsilon(delta float64) float64 {
	return epsilonOf(v.Mu(), v.ProjectionProbability(), delta)
}
