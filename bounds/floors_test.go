package bounds_test

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// floorRow is the row that shows a kind of floor.
var floorRow = map[string]string{"last-step": "one-step", "linear": "linear-adversary"}

type floor struct {
	Kind     string
	Run      map[string]any
	Question claim.Question
	AtLeast  float64 `json:"epsilon_at_least"`
}

// asRun reads the fields of a run by their names.
func asRun(t *testing.T, fields map[string]any) run.Run {
	t.Helper()
	var r run.Run
	for name, value := range fields {
		var err error
		switch v := value.(type) {
		case string:
			err = r.Set(name, v)
		case float64:
			err = r.SetNumber(name, v)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// TestFloors: every floor of testdata/floors.json, which was computed without this
// program, is reached by the row that proves it, certified, and no answer is below.
func TestFloors(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	var file struct{ Floors []floor }
	bounds.ReadJSON(t, "testdata/floors.json", &file)
	if len(file.Floors) != 48 {
		t.Fatalf("%d floors", len(file.Floors))
	}
	for i, f := range file.Floors {
		r := asRun(t, f.Run)
		rows, err := bounds.Rows(context.Background(), r, f.Question, bounds.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		answer := math.Inf(1)
		for _, row := range rows {
			if row.Theorem.Kind() == claim.UpperBound && row.Applies {
				answer = min(answer, row.Epsilon)
			}
			if row.Theorem.ID != floorRow[f.Kind] {
				continue
			}
			// The reference's threshold is a point of a grid: it may be a little lower.
			if !(row.Epsilon >= f.AtLeast*(1-1e-6)) || !(row.Epsilon <= f.AtLeast*(1+1e-4)+1e-9) {
				t.Errorf("floor %d, %s: %v, want %v\n%+v", i, row.Theorem.ID, row.Epsilon, f.AtLeast, r)
			}
			if !row.Certified {
				t.Errorf("floor %d, %s is not certified", i, row.Theorem.ID)
			}
		}
		// What composition proves of one step is the floor itself, which the reference has
		// to double precision.
		if math.IsInf(answer, 1) || !(answer >= f.AtLeast*(1-1e-13)) {
			t.Errorf("floor %d: the answer is %v, below %v", i, answer, f.AtLeast)
		}
		if math.IsNaN(f.AtLeast) {
			t.Errorf("floor %d is no number", i)
		}
	}
}

// TestProjectedNearOne: the estimated floor of one step is not above the loss of two
// Gaussians, which it is but for the projection, where δ is so near 1 that a
// difference from it has few digits. Beyond the largest float64 e^ε it may say less.
func TestProjectedNearOne(t *testing.T) {
	r := run.Run{N: 1, B: 1, T: 1, Eta: 1, Clip: 20, Sigma: 1, Noise: run.IterateNoise, Diameter: 100,
		Adjacency: run.Replace, Scheme: run.Full, Loss: run.Convex, Smoothness: 0.5, Clipping: run.ClippingNever}
	for _, delta := range []float64{1 - 1e-12, 1 - 1e-9, 1 - 1e-6, 0.5, 1e-12} {
		report, err := bounds.Evaluate(context.Background(), r, claim.Question{Delta: delta}, bounds.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		estimate, proved := report.LowerEstimate, report.Lower
		if proved == nil || !(proved.Epsilon >= report.Answer.Epsilon*(1-1e-12)) {
			t.Errorf("δ = %v: proved %+v, the answer %+v", delta, proved, report.Answer)
		}
		within := min(report.Answer.Epsilon*(1-1e-3), math.Log(math.MaxFloat64)-1)
		if estimate == nil || !(estimate.Epsilon <= report.Answer.Epsilon*(1+1e-9)) || !(estimate.Epsilon >= within) {
			t.Errorf("δ = %v: estimated %+v, the answer %+v", delta, estimate, report.Answer)
		}
	}
}
