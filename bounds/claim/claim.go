// Package claim holds the words that every bound shares: the question asked,
// the side on which a number errs, how far a statement is proved, a hypothesis
// with its numbers, and the guarantee that a theorem gives.
package claim

import (
	"math"

	"lastiterate/bounds/shift"
)

// Side says on which side of the true privacy loss a number lies.
type Side string

const (
	Upper Side = "upper" // the true loss is at most this
	Lower Side = "lower" // some run within the assumptions loses at least this
)

// Status says how far a statement can be relied on.
type Status string

const (
	Proved    Status = "proved"
	NotValid  Status = "not-valid" // as printed it can under-report the loss; never an answer
	Reference Status = "reference" // a bound on another mechanism, drawn for comparison; never an answer
	Estimate  Status = "estimate"  // a numerical estimate without an error bound
)

// Hypothesis is one condition of a theorem, checked with the run's numbers.
type Hypothesis struct {
	Name   string // "step size"
	Holds  bool
	Needed string // "η ≤ 2/L = 0.08"
	Actual string // "η = 0.1"
	Detail string // in words, why it matters or what would meet it
}

// Guarantee is what a theorem proves about the released model before it is
// asked for one number. At least one of RDP, GDP and Epsilon is set. For a
// lower bound each part is a lower bound.
type Guarantee struct {
	// RDP returns ε(α) for every α > 1, +Inf where nothing is proved; nil if
	// the theorem gives no Rényi bound.
	RDP func(alpha float64) float64
	// Order is RDP where one order is asked for by itself, which may then take longer;
	// nil for RDP. What it finds, RDP knows from then on.
	Order func(alpha float64) float64
	// GDP is the μ of a Gaussian differential privacy guarantee; NaN if none.
	GDP float64
	// Epsilon returns ε at δ where the theorem bounds (ε, δ) directly; nil if not.
	Epsilon func(delta float64) (float64, error)
	// Delta bounds δ(epsilon), in less time than Epsilon takes, where only answers near
	// delta matter: for comparisons. nil if Epsilon is to be asked.
	Delta func(epsilon, delta float64) (float64, error)
	// Direct says that Epsilon is below what RDP converts to: RDP, which then
	// takes its time at every order, need not be converted.
	Direct bool

	// Certify evaluates the guarantee again with outward rounding; nil where
	// that is not done.
	Certify Certificate
	// Coarse says that Certify rounds what was found up by more than the last digits
	// of a float64.
	Coarse bool

	Optimum *Optimum // what the optimisation chose; nil for closed forms
	// Chosen is what it chose for the answer that was found, where that depends on
	// the question; nil where Optimum says it all.
	Chosen func(q Question, found Found) *Optimum
	// Plan writes out the payments that the value is made of, step by step; nil where it
	// is not made of such, or of too many. What it returns is nil where they cannot be
	// followed.
	Plan func() *Plan
	// Unfollowed says that the value was found without following its steps one by
	// one, so that there is no Plan.
	Unfollowed bool
	Gap        float64 // relative distance to a certified optimum; NaN if unknown
	Note       string  // what to know about this run's value
}

// A Plan is the path of distances and payments behind a value, and the bound on the
// distance of the two runs before it.
type Plan struct {
	shift.Path
	// Track bounds the distance of the two runs before step t ≤ τ.
	Track func(t int) float64
}

// Certificate evaluates a guarantee's answer to the question from the decimals
// that were stated, with outward rounding: an upper bound is at least the exact
// value of the statement at what its optimisation chose, a lower bound at most.
// ok is false where no such value could be computed. What it finds does not
// depend on the platform: where its start does, in the last digits, it is rounded
// to fewer.
type Certificate func(q Question, found Found) (epsilon float64, ok bool)

// Found is what was found in floating point, from which a certificate starts.
type Found struct {
	Epsilon float64
	Alpha   float64 // the order that gave it; 0 if none did
}

// Linear is the guarantee ε(α) = αρ for all α > 1.
func Linear(rho float64) Guarantee {
	return Guarantee{RDP: func(alpha float64) float64 { return alpha * rho }, GDP: math.NaN(), Gap: math.NaN()}
}

// Gaussian is the guarantee of a Gaussian mechanism whose squared shift over
// variance is muSquared: μ-GDP and (α, αμ²/2)-RDP for all α > 1.
func Gaussian(muSquared float64) Guarantee {
	g := Linear(muSquared / 2)
	g.GDP = math.Sqrt(muSquared)
	return g
}

// Optimum is the best point that a theorem's own optimisation found. Fields
// that a theorem does not use stay zero.
type Optimum struct {
	Tau    int       // step at which the shifted run starts
	Window int       // steps from Tau to the end
	P      float64   // noise spent on the last step
	Beta   float64   // share of a step's noise that hides what the step adds
	Betas  []float64 // such shares, where they differ from step to step
	Block  int       // steps in a block
	Tail   int       // steps after a block that only pay off a distance
	Levels []float64 // distances at the ends of epochs
	// Least and Most are the costs Σa² of the best and of the worst position of the
	// differing example in a secret order, squared lengths; where the order changes
	// every epoch, of an epoch.
	Least, Most float64
	Factor      *float64 // c of a run that maps x to c·x at every step
	Member      int      // which of the runs that a row tries
}
