package convert

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"lastiterate/bounds/draws"
	"lastiterate/bounds/internal/random"
)

// Guarantees with corners, steps, ends and several valleys are converted nearly as well
// as a scan of very many orders converts them, by few orders.
func TestUnevenGuarantees(t *testing.T) {
	const most = 60 // orders, in the mean
	source := rand.New(rand.NewPCG(11, 5))
	runs, tries := draws.Sample(400, 5000), map[string]int{}
	if runtime.GOOS == "js" { // where they take several times as long, and the search is the same
		runs /= 10
	}
	for range runs {
		rho, at := random.LogUniform(source, 1e-4, 10), 1+random.LogUniform(source, 1e-2, 1e3)
		jump, power := random.LogUniform(source, 1e-3, 1e3), random.LogUniform(source, 0.1, 4)
		slope, level := random.LogUniform(source, 1e-3, 1), random.LogUniform(source, 1e-2, 1e2)
		delta := random.LogUniform(source, 1e-12, 1e-1)
		beyond := func(alpha, more float64) float64 {
			if alpha > at {
				return rho*alpha + more
			}
			return rho * alpha
		}
		for _, shape := range []struct {
			name    string
			rdp     func(alpha float64) float64
			allowed float64 // relatively above the scan
		}{
			{"corner", func(alpha float64) float64 { return beyond(alpha, jump*math.Pow(max(0, alpha-at), power)) }, 0.1},
			{"step", func(alpha float64) float64 { return beyond(alpha, jump) }, 0.05},
			{"end", func(alpha float64) float64 { return beyond(alpha, math.Inf(1)) }, 1e-3},
			{"two valleys", func(alpha float64) float64 { return min(rho*alpha, level+rho*slope*alpha) }, 0.01},
		} {
			got, _ := EpsilonUpper(func(alpha float64) float64 { tries[shape.name]++; return shape.rdp(alpha) }, delta)
			want := math.Inf(1)
			for x := math.Log(minOrderExcess); x < math.Log(maxOrder); x += 2e-3 {
				alpha := 1 + math.Exp(x)
				want = min(want, canonne(alpha, shape.rdp(alpha), delta))
			}
			if want = max(0, want); !(got <= want*(1+shape.allowed)) {
				t.Errorf("%s: ε = %v, want at most 1 + %v times %v, by a scan: ρ = %v, at %v, jump %v, power %v, slope %v, level %v, δ = %v",
					shape.name, got, shape.allowed, want, rho, at, jump, power, slope, level, delta)
			}
		}
	}
	for name, n := range tries {
		if n > most*runs {
			t.Errorf("%s: %d orders for %d conversions, want at most %d for each", name, n, runs, most)
		}
	}
}
