// Package claim holds the types that all bounds share: the question asked, the side on which a number
// errs, how far a statement is proved, a hypothesis with its numbers, and what a theorem proves and
// answers.
package claim

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

// BoundKind combines a side and a status.
type BoundKind int

const (
	UpperBound     BoundKind = iota // proved
	Floor                           // a proved lower bound
	EstimatedFloor                  // a lower bound by a numerical estimate
	AsPrinted                       // the number of a theorem that is not valid as printed
	ReferenceLine                   // a bound on another mechanism
)

// KindOf returns the kind of a side and a status. Estimates are lower bounds only; an upper one
// would be no guarantee.
func KindOf(side Side, status Status) BoundKind {
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
	Detail string // why the condition matters, or how to meet it
}

// Otherwise returns the hypothesis, with the detail if it does not hold.
func (h Hypothesis) Otherwise(detail string) Hypothesis {
	if !h.Holds {
		h.Detail = detail
	}
	return h
}
