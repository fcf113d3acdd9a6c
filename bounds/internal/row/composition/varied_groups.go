package composition

import (
	"math"
	"slices"

	"lastiterate/bounds/run"
)

// sampledGroup is a number of sampled steps that are composed as if each had the worst of their
// s_t/σ_t.
type sampledGroup struct {
	steps int
	rate  float64 // at least the learning rate of each
	ratio float64 // s/σ of that
}

const (
	// variedGrid is the number of groups in a factor of e of s_t/σ_t, which then differs by a hundredth
	// in a group; and variedGroups their number, below which all else is one.
	variedGrid   = 100
	variedGroups = 500
	// fewComposed is their number where privacy loss distributions are composed, which take half as much
	// work each as a constant run; and manyComposed where that is left of a budget.
	fewComposed  = 8
	manyComposed = 20
	// addedGroups is their number where Rényi divergences are added, at a hundred orders.
	addedGroups = 96
)

// sampledGroups are the steps of a sampled run in groups of nearly the same s_t/σ_t, which
// follows the learning rate, from the least on.
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

// gathered are at most so many groups, each of neighbours, by which Σ s²/σ² grows least.
func gathered(groups []sampledGroup, most int) []sampledGroup {
	n := len(groups)
	if n <= most {
		return groups
	}
	steps := make([]int, n+1) // before each group
	for i, g := range groups {
		steps[i+1] = steps[i] + g.steps
	}
	least := make([]float64, n+1) // of the first groups, in so many
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
