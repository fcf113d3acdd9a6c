package ray

import (
	"testing"

	"pgregory.net/rapid"

	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/shift/shifttest"
)

// Chien and Li's Theorem A.1 written out: feasible from a distance that the two runs
// cannot pass, every visit paying at least its sensitivity, at the row's cost.
func TestRaysPath(t *testing.T) {
	rays, late := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		s := shifttest.LogUniform(t, "s", 0.02, 0.5)
		m, d := shifttest.Holder(t), shifttest.LogUniform(t, "D/s", 1, 40)*s
		b, period := rapid.IntRange(1, 5).Draw(t, "b"), rapid.IntRange(1, 12).Draw(t, "B")
		T := rapid.IntRange(1, 120).Draw(t, "T")
		if rapid.IntRange(0, 9).Draw(t, "whole epochs follow") == 0 {
			m, s, d, b, period, T = modulus.Modulus{Holder: 0.0345, Order: 0.5}, 0.0821, 0.464, 3, 6, 38
		}
		r := cyclicRays(m, s, s*float64(b), d, b, period, T)
		best := r.Solve(T)
		path, ok := r.Path(best, T)
		if !ok {
			t.Fatalf("Path of %d steps finds no path, want one: %+v", T, best)
		}
		written(path).Follows(t, best.R, func(_ int, z float64) float64 { return m.Eval(z) })
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

func written(p shift.Path) shifttest.WrittenPath {
	return shifttest.WrittenPath{Tau: p.Tau, R: p.R, Z: p.Z, A: p.A, S: p.S, Composed: p.Composed(), Paid: p.Paid()}
}
