package paper

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/optimize"

	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/run"
)

// paperProgram is Theorem 3.1's objective in β for one τ, in the variables x
// with β = 1/(1+e^{−x}), and its gradient.
type paperProgram struct {
	s, distance float64
	weights     []float64 // c^{−2(t−τ+1)}
}

func (p paperProgram) value(x []float64) float64 {
	sum, capacity := 0.0, 0.0
	for i, v := range x {
		beta := 1 / (1 + math.Exp(-v))
		sum += p.s * p.s / beta
		capacity += (1 - beta) * p.weights[i]
	}
	return sum + p.distance*p.distance/capacity
}

func (p paperProgram) gradient(grad, x []float64) {
	capacity := 0.0
	for i, v := range x {
		capacity += p.weights[i] / (1 + math.Exp(v))
	}
	for i, v := range x {
		beta := 1 / (1 + math.Exp(-v))
		slope := -p.s*p.s/(beta*beta) + p.distance*p.distance*p.weights[i]/(capacity*capacity)
		grad[i] = slope * beta * (1 - beta)
	}
}

// quasiNewton solves Theorem 3.1 as the paper does, by a search over β for
// every τ: gonum's L-BFGS from β = ½ stands in for scipy's bounded L-BFGS. Its
// gradient threshold is the loosest power of ten that reaches 1e-6.
func quasiNewton(r run.Run) float64 {
	excess, _ := chienLiFactor(r)
	c, best := 1+excess, math.Inf(1)
	track := 0.0
	for tau := range r.T {
		p := paperProgram{s: r.Sensitivity(), distance: min(track, 2*r.Eta*r.Clip*float64(tau), r.Diameter)}
		for t := tau; t < r.T; t++ {
			p.weights = append(p.weights, math.Pow(c, -2*float64(t-tau+1)))
		}
		track = c*track + r.Sensitivity()
		result, err := optimize.Minimize(optimize.Problem{Func: p.value, Grad: p.gradient}, make([]float64, r.T-tau),
			&optimize.Settings{GradientThreshold: 1e-9, FuncEvaluations: 2000}, &optimize.LBFGS{})
		// A line search that can improve no further ends with an error at its
		// best point; whether that point is good enough is what the caller checks.
		_ = err
		if result != nil {
			best = min(best, result.F)
		}
	}
	return best
}

func waterFilling(r run.Run) float64 {
	excess, _ := chienLiFactor(r)
	return shift.ChargedProgram{
		FullBatch: shift.FullBatch{Excess: excess, Sensitivity: r.Sensitivity(), Diameter: r.Diameter},
		Drift:     2 * r.Eta * r.Clip,
	}.Solve(r.T).R
}

var figure1Classes = []run.Class{run.Smooth, run.Convex, run.StronglyConvex}

// Both ways must find the same optimum, to 1e-6, or the ratio of their times
// means nothing.
func TestWaterFillingMeetsQuasiNewton(t *testing.T) {
	for _, loss := range figure1Classes {
		r := rowtest.Figure1(loss)
		exact, search := waterFilling(r), quasiNewton(r)
		if search < exact*(1-1e-9) || search > exact*(1+1e-6) {
			t.Errorf("%s: quasi-Newton %v, water-filling %v: relative difference %.2g", loss, search, exact, search/exact-1)
		}
		g, err := ChienLi31.Prove(context.Background(), r)
		if err != nil || math.Abs(rowtest.RenyiOf(g, 2)-exact) > 1e-12 {
			t.Errorf("%s: the row gives %v (%v), its program %v", loss, rowtest.RenyiOf(g, 2), err, exact)
		}
	}
}

// hull is the shift optimum of the same run.
func hull(r run.Run) float64 {
	excess, _ := chienLiFactor(r)
	return shift.FullBatch{Excess: excess, Sensitivity: r.Sensitivity(), Diameter: r.Diameter}.Solve(r.T).R
}

// The minorant needs no charge for sensitivities, so that it is at most the
// others' value, and it is the closed form of the shift optimum.
func TestHullMeetsClosedForm(t *testing.T) {
	for _, loss := range figure1Classes {
		r := rowtest.Figure1(loss)
		excess, _ := chienLiFactor(r)
		minorant := hull(r)
		closed := shift.FullBatch{Excess: excess, Sensitivity: r.Sensitivity(), Diameter: r.Diameter}.Solve(r.T).R
		if math.Abs(minorant-closed) > 1e-12*closed || minorant > waterFilling(r)*(1+1e-12) {
			t.Errorf("%s: minorant %v, closed form %v, water-filling %v", loss, minorant, closed, waterFilling(r))
		}
	}
}

// BenchmarkSolvers times three ways to the bound of Figure 1 at T = 50: the
// convex minorant of every start, Theorem 3.1 by water-filling, and Theorem 3.1
// by the paper's search over β for every start. `make bench` prints the ratios.
func BenchmarkSolvers(b *testing.B) {
	for _, loss := range figure1Classes {
		r := rowtest.Figure1(loss)
		for _, way := range []struct {
			name  string
			solve func(run.Run) float64
		}{{"minorant", hull}, {"water-filling", waterFilling}, {"quasi-newton", quasiNewton}} {
			b.Run(string(loss)+"/"+way.name, func(b *testing.B) {
				for b.Loop() {
					way.solve(r)
				}
			})
		}
	}
}
