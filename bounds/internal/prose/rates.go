package prose

import (
	"fmt"

	"lastiterate/bounds/run"
)

// Rates is the learning rate and how it changes.
func Rates(r run.Run) string {
	eta, falls := run.FormatNumber(r.Eta), fall(r)
	switch {
	case r.Steady():
		return "learning rate " + eta
	case r.Warmup <= 1:
		return "a learning rate of " + eta + ", " + falls
	case falls == "":
		return fmt.Sprintf("a learning rate of %s after a linear warm-up over %d steps", eta, r.Warmup)
	}
	return fmt.Sprintf("a learning rate of %s after a linear warm-up over %d steps, then %s", eta, r.Warmup, falls)
}

// fall says how the learning rate falls after the warm-up; empty if it does not.
func fall(r run.Run) string {
	if !r.Steps().Falls() {
		return ""
	}
	to := "0"
	if r.ScheduleFinal > 0 {
		to = run.FormatNumber(r.ScheduleFinal) + " times that rate"
	}
	switch r.Schedule {
	case run.LinearFall:
		return "falling linearly to " + to
	case run.CosineFall:
		return "falling along a cosine to " + to
	case run.StepFall:
		return fmt.Sprintf("multiplied by %s every %d steps", run.FormatNumber(r.ScheduleFactor), r.ScheduleEvery)
	case "", run.ConstantRate:
		return ""
	}
	panic(run.Unknown(r.Schedule))
}
