package shift

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/modulus"

	"pgregory.net/rapid"
)

// follows checks that a path is feasible under the steps, ends at 0 and costs
// what it says.
func (p Path) follows(t *rapid.T, want float64, step func(t int, z float64) float64) {
	t.Helper()
	cost, scale := 0.0, 0.0
	for i, a := range p.A {
		scale = max(scale, p.Z[i]+a)
		next := step(p.Tau+i, p.Z[i]) + p.S[i] - a
		if a < 0 || p.Z[i] < 0 || math.Abs(next-p.Z[i+1]) > 1e-7*scale {
			t.Fatalf("step %d: z = %v, s = %v, a = %v lead to %v, the path says %v", p.Tau+i, p.Z[i], p.S[i], a, next, p.Z[i+1])
		}
		cost += a * a
	}
	if end := p.Z[len(p.A)]; end != 0 {
		t.Fatalf("the distance ends at %v", end)
	}
	if relative(p.R, cost) > 1e-12 || math.Abs(p.R-want) > 1e-9*want+negligibleCost {
		t.Fatalf("the payments cost %v, the path says %v, the optimum is %v", cost, p.R, want)
	}
	composed, paid := p.Composed(), p.Paid()
	n := len(p.A)
	if relative(paid[n], p.R) > 1e-12 || composed[n] > paid[n]*(1+1e-9) {
		t.Fatalf("of %v the sensitivities cost %v of %v", p.R, composed[n], paid[n])
	}
}

// A path of the closed form is feasible and costs what the closed form says. Of
// the cost the sensitivities make Σ s·a, and the distance at the start
// c·a_τ·Δ_τ: on each piece of the minorant a = λw, and Σ a² = λ Σ a·w = Σ s·a + λΔ_τ·w_{τ−1}.
func TestFullBatchPath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := program(t)
		T := rapid.IntRange(1, 300).Draw(t, "T")
		path := p.Path(p.Solve(T), T)
		c := 1 + p.Excess
		path.follows(t, p.Solve(T).R, func(_ int, z float64) float64 { return c * z })
		composed := path.Composed()[len(path.A)]
		if start := c * path.A[0] * path.Z[0]; math.Abs(composed+start-path.R) > 1e-9*path.R {
			t.Fatalf("%v for the steps and %v for the start are not %v", composed, start, path.R)
		}
	})
}

func TestCyclicPath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := cyclic(t)
		T := rapid.IntRange(1, 300).Draw(t, "T")
		j := rapid.IntRange(0, min(T, p.Period)-1).Draw(t, "j")
		path := p.Path(p.Solve(T, j), T, j)
		path.follows(t, p.Solve(T, j).R, func(at int, z float64) float64 {
			if (at-j)%p.Period == 0 {
				return (1 + p.VisitExcess) * z
			}
			return (1 + p.Excess) * z
		})
	})
}

// Chien and Li's Theorem A.1 written out: feasible from a distance that the two runs
// cannot pass, every visit paying at least its sensitivity, at the row's cost.
func TestRaysPath(t *testing.T) {
	rays, late := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		s := logUniform(t, "s", 0.02, 0.5)
		m, d := concave(t), logUniform(t, "D/s", 1, 40)*s
		b, period := rapid.IntRange(1, 5).Draw(t, "b"), rapid.IntRange(1, 12).Draw(t, "B")
		T := rapid.IntRange(1, 120).Draw(t, "T")
		if rapid.IntRange(0, 9).Draw(t, "whole epochs follow") == 0 {
			m, s, d, b, period, T = modulus.Modulus{Holder: 0.0345, Order: 0.5}, 0.0821, 0.464, 3, 6, 38
		}
		r := cyclicRays(m, s, s*float64(b), d, b, period, T)
		best := r.Solve(T)
		path, ok := r.Path(best, T)
		if !ok {
			t.Fatal("no path")
		}
		path.follows(t, best.R, func(_ int, z float64) float64 { return m.Eval(z) })
		for i, a := range path.A {
			if used := (T-1-path.Tau-i)%period == 0; used != (path.S[i] == s) || a < path.S[i]*(1-1e-12) {
				t.Fatalf("step %d, used: %v, pays %v for %v", path.Tau+i, used, a, path.S[i])
			}
		}
		bound := 0.0
		if j := path.Tau - (T-1)%period; j >= len(r.Track) {
			bound = d
		} else if j > 0 {
			bound = r.Track[j]
		}
		if path.Z[0] < bound*(1-1e-12) {
			t.Fatalf("from %v at step %d, where the runs may be %v apart", path.Z[0], path.Tau, bound)
		}
		if path.Z[0] > 0 {
			rays++
		}
		if n := len(path.A); path.Z[0] > 0 && n > period && path.Z[n-period] == 0 {
			late++
		}
	})
	if rays == 0 || late == 0 {
		t.Errorf("%d rays, %d of them with whole epochs after them", rays, late)
	}
}

