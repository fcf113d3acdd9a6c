package hoelder

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// The lines are the rows' values: at λ = 1 with L = 1 that is Theorem 3.1's 0.546343,
// output perturbation is αD²/(2σ²), and a larger constant costs more.
func TestTheFigureRedrawn(t *testing.T) {
	f, err := LargestRatios{Orders: []float64{0.5, 0.75, 1}, Example: []float64{1, 2, 1}}.Redrawn(context.Background())
	if err != nil || len(f.Lines) != 3 {
		t.Fatalf("%+v, %v", f, err)
	}
	end := len(f.T) - 1
	if got := f.Lines[2].Epsilon[end]; math.Abs(got-0.546343) > 1e-5 {
		t.Errorf("λ = 1 gives %v", got)
	}
	if f.Output[end] != 1 || f.Composition[0] >= f.Composition[end] || f.T[end] != 200 {
		t.Errorf("%+v", f)
	}
	r := bounds.DefaultRun()
	r.Loss, r.Clipping, r.Smoothness, r.HolderOrder = run.Holder, run.ClippingActive, 2, 0.75
	report, err := bounds.Evaluate(context.Background(), r, claim.Question{Alpha: 2}, bounds.Settings{Rows: []string{"chien-li-3.7"}})
	if err != nil || math.Abs(report.Rows[0].Epsilon-f.Lines[1].Epsilon[end]) > 1e-6 {
		t.Errorf("%v, the row says %+v, %v", f.Lines[1], report.Rows, err)
	}
	one, err := LargestRatios{Orders: []float64{1}, Example: []float64{1}}.Redrawn(context.Background())
	if err != nil || len(one.Lines) != 1 {
		t.Errorf("of one order: %+v, %v", one, err)
	}
}
