package bounds

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// A curve is Evaluate at each value.
func TestCurveIsEvaluate(t *testing.T) {
	r, q := DefaultRun(), DefaultQuestion()
	for parameter, values := range map[string][]float64{
		"T": {1, 7, 200, 1e6}, "diameter": {0.1, 1, math.Inf(1)}, "n": {1, 5, 50}, "alpha": {1.5, 30}, "delta": {1e-9, 0.1},
	} {
		series, err := Curve(context.Background(), r, q, parameter, values, Settings{})
		if err != nil {
			t.Fatal(err)
		}
		for j, v := range values {
			at, question, err := with(r, q, parameter, v)
			if err != nil {
				t.Fatal(err)
			}
			report, err := Evaluate(context.Background(), at, question, Settings{})
			if err != nil {
				t.Fatal(err)
			}
			for i, row := range report.Rows {
				got := series[i].Epsilon[j]
				// A curve is in double precision; a report certifies what it can.
				same := got == row.Epsilon || math.IsNaN(got) && math.IsNaN(row.Epsilon)
				if !same && !(row.Certified && math.Abs(got-row.Epsilon) <= 1e-9*row.Epsilon) {
					t.Errorf("%s at %s = %v: curve %v, evaluated %v", row.Theorem.ID, parameter, v, got, row.Epsilon)
				}
			}
		}
	}
}

// A value at which the run is not valid leaves a gap, and what cannot vary is
// refused by name.
func TestCurveGaps(t *testing.T) {
	series, err := Curve(context.Background(), DefaultRun(), DefaultQuestion(), "T", []float64{0, 1.5, math.NaN(), 1}, Settings{Rows: []string{"composition"}})
	if err != nil {
		t.Fatal(err)
	}
	for j, e := range series[0].Epsilon {
		if known := !math.IsNaN(e); known != (j == 3) {
			t.Errorf("value %d is %v", j, e)
		}
	}
	if _, err := Curve(context.Background(), DefaultRun(), DefaultQuestion(), "scheme", []float64{1}, Settings{}); err == nil {
		t.Error("a choice was varied")
	}
	if _, err := Curve(context.Background(), DefaultRun(), claim.Question{}, "T", []float64{1}, Settings{}); err == nil {
		t.Error("a curve without a question was drawn")
	}
}

// Slow rows keep to the number of values they are allowed, ends included.
func TestSlowValues(t *testing.T) {
	for _, n := range []int{1, 2, 5, 40, 41, 100, 400} {
		for _, most := range []int{1, 2, 7, 40} {
			count := 0
			for j := range n {
				if chosen(j, n, most) {
					count++
				}
			}
			if want := min(n, most); count != want {
				t.Errorf("%d of %d values chosen, want %d", count, n, want)
			}
			if !chosen(0, n, most) || most > 1 && !chosen(n-1, n, most) {
				t.Errorf("the ends of %d values are not both among %d", n, most)
			}
		}
	}
	r := DefaultRun()
	r.N, r.Scheme, r.T = 50, run.Poisson, 20
	values := make([]float64, 20)
	for i := range values {
		values[i] = float64(i + 1)
	}
	series, err := Curve(context.Background(), r, DefaultQuestion(), "T", values, Settings{Rows: []string{"composition"}, SlowValues: 3})
	if err != nil {
		t.Fatal(err)
	}
	known := 0
	for _, e := range series[0].Epsilon {
		if !math.IsNaN(e) {
			known++
		}
	}
	if known != 3 {
		t.Errorf("%d values of a slow row, want 3", known)
	}
}
