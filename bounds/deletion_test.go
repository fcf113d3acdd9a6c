package bounds

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/draws"
	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/internal/row/attained"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/internal/row/paper"
	"lastiterate/bounds/run"
)

// deletedRun is a random run whose example is deleted at least a step before the end.
func deletedRun(source *rand.Rand) (run.Run, claim.Question) {
	for {
		r, q := draw(source)
		if r.T < 3 {
			continue
		}
		if source.IntN(2) == 0 {
			r = decayed(source, r)
		}
		r.After = 1 + int(random.LogUniform(source, 1, float64(r.T-1)))
		r.After = min(r.After, r.T-2)
		if r.Scheme == run.Cyclic && source.IntN(3) == 0 {
			r.Position = 1 + source.IntN(min(r.StepsPerEpoch(), r.Holding()))
		}
		if source.IntN(8) == 0 {
			q = claim.Question{Delta: random.LogUniform(source, 1e-9, 0.1)}
		}
		if r.Validate() == nil {
			return r, q
		}
	}
}

// After a deletion no upper bound is below a floor, none below the shift optimum of its order, and
// each says at most what it says of fewer steps after a deletion of as long a run, and of the run up to
// the deletion.
func TestDeletions(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	t.Parallel()
	source := rand.New(rand.NewPCG(22, 1))
	applied, below := map[string]int{}, map[string]int{}
	for i := range draws.Sample(120, 4000) {
		r, q := deletedRun(source)
		dear := i%20 == 0 && r.T < 300
		at := evaluateAll(r, q, dear)
		for _, fault := range faults(r, at) {
			t.Errorf("run %d: %s\n%+v %+v", i, fault, r, q)
		}
		sooner := r
		if sooner.After = 0; source.IntN(2) == 0 {
			sooner.After = source.IntN(r.After)
		}
		for which, other := range []run.Run{sooner, r.ToDeletion()} {
			if other.Position > 0 && which == 0 && other.AfterLastUse() > r.AfterLastUse() {
				t.Fatalf("run %d: the last use of %+v is before that of %+v", i, other, r)
			}
			for id, most := range evaluateUpper(other, q, dear) {
				row := at[id]
				th := row.Theorem
				if th.Side != claim.Upper || th.Status != claim.Proved || !most.Applies || most.Err != nil || most.As.Scheme != "" {
					continue
				}
				if th.LosesPlace(r) {
					if row.Applies {
						t.Errorf("run %d: %s, though later steps may tell where the example stood\n%+v", i, id, r)
					}
					continue
				}
				if which == 0 && !(th.Deletes && !slower(r)) && (r.Scheme.Secret() || r.Position > 0 || slower(r)) {
					continue // the run up to a later deletion may end elsewhere in an epoch
				}
				if which == 0 && r.Position > 0 && r.Loss == run.Holder || most.Epsilon < 1e-18 {
					continue // where the rays of Theorem A.1 may serve best; of the size of what rounding adds
				}
				allowed := slack
				switch id {
				case "profile", "shift-averaged", "averaged-reshuffled", "contraction":
					allowed = 2e-3 // plans are looked for on grids
				case "shift":
					if r.Scheme == run.Reshuffle {
						allowed = 2e-3
					}
				}
				if !row.Applies || row.Err != nil || row.Epsilon > most.Epsilon*(1+allowed) {
					t.Errorf("run %d: %s is %v (%v) after %d steps, %v after %d of T = %d\n%+v %+v", i, id, row.Epsilon, row.Err, r.After,
						most.Epsilon,
						other.After, other.T, r, q)
				}
				if which == 1 {
					applied[id]++
					if row.Epsilon < most.Epsilon*(1-1e-6) {
						below[id]++
					}
				}
			}
		}
		if at["one-step"].Applies {
			t.Errorf("run %d: the last step's floor after a deletion", i)
		}
	}
	for _, th := range catalog.All() {
		if th == paper.ChienWang { // says nothing of a run without a deletion
			continue
		}
		if th.Side == claim.Upper && th.Deletes && !isDear(th) && below[th.ID] == 0 {
			t.Errorf("%s follows the steps after a deletion, and was never below the run up to it, of %d", th.ID, applied[th.ID])
		}
	}
	t.Log(applied, below)
}

// The published bound of the steps after a deletion is at least twice the optimum of the shift program, at every position, and above
// every floor (chienwang.md, Theorem 1).
func TestUnlearningIsAboveTheShift(t *testing.T) {
	source := rand.New(rand.NewPCG(22, 3))
	compared := 0
	for range draws.Sample(150, 3000) {
		r, q := draw(source)
		if r = unlearned(source, r); r.After == 0 {
			continue
		}
		if r.Scheme == run.Cyclic && source.IntN(2) == 0 {
			r.Position = 1 + source.IntN(min(r.StepsPerEpoch(), r.Holding()))
		}
		at := evaluateAll(r, q, false)
		for _, fault := range faults(r, at) {
			t.Errorf("%s\n%+v %+v", fault, r, q)
		}
		printed, optimum := at[paper.ChienWang.ID], at[ordered.Shift.ID]
		if !printed.Applies || printed.Err != nil || optimum.Err != nil {
			continue
		}
		compared++
		if printed.Epsilon < 2*optimum.Epsilon*(1-slack) {
			t.Errorf("%v, the optimum is %v\n%+v %+v", printed.Epsilon, optimum.Epsilon, r, q)
		}
	}
	if compared < 20 {
		t.Errorf("%d runs", compared)
	}
}

