package claim

import (
	"math"

	"lastiterate/bounds/internal/shift"
)

// Proof is what a theorem proves of a run. It answers each question by itself: no answer
// depends on what was asked before.
type Proof struct {
	// At answers a question. Where nothing finite is proved, ε is +Inf for an upper bound and
	// 0 for a lower one, with an error if there is a reason to tell.
	At func(Question) (Solution, error)
	// Curve is the Rényi bound at every order α > 1 in little time: for a conversion, a comparison
	// or a search. At may spend longer on one order; its ε is at most Curve's. +Inf where nothing is
	// proved; nil if an order is no quicker than At, or the proof has no Rényi bound.
	Curve func(alpha float64) float64
	// Delta bounds δ at an ε in less time than At takes, where only values near delta matter:
	// for comparisons. nil where At is to be asked.
	Delta func(epsilon, delta float64) (float64, error)
}

// A Solution is what a proof answers to one question, and how that came about.
type Solution struct {
	Bound
	Mu   float64 // of a Gaussian differential privacy guarantee that the proof gives; NaN if none
	Gap  float64 // relative distance to a certified optimum; NaN if unknown
	Note string  // what to know about this run's value

	// Certify evaluates the answer again from the decimals that were stated, with outward
	// rounding (Certificate); nil where that is not done.
	Certify func() (epsilon float64, ok bool)
	// Coarse says that Certify rounds by more than the last digits of a float64.
	Coarse bool
	// Explain tells what was chosen for a finite answer, and the formula in LaTeX with its
	// numbers (Explanation); nil where there is nothing to tell.
	Explain func() (chosen []Choice, formula string)
	// Payments are the steps that the value is made of.
	Payments Payments
}

// Payments are how a value is made of distances and payments step by step.
type Payments struct {
	// Write writes them out; ok is false where they cannot be followed. nil where the value is
	// not made of such, or None says why they are not known.
	Write func() (path Path, ok bool)
	None  string
	// PerAlpha says that the payments depend on the Rényi order α.
	PerAlpha bool
}

// A Path is one of distances and payments, and the bound on the distance of the two
// runs before it.
type Path struct {
	shift.Path
	// Track bounds the distance of the two runs before step t ≤ τ.
	Track func(t int) float64
}

// Found is a bound that is found for a question itself, not converted.
func Found(q Question, epsilon float64) Bound {
	b := Bound{Question: q, Epsilon: epsilon, Converted: math.NaN()}
	if q.Renyi() {
		b.Alpha, b.Renyi = q.Alpha, epsilon
	}
	return b
}

// Solved is the answer to a question, found for it, of which nothing more is told yet.
func Solved(q Question, epsilon float64) Solution {
	return Solution{Bound: Found(q, epsilon), Mu: math.NaN(), Gap: math.NaN()}
}

// Proofs is the folder of a site of the calculator in which each of our derivations has its page.
const Proofs = "docs/proofs/"
