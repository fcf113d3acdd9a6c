package forgetting

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/internal/contraction"
	"lastiterate/bounds/internal/row/varied"
)

// Whatever groups of places cost in whatever way, all are below what the worst is said to cost, by themselves or with
// others; it is what one of them costs in the best way that was found; and few are searched.
func TestWorstPlaces(t *testing.T) {
	rng := rand.New(rand.NewPCG(28, 1))
	searches, groups := 0, 0
	for range 500 {
		n, ways := 1+rng.IntN(12), 4
		p := placesOfRun{first: rng.IntN(n)}
		cost := make([][]float64, n) // of a group in a way
		for i := range n {
			p.groups = append(p.groups, varied.Places{From: 2 * i, To: 2*i + 1})
			own := 1 + 0.1*rng.Float64()
			for range ways {
				cost[i] = append(cost[i], own*(1+rng.ExpFloat64()*[]float64{1e-4, 0.3}[rng.IntN(2)]))
			}
		}
		of := map[*contraction.VariedProblem]varied.Places{}
		p.run = func(g varied.Places) *contraction.VariedProblem {
			v := new(contraction.VariedProblem)
			of[v] = g
			return v
		}
		below := make([]float64, n) // what was shown of each
		for i := range below {
			below[i] = math.Inf(1)
		}
		shown := func(v *contraction.VariedProblem, way int) (most float64) {
			from, to := of[v].From/2, of[v].To/2
			for i := from; i <= to; i++ {
				most = max(most, cost[i][way])
			}
			most *= 1 + 0.01*float64(to-from) // together they cost more
			for i := from; i <= to; i++ {
				below[i] = min(below[i], most)
			}
			return most
		}
		got, way := worst(p, func(v *contraction.VariedProblem) (float64, int) {
			searches++
			way := rng.IntN(ways) // not always the best
			return shown(v, way), way
		}, shown)
		groups += n
		attained := false
		for i := range n {
			if below[i] > got {
				t.Fatalf("group %d was shown to cost %v, the worst %v", i, below[i], got)
			}
			attained = attained || cost[i][way] == got
		}
		if !attained {
			t.Fatalf("no group costs %v in way %d: %v", got, way, cost)
		}
	}
	if t.Logf("%d searches of %d groups", searches, groups); searches > groups/2 {
		t.Errorf("%d of %d groups were searched", searches, groups)
	}
}
