package prose

import (
	"fmt"

	"lastiterate/bounds/run"
)

// Rates is the learning rate and how it changes; empty for a schedule that has no words here.
func Rates(r run.Run) string {
	eta := run.FormatNumber(r.Eta)
	if r.Steady() {
		return "learning rate " + eta
	}
	falls, ok := fall(r)
	switch {
	case !ok:
		return ""
	case r.Warmup <= 1:
		return "a learning rate of " + eta + ", " + falls
	case falls == "":
		return fmt.Sprintf("a learning rate of %s after a linear warm-up over %d steps", eta, r.Warmup)
	}
	return fmt.Sprintf("a learning rate of %s after a linear warm-up over %d steps, then %s", eta, r.Warmup, falls)
}

// fall is how the learning rate falls after the warm-up, empty if it does not.
func fall(r run.Run) (words string, ok bool) {
	to := "0"
	if r.ScheduleFinal > 0 {
		to = run.FormatNumber(r.ScheduleFinal) + " of it"
	}
	switch r.Schedule {
	case "", run.ConstantRate:
		return "", true
	case run.LinearFall:
		return "falling linearly to " + to, true
	case run.CosineFall:
		return "falling by a cosine to " + to, true
	case run.StepFall:
		return fmt.Sprintf("multiplied by %s every %d steps", run.FormatNumber(r.ScheduleFactor), r.ScheduleEvery), true
	}
	return "", false
}
