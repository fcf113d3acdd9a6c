package shift

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/shift/shifttest"

	"pgregory.net/rapid"
)

func cyclic(t *rapid.T) CyclicProgram {
	f := program(t)
	p := CyclicProgram{Excess: f.Excess, VisitExcess: f.Excess, Sensitivity: f.Sensitivity, Diameter: f.Diameter,
		Period: rapid.IntRange(1, 8).Draw(t, "B")}
	if f.Excess > 0 {
		p.VisitExcess = f.Excess * rapid.Float64Range(0, 1).Draw(t, "(b-1)/b")
	}
	return p
}

func (p CyclicProgram) steps(T, position int) []LinearStep {
	steps := make([]LinearStep, T)
	for i := range steps {
		steps[i].Factor = 1 + p.Excess
		if i%p.Period == position {
			steps[i] = LinearStep{1 + p.VisitExcess, p.Sensitivity}
		}
	}
	return steps
}

// Every position's optimum must be the hull's over every start.
func TestCyclicIsTheHull(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := cyclic(t)
		T := rapid.IntRange(1, 40).Draw(t, "T")
		j := rapid.IntRange(0, p.Period-1).Draw(t, "j")
		want := hull(p.steps(T, j), p.Diameter)
		got := p.Solve(T, j)
		if math.Abs(got.R-want.R) > 1e-9*want.R+shifttest.Negligible {
			t.Fatalf("%+v, T=%d, j=%d: R = %v (τ=%d), hull %v (τ=%d)", p, T, j, got.R, got.Tau, want.R, want.Tau)
		}
	})
}

// worst is the optimum of the position used at the last step.
func (p CyclicProgram) worst(T int) FeasiblePoint { return p.Solve(T, (T-1)%p.Period) }

// The worst position must be the largest of all.
func TestWorstPosition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := cyclic(t)
		T := rapid.IntRange(1, 40).Draw(t, "T")
		worst := 0.0
		for j := range p.Period {
			worst = max(worst, hull(p.steps(T, j), p.Diameter).R)
		}
		if got := p.worst(T).R; math.Abs(got-worst) > 1e-9*worst {
			t.Fatalf("%+v, T=%d: worst %v, largest over positions %v", p, T, got, worst)
		}
	})
}

// One step an epoch is the full batch.
func TestPeriodOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := program(t)
		p := CyclicProgram{f.Excess, f.Excess, f.Sensitivity, f.Diameter, 1, 0}
		T := int(shifttest.LogUniform(t, "T", 1, 1e9))
		if got, want := p.worst(T).R, f.Solve(T).R; shifttest.Relative(got, want) > 1e-9 {
			t.Fatalf("%+v, T=%d: cyclic %v, full batch %v", f, T, got, want)
		}
	})
}

// Long runs with stiff factors stay finite, positive and monotone in T.
func TestCyclicExtremes(t *testing.T) {
	for _, excess := range []float64{-1, -0.5, -1e-9, 0, 1e-9, 0.01, 99} {
		for _, d := range []float64{1e-6, 1, 1e9, math.Inf(1)} {
			p := CyclicProgram{excess, excess / 2, 1e-3, d, 1000, 0}
			if excess < 0 {
				p.VisitExcess = excess
			}
			last := 0.0
			for _, T := range []int{1, 999, 1000, 1001, 1e6, 1e9, 1e12} {
				r := p.worst(T).R
				if !(r > 0) || math.IsInf(r, 0) || r < last*(1-1e-12) {
					t.Errorf("%+v, T=%d: R = %v after %v", p, T, r, last)
				}
				last = r
			}
		}
	}
}

func BenchmarkCyclicWorst(b *testing.B) {
	p := CyclicProgram{0.01, 0.0099, 1e-3, 1, 500, 0}
	for b.Loop() {
		p.worst(1e6)
	}
}
