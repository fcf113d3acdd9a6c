package bounds

import (
	"context"
	"fmt"
	"math"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/attained"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/run"
)

// The values in testdata/third.json were computed by independent programs: closed forms, hulls
// and convex programs of training with weight decay and with learning rates that change, and sums of log-normals on a
// grid, beside a published interval, of random allocation. A row is no more than the
// tolerance away from them, or the answer of all rows in an interval, and no lower bound of the run is above.
func TestTrainingAsPeopleDoIt(t *testing.T) {
	var file struct {
		Values []struct {
			Name, Row string
			Run       map[string]any
			Question  claim.Question
			Want, Tol float64
			AtLeast   float64 `json:"at_least"` // in place of Want: a published interval, or values on a grid
			AtMost    float64 `json:"at_most"`
		}
	}
	ReadJSON(t, "testdata/third.json", &file)
	if len(file.Values) < 8 {
		t.Fatalf("third.json has %d values, want at least 8", len(file.Values))
	}
	for _, v := range file.Values {
		t.Run(v.Name, func(t *testing.T) {
			r := DefaultRun()
			for name, value := range v.Run {
				if err := r.Set(name, fmt.Sprint(value)); err != nil {
					t.Fatal(err)
				}
			}
			if v.Row == "answer" {
				report, err := Evaluate(context.Background(), r, v.Question, Settings{})
				if err != nil || report.Answer == nil || !(report.Answer.Epsilon <= v.AtMost) || report.Answer.Epsilon < v.AtLeast {
					t.Fatalf("%+v (%v), want one between %v and %v", report.Answer, err, v.AtLeast, v.AtMost)
				}
				if low := report.Lower; low != nil && low.Epsilon > report.Answer.Epsilon {
					t.Errorf("%+v is below %+v", report.Answer, low)
				}
				return
			}
			row, known := catalog.ByID(v.Row)
			if !known {
				t.Fatalf("no row %s", v.Row)
			}
			got := evaluateRow(context.Background(), row, r, v.Question)
			least, most := v.AtLeast, v.AtMost
			if v.Want > 0 {
				least, most = v.Want*(1-v.Tol), v.Want*(1+v.Tol)
			}
			if !got.Applies || got.Err != nil || !(least <= got.Epsilon && got.Epsilon <= most) {
				t.Errorf("%s: %v (%v), want %v … %v: %+v", v.Row, got.Epsilon, got.Err, least, most, got.Hypotheses)
			}
			for _, floor := range catalog.All() {
				if floor.Kind() != claim.Floor {
					continue
				}
				if low := evaluateRow(context.Background(), floor, r, v.Question); low.Applies && low.Epsilon > most*(1+1e-9) {
					t.Errorf("%s says that at least %v is lost, and %v is", floor.ID, low.Epsilon, most)
				}
			}
		})
	}
}

// Without a projection and on full batches the linear adversary, which weight decay contracts as
// it does the run, knows the loss: no analysis can say less (theory: s/σ = .1, r = .05,
// T = 160 lose 2.556836 at δ = 1e-5, where steps that keep everything would lose 5.7595).
func TestWeightDecayIsExact(t *testing.T) {
	r := DefaultRun()
	r.N, r.B, r.T, r.Eta, r.Clip, r.Sigma, r.Noise = 100, 100, 160, 0.5, 1, 0.1, run.IterateNoise
	r.Diameter, r.Loss, r.Smoothness, r.Clipping, r.WeightDecay = math.Inf(1), run.Convex, 1, run.ClippingNever, 0.1
	for _, q := range []claim.Question{{Alpha: 2}, {Delta: 1e-5}} {
		upper, lower := certifiedRow(t.Context(), ordered.Shift, r, q), certifiedRow(t.Context(), attained.LinearAdversary, r, q)
		if !(lower.Epsilon > 0) || math.Abs(upper.Epsilon/lower.Epsilon-1) > 1e-9 || !upper.Certified || !lower.Certified {
			t.Errorf("%+v: between %v and %v", q, lower.Epsilon, upper.Epsilon)
		}
	}
	r.WeightDecay = 2.5
	if err := r.Validate(); err == nil {
		t.Errorf("Validate of a step that keeps −25 %% of the weights (decay %v): no error, want one", r.WeightDecay)
	}
}
