package bounds

import (
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

const (
	maxAlpha = 1e9
	minDelta = 1e-300
)

// ValidateQuestion checks that exactly one of α and δ is asked for and that it
// is in range. It returns nil or a run.Errors.
func ValidateQuestion(q claim.Question) error {
	fault := func(field string, value float64, message string) error {
		return run.Errors{{Field: field, Value: run.FormatNumber(value), Message: message}}
	}
	switch {
	case q.Alpha != 0 && q.Delta != 0:
		return fault("alpha", q.Alpha, "ask for a Rényi order alpha or for a delta, not for both")
	case q.Alpha == 0 && q.Delta == 0:
		return fault("delta", 0, "ask for a delta between 0 and 1, or for a Rényi order alpha above 1")
	case q.Alpha != 0 && !(q.Alpha > 1):
		return fault("alpha", q.Alpha, "the Rényi order must be above 1")
	case q.Alpha > maxAlpha:
		return fault("alpha", q.Alpha, "the Rényi order must be at most 1e9")
	case q.Delta != 0 && !(q.Delta > 0 && q.Delta < 1):
		return fault("delta", q.Delta, "delta must lie strictly between 0 and 1")
	case q.Delta != 0 && q.Delta < minDelta:
		return fault("delta", q.Delta, "delta must be at least 1e-300")
	}
	return nil
}

// validate checks a run and a question together.
func validate(r run.Run, q claim.Question) error {
	var errs run.Errors
	for _, err := range []error{r.Validate(), ValidateQuestion(q)} {
		if e, ok := err.(run.Errors); ok {
			errs = append(errs, e...)
		}
	}
	if errs == nil {
		return nil
	}
	return errs
}

// answer is what a guarantee says to a question: ε, and the Rényi guarantee at
// the order asked for or at the order that the conversion chose.
type answer struct {
	epsilon      float64
	alpha, renyi float64 // alpha is 0 if there is no Rényi guarantee
	converted    float64 // ε by the Rényi guarantee alone; NaN if there is none
	err          error
}

// ask puts the question to a guarantee. For an upper bound it takes the
// smallest of what the guarantee's parts prove and answers +Inf where none is
// finite; for a lower bound the largest, and 0 where nothing is known.
func ask(g claim.Guarantee, q claim.Question, side claim.Side) answer {
	if q.Renyi() {
		if g.RDP == nil {
			return answer{epsilon: math.NaN(), converted: math.NaN()}
		}
		e := g.RDP(q.Alpha)
		if math.IsNaN(e) {
			e = worst(side)
		}
		return answer{epsilon: e, alpha: q.Alpha, renyi: e, converted: math.NaN()}
	}
	if side == claim.Lower {
		return askLower(g, q.Delta)
	}
	return askUpper(g, q.Delta)
}

func worst(side claim.Side) float64 {
	if side == claim.Upper {
		return math.Inf(1)
	}
	return 0
}
