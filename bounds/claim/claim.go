// Package claim holds the words that every bound shares: the question asked,
// the side on which a number errs, how far a statement is proved, a hypothesis
// with its numbers, and the guarantee that a theorem gives.
package claim

import (
	"math"

	"lastiterate/bounds/internal/shift"
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

// Kind is what a value of a side and a status is.
type Kind int

const (
	UpperBound     Kind = iota // proved
	Floor                      // a proved lower bound
	EstimatedFloor             // a lower bound by a numerical estimate
	AsPrinted                  // what is not valid as printed
	ReferenceLine              // a bound on another mechanism
)

// KindOf tells it.
func KindOf(side Side, status Status) Kind {
	switch {
	case status == NotValid:
		return AsPrinted
	case status == Reference:
		return ReferenceLine
	case status == Estimate:
		return EstimatedFloor
	case side == Lower:
		return Floor
	}
	return UpperBound
}

// Hypothesis is one condition of a theorem, checked with the run's numbers.
type Hypothesis struct {
	Name   string // "step size"
	Holds  bool
	Needed string // "η ≤ 2/L = 0.08"
	Actual string // "η = 0.1"
	Detail string // in words, why it matters or what would meet it
}

// Otherwise is the hypothesis with its detail where it does not hold.
func (h Hypothesis) Otherwise(detail string) Hypothesis {
	if !h.Holds {
		h.Detail = detail
	}
	return h
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

	// Certify evaluates the guarantee's answer again with outward rounding; nil where
	// that is not done.
	Certify Certificate
	// Coarse says that Certify rounds what was found up by more than the last digits
	// of a float64.
	Coarse bool

	// Explain tells how a finite answer came about.
	Explain Explanation
	// Path writes out the payments that the value is made of, step by step; ok is false
	// where they cannot be followed. It is nil where the value is not made of such, or
	// NoPath says why it is not known.
	Path   func() (path Path, ok bool)
	NoPath string
	// PathAt is Path of a value whose payments are others at every order: those behind
	// RDP(alpha), or in none why there are none.
	PathAt func(alpha float64) (path func() (path Path, ok bool), none string)

	Gap  float64 // relative distance to a certified optimum; NaN if unknown
	Note string  // what to know about this run's value
}

// A Path is one of distances and payments, and the bound on the distance of the two
// runs before it.
type Path struct {
	shift.Path
	// Track bounds the distance of the two runs before step t ≤ τ.
	Track func(t int) float64
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
