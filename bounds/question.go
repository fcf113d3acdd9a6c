package bounds

import (
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// validate checks a run and a question together.
func validate(r run.Run, q claim.Question) error {
	var errs run.Errors
	for _, err := range []error{r.Validate(), q.Validate()} {
		if e, ok := err.(run.Errors); ok {
			errs = append(errs, e...)
		}
	}
	return errs.OrNil()
}

// worst returns the trivial bound on a side: +Inf for an upper bound, 0 for a lower one.
func worst(side claim.Side) float64 {
	if side == claim.Upper {
		return math.Inf(1)
	}
	return 0
}
