package main

import (
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// What a log-normal ratio is above and below a level differ by its mean less the level, and
// what is below small levels is not lost in rounding.
func TestAboveAndBelow(t *testing.T) {
	for _, v := range []float64{0, 0.1, 1, 3.2} {
		for _, k := range []float64{-1, 0, 1e-9, 0.01, 0.9, 1, 1.5, 40} {
			if got, want := above(k, v)-below(k, v), 1-k; math.Abs(got-want) > 1e-13*(1+math.Abs(k)) {
				t.Errorf("above and below %v, parameter %v, differ by %v, want %v", k, v, got, want)
			}
		}
		if got := below(1e-12, v); !(got >= 0) || got > 1e-12 {
			t.Errorf("below 1e-12, parameter %v: %v", v, got)
		}
	}
}

// At a large ratio and a small δ the walker of all iterates meets the composition of one epoch of
// two batches, at which rounding once had it find a loss without end.
func TestAllIteratesAtASmallDelta(t *testing.T) {
	r := run.Run{N: 2, B: 1, T: 2, Eta: 0.0219, Clip: 7.05, Sigma: 0.232, Noise: run.LangevinNoise, Diameter: math.Inf(1),
		Adjacency: run.ZeroOut, Scheme: run.Allocation, Loss: run.Convex, Smoothness: 1.66, Clipping: run.ClippingGLM}
	a := Adversary{Others: []Piecewise{constant(0)}, Example: [2]Piecewise{constant(-7.05), constant(0)}, AllIterates: true}
	p, err := followAll(r, a, 2)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.largest(claim.Question{Delta: 1.04e-7}); math.Abs(got-20.28) > 0.05 {
		t.Errorf("the loss is %v, want 20.28", got)
	}
}

// Where the ratio of the first step alone passes e^ε the law has a corner, which a coarse grid once put .0006 above the truth, with a
// quarter of that in doubt. 5.69832725 is by integration over the first step's noise in 40,000 parts.
func TestAllIteratesAtACorner(t *testing.T) {
	r := run.Run{N: 2, B: 1, T: 2, Eta: 0.198, Clip: 3.86, Sigma: 0.787, Noise: run.LangevinNoise, Diameter: math.Inf(1),
		Adjacency: run.ZeroOut, Scheme: run.Allocation, Loss: run.Convex, Smoothness: 0.31, Clipping: run.ClippingGLM}
	a := Adversary{Others: []Piecewise{constant(0)}, Example: [2]Piecewise{constant(3.86), constant(0)}, AllIterates: true}
	for level := range len(resolutions) - 1 {
		got, err := measure(r, a, claim.Question{Delta: 1.09e-4}, level+1)
		if err != nil || !(math.Abs(got.loss-5.69832725) <= got.doubt && got.doubt < 1e-4) {
			t.Errorf("the loss is %v ± %v (%v), want 5.69832725", got.loss, got.doubt, err)
		}
	}
}
