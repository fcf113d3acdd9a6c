package prose

import (
	"testing"

	"lastiterate/bounds/run"
)

// A schedule that leaves the learning rate as it is has no words of a fall.
func TestRates(t *testing.T) {
	r := run.Run{Eta: 0.1, T: 100}
	for _, c := range []struct {
		change func(*run.Run)
		want   string
	}{
		{func(*run.Run) {}, "learning rate 0.1"},
		{func(r *run.Run) { r.Schedule, r.ScheduleFinal = run.CosineFall, 0.5 },
			"a learning rate of 0.1, falling along a cosine to 0.5 times that rate"},
		{func(r *run.Run) { r.Schedule, r.Warmup = run.LinearFall, 10 },
			"a learning rate of 0.1 after a linear warm-up over 10 steps, then falling linearly to 0"},
		{func(r *run.Run) { r.Schedule, r.Warmup, r.ScheduleFinal = run.LinearFall, 10, 1 },
			"a learning rate of 0.1 after a linear warm-up over 10 steps"},
		{func(r *run.Run) { r.Schedule, r.Warmup, r.ScheduleEvery, r.ScheduleFactor = run.StepFall, 10, 90, 0.5 },
			"a learning rate of 0.1 after a linear warm-up over 10 steps"},
		{func(r *run.Run) { r.Schedule, r.ScheduleEvery, r.ScheduleFactor = run.StepFall, 30, 0.5 },
			"a learning rate of 0.1, multiplied by 0.5 every 30 steps"},
	} {
		s := r
		c.change(&s)
		if got := Rates(s); got != c.want {
			t.Errorf("%+v: %q, want %q", s, got, c.want)
		}
	}
}
