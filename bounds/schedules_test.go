package bounds

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/run"
)

// scheduled is a run with a learning rate that changes in a random way.
func scheduled(rng *rand.Rand, scheme run.Scheme) run.Run {
	r := DefaultRun()
	r.N, r.B, r.T = 60, 60, 2+rng.IntN(200)
	r.Eta, r.Clip, r.Sigma, r.Diameter = 0.1, 1, 0.02+0.1*rng.Float64(), math.Inf(1)
	r.Loss, r.Smoothness, r.Clipping, r.Scheme, r.Adjacency = run.Convex, 1, run.ClippingNever, scheme, run.ZeroOut
	if scheme != run.Full {
		r.B = 10
	}
	r.Noise = []run.Convention{run.IterateNoise, run.GradientNoise, run.LangevinNoise, run.NoiseMultiplier}[rng.IntN(4)]
	if rng.IntN(2) == 0 {
		r.WeightDecay = 3 * rng.Float64()
	}
	r.Warmup = rng.IntN(r.T + 1)
	r.Schedule = []run.RateSchedule{run.ConstantRate, run.LinearFall, run.CosineFall, run.StepFall}[rng.IntN(4)]
	r.ScheduleFinal, r.ScheduleEvery, r.ScheduleFactor = rng.Float64(), 1+rng.IntN(50), 0.2+0.8*rng.Float64()
	return r
}

// epsilonOf is what a row says of a run, NaN where it does not apply.
func epsilonOf(t *testing.T, id string, r run.Run, q claim.Question) float64 {
	t.Helper()
	row, _ := catalog.ByID(id)
	got := certifiedRow(t.Context(), row, r, q)
	if !got.Applies {
		return math.NaN()
	}
	if got.Err != nil {
		t.Fatalf("%s of %+v: %v", id, r, got.Err)
	}
	return got.Epsilon
}

// On full batches without a projection composition is above the shift optimum, and that above the
// linear adversary; in a fixed order too, at the worst position.
func TestSchedulesInOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 1))
	less := 0
	for i := range 300 {
		r := scheduled(rng, []run.Scheme{run.Full, run.Cyclic}[i%2])
		if r.Validate() != nil || r.Steady() {
			continue
		}
		for _, q := range []claim.Question{{Alpha: 3}, {Delta: 1e-5}} {
			composed, hidden, floor := epsilonOf(t, "composition", r, q), epsilonOf(t, "shift", r, q),
				epsilonOf(t, "linear-adversary", r, q)
			if !(composed*(1+1e-9) >= hidden && hidden*(1+1e-9) >= floor && floor > 0) {
				t.Fatalf("%+v at %+v: %v, %v, %v", r, q, composed, hidden, floor)
			}
			if hidden < composed*0.99 {
				less++
			}
			if one := epsilonOf(t, "one-step", r, q); r.T == 1 && one > composed*(1+1e-9) {
				t.Fatalf("one step loses %v, all %v", one, composed)
			}
		}
	}
	if less < 100 {
		t.Errorf("hidden state helps %d times only", less)
	}
}

// A schedule that changes nothing is a constant learning rate, to the last bit of every row.
func TestConstantSchedules(t *testing.T) {
	r := DefaultRun()
	r.N, r.B, r.T, r.Diameter = 60, 10, 50, 1
	same := []run.Run{r, r, r, r, r}
	same[1].Schedule, same[1].Warmup = run.ConstantRate, 1
	same[2].Schedule, same[2].ScheduleFinal = run.CosineFall, 1
	same[3].Schedule, same[3].ScheduleEvery, same[3].ScheduleFactor = run.StepFall, 50, 0.1
	same[4].Schedule, same[4].ScheduleEvery, same[4].ScheduleFactor = run.StepFall, 1, 1
	for _, id := range []string{"composition", "shift", "contraction", "profile", "last-step"} {
		for _, q := range []claim.Question{{Alpha: 3}, {Delta: 1e-5}} {
			want := epsilonOf(t, id, r, q)
			for _, s := range same[1:] {
				if got := epsilonOf(t, id, s, q); math.Float64bits(got) != math.Float64bits(want) {
					t.Errorf("%s: %v, with a constant learning rate %v", id, got, want)
				}
			}
		}
	}
}

// Where noise follows the learning rate composition does not, sampled or not.
func TestSchedulesOfRatios(t *testing.T) {
	for _, scheme := range run.Schemes() {
		for _, noise := range []run.Convention{run.GradientNoise, run.NoiseMultiplier, run.IterateNoise, run.LangevinNoise} {
			r := scheduled(rand.New(rand.NewPCG(1, 1)), scheme)
			r.Noise, r.Sigma, r.T, r.Warmup, r.Schedule, r.ScheduleFinal = noise, 2, 60, 10, run.CosineFall, 0
			follows := noise == run.GradientNoise || noise == run.NoiseMultiplier
			for _, q := range []claim.Question{{Alpha: 3}, {Delta: 1e-5}} {
				got, steady := epsilonOf(t, "composition", r, q), epsilonOf(t, "composition", r.AtRate(r.Eta), q)
				less := got <= 0.95*steady || scheme == run.Allocation // which counts every step with the largest learning rate
				if follows && got != steady || !(got > 0 && got <= steady*(1+1e-12)) || !follows && !less {
					t.Errorf("%s, %s: %v, with a constant learning rate %v", scheme, noise, got, steady)
				}
			}
		}
	}
}

