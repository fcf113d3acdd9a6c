package bounds

import (
	"math"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// Where the learning rate changes, what is written out step by step is the row's value with the noise
// of every step, and a step leaves what it says of the distance.
func TestSchedulesOfLearningRates(t *testing.T) {
	r := DefaultRun()
	r.N, r.B, r.T, r.Eta, r.Clip, r.Sigma, r.Noise = 100, 100, 200, 0.1, 1, 20, run.NoiseMultiplier
	r.Diameter, r.Adjacency, r.Scheme, r.Loss, r.Smoothness, r.Clipping = 0.02, run.Replace, run.Full, run.Convex, 1, run.ClippingNever
	r.Schedule, r.Warmup = run.CosineFall, 20
	cyclic := r
	cyclic.B, cyclic.Scheme, cyclic.Diameter, cyclic.WeightDecay, cyclic.Noise, cyclic.Sigma = 10, run.Cyclic, 0.3, 0.2,
		run.IterateNoise, 0.05
	for _, r := range []run.Run{r, cyclic} {
		for _, row := range []*theorem.Theorem{ordered.Shift, composition.Composition} {
			s, err := MakeSchedule(t.Context(), r, row.ID, claim.Question{})
			if err != nil {
				t.Fatalf("%s: %v", row.ID, err)
			}
			value := evaluateRow(t.Context(), row, r, claim.Question{Alpha: 2})
			if paid := 2 * s.Paid[len(s.Paid)-1]; math.Abs(paid/value.Epsilon-1) > 1e-6 {
				t.Errorf("%s pays %v for %v", row.ID, paid, value.Epsilon)
			}
			for i := range s.At[:len(s.At)-1] {
				if row == composition.Composition {
					continue
				}
				step := r.Steps().At(s.At[i])
				if after := (1-step.Decay())*s.Z[i] + s.S[i] - s.A[i]; math.Abs(after-s.Z[i+1]) > 1e-9*r.Diameter {
					t.Errorf("step %d leaves %v, want %v", s.At[i], s.Z[i+1], after)
				}
			}
		}
	}
}

// The answer knows what a constant learning rate of the same length would have.
func TestConstantBesideSchedule(t *testing.T) {
	r := DefaultRun()
	r.Schedule, r.ScheduleFinal = run.LinearFall, 0.1
	q := claim.Question{Delta: 1e-5}
	p, err := Evaluate(t.Context(), r, q, Settings{})
	if err != nil || p.Verdict.Constant == nil {
		t.Fatalf("%+v, %v", p.Verdict, err)
	}
	constant, err := Evaluate(t.Context(), r.AtRate(r.Eta), q, Settings{})
	if err != nil || constant.Verdict.Constant != nil || math.Abs(p.Verdict.Constant.Epsilon/constant.Answer.Epsilon-1) > 1e-9 {
		t.Errorf("%v beside a schedule, %v (%v)", p.Verdict.Constant, constant.Answer, err)
	}
}

// Composition of sampled batches is written over the steps that can use the example: none after its deletion.
func TestWrittenUpToDeletion(t *testing.T) {
	r := DefaultRun()
	r.N, r.B, r.T, r.Scheme, r.Diameter = 1000, 100, 160, run.WithoutReplacement, math.Inf(1)
	r.Schedule, r.Noise = run.LinearFall, run.IterateNoise
	for after, want := range map[int]string{0: `\sum_{t=0}^{159}`, 40: `\sum_{t=0}^{119}`} {
		r.After = after
		if got := row(t, r, claim.Question{Alpha: 2}, "composition").Substituted; !strings.Contains(got, want) {
			t.Errorf("%d steps after the deletion: %s, want %s", after, got, want)
		}
	}
}
