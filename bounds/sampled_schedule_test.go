package bounds

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/renyi"
	"lastiterate/bounds/internal/row/paper"
	"lastiterate/bounds/internal/row/sampled"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// sampledRuns are of every modulus and price that the rows for sampled batches know.
func sampledRuns() map[string]run.Run {
	out := map[string]run.Run{}
	for name, change := range map[string]func(*run.Run){
		"strongly convex": func(r *run.Run) { r.Loss = run.StronglyConvex },
		"expanding":       func(r *run.Run) { r.Loss = run.Smooth },
		"convex":          func(*run.Run) {},
		"zeroed":          func(r *run.Run) { r.Loss, r.Adjacency = run.StronglyConvex, run.ZeroOut },
		"clipped": func(r *run.Run) {
			r.Loss, r.Smoothness, r.Clipping, r.N, r.B, r.T = run.Smooth, 1000, run.ClippingActive, 5, 1, 100_000
		},
		"Hölder":        func(r *run.Run) { r.Loss, r.HolderOrder, r.Clipping = run.Holder, 0.5, run.ClippingActive },
		"no projection": func(r *run.Run) { r.Diameter = math.Inf(1) },
		"one step":      func(r *run.Run) { r.T = 1 },
		"every example": func(r *run.Run) { r.B = r.N },
		"long":          func(r *run.Run) { r.T, r.N, r.Diameter = 400_000, 10_000, 0.01 },
		"long window":   func(r *run.Run) { r.T, r.N, r.Diameter = 400_000, 500, 30 },
	} {
		r := DefaultRun()
		r.N, r.Scheme, r.Loss, r.T, r.Diameter = 50, run.WithoutReplacement, run.Convex, 2000, 0.5
		change(&r)
		out[name] = r
	}
	return out
}

