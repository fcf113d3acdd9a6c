package ordered

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/run"
)

// A batch of more than half of the examples need not hold the differing one, and a step
// without it may leave two points of the domain further apart.
func TestLastStepWithoutTheExample(t *testing.T) {
	r := run.Run{N: 10, B: 6, T: 5, Eta: 0.1, Clip: 1, Sigma: 0.5, Noise: run.IterateNoise, Diameter: 1,
		Adjacency: run.ZeroOut, Scheme: run.WithoutReplacement, Loss: run.Smooth, Smoothness: 100, Clipping: run.ClippingActive}
	if err := r.Validate(); err != nil {
		t.Fatal(err)
	}
	idle := modulus.Of(r.Step()).Eval(r.Diameter)
	if got := stepwise.LastShift(r); got < idle {
		t.Errorf("the last step leaves %v at most, and %v without the example", got, idle)
	}
	over := stepwise.ExactLastShift(r, certify.StatedOf(r)).Sqrt().Up() * r.IterateNoise()
	if over < idle || math.Abs(over-stepwise.LastShift(r)) > 1e-12 {
		t.Errorf("certified %v, computed %v, without the example %v", over, stepwise.LastShift(r), idle)
	}
}

// Two of three examples are in the one batch of an epoch, and chance decides which: steps that
// lack the zeroed example take two points at distance .1 to ηL·.1 + .1 and more, and a program in
// which every step uses it, of which the other one alone stretches, is no bound on them.
func TestStepsMayBeIdle(t *testing.T) {
	r := run.Run{N: 3, B: 2, T: 4, Eta: 1, Clip: 0.1, Sigma: 1, Noise: run.IterateNoise, Diameter: 0.1, Adjacency: run.ZeroOut,
		Scheme: run.Reshuffle, Loss: run.Smooth, Smoothness: 10, Clipping: run.ClippingNever}
	idle := modulus.Of(r.Step()).Eval(r.Diameter)
	if used := concaveProgram(r).Visit.Eval(r.Diameter) + r.Sensitivity(); used < idle {
		t.Errorf("a step that may lack the example takes two points to %v, and one without it to %v", used, idle)
	}
	r.N = 4 // two batches, and each epoch uses everyone
	if used := concaveProgram(r).Visit.Eval(r.Diameter); !(used < idle) {
		t.Errorf("a step with the example counts %v, one without it %v", used, idle)
	}
}
