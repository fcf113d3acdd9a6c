package bounds

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/draws"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/run"
)

// positioned is a random run in a known order with a stated position.
func positioned(source *rand.Rand) (run.Run, claim.Question) {
	for {
		r, q := draw(source)
		r.Scheme = run.Cyclic
		if r.Adjacency == run.AddRemove {
			r.Adjacency = run.ZeroOut
		}
		if r.StepsPerEpoch() < 2 || r.T < 2 {
			continue
		}
		r.Position = 1 + source.IntN(min(r.StepsPerEpoch(), r.T))
		if source.IntN(4) == 0 {
			q = claim.Question{Delta: random.LogUniform(source, 1e-9, 0.1)}
		}
		return r, q
	}
}

// TestPositions holds at stated positions what TestRandomRuns holds at the worst: no
// upper bound below any floor, no row below the shift optimum. And no position loses
// more than the worst one.
func TestPositions(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	t.Parallel()
	source := rand.New(rand.NewPCG(21, 4))
	applied, below := map[string]int{}, map[string]int{}
	n := draws.Sample(300, 3000)
	for i := range n {
		r, q := positioned(source)
		dear := i%20 == 0 && r.T < 300
		at := evaluateAll(r, q, dear)
		for _, fault := range faults(r, at) {
			t.Errorf("run %d: %s\n%+v %+v", i, fault, r, q)
		}
		worst := r
		worst.Position = 0
		for id, most := range evaluateUpper(worst, q, dear) {
			row := at[id]
			if row.Theorem.Side != claim.Upper || row.Theorem.Status != claim.Proved || !row.Applies || !most.Applies {
				continue
			}
			applied[id]++
			allowed := slack
			switch id {
			case "profile":
				allowed = 2e-4 // its plan is searched for on a grid
			case "chien-li-A.1":
				allowed = 5e-3 // so are its payments
			}
			if row.Epsilon > most.Epsilon*(1+allowed) {
				t.Errorf("run %d: %s is %v at batch %d, %v at the worst\n%+v %+v", i, id, row.Epsilon, r.Position, most.Epsilon, r, q)
			}
			if row.Epsilon < most.Epsilon*(1-slack) {
				below[id]++
			}
		}
		if r.AfterLastUse() > 0 && at["one-step"].Applies {
			t.Errorf("run %d: the last step's floor at a position that it does not use", i)
		}
	}
	for _, id := range []string{"composition", "shift", "ye-shokri-3.3", "feldman", "contraction", "joint", "profile", "chien-li-A.1",
		"bok-su-altschuler", "balle", "kong-ribero-2.3"} {
		if applied[id] < 2 || below[id] == 0 {
			t.Errorf("%s applied %d times, %d times below the worst position's", id, applied[id], below[id])
		}
	}
}

// The worst position is that of the last step.
func TestWorstPositionIsTheLargest(t *testing.T) {
	source := rand.New(rand.NewPCG(21, 5))
	for i := range draws.Sample(20, 200) {
		r, q := positioned(source)
		if r.StepsPerEpoch() > 8 {
			r.N = r.B * (2 + source.IntN(7))
		}
		r.T = 1 + r.T%40
		worst := r
		worst.Position = 0
		most := map[string]float64{}
		for r.Position = 1; r.Position <= min(r.StepsPerEpoch(), r.T); r.Position++ {
			for id, row := range evaluateAll(r, q, false) {
				if row.Applies && row.Theorem.Side == claim.Upper {
					most[id] = max(most[id], row.Epsilon)
				}
			}
		}
		for id, row := range evaluateAll(worst, q, false) {
			if row.Applies && row.Theorem.Side == claim.Upper && math.Abs(most[id]-row.Epsilon) > slack*row.Epsilon {
				t.Errorf("run %d: %s is %v at the worst position, at most %v at every one\n%+v %+v", i, id, row.Epsilon, most[id], worst, q)
			}
		}
	}
}

