package bounds

import (
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/run"
)

// repeated is a sampled run, and the best of a fixed number of them.
func repeated(scheme run.Scheme, runs float64) (one, best run.Run) {
	one = DefaultRun()
	one.N, one.B, one.T, one.Eta, one.Clip, one.Sigma, one.Noise = 600, 20, 90, 0.5, 1, 1.1, run.NoiseMultiplier
	one.Scheme, one.Adjacency, one.Diameter = scheme, run.AddRemove, math.Inf(1)
	one.Loss, one.Smoothness, one.Clipping = run.Convex, 1, run.ClippingNever
	if scheme == run.WithoutReplacement {
		one.Adjacency = run.ZeroOut
	}
	best = one
	best.Tuning, best.TuningMean = run.FixedTuning, runs
	return one, best
}

// A fixed number of runs compose as one run of as many steps as all of them: by privacy loss
// distributions if one run does.
func TestFixedNumberOfRunsComposes(t *testing.T) {
	const runs = 6
	q := claim.Question{Delta: 1e-6}
	for _, scheme := range []run.Scheme{run.Poisson, run.WithoutReplacement, run.Allocation} {
		one, best := repeated(scheme, runs)
		long := one
		long.T *= runs
		got, want := certifiedRow(t.Context(), composition.Composition, best, q), certifiedRow(t.Context(), composition.Composition, long, q)
		if got.Epsilon != want.Epsilon || !(got.Epsilon < got.Converted) {
			t.Errorf("%s: %v (%v by orders), one run of as many steps %v", scheme, got.Epsilon, got.Converted, want.Epsilon)
		}
		if len(got.By) != len(want.By) || len(got.By) == 0 {
			t.Errorf("%s cites %d papers of its method, one run %d", scheme, len(got.By), len(want.By))
		}
		single := best
		single.TuningMean = 1
		got, want = certifiedRow(t.Context(), composition.Composition, single, q), certifiedRow(t.Context(), composition.Composition, one, q)
		if got.Epsilon != want.Epsilon {
			t.Errorf("%s: the best of one run loses %v, the run %v", scheme, got.Epsilon, want.Epsilon)
		}
	}
}

// Every run of random allocation that ends within an epoch is charged for that epoch. Each step of a schedule is
// charged once for every run.
func TestFixedNumberOfBegunEpochsAndSchedules(t *testing.T) {
	q := claim.Question{Delta: 1e-6}
	one, best := repeated(run.Allocation, 4)
	best.T = 3*one.StepsPerEpoch() + 7
	begun, whole := best, best
	begun.Tuning, begun.TuningMean, begun.T = "", 0, 4*best.T // the begun epochs together are charged as whole ones
	whole.Tuning, whole.TuningMean, whole.T = "", 0, 4*4*one.StepsPerEpoch()
	at := func(r run.Run) float64 { return certifiedRow(t.Context(), composition.Composition, r, q).Epsilon }
	if got := at(best); !(got > at(begun)*0.9 && got < at(whole)) {
		t.Errorf("4 runs with an epoch begun lose %v; whole epochs %v", got, at(whole))
	}
	one, best = repeated(run.Poisson, 4)
	one.Noise, one.Sigma = run.IterateNoise, one.IterateNoise()
	steady := at(one)
	one.Schedule, one.ScheduleFinal = run.LinearFall, 0.5
	best = one
	best.Tuning, best.TuningMean = run.FixedTuning, 4
	row := certifiedRow(t.Context(), composition.Composition, best, q)
	long := one
	long.Schedule, long.ScheduleFinal, long.T = "", 0, 4*one.T
	if !(row.Epsilon < row.Converted && row.Epsilon > at(one) && row.Epsilon < at(long)) || !(at(one) < steady) {
		t.Errorf("4 runs of a schedule lose %v (%v by orders), one %v, at the highest rate %v", row.Epsilon, row.Converted, at(one), at(long))
	}
}

// Steps after a deletion add nothing to composition, in any of the runs. Several examples of one person are
// bounded by a chain of neighbours, and a random number of runs by Rényi orders alone.
func TestFixedNumberOfRunsBesidesOtherFields(t *testing.T) {
	q := claim.Question{Delta: 1e-6}
	_, best := repeated(run.Poisson, 3)
	short := best
	best.After, best.T = 30, best.T+30
	at := func(r run.Run) Row { return certifiedRow(t.Context(), composition.Composition, r, q) }
	if got, want := at(best).Epsilon, at(short).Epsilon; got != want {
		t.Errorf("with steps after the deletion %v, without them %v", got, want)
	}
	short.Group = 2
	if row := at(short); len(row.By) != 0 || row.Epsilon <= 0 {
		t.Errorf("two examples of one person: %v by %d papers", row.Epsilon, len(row.By))
	}
	short.Group, short.Tuning, short.TuningMean = 0, run.Geometric, 3
	if row := at(short); len(row.By) != 0 || row.Epsilon != row.Converted {
		t.Errorf("a geometric number of runs: %v by %d papers, by orders %v", row.Epsilon, len(row.By), row.Converted)
	}
}
