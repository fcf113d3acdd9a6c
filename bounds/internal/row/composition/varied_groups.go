package composition

import (
	"math"
	"slices"

	"lastiterate/bounds/run"
)

// sampledGroup is a number of sampled steps that are composed as if each had the largest s_t/σ_t
// among them.
type sampledGroup struct {
	steps int
	rate  float64 // the highest learning rate of the steps, or a higher one
	ratio float64 // s/σ at that learning rate
}

const (
	// variedGrid is the number of groups for each factor of e of s_t/σ_t, so that the ratio differs by a hundredth within a
	// group. There are variedGroups groups, over a factor of e⁵, and one more before them for all steps with a smaller ratio.
	variedGrid   = 100
	variedGroups = 500
	// fewComposed is the number of groups whose privacy loss distributions are composed. Each takes half as much work as a
	// run with a constant learning rate. manyComposed is the number if the budget allows it.
	fewComposed  = 8
	manyComposed = 20
	// addedGroups is the number of groups whose Rényi divergences are added, which is cheaper but done at some hundred
	// orders.
	addedGroups = 96
)

// sampledGroups returns the steps of a sampled run in groups of nearly equal s_t/σ_t, in rising order. The
// ratio rises with the learning rate.
func sampledGroups(r run.Run) []sampledGroup {
	groups, steps := make([]sampledGroup, variedGroups+1), r.Steps()
	ratio := func(rate float64) float64 { s := steps.WithRate(rate); return s.Sensitivity / s.Noise }
	peak := ratio(r.Eta)
	for _, b := range steps.BlocksHolding() {
		at := ratio(b.High)
		g := &groups[max(0, variedGroups-int(variedGrid*math.Log(peak/at)))]
		g.steps, g.rate, g.ratio = g.steps+b.Steps, max(g.rate, b.High), max(g.ratio, at)
	}
	return slices.DeleteFunc(groups, func(g sampledGroup) bool { return g.steps == 0 })
}

// gathered joins neighbouring groups until at most `most` remain, so that Σ s²/σ² grows least.
func gathered(groups []sampledGroup, most int) []sampledGroup {
	n := len(groups)
	if n <= most {
		return groups
	}
	steps := make([]int, n+1) // the number of steps before each group
	for i, g := range groups {
		steps[i+1] = steps[i] + g.steps
	}
	least := make([]float64, n+1) // by number of first groups: their least sum in k groups
	for i := 1; i <= n; i++ {
		least[i] = math.Inf(1)
	}
	from := make([][]int, most)
	for k := range from {
		next, first := slices.Clone(least), make([]int, n+1)
		for i := 1; i <= n; i++ {
			next[i] = math.Inf(1)
			for j := range i {
				if c := least[j] + float64(steps[i]-steps[j])*groups[i-1].ratio*groups[i-1].ratio; c < next[i] {
					next[i], first[i] = c, j
				}
			}
		}
		next[0] = math.Inf(1)
		least, from[k] = next, first
	}
	var out []sampledGroup
	for k, i := most-1, n; k >= 0; k-- {
		g := groups[i-1]
		g.steps = steps[i] - steps[from[k][i]]
		out, i = append(out, g), from[k][i]
	}
	return out
}
