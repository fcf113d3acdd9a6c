package run

import (
	"errors"
	"math"
	"testing"
)

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-14*max(math.Abs(a), math.Abs(b)) }

// The shares of PyTorch's documentation: CosineAnnealingLR with T_max = T − w and η_min = fη, LinearLR and StepLR
// after a linear warm-up.
func TestShares(t *testing.T) {
	r := Run{T: 25, Eta: 1, Warmup: 5, ScheduleFinal: 0.1, ScheduleEvery: 7, ScheduleFactor: 0.3}
	for schedule, want := range map[RateSchedule]func(past float64) float64{
		"":           func(float64) float64 { return 1 },
		ConstantRate: func(float64) float64 { return 1 },
		LinearFall:   func(past float64) float64 { return 1 - 0.9*past/20 },
		CosineFall:   func(past float64) float64 { return 0.1 + 0.9*(1+math.Cos(math.Pi*past/20))/2 },
		StepFall:     func(past float64) float64 { return math.Pow(0.3, math.Floor(past/7)) },
	} {
		r.Schedule = schedule
		for step := range r.T {
			expected := float64(step+1) / 5
			if step >= 5 {
				expected = want(float64(step - 5))
			}
			if got := r.Steps().Share(step); !near(got, expected) {
				t.Errorf("%s: step %d has the share %v, want %v", schedule, step, got, expected)
			}
		}
		next := r.T - 1
		for step, s := range r.Steps().Backward() { // which does not compute again what stays
			if step != next || s.Eta != r.Steps().At(step).Eta || s.Rate != s.Eta {
				t.Errorf("%s: backward, step %d has the rate %v, want step %d and %v", schedule, step, s.Eta, next, r.Steps().At(step).Eta)
			}
			next--
		}
		if r.Steps().Alike() || (schedule == "" || schedule == ConstantRate) == r.Steps().Falls() {
			t.Errorf("%s: Alike %v, Falls %v, want false, and true unless constant", schedule, r.Steps().Alike(), r.Steps().Falls())
		}
	}
}

// A cosine schedule to 0 is above 0 at every step, and accurate even where it is nearly 0.
func TestCosineToZero(t *testing.T) {
	r := Run{T: 1e12, Eta: 1, Schedule: CosineFall}
	half := math.Pi / 2 / 1e12
	if got := r.Steps().Share(r.T - 1); !near(got, half*half) {
		t.Errorf("the last of 10^12 steps has %v, want %v", got, half*half)
	}
}

// Blocks contain all steps in their order, with rates within each block's range, and they are few.
func TestBlocks(t *testing.T) {
	for _, steps := range []int{1, 300, 40_000, 1e7, 1e12} {
		for _, r := range []Run{
			{T: steps, Eta: 0.1, Schedule: CosineFall, Warmup: steps / 3},
			{T: steps, Eta: 0.1, Schedule: LinearFall},
			{T: steps, Eta: 0.1, Schedule: StepFall, ScheduleEvery: steps/20 + 1, ScheduleFactor: 0.5},
			{T: steps, Eta: 0.1, Schedule: StepFall, ScheduleEvery: steps/100000 + 1, ScheduleFactor: 0.9999, Warmup: 1},
			{T: steps, Eta: 0.1, Warmup: steps},
		} {
			next, blocks := 0, r.Steps().Blocks()
			for _, b := range blocks {
				if b.From != next || b.Steps < 1 || !(b.Low <= b.High && b.High <= r.Eta && b.Low > 0) || b.Low < 0.9*b.High {
					t.Fatalf("T = %d: block %+v, want one that begins at %d, with rates at most 10 %% apart", steps, b, next)
				}
				for _, at := range []int{b.From, b.From + b.Steps/2, b.From + b.Steps - 1} {
					if rate := r.Steps().At(at).Rate; rate < b.Low || rate > b.High {
						t.Fatalf("T = %d: step %d has %v, outside of %+v", steps, at, rate, b)
					}
				}
				next += b.Steps
			}
			if next != steps || len(blocks) > 150_000 {
				t.Errorf("T = %d: %d blocks of %d steps, want all steps in 150,000 blocks at most", steps, len(blocks), next)
			}
		}
	}
}

// faults reports whether an error is about the field.
func faults(err error, field string) bool {
	var list Errors
	return errors.As(err, &list) && len(list) == 1 && list[0].Field == field
}

func TestSchedulesAreChecked(t *testing.T) {
	r := Run{N: 10, B: 10, T: 10, Eta: 0.1, Clip: 1, Sigma: 1, Noise: IterateNoise, Diameter: 1, Adjacency: Replace, Scheme: Full,
		Loss: Convex, Smoothness: 1, Clipping: ClippingNever}
	for _, c := range []struct {
		change func(*Run)
		field  string
	}{
		{func(r *Run) { r.Warmup = 11 }, "warmup"},
		{func(r *Run) { r.Warmup = -1 }, "warmup"},
		{func(r *Run) { r.Schedule = LinearFall; r.ScheduleFinal = 1.5 }, "schedule_final"},
		{func(r *Run) { r.Schedule = StepFall; r.ScheduleFactor = 0.5 }, "schedule_every"},
		{func(r *Run) { r.Schedule = StepFall; r.ScheduleEvery = 1 }, "schedule_factor"},
		{func(r *Run) { r.Schedule = StepFall; r.ScheduleEvery = 1; r.ScheduleFactor = 1e-5 }, "schedule_factor"},
		{func(r *Run) { r.Schedule = "sawtooth" }, "schedule"},
		{func(r *Run) { r.Schedule = CosineFall; r.Eta = 1e-29 }, "schedule"},
		{func(r *Run) { r.Schedule = CosineFall; r.Warmup = 10 }, ""},
	} {
		changed := r
		c.change(&changed)
		err := changed.Validate()
		if (err == nil) != (c.field == "") || err != nil && !faults(err, c.field) {
			t.Errorf("%q: %v", c.field, err)
		}
	}
	linear := r
	linear.Schedule = LinearFall
	for _, c := range []struct {
		r     Run
		field string
		want  bool
	}{{linear, "schedule_final", true}, {linear, "schedule", true}, {r, "schedule", false}, {r, "warmup", false}} {
		if got := c.r.States(c.field); got != c.want {
			t.Errorf("%s: States(%s) = %t, want %t", c.r.Schedule, c.field, got, c.want)
		}
	}
}

// A proof about one step cannot ask for that of a run whose steps differ.
func TestNoOneStep(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("the step of a run with a warm-up does not panic, want it to: its steps differ")
		}
	}()
	Run{T: 10, Eta: 1, Warmup: 3}.Step()
}