// oneSampledStep is S_α(q, βσ²) of the row, with the share β of the noise on the batch:
// Theorem 3.12 prints β for the share of the deviation, and one direction.
func oneSampledStep(t *testing.T, row string, r run.Run, alpha, beta float64) float64 {
	t.Helper()
	q, u := r.SamplingRate(), r.IterateNoise()/r.Sensitivity()
	price := func() (float64, error) { return renyi.Counted{}.WithoutReplacement(q, math.Sqrt(beta)*u, alpha) }
	switch {
	case row == paper.ChienLi312.ID:
		price = func() (float64, error) { return renyi.Counted{}.NormalToMix(q, beta*u, alpha) }
	case r.Adjacency == run.ZeroOut:
		price = func() (float64, error) { return renyi.Counted{}.WithoutReplacementZeroOut(q, math.Sqrt(beta)*u, alpha) }
	}
	e, err := price()
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Where every order divides the noise of the steps differently, the schedule is that of
// the question's order: its steps lead from no less than the runs can be apart to 0, and
// what they pay by the formula of the theorem adds up to the row's divergence.
func TestSampledSchedules(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	shared, worst, thinned := map[string]int{}, 0, 0
	for name, r := range sampledRuns() {
		if err := r.Validate(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, th := range []*theorem.Theorem{sampled.SampledShift, paper.ChienLi312} {
			for _, q := range []claim.Question{{Alpha: 2}, {Alpha: 17.5}, {Delta: 1e-5}} {
				row := evaluateRow(ctx, th, r, q)
				s, err := MakeSchedule(ctx, r, th.ID, q)
				if row.Schedule != (err == nil) {
					t.Fatalf("%s, %s, %+v, schedule %v: %v", name, th.ID, q, row.Schedule, err)
				}
				if err != nil {
					if why := err.Error(); !strings.Contains(why, "forgets") && !strings.Contains(why, "does not apply") &&
						!strings.Contains(why, "sampled afresh") {
						t.Errorf("%s, %s, %+v: %v", name, th.ID, q, err)
					}
					continue
				}
				n := len(s.At)
				if s.Alpha != row.Alpha || s.At[0] != s.Tau || s.At[n-1] != r.T-1 || n > scheduleSteps || !s.Every && n < scheduleSteps/2 {
					t.Fatalf("%s, %s, %+v: of order %v, %d steps from %d", name, th.ID, q, s.Alpha, n, s.Tau)
				}
				if got := s.Alpha * s.Paid[n]; math.Abs(got-row.Renyi) > 1e-9*row.Renyi {
					t.Errorf("%s, %s, %+v: the schedule pays %v for %v", name, th.ID, q, got, row.Renyi)
				}
				if last := len(s.Forward) - 1; s.ForwardAt[last] != s.Tau || s.Forward[last] > s.Z[0]*(1+1e-9) {
					t.Errorf("%s, %s, %+v: starts from %v where the runs may be %v apart", name, th.ID, q, s.Z[0], s.Forward[last])
				}
				for i, z := range s.Forward {
					if want := min(float64(s.ForwardAt[i])*r.Sensitivity(), r.Diameter); name == "convex" && th == sampled.SampledShift &&
						math.Abs(z-want) > 1e-9*want {
						t.Errorf("%s, %+v: after %d steps the runs are %v apart, want %v", name, q, s.ForwardAt[i], z, want)
					}
				}
				if s.S[n-1] > 0 {
					worst++
					continue // the worst batches, whose steps are those of the other rows
				}
				if !s.Every {
					thinned++
				}
				for _, beta := range s.Beta {
					if beta < 1 {
						shared[th.ID]++
						break
					}
				}
				walkSampled(t, name, th.ID, r, s)
			}
		}
	}
	if shared["shift-sampled"] < 15 || shared["chien-li-3.12"] < 5 || worst == 0 || thinned < 4 {
		t.Errorf("shared: %v, worst batches %d, thinned %d", shared, worst, thinned)
	}
}

// walkSampled holds every listed step to the theorem.
func walkSampled(t *testing.T, name, row string, r run.Run, s Schedule) {
	t.Helper()
	sigma := r.IterateNoise()
	m := modulus.Of(r.Step())
	if row == paper.ChienLi312.ID { // g(z) = z + ηLz^λ
		holder := modulus.Modulus{Holder: r.Eta * r.Smoothness, Order: 1}
		if r.Loss == run.Holder {
			holder.Order = r.HolderOrder
		}
		m = modulus.Min{holder}
	}
	known := map[float64]float64{}
	scale := s.Z[0]
	for _, z := range s.Z {
		scale = max(scale, z)
	}
	for i, step := range s.At {
		if i+1 < len(s.At) && s.At[i+1] > step+1 {
			continue
		}
		after := 0.0
		if i+1 < len(s.Z) {
			after = s.Z[i+1]
		}
		// A larger distance than is left would have to be paid, too.
		if m.Eval(s.Z[i])-s.A[i] > after+1e-9*scale {
			t.Fatalf("%s, %s, α = %v: step %d takes %v to %v, less %v, not to %v", name, row, s.Alpha, step, s.Z[i], m.Eval(s.Z[i]),
				s.A[i], after)
		}
		hide, ok := known[s.Beta[i]]
		if !ok {
			hide = oneSampledStep(t, row, r, s.Alpha, s.Beta[i])
			known[s.Beta[i]] = hide
		}
		pay := 0.0
		if s.A[i] > 0 {
			pay = s.Alpha * s.A[i] * s.A[i] / (2 * sigma * sigma * (1 - s.Beta[i]))
		}
		total := s.Alpha * s.Paid[len(s.Paid)-1]
		hidden, paid := s.Alpha*(s.Composed[i+1]-s.Composed[i]), s.Alpha*(s.Paid[i+1]-s.Paid[i])
		near := 1e-9
		if row == paper.ChienLi312.ID {
			near = 2e-3 // whose S is interpolated
		}
		if math.Abs(hidden-hide) > near*hide+1e-12*total || math.Abs(paid-hide-pay) > near*(hide+pay)+1e-12*total {
			t.Fatalf("%s, %s, α = %v: step %d with β = %v hides for %v and pays %v, want %v and %v", name, row, s.Alpha, step,
				s.Beta[i], hidden,
				paid, hide, hide+pay)
		}
	}
}

// Without a question there is no telling which order is meant, and it says so; rows that
// have one schedule for all orders answer with the same whatever is asked.
func TestScheduleQuestion(t *testing.T) {
	ctx := context.Background()
	sampled := sampledRuns()["Hölder"]
	for _, row := range []string{"shift-sampled", "chien-li-3.12"} {
		if _, err := MakeSchedule(ctx, sampled, row, claim.Question{}); !errors.Is(err, ErrNoSchedule) ||
			!strings.Contains(err.Error(), "ask for an order or a δ") {
			t.Errorf("%s without a question: %v", row, err)
		}
		if _, err := MakeSchedule(ctx, sampled, row, claim.Question{Alpha: 0.5}); err == nil || errors.Is(err, ErrNoSchedule) {
			t.Errorf("%s at α = 0.5: %v", row, err)
		}
	}
	for _, row := range []string{"shift", "chien-li-3.1", "composition"} {
		plain, err := MakeSchedule(ctx, DefaultRun(), row, claim.Question{})
		if err != nil {
			t.Fatal(err)
		}
		asked, err := MakeSchedule(ctx, DefaultRun(), row, claim.Question{Delta: 1e-7})
		if err != nil || asked.Alpha != 0 || len(asked.A) != len(plain.A) || asked.Paid[len(asked.A)] != plain.Paid[len(plain.A)] {
			t.Errorf("%s: %v, %v with a question, %v without", row, err, asked.Paid, plain.Paid)
		}
	}
}

// Over random runs a row is marked as one with a schedule where it has one, and only there.
func TestSampledScheduleIsThere(t *testing.T) {
	ctx := context.Background()
	source := rand.New(rand.NewPCG(7, 2026))
	seen := 0
	for range 400 {
		r, q := draw(source)
		if r.Scheme != run.WithoutReplacement {
			continue
		}
		for _, th := range []*theorem.Theorem{sampled.SampledShift, paper.ChienLi312} {
			row := evaluateRow(ctx, th, r, q)
			s, err := MakeSchedule(ctx, r, th.ID, q)
			if row.Schedule != (err == nil) {
				t.Errorf("%s, schedule %v: %v for %+v, %+v", th.ID, row.Schedule, err, r, q)
			}
			if err != nil {
				continue
			}
			seen++
			if got := s.Alpha * s.Paid[len(s.Paid)-1]; math.Abs(got-row.Renyi) > 1e-9*row.Renyi {
				t.Errorf("%s pays %v for %v: %+v, %+v", th.ID, got, row.Renyi, r, q)
			}
		}
	}
	if seen < 60 {
		t.Errorf("only %d schedules", seen)
	}
}
