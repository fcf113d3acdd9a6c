package bounds

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/draws"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/run"
)

// releasing is a run of every scheme, small, on a bounded domain and without one.
func releasing() (runs []run.Run) {
	for _, scheme := range run.Schemes() {
		for _, diameter := range []float64{math.Inf(1), 0.6} {
			r := DefaultRun()
			r.N, r.B, r.T, r.Eta, r.Clip, r.Sigma, r.Noise = 60, 10, 48, 0.5, 1, 2, run.NoiseMultiplier
			r.Scheme, r.Diameter, r.Loss, r.Smoothness, r.Clipping, r.WeightDecay = scheme, diameter, run.Convex, 1, run.ClippingNever, 0.1
			if scheme == run.Full {
				r.B = r.N
			}
			runs = append(runs, r)
		}
	}
	return runs
}

func withRelease(r run.Run, release run.Release, every int) run.Run {
	r.Release, r.Every = release, every
	return r
}

// sameBits reports whether two rows say the same, to the last bit.
func sameBits(a, b Row) bool {
	return math.Float64bits(a.Epsilon) == math.Float64bits(b.Epsilon) && a.Applies == b.Applies && a.Certified == b.Certified
}

// Where one iterate is released the answer is that of the last one; where all are, that of composition: to the last bit,
// in every row that proves an upper bound.
func TestReleasesAtTheirEnds(t *testing.T) {
	t.Parallel()
	for _, r := range releasing() {
		var engine Engine
		ctx := engine.Context(t.Context())
		for _, q := range []claim.Question{{Alpha: 3}, {Delta: 1e-6}} {
			composed := certifiedRow(ctx, composition.Composition, r, q)
			for _, th := range catalog.All() {
				if isDear(th) && !q.Renyi() {
					continue // takes seconds
				}
				last := certifiedRow(ctx, th, r, q)
				for _, same := range []run.Run{withRelease(r, run.LastIterate, 0), withRelease(r, run.EveryKth, r.T),
					withRelease(r, run.EveryKth, 5*r.T), withRelease(r, run.LastIterates, 1)} {
					if got := certifiedRow(ctx, th, same, q); !sameBits(got, last) {
						t.Errorf("%s, %s, D = %v: %v for one release (%s, %d), %v for the last iterate", th.ID, r.Scheme, r.Diameter,
							got.Epsilon,
							same.Release, same.Every, last.Epsilon)
					}
				}
				if th.Kind() != claim.UpperBound || !last.Applies {
					continue
				}
				for _, all := range []run.Run{withRelease(r, run.AllIterates, 0), withRelease(r, run.EveryKth, 1),
					withRelease(r, run.LastIterates, r.T), withRelease(r, run.LastIterates, 2*r.T)} {
					want := composed
					if th == composition.Shuffled {
						want = last // it counts every iterate as public
					}
					if got := certifiedRow(ctx, th, all, q); !sameBits(got, want) || got.Epsilon > composed.Epsilon*(1+1e-10) {
						t.Errorf("%s, %s, D = %v: %v for all iterates (%s, %d), composition says %v: %+v", th.ID, r.Scheme, r.Diameter,
							got.Epsilon,
							all.Release, all.Every, composed.Epsilon, got.Hypotheses)
					}
				}
			}
		}
	}
}

// The more is released, the more is lost: the answer never falls from a release to one that holds it, no
// floor is above it, and composition is above both.
func TestMoreReleasesLoseMore(t *testing.T) {
	t.Parallel()
	source := rand.New(rand.NewPCG(5, 21))
	for i := range draws.Sample(60, 1000) {
		r, q := draw(source)
		r = decayed(source, r)
		r.Group, r.Tuning = 0, run.NoTuning
		k := 1 + source.IntN(r.T)
		releases := []run.Run{withRelease(r, run.LastIterate, 0), withRelease(r, run.EveryKth, 2*k), withRelease(r, run.EveryKth, k),
			withRelease(r, run.AllIterates, 0)}
		if i%2 == 0 {
			releases = []run.Run{withRelease(r, run.LastIterate, 0), withRelease(r, run.LastIterates, (k+1)/2),
				withRelease(r, run.LastIterates, k),
				withRelease(r, run.AllIterates, 0)}
		}
		before := 0.0
		for _, of := range releases {
			answer, floor := math.Inf(1), 0.0
			for _, row := range evaluateAll(of, q, false) {
				switch {
				case !row.Applies || row.Err != nil || math.IsNaN(row.Epsilon):
				case row.Theorem.Kind() == claim.UpperBound:
					answer = min(answer, row.Epsilon)
				case row.Theorem.Kind() == claim.Floor:
					floor = max(floor, row.Epsilon)
				}
			}
			if answer < before*(1-onGrid) {
				t.Errorf("run %d: %v for %s %d, %v for less: %+v %+v", i, answer, of.Release, of.Every, before, of, q)
			}
			if floor > answer*(1+slack) {
				t.Errorf("run %d: at least %v is lost and at most %v: %+v %+v", i, floor, answer, of, q)
			}
			before = answer
		}
	}
}

