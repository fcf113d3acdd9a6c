package curved

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/run"
)

// A clipped generalised linear model, zeroed out, b = 1, two batches, η = C = 1, reg = 0.1,
// L = 2.2: a use leads distances below 10 to distances below 10, 0.9z + 1, and the step without it
// leads 10 to 11. The two runs go beyond, so that a start there must not count as theirs
// (shift.md, section 10). Where every step is a use it may.
func TestDistancesPassAVisitsFixedPoint(t *testing.T) {
	r := run.Run{N: 2, B: 1, T: 100, Eta: 1, Clip: 1, Sigma: 1, Noise: run.IterateNoise, Diameter: 100, Adjacency: run.ZeroOut,
		Scheme: run.Cyclic, Loss: run.StronglyConvex, Smoothness: 2.2, StrongConvexity: 0.1, Clipping: run.ClippingGLM}
	plain := modulus.Of(r.Step())
	alone := r
	alone.N = 1 // where both kinds of steps alternate a use counts as keeping distances
	visit := plain.Visit(alone.Step())
	if got := plain.Eval(10); math.Abs(got-11) > 1e-12 {
		t.Errorf("the step without a use leads 10 to %v", got)
	}
	p := ConcaveProgram{Plain: plain, Visit: visit, Sensitivity: r.Sensitivity(), Diameter: r.Diameter, Period: 2}
	distance, most := 0.0, 0.0
	for range 1000 {
		for _, m := range []float64{visit.Eval(distance) + p.Sensitivity, plain.Eval(visit.Eval(distance) + p.Sensitivity)} {
			distance = m
			most = max(most, m)
		}
	}
	if most < 10.5 {
		t.Errorf("the runs come to be %v apart", most)
	}
	if top := p.solver(r.T).top; top < most {
		t.Errorf("no start counts beyond %v, and the runs are %v apart", top, most)
	}
	p.Period = 1
	if top := p.solver(r.T).top; top > 10.001 {
		t.Errorf("where every step is a use starts count up to %v", top)
	}
}