// slower reports whether steps that lack an example count as contracting less than others.
func slower(r run.Run) bool { return r.Loss == run.StronglyConvex && r.Clipping != run.ClippingGLM }

// Under linear moduli the shift row is the optimum over every start and every payment, in known
// orders of every place and on full batches; strongly convex steps that lack a term contract less.
func TestShiftAfterADeletion(t *testing.T) {
	base := run.Run{N: 12, B: 2, T: 37, Eta: 0.1, Clip: 1, Sigma: 0.2, Noise: run.IterateNoise, Adjacency: run.Replace,
		Scheme: run.Cyclic, Loss: run.StronglyConvex, Smoothness: 1, StrongConvexity: 0.5, Clipping: run.ClippingDifference}
	full := base
	full.Scheme, full.N = run.Full, 2
	convex := full
	convex.Loss, convex.WeightDecay = run.Convex, 0.3
	expands := base
	expands.Loss = run.Smooth
	for _, r := range []run.Run{base, full, convex, expands} {
		for _, d := range []float64{math.Inf(1), 0.5} {
			for _, after := range []int{1, 4, 6, 7, 20, 36} {
				for place := range min(r.StepsPerEpoch(), r.T-after) {
					r.Diameter, r.After = d, after
					if r.Scheme == run.Cyclic {
						r.Position = place + 1
					}
					idle, used := 1-0.1*0.5/2, 1-0.1*0.5
					switch r.Loss {
					case run.Convex:
						idle, used = 0.97, 0.97
					case run.Smooth:
						idle, used = 1.1, 1.1
					}
					factors, jumps := make([]float64, r.T), make([]float64, r.T)
					for t := range factors {
						factors[t] = idle
						if t%r.StepsPerEpoch() == place && t < r.T-after {
							factors[t], jumps[t] = used, 0.1
						}
					}
					want := Hull(factors, jumps, r.Diameter) * 2 / (2 * 0.04)
					if before := row(t, r.ToDeletion(), claim.Question{Alpha: 2}, "shift"); r.Loss == run.StronglyConvex {
						want = min(want, before.Epsilon)
					}
					got := row(t, r, claim.Question{Alpha: 2}, "shift")
					if math.Abs(got.Epsilon-want) > 1e-9*want || !got.Certified {
						t.Errorf("%s, D = %v, place %d, %d steps after: %v (certified: %v), the hull says %v", r.Loss, d, place, after,
							got.Epsilon,
							got.Certified, want)
					}
				}
			}
		}
	}
}

// Without a projection, on full batches with weight decay, the linear adversary loses what the shift
// row bounds: no analysis can say less.
func TestDeletionIsExact(t *testing.T) {
	r := DefaultRun()
	r.N, r.B, r.T, r.Eta, r.Clip, r.Sigma, r.Noise = 100, 100, 160, 0.5, 1, 0.1, run.IterateNoise
	r.Diameter, r.Loss, r.Smoothness, r.Clipping, r.WeightDecay = math.Inf(1), run.Convex, 1, run.ClippingNever, 0.1
	for _, r.After = range []int{5, 40, 150} {
		for _, q := range []claim.Question{{Alpha: 2}, {Delta: 1e-5}} {
			upper, lower := certifiedRow(t.Context(), ordered.Shift, r, q), certifiedRow(t.Context(), attained.LinearAdversary, r, q)
			if !(lower.Epsilon > 0) || lower.Epsilon > upper.Epsilon || !upper.Certified || !lower.Certified {
				t.Errorf("K = %d, %+v: between %v and %v", r.After, q, lower.Epsilon, upper.Epsilon)
			}
			t.Log(r.After, q, lower.Epsilon, upper.Epsilon)
		}
	}
}