// Rows whose proofs are about one step say what they lack, and every question about a run with a schedule has
// an answer.
func TestSchedulesAnswered(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(19, 2))
	for _, scheme := range run.Schemes() {
		for _, diameter := range []float64{0.1, math.Inf(1)} {
			r := scheduled(rng, scheme)
			r.Diameter, r.T, r.Warmup, r.Schedule = diameter, 40, 10, run.LinearFall
			p, err := Evaluate(t.Context(), r, claim.Question{Delta: 1e-5}, Settings{})
			if err != nil || p.Answer == nil || p.Statement == "" || p.Contradiction != nil {
				t.Fatalf("%s: %v, %+v, %q", scheme, err, p.Answer, p.Statement)
			}
			for _, row := range p.Rows {
				if row.Err != nil {
					t.Errorf("%s: %s: %v", scheme, row.Theorem.ID, row.Err)
				}
				first := row.Hypotheses[0].Name
				if scheme == run.Allocation && !row.Theorem.Allocates {
					if first != "batch scheme" {
						t.Errorf("%s: %s: %+v", scheme, row.Theorem.ID, row.Hypotheses[0])
					}
					continue
				}
				if row.Theorem.Schedules == (first == "constant learning rate") {
					t.Errorf("%s: %s: %+v", scheme, row.Theorem.ID, row.Hypotheses[0])
				}
				_, err := MakeSchedule(t.Context(), r, row.Theorem.ID, claim.Question{Delta: 1e-5})
				followed := scheme.Known() && (row.Theorem == ordered.Shift || row.Theorem == composition.Composition)
				if followed != (err == nil) {
					t.Errorf("%s: %s has a schedule of payments: %v", scheme, row.Theorem.ID, err)
				}
			}
			if got, err := Solve(t.Context(), r, "T", Target{Epsilon: 1, Question: claim.Question{Delta: 1e-5}}, Settings{}); err == nil {
				t.Errorf("%s: Solve for T with a schedule of rates = %+v, want an error", scheme, got)
			}
			if _, err := Solve(t.Context(), r, "sigma", Target{Epsilon: 1, Question: claim.Question{Delta: 1e-5}}, Settings{}); err != nil {
				t.Error(err)
			}
		}
	}
}

// At a stated position a run with a schedule is followed to its end.
func TestSchedulesAtPositions(t *testing.T) {
	r := scheduled(rand.New(rand.NewPCG(2, 1)), run.Cyclic)
	r.T, r.Warmup, r.Schedule, r.Noise, r.Sigma, r.Diameter = 33, 5, run.CosineFall, run.IterateNoise, 0.05, 0.1
	q, most := claim.Question{Alpha: 3}, map[string]float64{}
	for r.Position = 1; r.Position <= 6; r.Position++ {
		for _, id := range []string{"composition", "shift", "last-step"} {
			most[id] = max(most[id], epsilonOf(t, id, r, q))
		}
	}
	r.Position = 0
	for id, stated := range most {
		if worst := epsilonOf(t, id, r, q); !(math.Abs(worst/stated-1) < 1e-9) {
			t.Errorf("%s: the worst position loses %v, the worst of all %v", id, worst, stated)
		}
	}
}

// A learning rate that hardly changes costs hardly more than one that does not, in one secret order too, whose
// positions are averaged over; and the average is between a floor, NaN where that does not apply, and the worst position.
func TestNearlyConstantRate(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 8))
	less := 0
	for range 60 {
		r := scheduled(rng, run.ShuffleOnce)
		if rng.IntN(2) == 0 {
			r.Diameter = 0.5 * rng.Float64()
		}
		for _, q := range []claim.Question{{Alpha: 3}, {Delta: 1e-5}} {
			if r.Validate() == nil && !r.Steady() {
				known := r
				known.Scheme = run.Cyclic
				average, worst := epsilonOf(t, "shift", r, q), epsilonOf(t, "shift", known, q)
				if !(average <= worst*(1+1e-9)) || average < epsilonOf(t, "one-step", r, q)*(1-1e-9) {
					t.Fatalf("on average %v, at the worst position %v: %+v", average, worst, r)
				}
				if average < 0.9*worst {
					less++
				}
			}
			constant := r.AtRate(r.Eta)
			nearly := constant
			nearly.Schedule, nearly.ScheduleFinal = run.LinearFall, 1-1e-9
			if constant.T < 3 || constant.Validate() != nil {
				continue
			}
			want, got := epsilonOf(t, "shift", constant, q), epsilonOf(t, "shift", nearly, q)
			if math.Abs(got/want-1) > 1e-3 {
				t.Errorf("%v at a rate that hardly changes, %v at a constant one: %+v", got, want, nearly)
			}
		}
	}
	if less < 20 {
		t.Errorf("the average is below the worst position %d times only", less)
	}
}
