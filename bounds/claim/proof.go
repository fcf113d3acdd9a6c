package claim

import (
	"math"

	"lastiterate/bounds/internal/shift"
)

// Proof is what a theorem proves about a run. It answers each question independently: no answer depends
// on earlier questions.
type Proof struct {
	// At answers a question. If nothing finite is proved, ε is +Inf for an upper bound and 0 for a
	// lower one, with an error if there is a reason to report.
	At func(Question) (Solution, error)
	// Curve is the Rényi bound at every order α > 1, computed quickly: for a conversion, a comparison
	// or a search. At may spend longer on one order; its ε is at most Curve's. The value is +Inf where
	// nothing is proved; Curve is nil if it would be no quicker than At, or if the proof has no Rényi
	// bound.
	Curve func(alpha float64) float64
	// Delta is an upper bound on δ at an ε, for comparisons with a given delta: it may be loose where it is far
	// from delta. It is faster than At; nil if there is nothing faster.
	Delta func(epsilon, delta float64) (float64, error)
}

// Solution is a proof's answer to one question, and how it was found.
type Solution struct {
	Bound
	Mu   float64 // of a Gaussian differential privacy guarantee that the proof gives; NaN if none
	Gap  float64 // relative distance to a certified optimum; NaN if unknown
	Note string  // a remark about this run's value

	// Certify evaluates the answer again from the stated decimals, with outward rounding (Certificate); nil if the proof cannot.
	Certify func() (epsilon float64, ok bool)
	// Coarse says that Certify rounds by more than the last digits of a float64.
	Coarse bool
	// Explain returns the choices for a finite answer, and the formula in LaTeX with its numbers (Explanation); nil if there is
	// nothing to explain.
	Explain func() (chosen []Choice, formula string)
	// Payments are the step-by-step payments that make up the value.
	Payments Payments
}

// Payments says how a value is made up of distances and payments, step by step.
type Payments struct {
	// Write writes the path out; ok is false if that fails. Write is nil if no payments make up the value.
	Write func() (path TrackedPath, ok bool)
	// WhyNone says why a value has no list of payments although one would expect it; otherwise empty.
	WhyNone string
	// PerAlpha says that the payments depend on the Rényi order α.
	PerAlpha bool
}

// TrackedPath is a path of distances and payments that begins at step τ = Path.Tau, with a bound on the
// distance between the two runs up to there.
type TrackedPath struct {
	shift.Path
	// Track bounds the distance of the two runs before step t ≤ τ, a length.
	Track func(t int) float64
}

// Found is a bound found for the question itself, not converted.
func Found(q Question, epsilon float64) Bound {
	b := Bound{Question: q, Epsilon: epsilon, Converted: math.NaN()}
	if q.Renyi() {
		b.Alpha, b.Renyi = q.Alpha, epsilon
	}
	return b
}

// Solved is a solution with an ε found for the question itself and nothing else filled in.
func Solved(q Question, epsilon float64) Solution {
	return Solution{Bound: Found(q, epsilon), Mu: math.NaN(), Gap: math.NaN()}
}

// Proofs is the folder of a site of the calculator in which each of our derivations has its page.
const Proofs = "docs/proofs/"