func TestChargedPath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Charged{FullBatch: program(t)}
		p.Drift = p.Sensitivity * (1 + rapid.Float64Range(0, 10).Draw(t, "drift"))
		T := rapid.IntRange(1, 300).Draw(t, "T")
		path := p.Path(p.Solve(T), T)
		c := 1 + p.Excess
		path.follows(t, p.Solve(T).R, func(_ int, z float64) float64 { return c * z })
		for i, a := range path.A {
			if a < p.Sensitivity*(1-1e-9) {
				t.Fatalf("step %d pays %v, less than its sensitivity %v", i, a, p.Sensitivity)
			}
		}
	})
}

// A path of the solver for concave moduli, with what comes after it.
func TestConcavePath(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		p, T := concaveProgram(t, false)
		best := p.Solve(T)
		path, ok := p.Path(best, T)
		if !ok {
			return
		}
		found++
		path.follows(t, best.R, func(at int, z float64) float64 {
			if (at-T+1)%p.Period == 0 {
				return p.Visit.Eval(z)
			}
			return p.Plain.Eval(z)
		})
		if len(path.A) != T-best.Tau {
			t.Fatalf("%d steps from %d of %d", len(path.A), best.Tau, T)
		}
	})
	if found < 50 && !testing.Short() { // rapid draws a fifth in a short run
		t.Errorf("only %d of 100 paths could be written out", found)
	}
}

// Weights of very long and stiff runs do not overflow.
func TestStiffPaths(t *testing.T) {
	for _, excess := range []float64{-1, -0.9, -1e-9, 0, 1e-9, 0.01, 99} {
		for _, d := range []float64{1e-6, 1, 1e9, math.Inf(1)} {
			full := FullBatch{excess, 1e-3, d}
			if path := full.Path(full.Solve(50000), 50000); !(relative(path.R, full.Solve(50000).R) < 1e-8) {
				t.Errorf("%+v: %v, want %v", full, path.R, full.Solve(50000).R)
			}
			turn := Cyclic{excess, excess, 1e-3, d, 1000, 0}
			if path := turn.Path(turn.worst(50000), 50000, 49999%turn.Period); !(relative(path.R, turn.worst(50000).R) < 1e-8) {
				t.Errorf("%+v: %v, want %v", turn, path.R, turn.worst(50000).R)
			}
		}
	}
}

func TestThin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, most := rapid.IntRange(1, 5000).Draw(t, "n"), rapid.IntRange(4, 1000).Draw(t, "most")
		out := Thin(n, most)
		if len(out) > most || out[0] != 0 || out[len(out)-1] != n-1 || n <= most && len(out) != n {
			t.Fatalf("Thin(%d, %d) has %d steps from %d to %d", n, most, len(out), out[0], out[len(out)-1])
		}
		for i := 1; i < len(out); i++ {
			if out[i] <= out[i-1] {
				t.Fatalf("%v does not ascend", out)
			}
		}
	})
}
