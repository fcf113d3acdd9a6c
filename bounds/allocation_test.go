package bounds

import (
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// Composition of random allocation has a value within the work of one row, whatever the noise and the number of
// batches, and it is not above the value for batches that are public: one Gaussian mechanism an epoch.
func TestAllocationIsComposed(t *testing.T) {
	r := DefaultRun()
	r.B, r.Noise, r.Diameter, r.Scheme, r.Adjacency = 10, run.NoiseMultiplier, math.Inf(1), run.Allocation, run.ZeroOut
	for _, bins := range []int{2, 500} {
		for _, r.Sigma = range []float64{0.06, 0.2, 0.5} {
			for _, epochs := range []int{1, 7} {
				r.N, r.T = bins*r.B, bins*epochs
				told := r
				told.Scheme = run.Cyclic
				for _, q := range []claim.Question{{Delta: 1e-5}, {Alpha: 3}, {Alpha: 1e4}} {
					hidden, known := epsilonOf(t, "composition", r, q), epsilonOf(t, "composition", told, q)
					if !(hidden > 0 && hidden <= known*(1+1e-9)) {
						t.Errorf("%d batches, σ = %v, %d epochs, %+v: %v, where the batches are told %v", bins, r.Sigma, epochs, q,
							hidden, known)
					}
				}
			}
		}
	}
}
