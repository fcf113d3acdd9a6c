package shift

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/shift/shifttest"

	"pgregory.net/rapid"
)

func written(p Path) shifttest.WrittenPath {
	return shifttest.WrittenPath{Tau: p.Tau, R: p.R, Z: p.Z, A: p.A, S: p.S, Composed: p.Composed(), Paid: p.Paid()}
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
		written(path).Follows(t, p.Solve(T).R, func(_ int, z float64) float64 { return c * z })
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
		written(path).Follows(t, p.Solve(T, j).R, func(at int, z float64) float64 {
			if (at-j)%p.Period == 0 {
				return (1 + p.VisitExcess) * z
			}
			return (1 + p.Excess) * z
		})
	})
}

func TestChargedPath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := ChargedProgram{FullBatch: program(t)}
		p.Drift = p.Sensitivity * (1 + rapid.Float64Range(0, 10).Draw(t, "drift"))
		T := rapid.IntRange(1, 300).Draw(t, "T")
		path := p.Path(p.Solve(T), T)
		c := 1 + p.Excess
		written(path).Follows(t, p.Solve(T).R, func(_ int, z float64) float64 { return c * z })
		for i, a := range path.A {
			if a < p.Sensitivity*(1-1e-9) {
				t.Fatalf("step %d pays %v, less than its sensitivity %v", i, a, p.Sensitivity)
			}
		}
	})
}

// Weights of very long and stiff runs do not overflow.
func TestStiffPaths(t *testing.T) {
	for _, excess := range []float64{-1, -0.9, -1e-9, 0, 1e-9, 0.01, 99} {
		for _, d := range []float64{1e-6, 1, 1e9, math.Inf(1)} {
			full := FullBatch{excess, 1e-3, d}
			if path := full.Path(full.Solve(50000), 50000); !(shifttest.Relative(path.R, full.Solve(50000).R) < 1e-8) {
				t.Errorf("%+v: %v, want %v", full, path.R, full.Solve(50000).R)
			}
			turn := CyclicProgram{excess, excess, 1e-3, d, 1000, 0}
			if path := turn.Path(turn.worst(50000), 50000, 49999%turn.Period); !(shifttest.Relative(path.R, turn.worst(50000).R) < 1e-8) {
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
