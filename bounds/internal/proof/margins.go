package proof

import (
	"errors"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/run"
)

// LeastMeeting is about the least number from 0 on that meets a condition, which all
// larger ones meet; +Inf and an error if that is above most.
func LeastMeeting(meets func(float64) bool, most float64) (float64, error) {
	_, least, ok := scalar.Threshold(most, meets)
	if !ok {
		return math.Inf(1), ErrNoEpsilon
	}
	return least, nil
}

// UpperMargin is what an upper bound in double precision is raised by, relatively, for
// its rounding.
const UpperMargin = 1e-14

// ErrNoEpsilon says that no finite ε was found.
var ErrNoEpsilon = errors.New("no finite ε was found")

// StatedError is above the relative error of a quotient of lengths of a run: that of five
// decimal numbers, half a unit in the last place each, and of a dozen operations.
const StatedError = 4e-15

// DecimalOrder is at least the decimal number that was stated as alpha.
func DecimalOrder(alpha float64) float64 {
	if alpha == math.Trunc(alpha) {
		return alpha
	}
	return claim.AtLeast(alpha)
}

// FewRuns is the largest number of values of a kind that are remembered, of those that several rows need for the same run. The
// number is small because curves and verdicts go through many runs, one after another.
const FewRuns = 4

// LowerMargin is what a lower bound in double precision is reduced by, relatively,
// for its rounding.
const LowerMargin = 1e-14

// Upward is at least the factor, less 1, that was found as x.
func Upward(x float64) float64 { return x + 2e-15*(1+math.Abs(x)) }

// CompareStep is the sign of ηx − limit for a constant x of the loss.
func CompareStep(r run.Run, x float64, limit int) int {
	return certify.Compare(r.Eta*x, float64(limit), func() (value, bound interval.Number) {
		return interval.Decimal(r.Eta).Mul(interval.Decimal(x)), interval.Int(limit)
	})
}

// ComparePull is the sign of ηω + ηk − limit, ω the weight decay and k a curvature: a step on a parabola of
// that curvature goes the part ηω + ηk of the way to its minimum.
func ComparePull(r run.Run, k float64, limit int) int {
	step := r.Step()
	return certify.Compare(step.Decay()+r.Eta*k, float64(limit), func() (value, bound interval.Number) {
		return Plus(certify.State(r).Decay, interval.Decimal(r.Eta).Mul(interval.Decimal(k))), interval.Int(limit)
	})
}

// Plus is a sum, of which nothing is rounded where a term is 0.
func Plus(a, b interval.Number) interval.Number {
	if a.IsZero() {
		return b
	}
	return a.Add(b)
}

// Explained is the explanation of a formula that is the same for every answer, with what
// was chosen for it.
func Explained(write func() string, chosen ...claim.Choice) claim.Explanation {
	return func(claim.Bound) ([]claim.Choice, string) { return chosen, write() }
}

// Window is the choice of the steps from tau on.
func Window(r run.Run, tau int) []claim.Choice {
	return []claim.Choice{claim.Chose("tau", float64(tau)), claim.Chose("window", float64(r.T-tau))}
}

// FromRenyi reports whether an answer is, or comes from, a Rényi divergence.
func FromRenyi(found claim.Bound) bool {
	return found.Alpha > 1 && !math.IsNaN(found.Renyi) && !math.IsInf(found.Renyi, 0)
}
