// Package adversary computes lower bounds on the privacy loss: each is the loss of a run within the user's assumptions. A
// note (*.md) describes each kind of run and proves that it is within them; package attained makes rows of them.
//
//   - linear steps, whose final laws are two Gaussians: [Linear], [ExactLinear] and, with a learning rate that
//     changes, [VariedLinear];
//   - linear steps with secret batches, whose final laws are mixtures of Gaussians: [MixturePair] and
//     [Readable], for a [Law] of how often the example is used, or of what is left of its uses;
//   - runs on an interval, whose final laws are computed by quadrature: [Projected] has [Laws], an
//     estimate, and [Proved], whose errors are bounded;
//   - shuffled epochs of which every iterate is public: [Shuffled].
//
// Divergences and ε are rounded down, or are estimates where the type says so.
package adversary

import (
	"math"

	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/scalar"
)

// Linear is the run in which every step maps x to (1+Excess)·x. At every Period-th step, the last of them Rest steps before
// the end, the differing example adds a constant, which differs by Sensitivity between the two datasets. Without projection
// the released iterate is Gaussian under both datasets, with equal variances, so its privacy loss is known exactly.
type Linear struct {
	Excess      float64 // |c| − 1, at least −1; above 0 without a projection only
	Sensitivity float64 // s, a length
	Sigma       float64 // σ, a length
	Diameter    float64 // D, a length; +Inf when there is no projection
	T           int     // steps
	Period      int     // B ≥ 1: steps between two uses of the differing example
	Rest        int     // steps after the last use
}

// lowerError bounds the relative error of the closed forms below; lower bounds are reduced by it.
const lowerError = 1e-14

// weights returns Σ w_t over the visits and Σ w_t² over all steps, for w_t = |c|^{T−1−t}, or |c|^{−t} for |c| > 1, whose
// powers would overflow.
func (l Linear) weights() (visited, squares float64) {
	last := l.T - 1 - l.Rest
	visits := float64(last/l.Period + 1)
	if l.Excess == 0 {
		return visits, float64(l.T)
	}
	logC := math.Log1p(l.Excess)
	if math.IsInf(logC, -1) {
		if l.Rest > 0 {
			return 0, 1
		}
		return 1, 1
	}
	lag := math.Exp(logC * float64(l.Rest)) // w_t of the last visit
	if l.Excess > 0 {
		logC = -logC
		lag = math.Exp(logC * float64(last%l.Period)) // w_t of the first visit
	}
	epoch := float64(l.Period) * logC
	return lag * math.Expm1(visits*epoch) / math.Expm1(epoch), math.Expm1(2*float64(l.T)*logC) / math.Expm1(2*logC)
}

// Mu is the distance of the two Gaussians in standard deviations, s·Σ w_t (over
// the visits) / (σ√(Σ w_t²)) (over all steps), rounded down.
func (l Linear) Mu() float64 {
	visited, squares := l.weights()
	return l.Sensitivity / l.Sigma * visited / math.Sqrt(squares) * (1 - lowerError)
}

// ProjectionProbability bounds, for either run alone, the probability that the projection on an interval of length Diameter
// ever moves it. The interval is centred between the two runs' means.
//
// The means stay within (s/2)·Σ w_t of the centre, where the sum is over the uses of a run that ends with the last of them.
// The rest of the interval, on either side, is the room for the noise. For c = 1 Lévy's inequality bounds the tail of the
// walk's maximum by twice the tail of its end. For c < 1 the tails of the T steps are added up, each with the variance of the
// last step.
func (l Linear) ProjectionProbability() float64 {
	if math.IsInf(l.Diameter, 1) {
		return 0
	}
	_, squares := l.weights()
	farthest := l
	farthest.T, farthest.Rest = l.T-l.Rest, 0
	visited, _ := farthest.weights()
	events := 2.0 // Lévy's factor
	if l.Excess < 0 {
		events = float64(l.T)
	}
	return projectionProbability((l.Diameter-l.Sensitivity*visited)/2/(l.Sigma*math.Sqrt(squares)), events)
}

// projectionProbability bounds the probability that a walk leaves an interval with the given room, in deviations of its end,
// on either side of the means. events times the tail of the walk's end beyond one side bounds the probability that it ever
// leaves on that side.
func projectionProbability(room, events float64) float64 {
	if room <= 0 {
		return 1
	}
	const far = 37.5 // Erfc is a normal number up to here
	tail := errfloat.Tiny
	if room <= far {
		tail = math.Erfc(room/math.Sqrt2) / 2
	}
	return min(1, 2*events*tail*(1+1e-12)) // 2 for the two sides; 1e-12 is above the relative error of Erfc
}

// Epsilon returns an ε such that the run is not (ε', δ)-DP for any ε' < ε: the largest with δ_lin(ε) − (1+e^ε)·p ≥ δ, where p
// bounds the probability that either run is ever projected. It is 0 if no ε > 0 satisfies this.
func (l Linear) Epsilon(delta float64) float64 {
	return epsilonOf(l.Mu(), l.ProjectionProbability(), delta)
}

// epsilonOf is Epsilon of two Gaussians mu deviations apart, where p bounds the probability of a projection.
func epsilonOf(mu, p, delta float64) float64 {
	exceeds := func(epsilon float64) bool {
		return errfloat.LeastProfile(mu, epsilon)-(1+math.Exp(epsilon))*p*(1+1e-14) > delta
	}
	unmoved := convert.GaussianEpsilonLower(mu, delta)
	switch {
	case p == 0 || p < 1e-290 && exceeds(unmoved):
		return unmoved
	case !exceeds(0):
		return 0
	}
	lo, _ := scalar.Halve(0, unmoved, 100, func(epsilon float64) bool { return !exceeds(epsilon) })
	return lo
}