// Under linear moduli the shift row is the optimum over every start and every payment
// of the steps that use the example.
func TestShiftAtAPosition(t *testing.T) {
	r := run.Run{N: 12, B: 2, T: 21, Eta: 0.1, Clip: 1, Sigma: 0.2, Noise: run.IterateNoise, Diameter: math.Inf(1), Adjacency: run.Replace,
		Scheme: run.Cyclic, Loss: run.StronglyConvex, Smoothness: 1, StrongConvexity: 0.5, Clipping: run.ClippingDifference}
	for _, d := range []float64{math.Inf(1), 0.3} {
		r.Diameter = d
		for r.Position = 1; r.Position <= 6; r.Position++ {
			factors, jumps := make([]float64, r.T), make([]float64, r.T)
			for i := range factors {
				factors[i] = 0.95
				if i%6 == r.Position-1 {
					jumps[i] = 0.1
				}
			}
			want := Hull(factors, jumps, r.Diameter) * 2 / (2 * 0.04)
			got := row(t, r, claim.Question{Alpha: 2}, "shift")
			if math.Abs(got.Epsilon-want) > 1e-9*want || !got.Certified {
				t.Errorf("D = %v, batch %d: %v (certified: %v), the hull says %v", d, r.Position, got.Epsilon, got.Certified, want)
			}
			// Two Gaussians: no analysis can be below, and here the optimum is close.
			push, variance := 0.0, 0.0
			for i, s := range jumps {
				w := math.Pow(0.95, float64(r.T-1-i))
				push += w * s
				variance += w * w * 0.04
			}
			if !math.IsInf(d, 1) {
				continue
			}
			floor := row(t, r, claim.Question{Alpha: 2}, "linear-adversary")
			if want := push * push / variance; !(floor.Epsilon >= want*(1-1e-9) && floor.Epsilon <= got.Epsilon) {
				t.Errorf("batch %d: the floor is %v, this run loses %v, the bound is %v", r.Position, floor.Epsilon, want, got.Epsilon)
			}
		}
	}
}

// A schedule at a position ends with the steps that do not use the example, and shows
// payments at their own time.
func TestScheduleAtAPosition(t *testing.T) {
	r := DefaultRun()
	r.N, r.B, r.Scheme, r.T, r.Position = 20, 5, run.Cyclic, 42, 4 // used last at step 39
	for _, id := range []string{"shift", "composition", "chien-li-A.1"} {
		s, err := MakeSchedule(context.Background(), r, id, claim.Question{})
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		if s.T != 42 || s.At[len(s.At)-1] != 41 || s.Z[len(s.Z)-1] < 0 {
			t.Errorf("%s: %+v", id, s)
		}
		for i, at := range s.At {
			if used := at%4 == 3; used != (s.S[i] > 0) {
				t.Errorf("%s: step %d has the sensitivity %v", id, at, s.S[i])
			}
		}
		if id == "shift" && !(s.A[len(s.A)-1] > 0) {
			t.Errorf("the last steps pay nothing: %v", s.A)
		}
	}
	// Under concave moduli each use is paid for before the next, and after the last.
	r.Loss, r.WeakConvexity, r.Diameter = run.WeaklyConvex, 0.1, math.Inf(1)
	s, err := MakeSchedule(context.Background(), r, "shift", claim.Question{})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(s.A); n != 42 || !(s.A[n-1] > 0) || s.Z[n-1] == 0 {
		t.Errorf("weakly convex: %+v", s)
	}
	if th, _ := catalog.ByID("composition"); th.Positions {
		t.Error("composition has Positions = true, want false: it is cut at the last use")
	}
}

