package shift

import (
	"math"
	"slices"

	"lastiterate/bounds/work"
)

const (
	// LookingAhead is the longest epoch in which the level at the end of one is chosen
	// knowing the next position too; in longer ones it follows the epoch's own.
	LookingAhead = 12
	// longestFollowed and mostFollowed are the longest epoch and the most epochs whose
	// levels follow the positions; beyond them little is gained.
	longestFollowed, mostFollowed = 48, 64
	// followedUnits are those of work of an epoch's cost between two levels.
	followedUnits = 20
)

// Ahead returns an upper bound on log E exp(weight·R)/weight over all sequences of
// positions, weight > 0, for the T steps and the idle ones of Plan, whose levels it lets
// follow the positions: each level is chosen knowing what came before it and, in
// short epochs, the next position (shift.md, section 6). +Inf where that is not tried.
// It spends its work from w.
func (p Cyclic) Ahead(w *work.Budget, T, idle int, weight float64) float64 {
	return p.ahead(w, T, idle, weight, p.epochCost, meanAt)
}

// ahead is Ahead with the costs of epochs and the means that are given.
func (p Cyclic) ahead(w *work.Budget, T, idle int, weight float64, epochCost func(j, steps int, from, to float64) float64, meanAt meanOf) float64 {
	epochs, last := (T+p.Period-1)/p.Period, (T-1)%p.Period+1
	if !(weight > 0) || p.Period > longestFollowed || epochs > mostFollowed {
		return math.Inf(1)
	}
	levels := p.levels()
	choices := p.Period * len(levels) * len(levels)
	w.Spend(choices * followedUnits)
	perEpoch := choices
	if p.Period <= LookingAhead {
		perEpoch *= p.Period
	}
	diameter := slices.Index(levels, p.Diameter)
	togo := make([][]float64, last) // by position and level
	for j := range togo {
		for _, from := range levels {
			togo[j] = append(togo[j], epochCost(j, last+idle, from, 0))
		}
	}
	// late is the least over the epochs before which a path may start at the diameter.
	late := math.Inf(1)
	enter := func() {
		if diameter > 0 {
			late = math.Min(late, meanAt(togo, diameter, weight))
		}
	}
	enter()
	var table [][]float64
	if epochs > 1 {
		table = p.followedCosts(levels, epochCost)
	}
	for range epochs - 1 {
		w.Spend(perEpoch)
		togo = follow(table, togo, weight, meanAt)
		enter()
	}
	return math.Min(late, meanAt(togo, 0, weight))
}

// EpochRange is the least and the largest cost of an epoch that begins and ends at 0, over
// the positions of the differing example.
func (p Cyclic) EpochRange() (least, most float64) {
	for _, s := range p.epochShares(p.Period, p.Period, 0, 0, p.Period) {
		if least == 0 || s.R < least {
			least = s.R
		}
		most = math.Max(most, s.R)
	}
	return least, most
}

// followedCosts are the costs of whole epochs, by position, level before and level after.
func (p Cyclic) followedCosts(levels []float64, epochCost func(j, steps int, from, to float64) float64) [][]float64 {
	table := make([][]float64, p.Period)
	for j := range table {
		for _, from := range levels {
			for _, to := range levels {
				cost := 0.0 // a path may start at the diameter
				if to != p.Diameter {
					cost = epochCost(j, p.Period, from, to)
				}
				table[j] = append(table[j], cost)
			}
		}
	}
	return table
}

// follow is what is to go, by position and level, before an epoch more.
func follow(table, togo [][]float64, weight float64, meanAt meanOf) [][]float64 {
	n := len(togo[0])
	if len(table) > LookingAhead {
		mean := make([]float64, n)
		for k := range mean {
			mean[k] = meanAt(togo, k, weight)
		}
		togo = [][]float64{mean}
	}
	out, least := make([][]float64, len(table)), make([][]float64, len(togo))
	for next := range least {
		least[next] = make([]float64, 1)
	}
	for j := range out {
		out[j] = make([]float64, n)
		for i := range n {
			for next, after := range togo {
				best := math.Inf(1)
				for k, cost := range table[j][i*n : i*n+n] {
					if c := cost + after[k]; c < best {
						best = c
					}
				}
				least[next][0] = best
			}
			out[j][i] = meanAt(least, 0, weight)
		}
	}
	return out
}

// A meanOf is meanAt, or at least that.
type meanOf func(costs [][]float64, level int, weight float64) float64

// meanAt is log E exp(weight·cost)/weight over the positions, at one level.
func meanAt(costs [][]float64, level int, weight float64) float64 {
	top := 0.0
	for _, c := range costs {
		top = math.Max(top, c[level])
	}
	deficit := 0.0
	for _, c := range costs {
		deficit -= math.Expm1(weight * (c[level] - top))
	}
	return top + math.Log1p(-deficit/float64(len(costs)))/weight
}
