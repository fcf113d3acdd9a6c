package replay

import (
	"context"
	"errors"
	"math"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/run"
)

// Whatever the noise, the shifted run is never further from its goal than the
// schedule says, and there at the end; what is spent is the schedule's value.
func TestThePaymentsLeadThere(t *testing.T) {
	strong := bounds.DefaultRun()
	convex := strong
	convex.Loss = run.Convex
	cyclic := convex
	cyclic.N, cyclic.B, cyclic.Scheme = 50, 5, run.Cyclic
	unbounded := strong
	unbounded.Diameter = math.Inf(1)
	cosine, gradient := strong, unbounded // with noise that is the same at every step, and with noise that follows the rate
	cosine.Schedule, cosine.ScheduleFinal = run.CosineFall, 0.1
	gradient.Schedule, gradient.Warmup, gradient.Noise = run.LinearFall, 20, run.GradientNoise
	gradient.ScheduleFinal = 0.5
	decaying := convex
	decaying.WeightDecay, decaying.Diameter = 0.5, math.Inf(1)
	long, thinned := cyclic, convex
	long.N, long.B, long.T = 2000, 100, 2000
	thinned.T, thinned.Diameter = 100_000, 500
	for name, r := range map[string]run.Run{"strongly convex": strong, "convex": convex, "cyclic": cyclic, "unbounded": unbounded,
		"cosine": cosine, "falling noise": gradient, "weight decay": decaying, "long": long, "long, with steps left out": thinned} {
		for _, seed := range []uint64{1, 2, 3} {
			p, err := Of(context.Background(), r, seed, bounds.Settings{})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			n := p.T - p.First + 1
			if len(p.With) != n || len(p.Without) != n || len(p.Shifted) != n || len(p.Allowed) != n || len(p.Spent) != n || p.Row == "" {
				t.Fatalf("%s: %+v", name, p)
			}
			left := p.Left()
			for i, z := range left {
				if z > p.Allowed[i]*(1+1e-9)+1e-9 {
					t.Errorf("%s, step %d: %v is left, the schedule allows %v", name, p.First+i, z, p.Allowed[i])
				}
				for _, x := range []float64{p.With[i], p.Without[i], p.Shifted[i]} {
					if math.Abs(x) > r.Diameter/2*(1+1e-12) {
						t.Errorf("%s: %v is outside of the domain", name, x)
					}
				}
				if i > 0 && p.Spent[i] < p.Spent[i-1] {
					t.Errorf("%s: what is spent falls", name)
				}
			}
			if end := left[n-1]; end > 1e-9 {
				t.Errorf("%s: %v is left at the end", name, end)
			}
			// On a small domain the projection alone may bring them together.
			if !r.Bounded() && math.Abs(p.With[n-1]-p.Without[n-1]) < 1e-6 {
				t.Errorf("%s: the two runs themselves meet: nothing is shown", name)
			}
			again, _ := Of(context.Background(), r, seed, bounds.Settings{})
			if again.With[n-1] != p.With[n-1] {
				t.Errorf("%s: the same seed gives another replay", name)
			}
		}
	}
}

func TestWhatCannotBePlayed(t *testing.T) {
	reshuffled := bounds.DefaultRun()
	reshuffled.N, reshuffled.B, reshuffled.Scheme = 50, 5, run.Reshuffle
	sampled := reshuffled
	sampled.Scheme = run.WithoutReplacement // which has schedules, one for every order
	for name, r := range map[string]run.Run{"reshuffled": reshuffled, "sampled": sampled} {
		var errs run.Errors
		if _, err := Of(context.Background(), r, 1, bounds.Settings{}); !errors.As(err, &errs) || errs[0].Field != "run" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Of a schedule too long to watch the last steps are played, from the distance that the steps before leave and the loss that they cost.
func TestLastStepsOfALongSchedule(t *testing.T) {
	r := bounds.DefaultRun()
	r.Loss, r.N, r.B, r.Scheme, r.T = run.Convex, 2000, 100, run.Cyclic, 2000
	p, err := Of(context.Background(), r, 1, bounds.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	if p.First != r.T-400 || p.Tau > p.First || p.Spent[0] <= 0 || p.Allowed[0] <= 0 || math.Abs(p.Left()[0]-p.Allowed[0]) > 1e-12 {
		t.Errorf("the replay begins after %d of %d steps, at a distance of %v with %v spent", p.First, p.T, p.Allowed[0], p.Spent[0])
	}
	r.T = 60
	if p, err := Of(context.Background(), r, 1, bounds.Settings{}); err != nil || p.First != p.Tau {
		t.Errorf("a short replay begins after %d steps, want τ = %d (%v)", p.First, p.Tau, err)
	}
}
