package bounds

import (
	"math"
	"strings"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/attained"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// people are runs of several schemes on a bounded domain and without one.
func people() []run.Run {
	full := DefaultRun()
	cyclic := full
	cyclic.N, cyclic.Scheme, cyclic.T = 6*cyclic.B, run.Cyclic, 40
	poisson := full
	poisson.N, poisson.B, poisson.Scheme, poisson.T, poisson.Adjacency = 200, 10, run.Poisson, 50, run.AddRemove
	poisson.Sigma, poisson.Noise = 2, run.NoiseMultiplier
	free := full
	free.Diameter, free.Loss = math.Inf(1), run.Convex
	return []run.Run{full, cyclic, poisson, free}
}

// In a full batch, k replaced examples move a step k times as far as one. So the floor of a run with k times the
// clipping norm is below every row, and without a domain the chain of k neighbours costs exactly as much as that
// run. In no run do more examples lose less.
func TestOnePersonsExamples(t *testing.T) {
	t.Parallel()
	for _, r := range people() {
		var engine Engine
		ctx := engine.Context(t.Context())
		for _, q := range []claim.Question{{Alpha: 3}, {Delta: 1e-6}} {
			for _, th := range catalog.All() {
				before := 0.0
				for k := 1; k <= 5; k++ {
					of := r
					of.Group = k
					row := certifiedRow(ctx, th, of, q)
					if !row.Applies || row.Err != nil || math.IsNaN(row.Epsilon) || th.Kind() != claim.UpperBound {
						continue
					}
					if row.Epsilon < before {
						t.Errorf("%s, %s: %d examples lose at most %v, fewer %v", th.ID, r.Scheme, k, row.Epsilon, before)
					}
					before = row.Epsilon
					if r.Scheme == run.Full {
						together := r
						together.Clip *= float64(k)
						if floor := certifiedRow(ctx, attained.OneStep, together, q); floor.Applies && row.Epsilon < floor.Epsilon {
							t.Errorf("%s: %d examples lose at most %v, and the last step shows %v", th.ID, k, row.Epsilon, floor.Epsilon)
						}
					}
				}
			}
		}
	}
	free := people()[3]
	for _, q := range []claim.Question{{Alpha: 2}, {Delta: 1e-5}} {
		chain, together := free, free
		chain.Group = 4
		together.Clip *= 4
		got, want := certifiedRow(t.Context(), ordered.Shift, chain, q).Epsilon, certifiedRow(t.Context(), ordered.Shift, together, q).Epsilon
		if math.Abs(got/want-1) > 1e-9 {
			t.Errorf("%+v: a chain of 4 loses %v, a sensitivity 4 times as large %v", q, got, want)
		}
	}
	cyclic := people()[1]
	cyclic.Position, cyclic.Group = 2, 3
	if row := certifiedRow(t.Context(), ordered.Shift, cyclic, claim.Question{Alpha: 2}); row.Applies {
		t.Errorf("shift applies to %d examples at stated positions, want it not to: the places of the others are not known", cyclic.Group)
	}
}

// The best of several runs is released: one run loses no more than the best of many. Floors do not apply, except
// for the linear run if its laws are Gaussian. An upper bound applies exactly if it has a Rényi curve.
func TestBestOfSeveralRuns(t *testing.T) {
	t.Parallel()
	for _, r := range people() {
		var engine Engine
		ctx := engine.Context(t.Context())
		for _, tuning := range []run.Tuning{run.Geometric, run.Logarithmic, run.NegativeBinomial, run.PoissonTuning, run.FixedTuning} {
			best := r
			best.Tuning, best.TuningMean, best.TuningShape = tuning, 8, 0.5
			if err := best.Validate(); err != nil {
				t.Fatal(err)
			}
			for _, q := range []claim.Question{{Alpha: 3}, {Delta: 1e-6}} {
				for _, th := range catalog.All() {
					one, many := certifiedRow(ctx, th, r, q), certifiedRow(ctx, th, best, q)
					switch {
					case !one.Applies:
					case th == attained.LinearAdversary && many.Applies == (!r.Bounded() && r.Scheme.Known()):
					case th.Kind() != claim.UpperBound && many.Applies:
						t.Errorf("%s answers for the best of several", th.ID)
					case th.Kind() == claim.UpperBound && many.Applies == th.NoCurve:
						t.Errorf("%s applies: %v, without a curve: %v", th.ID, many.Applies, th.NoCurve)
					case many.Applies && (many.Err != nil || many.Epsilon < one.Epsilon):
						t.Errorf("%s, %s: the best loses at most %v (%v), one run %v", th.ID, tuning, many.Epsilon, many.Err, one.Epsilon)
					}
				}
			}
		}
	}
}

// A mean or shape that no number of runs can have is rejected.
func TestNumbersOfRuns(t *testing.T) {
	for _, c := range []struct {
		tuning      run.Tuning
		mean, shape float64
	}{{run.Geometric, 1, 0}, {run.PoissonTuning, 0.5, 0}, {run.FixedTuning, 2.5, 0}, {run.NegativeBinomial, 3, -1},
		{run.Logarithmic, math.Inf(1), 0}} {
		r := DefaultRun()
		r.Tuning, r.TuningMean, r.TuningShape = c.tuning, c.mean, c.shape
		if err := r.Validate(); err == nil {
			t.Errorf("%s of mean %v and shape %v is valid", c.tuning, c.mean, c.shape)
		}
	}
}

// The formula for the best of several runs is written with its numbers. The error for a negative number of examples
// or of warm-up steps says what 0 means.
func TestBestIsWritten(t *testing.T) {
	r := people()[3]
	for tuning, want := range map[run.Tuning]string{
		run.Geometric: `\frac{\log 10}{(3 - 1)}`, run.PoissonTuning: `\frac{\log 10}{(3 - 1)}`,
		run.FixedTuning: `= 10 \cdot \varepsilon(3)`,
	} {
		r.Tuning, r.TuningMean = tuning, 10
		report, err := Evaluate(t.Context(), r, claim.Question{Alpha: 3}, Settings{Rows: []string{"shift"}})
		if err != nil || !strings.Contains(report.Rows[0].Substituted, want) {
			t.Errorf("%s: %q (%v) has no %s", tuning, report.Rows[0].Substituted, err, want)
		}
	}
	r = DefaultRun()
	for field, want := range map[string]string{"group": "0 for one", "warmup": "0 for none"} {
		wrong := r
		if err := wrong.SetNumber(field, -1); err != nil {
			t.Fatal(err)
		}
		if got := wrong.Fault(field); !strings.HasSuffix(got, want) {
			t.Errorf("%s: %q", field, got)
		}
	}
}

// If all examples of a person are deleted, the shift row's bound is that of the chain up to the deletion, although for
// one example it uses the steps after it. Under a schedule it does not apply.
func TestOnePersonsDeletion(t *testing.T) {
	r := DefaultRun()
	r.N, r.B, r.T, r.Diameter, r.After, r.Loss = 60, 60, 80, math.Inf(1), 30, run.Convex
	q := claim.Question{Delta: 1e-5}
	one := row(t, r, q, "shift")
	r.Group = 3
	several, before := row(t, r, q, "shift"), row(t, r.ToDeletion(), q, "shift")
	if several.Epsilon != before.Epsilon || several.Epsilon < 3*one.Epsilon {
		t.Errorf("three lose %v, until the deletion %v; one loses %v", several.Epsilon, before.Epsilon, one.Epsilon)
	}
	if floor := row(t, r, q, "linear-adversary"); !(floor.Epsilon > 0 && floor.Epsilon < several.Epsilon) {
		t.Errorf("at least %v", floor.Epsilon)
	}
	r.Warmup = 10
	if shift, _ := catalog.ByID("shift"); theorem.Applies(shift.Hypotheses(r, q)) {
		t.Error("shift applies to several deletions with a warm-up, want it not to")
	}
}