// Rows that follow a deletion write it into their formulas, and their schedules end with steps that add nothing.
func TestDeletionsAreWritten(t *testing.T) {
	t.Parallel()
	r := DefaultRun()
	r.N, r.B, r.T, r.After, r.Adjacency = 40, 40, 50, 7, run.ZeroOut
	for _, scheme := range run.Schemes() {
		if r.Scheme = scheme; scheme != run.Full {
			r.B = 8
		}
		for _, r.Diameter = range []float64{1, math.Inf(1)} {
			for _, q := range []claim.Question{{Alpha: 3}, {Delta: 1e-5}} {
				report, err := Evaluate(t.Context(), r, q, Settings{})
				if err != nil || report.Contradiction != nil || report.Answer == nil {
					t.Fatalf("%s: %v, %+v", scheme, err, report.Contradiction)
				}
				for _, part := range []string{"One example was deleted, and 7 more steps were made on the data without it",
					"For an example that was deleted 7 steps before the end, under zero-out-one adjacency, the released model is", "The other run ",
					"For every example that was not deleted the bound is that of the run without the deletion"} {
					if !strings.Contains(report.Statement, part) || !strings.Contains(report.AllIteratesStatement, part) &&
						!strings.Contains(part, "released model") {
						t.Errorf("%s: %q is not in %q or %q", scheme, part, report.Statement, report.AllIteratesStatement)
					}
				}
				if !slices.ContainsFunc(report.Warnings, func(w string) bool {
					return strings.Contains(w, "never saw") ||
						strings.Contains(w, "place empty")
				}) {
					t.Errorf("%s: %q", scheme, report.Warnings)
				}
				for _, row := range report.Rows {
					if !row.Applies || row.Err != nil {
						continue
					}
					if row.answers() && row.Substituted == "" || strings.Contains(row.Substituted, "NaN") {
						t.Errorf("%s, D = %v, %+v: %s is written %q", scheme, r.Diameter, q, row.Theorem.ID, row.Substituted)
					}
					if !row.Schedule {
						continue
					}
					s, err := MakeSchedule(t.Context(), r, row.Theorem.ID, q)
					if err != nil {
						t.Errorf("%s of %s: %v", row.Theorem.ID, scheme, err)
					} else if last := len(s.S) - 1; s.At[last] != r.T-1 || s.S[last] != 0 || s.Z[last] < 0 {
						t.Errorf("%s of %s: %+v", row.Theorem.ID, scheme, s)
					}
				}
			}
		}
	}
}

// With a learning rate that changes composition counts the steps before the deletion, the shift row
// pays by all, the linear run loses no more, and nothing rises with the steps after it. In full batches without weight decay the
// sum over the steps before the deletion is that of composition.
func TestDeletionsOfSchedules(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 2))
	less := 0
	for i := range 200 {
		r := scheduled(rng, run.Schemes()[i%7])
		if r.After = rng.IntN(r.T); r.Validate() != nil || r.Steady() {
			continue
		}
		q := claim.Question{Alpha: 3}
		composed, hidden, floor := epsilonOf(t, "composition", r, q), epsilonOf(t, "shift", r, q), epsilonOf(t, "linear-adversary", r, q)
		if r.Scheme.Known() && !(composed*(1+1e-9) >= hidden && hidden*(1+1e-9) >= floor && floor > 0) {
			t.Fatalf("%+v: %v, %v, %v", r, composed, hidden, floor)
		}
		if hidden < composed*0.99 {
			less++
		}
		if r.Scheme == run.Full {
			sum := 0.0
			for step := range r.T - r.After {
				s := r.Steps().At(step)
				sum += s.Sensitivity * s.Sensitivity / s.Noise / s.Noise
			}
			if want := 1.5 * sum; math.Abs(composed-want) > 1e-9*want {
				t.Errorf("%+v: composition is %v, want %v", r, composed, want)
			}
			factors, jumps, noises := make([]float64, r.T), make([]float64, r.T), make([]float64, r.T)
			for step := range r.T {
				s := r.Steps().At(step)
				factors[step], noises[step] = 1-s.Decay(), s.Noise
				if step < r.T-r.After {
					jumps[step] = s.Sensitivity
				}
			}
			if want := 1.5 * noisyHull(factors, jumps, noises); math.Abs(hidden-want) > 1e-9*want {
				t.Errorf("%+v: the shift row is %v, the hull says %v", r, hidden, want)
			}
		}
		if r.After == 0 {
			continue
		}
		sooner := r
		sooner.After = rng.IntN(r.After)
		for _, id := range []string{"composition", "shift"} {
			if e, more := epsilonOf(t, id, r, q), epsilonOf(t, id, sooner, q); e > more*(1+1e-9) {
				t.Errorf("%s is %v after %d steps, %v after %d: %+v", id, e, r.After, more, sooner.After, r)
			}
		}
	}
	if less < 30 {
		t.Errorf("hidden state helps %d times only", less)
	}
}

// noisyHull is Hull without a projection of steps that have noises of their own: in units of each the
// distances are those of a program of one noise.
func noisyHull(factors, jumps, noises []float64) float64 {
	inUnits := make([]float64, len(factors))
	scaled := make([]float64, len(factors))
	for t := range factors {
		before := noises[t]
		if t > 0 {
			before = noises[t-1]
		}
		inUnits[t], scaled[t] = factors[t]*before/noises[t], jumps[t]/noises[t]
	}
	return Hull(inUnits, scaled, math.Inf(1))
}
