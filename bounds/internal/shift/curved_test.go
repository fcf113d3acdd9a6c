package shift_test

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/shift/curved"
)

// A plan for orders that change every epoch bounds the mean over all of them.
func TestConcavePlan(t *testing.T) {
	for _, c := range []float64{1, 1.05, 1.5} {
		for _, d := range []float64{0.5, math.Inf(1)} {
			for _, shape := range [][2]int{{2, 3}, {3, 4}, {4, 3}} {
				for _, missing := range []int{0, 1, shape[1] - 1} {
					linear := shift.CyclicProgram{Excess: c - 1, VisitExcess: c - 1, Sensitivity: 0.3, Diameter: d, Period: shape[1]}
					ms := modulus.Min{modulus.Linear("", c-1)}
					p := curved.ConcaveProgram{Plain: ms, Visit: ms, Sensitivity: 0.3, Diameter: d, Period: shape[1]}
					T, weight := shape[0]*shape[1]-missing, 1.0
					epochs := 0
					for _, group := range p.Plan(T, 0, 8) {
						epochs += group.Epochs
					}
					got := shift.Mixed(linear, T, weight, func(T, idle int) []shift.EpochGroup { return p.Plan(T, idle, 8) })
					if want := shift.ExactMean(linear, T, weight); got < want*(1-1e-9) || epochs != shape[0] {
						t.Errorf("c=%v D=%v T=%d B=%d: %v in %d epochs, every sequence together %v", c, d, T, shape[1], got, epochs, want)
					}
				}
			}
		}
	}
}