// Where every example has a batch, the average over positions is the scheme shuffled
// once: of Rényi divergences at an order, of δ at a δ, position by position.
func TestAverageOverPositionsIsShuffledOnce(t *testing.T) {
	r := run.Run{N: 12, B: 2, T: 21, Eta: 0.1, Clip: 1, Sigma: 0.2, Noise: run.IterateNoise, Diameter: 0.3, Adjacency: run.Replace,
		Scheme: run.Cyclic, Loss: run.StronglyConvex, Smoothness: 1, StrongConvexity: 0.5, Clipping: run.ClippingDifference}
	secret := r
	secret.Scheme = run.ShuffleOnce
	const alpha, delta = 5.0, 1e-4
	order, failure := 0.0, row(t, secret, claim.Question{Delta: delta}, "shift").Epsilon
	mean := 0.0
	for r.Position = 1; r.Position <= 6; r.Position++ {
		at := row(t, r, claim.Question{Alpha: alpha}, "shift")
		order += math.Exp((alpha-1)*at.Epsilon) / 6
		mean += errfloat.Profile(at.Mu, failure) / 6
	}
	if got, want := row(t, secret, claim.Question{Alpha: alpha},
		"shift").Epsilon, math.Log(order)/(alpha-1); math.Abs(got-want) > 1e-9*want {
		t.Errorf("shuffled once ε(%v) = %v, the average %v", alpha, got, want)
	}
	if math.Abs(mean-delta) > 1e-7*delta {
		t.Errorf("shuffled once ε = %v, at which δ is %v on average, want %v", failure, mean, delta)
	}
}

// Statement and warning say whose loss it is.
func TestStatementAtAPosition(t *testing.T) {
	r := DefaultRun()
	r.N, r.B, r.Scheme, r.Position = 20, 5, run.Cyclic, 3
	report, err := Evaluate(context.Background(), r, DefaultQuestion(), Settings{})
	if err != nil {
		t.Fatal(err)
	}
	if want := "adjacency, for the examples in batch 3 of each epoch, the released"; !strings.Contains(report.Statement, want) {
		t.Errorf("%q has not %q", report.Statement, want)
	}
	if len(report.Warnings) != 1 || !strings.Contains(report.Warnings[0], "batch 3") {
		t.Errorf("%q", report.Warnings)
	}
}

// The longest run for a target ends just before the example is used again.
func TestSolveLengthAtAPosition(t *testing.T) {
	r := DefaultRun()
	r.N, r.B, r.Scheme, r.Diameter, r.Loss, r.Position = 20, 5, run.Cyclic, math.Inf(1), run.Convex, 3
	target := Target{Epsilon: 8, Question: claim.Question{Alpha: 2}}
	found, err := Solve(context.Background(), r, "T", target, Settings{})
	if err != nil {
		t.Fatal(err)
	}
	meets := func(T int) bool {
		r.T = T
		report, err := Evaluate(context.Background(), r, target.Question, Settings{})
		if err != nil {
			t.Fatal(err)
		}
		return report.Answer.Epsilon <= target.Epsilon
	}
	T := int(found.Value)
	if T%4 != 2 || !meets(T) {
		t.Errorf("T = %d", T)
	}
	for longer := T + 1; longer <= T+12; longer++ {
		if meets(longer) {
			t.Errorf("T = %d meets the target, and %d was found", longer, T)
		}
	}
}

// The logistic regression of Bok, Su and Altschuler 2024, Table 1 (B = 40, E = 50, s/σ =
// 2/3, c = 1 − 10⁻⁴, δ = 10⁻⁵): 4.3392 at the worst position; an example of the first
// batch loses 3.1118, which a linear run does lose, to ten digits.
func TestFirstBatchOfLogisticRegression(t *testing.T) {
	r := run.Run{N: 40, B: 1, T: 2000, Eta: 0.05, Clip: 1, Sigma: 1, Noise: run.IterateNoise, Diameter: math.Inf(1), Adjacency: run.Replace,
		Scheme: run.Cyclic, Loss: run.StronglyConvex, Smoothness: 1, StrongConvexity: 0.002, Clipping: run.ClippingDifference}
	r = r.WithIterateNoise(r.Sensitivity() * 1.5)
	q := claim.Question{Delta: 1e-5}
	if got := row(t, r, q, "shift").Epsilon; math.Abs(got-4.3392) > 5e-5 {
		t.Errorf("worst position: %v", got)
	}
	r.Position = 1
	upper, lower := row(t, r, q, "shift"), row(t, r, q, "linear-adversary")
	if !upper.Certified || !lower.Certified || math.Abs(upper.Epsilon-3.11183693) > 1e-8 || upper.Epsilon < lower.Epsilon ||
		upper.Epsilon > lower.Epsilon*(1+1e-10) {
		t.Errorf("first batch: at most %v, at least %v", upper.Epsilon, lower.Epsilon)
	}
}