// With a learning rate that changes, the segments of an order that is known are cut from its program: one
// segment is the whole, every step composition, and more releases lose more.
func TestReleasesOfSchedules(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 1))
	between := 0
	for i := range 120 {
		r := scheduled(rng, []run.Scheme{run.Full, run.Cyclic}[i%2])
		if r.Validate() != nil || r.Steady() || r.T < 8 {
			continue
		}
		if i%3 == 0 {
			r.Diameter = 2 * r.Steps().Peak().Sensitivity
		}
		k := 1 + rng.IntN(r.T/2)
		q := claim.Question{Alpha: 3}
		last, composed := epsilonOf(t, "shift", r, q), epsilonOf(t, "composition", r, q)
		some, more := epsilonOf(t, "shift", withRelease(r, run.EveryKth, 2*k), q), epsilonOf(t, "shift", withRelease(r, run.EveryKth, k), q)
		all := epsilonOf(t, "shift", withRelease(r, run.EveryKth, 1), q)
		if !(last <= some*(1+1e-9) && some <= more*(1+1e-9) && more <= composed*(1+1e-9)) || all != composed {
			t.Errorf("every %d steps of %+v: %v, %v, %v, %v, composition %v", k, r, last, some, more, all, composed)
		}
		if last < more*(1-1e-3) && more < composed*(1-1e-3) {
			between++
		}
	}
	if between < 10 {
		t.Errorf("%d runs between the last iterate and composition", between)
	}
}

// What holds of one row of a run of one rate must hold where the rate is said to change and does not.
func TestReleasesOfConstantSchedules(t *testing.T) {
	r := releasing()[2]
	r.Release, r.Every = run.EveryKth, 7
	steady := epsilonOf(t, "shift", r, claim.Question{Alpha: 2})
	r.Schedule, r.ScheduleEvery, r.ScheduleFactor = run.StepFall, 47, 1-1e-9
	varied := epsilonOf(t, "shift", r, claim.Question{Alpha: 2})
	if r.Steady() || math.Abs(varied/steady-1) > 1e-6 {
		t.Errorf("%v with a rate that hardly changes, %v with one that does not", varied, steady)
	}
}

// Given an iterate both runs stand at one point: a segment starts from no distance. On a domain so small that the
// last step's payment is the cheapest, two segments pay it twice, (D + s)² each, and not D again at their start.
func TestSegmentsStartTogether(t *testing.T) {
	r := DefaultRun()
	r.N, r.B, r.T, r.Eta, r.Clip, r.Sigma, r.Noise = 10, 10, 4, 0.1, 1, 0.01, run.IterateNoise
	r.Loss, r.Smoothness, r.Clipping, r.Adjacency, r.Scheme = run.Convex, 1, run.ClippingNever, run.ZeroOut, run.Full
	s := r.Step().Sensitivity
	r.Diameter = 0.1 * s
	for _, c := range []struct {
		release run.Release
		every   int
		want    float64 // R/(s/σ)²
	}{{run.LastIterate, 0, 1.21}, {run.EveryKth, 2, 2 * 1.21}, {run.EveryKth, 3, 1.21 + 1}, {run.LastIterates, 2, 1.21 + 1},
		{run.LastIterates, 3, 1.21 + 2}, {run.AllIterates, 0, 4}} {
		got := epsilonOf(t, "shift", withRelease(r, c.release, c.every), claim.Question{Alpha: 2})
		if want := c.want * s * s / (r.Sigma * r.Sigma); math.Abs(got/want-1) > 1e-9 {
			t.Errorf("%s %d: %v, want %v", c.release, c.every, got, want)
		}
	}
}

