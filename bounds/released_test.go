package bounds

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/draws"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// releasing is a run of every scheme, small, on a bounded domain and without one.
func releasing() (runs []run.Run) {
	for _, scheme := range []run.Scheme{run.Full, run.Cyclic, run.ShuffleOnce, run.Reshuffle, run.WithoutReplacement, run.Poisson} {
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
	for _, r := range releasing() {
		for _, q := range []claim.Question{{Alpha: 3}, {Delta: 1e-6}} {
			composed := shown(t.Context(), theorem.Composition, r, q)
			for _, th := range theorem.Catalog() {
				if isDear(th) && !q.Renyi() {
					continue // takes seconds
				}
				last := shown(t.Context(), th, r, q)
				for _, same := range []run.Run{withRelease(r, run.LastIterate, 0), withRelease(r, run.EveryKth, r.T), withRelease(r, run.EveryKth, 5*r.T), withRelease(r, run.LastIterates, 1)} {
					if got := shown(t.Context(), th, same, q); !sameBits(got, last) {
						t.Errorf("%s, %s, D = %v: %v for one release (%s, %d), %v for the last iterate", th.ID, r.Scheme, r.Diameter, got.Epsilon, same.Release, same.Every, last.Epsilon)
					}
				}
				if th.Kind() != claim.UpperBound || !last.Applies {
					continue
				}
				for _, all := range []run.Run{withRelease(r, run.AllIterates, 0), withRelease(r, run.EveryKth, 1), withRelease(r, run.LastIterates, r.T), withRelease(r, run.LastIterates, 2*r.T)} {
					if got := shown(t.Context(), th, all, q); !sameBits(got, composed) {
						t.Errorf("%s, %s, D = %v: %v for all iterates (%s, %d), composition says %v: %+v", th.ID, r.Scheme, r.Diameter, got.Epsilon, all.Release, all.Every, composed.Epsilon, got.Hypotheses)
					}
				}
			}
		}
	}
}

// The more is released, the more is lost: the answer never falls from a release to one that holds it, no
// floor is above it, and composition is above both.
func TestMoreReleasesLoseMore(t *testing.T) {
	source := rand.New(rand.NewPCG(5, 21))
	for i := range draws.Sample(60, 1000) {
		r, q := draw(source)
		r = decayed(source, r)
		r.Group, r.Tuning = 0, run.NoTuning
		k := 1 + source.IntN(r.T)
		releases := []run.Run{withRelease(r, run.LastIterate, 0), withRelease(r, run.EveryKth, 2*k), withRelease(r, run.EveryKth, k), withRelease(r, run.AllIterates, 0)}
		if i%2 == 0 {
			releases = []run.Run{withRelease(r, run.LastIterate, 0), withRelease(r, run.LastIterates, (k+1)/2), withRelease(r, run.LastIterates, k), withRelease(r, run.AllIterates, 0)}
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
