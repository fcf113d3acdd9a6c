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

// noAnswer is that of a guarantee that says nothing.
func noAnswer(q claim.Question, epsilon float64) claim.Bound {
	return claim.Bound{Question: q, Epsilon: epsilon, Converted: math.NaN()}
}

// ask puts the question to a guarantee. For an upper bound it takes the
// smallest of what the guarantee's parts prove and answers +Inf where none is
// finite; for a lower bound the largest, and 0 where nothing is known.
func ask(g claim.Guarantee, q claim.Question, side claim.Side) (claim.Bound, error) {
	if q.Renyi() {
		if g.RDP == nil {
			return noAnswer(q, math.NaN()), nil
		}
		rdp := g.RDP
		if g.Order != nil {
			rdp = g.Order
		}
		e := rdp(q.Alpha)
		if math.IsNaN(e) || side == claim.Lower && math.IsInf(e, 1) { // no floor is infinite: it overflowed
			e = worst(side)
		}
		a := noAnswer(q, e)
		a.Alpha, a.Renyi = q.Alpha, e
		return a, nil
	}
	if side == claim.Lower {
		return askLower(g, q)
	}
	return askUpper(g, q)
}

func worst(side claim.Side) float64 {
	if side == claim.Upper {
		return math.Inf(1)
	}
	return 0
}
