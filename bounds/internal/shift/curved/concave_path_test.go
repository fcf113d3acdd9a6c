package curved

import (
	"testing"

	"pgregory.net/rapid"

	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/shift/shifttest"
)

// The solver's path under concave moduli obeys the program step by step and costs what the solver says.
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
		written(path).Follows(t, best.R, func(at int, z float64) float64 {
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

func written(p shift.Path) shifttest.WrittenPath {
	return shifttest.WrittenPath{Tau: p.Tau, R: p.R, Z: p.Z, A: p.A, S: p.S, Composed: p.Composed(), Paid: p.Paid()}
}
