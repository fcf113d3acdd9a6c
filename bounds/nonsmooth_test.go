package bounds

import (
	"math"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/forgetting"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// jumping is a run of convex losses that are not smooth.
func jumping() run.Run {
	r := DefaultRun()
	r.N, r.B, r.T, r.Eta, r.Clip, r.Sigma, r.Noise, r.Diameter = 10, 1, 300, 0.1, 1, 0.5, run.IterateNoise, 2
	r.Adjacency, r.Scheme, r.Loss, r.Smoothness, r.Clipping = run.Replace, run.Cyclic, run.Convex, math.Inf(1), run.ClippingNever
	return r
}

// Values that are certified are the same on every platform: these were written on amd64, and lie between what an
// independent minimisation gives for the convex program from above and from below (testdata/third.json).
func TestJumpsAgree(t *testing.T) {
	decaying := jumping()
	decaying.WeightDecay, decaying.Diameter = 0.5, math.Inf(1)
	positioned := jumping()
	positioned.Position = 3
	for _, c := range []struct {
		name string
		row  *theorem.Theorem
		run  run.Run
		want float64
	}{
		{"shift", ordered.Shift, jumping(), 1.545884696698},
		{"contraction", forgetting.Contraction, jumping(), 0.2321488528},
		{"last step", ordered.LastStep, jumping(), 19.36},
		{"weight decay", ordered.Shift, decaying, 0.7111908482232},
		{"a position", ordered.Shift, positioned, 1.421971790402},
	} {
		row := certifiedRow(t.Context(), c.row, c.run, claim.Question{Alpha: 2})
		if !row.Certified || math.Abs(row.Epsilon/c.want-1) > 1e-9 {
			t.Errorf("%s: %.13g (certified: %v), want %v", c.name, row.Epsilon, row.Certified, c.want)
		}
	}
}

// The paragraph to quote says of the losses what the bound assumes.
func TestJumpsInWords(t *testing.T) {
	report, err := Evaluate(t.Context(), jumping(), claim.Question{Delta: 1e-5}, Settings{})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(report.Statement, "convex losses that need not be smooth") || strings.Contains(report.Statement, "inf") {
		t.Error(report.Statement)
	}
	if report.Answer == nil || report.Lower == nil || report.Lower.Epsilon > report.Answer.Epsilon ||
		report.AllIterates.Row != "composition" {
		t.Errorf("%+v, at least %+v, published %+v", report.Answer, report.Lower, report.AllIterates)
	}
	smooth := jumping()
	smooth.Loss = run.Smooth
	if err := smooth.Validate(); err == nil || !strings.Contains(err.Error(), "convex") {
		t.Errorf("losses that are neither smooth nor convex: %v", err)
	}
}
