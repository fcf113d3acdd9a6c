package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// A schedule is followed on a grid as its Gaussian law is known, where there is no projection and
// maps have one slope.
func TestSchedulesAgainstGaussians(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 4))
	tried, falls := 0, map[run.RateSchedule]bool{}
	for tried < 8 {
		r := drawRun(rng, focus{scheme: run.Cyclic, decays: usualShare, changes: 1})
		if r.Bounded() || r.T > 12 || steady(r) || leastDeviation(r) < 0.2 || falls[r.Schedule] && tried < 4 {
			continue
		}
		a, ok := draw(rng, r)
		if !ok {
			continue
		}
		want, ok := exact(r, a)
		plan, err := a.plan(r)
		if !ok || err != nil {
			continue
		}
		got, err := maps{a, r, map[string][2]Piecewise{}, 0}.unbounded(plan, a.Start/noise(r), 1)
		if err != nil {
			continue
		}
		x, y := got.observe(1).renyi(0, 1, 1.5), want.observe(1).renyi(0, 1, 1.5)
		if y < 1e-3 || y > 20 {
			continue
		}
		tried++
		falls[r.Schedule] = true
		if math.Abs(x-y) > 1e-6*y {
			t.Errorf("%.9g on a grid, %.9g: %s", x, y, Attack{claim.Query{Run: r, Question: claim.Question{Alpha: 1.5}}, a}.Link())
		}
	}
	if len(falls) < 4 {
		t.Errorf("only %v", falls)
	}
}

// Shares are those of the words: PyTorch's values after so many steps.
func TestShares(t *testing.T) {
	r := run.Run{T: 10, Warmup: 2, Schedule: run.CosineFall, ScheduleFinal: 0.2}
	for step, want := range map[int]float64{0: 0.5, 1: 1, 2: 1, 4: 0.2 + 0.4*(1+math.Sqrt2/2), 6: 0.6} {
		if got := share(r, step); math.Abs(got-want) > 1e-15 {
			t.Errorf("step %d has %v, want %v", step, got, want)
		}
	}
	r.Schedule = run.LinearFall
	if got := share(r, 6); math.Abs(got-0.6) > 1e-15 {
		t.Errorf("half of the way is %v", got)
	}
	r.Schedule, r.ScheduleEvery, r.ScheduleFactor = run.StepFall, 3, 0.5
	if a, b, c := share(r, 4), share(r, 5), share(r, 8); a != 1 || b != 0.5 || c != 0.25 {
		t.Errorf("shares of steps 4, 5 and 8 with drops every 3 steps = %v, %v, %v, want 1, 0.5, 0.25", a, b, c)
	}
}
