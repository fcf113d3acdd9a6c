package average

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/shift"
)

// If every step uses the example, the answer with steps after its deletion is at least that of the shift program's optimum and
// at most a few per cent above it; if a single use left the distance, it is the optimum's.
func TestStepsAfterADeletion(t *testing.T) {
	for _, excess := range []float64{0, -0.05, -0.3} {
		for _, rest := range []int{0, 1, 5, 40} {
			for _, T := range []int{1, 12} {
				p := SampledProgram{Excess: excess, Rate: 1, T: T, Diameter: math.Inf(1), Rest: rest, RestExcess: excess}
				const k, alpha = 0.3, 4
				got, _ := p.Renyi(k, alpha)
				best := shift.CyclicProgram{Excess: excess, VisitExcess: excess, Sensitivity: 1, Diameter: math.Inf(1), Period: 1,
					After: rest}.Solve(T+rest, 0)
				want := alpha * k * k * best.R / 2
				allowed := 1.03
				if T == 1 {
					allowed = 1 + 1e-6
				}
				if !(got >= want*(1-1e-12) && got <= want*allowed) {
					t.Errorf("c − 1 = %v, T = %d, %d steps after: ε(%d) = %v, want from the optimum's %v to %v",
						excess, T, rest, alpha, got, want, want*allowed)
				}
			}
		}
	}
}