// In an order that is shuffled once the segments share the place of the example: with 20 epochs, released
// one by one, s/σ = 4 and steps that forget nine tenths, almost nothing is seen but of the tenth of the places that end
// an epoch: (10, 0.101) holds, which the composition of ten separate epochs would exclude (δ ≥ 0.409). A floor must not be above.
func TestSegmentsShareTheirSecret(t *testing.T) {
	r := DefaultRun()
	r.N, r.B, r.T, r.Eta, r.Clip, r.Sigma, r.Noise, r.WeightDecay = 100, 10, 200, 0.9, 1, 0.045, run.IterateNoise, 1
	r.Loss, r.Smoothness, r.Clipping, r.Scheme, r.Diameter = run.Convex, 0.1, run.ClippingNever, run.ShuffleOnce, math.Inf(1)
	r = withRelease(r, run.EveryKth, 10)
	q := claim.Question{Delta: 0.101}
	if got := epsilonOf(t, "shift", r, q); !(got < 10) {
		t.Errorf("ε ≤ %v", got)
	}
	for _, diameter := range []float64{math.Inf(1), 100} {
		r.Diameter = diameter
		for _, floor := range []string{"one-step", "linear-adversary"} {
			if got := epsilonOf(t, floor, r, q); got > 10 {
				t.Errorf("%s: ε ≥ %v", floor, got)
			}
		}
	}
	r.Scheme = run.Reshuffle // whose epochs have secrets of their own
	if all, last := epsilonOf(t, "one-step", r, q), epsilonOf(t, "one-step", r.OnlyLast(), q); !(all > last+1) {
		t.Errorf("reshuffled, ε ≥ %v for all releases, %v for the last", all, last)
	}
}

// The worst position is the worst for the sum: segments of 15 steps and epochs of 10 end at two places in turn, and
// no place is used at both.
func TestWorstPositionForTheSum(t *testing.T) {
	r := releasing()[2]
	r.N, r.T = 100, 60
	r = withRelease(r, run.EveryKth, 15)
	q := claim.Question{Alpha: 2}
	worst, most, each := epsilonOf(t, "shift", r, q), 0.0, 0.0
	for j := 1; j <= 10; j++ {
		at := r
		at.Position = j
		most = max(most, epsilonOf(t, "shift", at, q))
	}
	segment := r.OnlyLast()
	segment.T = 15
	each = 4 * epsilonOf(t, "shift", segment, q)
	if math.Abs(worst/most-1) > 1e-12 || !(worst < each*(1-1e-3)) {
		t.Errorf("at worst %v, the worst of all positions %v, and of each segment %v", worst, most, each)
	}
}

// Rows that have no curve of Rényi divergences compose by their profiles: between the last iterate and composition,
// above what the last steps of the segments show, and the more, the more is released. Two segments lose less than
// the sum of what each loses at half the δ.
func TestProfilesCompose(t *testing.T) {
	r := DefaultRun()
	r.Loss = run.Convex
	q := claim.Question{Delta: 1e-5}
	before := epsilonOf(t, "profile", r, q)
	for _, every := range []int{100, 50, 20, 8, 1} {
		of := withRelease(r, run.EveryKth, every)
		got, floor, composed := epsilonOf(t, "profile", of, q), epsilonOf(t, "one-step", of, q), epsilonOf(t, "composition", of, q)
		if !(got >= before && got >= floor && got <= composed*(1+1e-2)) {
			t.Errorf("every %d steps: %v, %v for fewer releases, at least %v, composition %v", every, got, before, floor, composed)
		}
		before = got
	}
	half := r
	half.T = 100
	two, one := epsilonOf(t, "profile", withRelease(r, run.EveryKth, 100), q),
		epsilonOf(t, "profile", half, claim.Question{Delta: q.Delta / 2})
	if !(two < 2*one) {
		t.Errorf("two segments %v, one %v at half the δ", two, one)
	}
}
