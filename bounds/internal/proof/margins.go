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

// LeastMeeting returns about the least number from 0 on that meets a condition, which all larger numbers meet; +Inf and an
// error if that number is above `most`.
func LeastMeeting(meets func(float64) bool, most float64) (float64, error) {
	_, least, ok := scalar.Threshold(most, meets)
	if !ok {
		return math.Inf(1), ErrNoEpsilon
	}
	return least, nil
}

// UpperMargin is the relative amount by which an upper bound in double precision is raised for its rounding.
const UpperMargin = 1e-14

// ErrNoEpsilon says that no finite ε was found.
var ErrNoEpsilon = errors.New("no finite ε was found")

// StatedError exceeds the relative error of a quotient of lengths of a run: of five decimal numbers, half a unit in the last
// place each, and a dozen operations.
const StatedError = 4e-15

// DecimalOrder returns at least the decimal number that was stated as alpha.
func DecimalOrder(alpha float64) float64 {
	if alpha == math.Trunc(alpha) {
		return alpha
	}
	return claim.AtLeast(alpha)
}

// FewRuns is the number of values that are remembered of a kind that several rows need for the same run. It is small because
// curves and verdicts go through many runs, one after another.
const FewRuns = 4

// LowerMargin is the relative amount by which a lower bound in double precision is reduced for its rounding.
const LowerMargin = 1e-14

// Upward returns at least the exact factor, less 1, of which x is the computed value.
func Upward(x float64) float64 { return x + 2e-15*(1+math.Abs(x)) }

// CompareStep returns the sign of ηx − limit for a constant x of the loss.
func CompareStep(r run.Run, x float64, limit int) int {
	return certify.Compare(r.Eta*x, float64(limit), func() (value, bound interval.Number) {
		return interval.Decimal(r.Eta).Mul(interval.Decimal(x)), interval.Int(limit)
	})
}

// ComparePull returns the sign of ηω + ηk − limit, where ω is the weight decay and k a curvature: a step on a parabola of
// that curvature moves by the part ηω + ηk of the distance to its minimum.
func ComparePull(r run.Run, k float64, limit int) int {
	step := r.Step()
	return certify.Compare(step.Decay()+r.Eta*k, float64(limit), func() (value, bound interval.Number) {
		return Plus(certify.StatedOf(r).Decay, interval.Decimal(r.Eta).Mul(interval.Decimal(k))), interval.Int(limit)
	})
}

// Plus returns a + b, without rounding if a term is 0.
func Plus(a, b interval.Number) interval.Number {
	if a.IsZero() {
		return b
	}
	return a.Add(b)
}

// Explained is an explanation by a formula that is the same for every answer, with the choices made for it.
func Explained(write func() string, chosen ...claim.Choice) claim.Explanation {
	return func(claim.Bound) ([]claim.Choice, string) { return chosen, write() }
}

// Window returns the choice of the steps from tau on.
func Window(r run.Run, tau int) []claim.Choice {
	return []claim.Choice{claim.Chose("tau", float64(tau)), claim.Chose("window", float64(r.T-tau))}
}

// FromRenyi reports whether an answer is a Rényi divergence, or converted from one.
func FromRenyi(found claim.Bound) bool {
	return found.Alpha > 1 && !math.IsNaN(found.Renyi) && !math.IsInf(found.Renyi, 0)
}
