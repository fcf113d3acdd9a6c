package adversary

import (
	"math"
	"testing"
)

// TestRandomBatchesTable: theory's table.
func TestRandomBatchesTable(t *testing.T) {
	const n, b, delta = 60000, 256, 1e-5
	for _, c := range []struct {
		T             int
		first, second float64
		want          float64
	}{
		{1000, 1, 0, 0.501103}, {10000, 1, 0, 1.705064}, {100000, 1, 0, 6.261728}, {1, 1, 0, 0.067764},
		{1000, 2, 1, 0.562776}, {10000, 2, 1, 1.771829}, {100000, 2, 1, 6.337652}, {1, 2, 1, 1.513938},
		{1000, 2, 0, 1.143779}, {10000, 2, 0, 3.810746}, {100000, 2, 0, 14.791013}, {1, 2, 0, 1.767902},
	} {
		step := 1 / math.Sqrt(float64(c.T))
		m := Mixture{First: c.first, Second: c.second, Least: step, Most: step, Law: Binomial(c.T, b, n)}
		a, bb := m.witness(delta), m.reversed().witness(delta)
		t.Log(c.T, c.first, c.second, a, bb, c.want, len(m.Law.Atoms))
	}
}

