package run

import (
	"fmt"
	"math"
)

// Steady reports whether the learning rate is the same at every step.
func (r Run) Steady() bool { return r.Steps().Alike() }

// AtRate returns the run with the constant learning rate eta.
func (r Run) AtRate(eta float64) Run {
	r.Eta = eta
	r.Schedule, r.Warmup, r.ScheduleFinal, r.ScheduleEvery, r.ScheduleFactor = "", 0, 0, 0, 0
	return r
}

// Alike reports whether every step has the same learning rate.
func (s Steps) Alike() bool { return s.run.Warmup <= 1 && !s.Falls() }

// Falls reports whether the learning rate is lower at the end than after the warm-up.
func (s Steps) Falls() bool {
	r := s.run
	switch r.Schedule {
	case "", ConstantRate:
		return false
	case LinearFall, CosineFall:
		return r.ScheduleFinal != 1 && r.T-r.Warmup > 1
	case StepFall:
		return r.ScheduleFactor != 1 && r.T-r.Warmup > r.ScheduleEvery
	}
	panic(Unknown(r.Schedule))
}

// Share is ρ_t in (0, 1], where η_t = η·ρ_t. It is (t+1)/w in the w steps of the warm-up. From step w to T it follows PyTorch's
// LinearLR, CosineAnnealingLR with T_max = T − w, or StepLR, at x = (t−w)/(T−w). Its relative error is that of a few operations,
// except if η_t is so small that Validate refuses it.
func (s Steps) Share(t int) float64 {
	r := s.run
	if t < r.Warmup {
		return float64(t+1) / float64(r.Warmup)
	}
	if !s.Falls() {
		return 1
	}
	past, left := float64(t-r.Warmup), float64(r.T-t) // steps, x = past/(past+left)
	f := r.ScheduleFinal
	switch r.Schedule {
	case LinearFall:
		return float64(f*past+left) / (past + left)
	case CosineFall: // (1 + cos πx)/2 = sin²(π(1 − x)/2)
		half := math.Sin(math.Pi / 2 * (left / (past + left)))
		return f + float64((1-f)*float64(half*half))
	case StepFall:
		return power(r.ScheduleFactor, (t-r.Warmup)/r.ScheduleEvery)
	case "", ConstantRate:
		return 1
	}
	panic(Unknown(r.Schedule))
}

// Highest is the step with the highest learning rate of the steps from … to.
func (s Steps) Highest(from, to int) Step { return s.WithRate(s.HighestRate(from, to)) }

// HighestRate is the highest learning rate of the steps from … to. The rate first rises and then falls, so it is highest at the
// step closest to the end of the warm-up.
func (s Steps) HighestRate(from, to int) float64 {
	return s.run.Eta * s.Share(min(max(s.run.Warmup-1, from), to))
}

// scheduleFaults adds the faults of the schedule.
func (r Run) scheduleFaults(add func(field, message string)) {
	if r.Warmup > r.T {
		add("warmup", fmt.Sprintf("the warm-up must end within the T = %d iterations", r.T))
		return
	}
	if r.ScheduleFinal > 1 && r.Uses("schedule_final") {
		add("schedule_final", "the final share must be at most 1")
		return
	}
	if r.Steady() {
		return
	}
	if first, last := r.Eta*r.Steps().Share(0), r.Eta*r.Steps().Share(r.T-1); !(min(first, last) >= MinMagnitude) {
		field := "schedule"
		switch {
		case first < MinMagnitude:
			field = "warmup"
		case r.Schedule == StepFall:
			field = "schedule_factor"
		}
		add(field, fmt.Sprintf("the lowest learning rate is %s and must be at least 1e-30: below that, steps do nothing and their "+
			"noise is lost to rounding", FormatNumber(Digits(min(first, last), 3))))
	}
}
