package shift

import (
	"math"

	"lastiterate/bounds/work"
)

const (
	// aheadShare is the part of the mean cost that rounding may add over all epochs.
	aheadShare = 1. / 128
	// mostCells is the largest cost that is told, in cells, and mostAdded the most masses
	// that are added for a law.
	mostCells, mostAdded = 1 << 13, 4e7
)

// AheadShares is the law of the run's cost under levels that follow the positions, which
// are chosen as Ahead chooses them; nil where that takes too long or is not tried. Any
// choice of levels that knows no later positions gives a valid law (shift.md, section 6).
func (p Cyclic) AheadShares(w *work.Budget, T, idle int, weight float64) []Share {
	return p.aheadShares(w, T, idle, weight, p.epochCost)
}

// costLaw are the probabilities of costs in cells; nil is that of a cost which is not told.
type costLaw []float64

func (p Cyclic) aheadShares(w *work.Budget, T, idle int, weight float64, epochCost func(j, steps int, from, to float64) float64) []Share {
	epochs, last := (T+p.Period-1)/p.Period, (T-1)%p.Period+1
	known := 1
	if p.Period <= LookingAhead {
		known = p.Period
	}
	levels := p.levels()
	n := len(levels)
	if added := float64(epochs*epochs*known*p.Period*n) * 4 / aheadShare; T < 1 || !(added < mostAdded) {
		return nil
	}
	mean := p.ahead(w, T, idle, weight, epochCost, meanAt)
	step := mean * aheadShare / float64(epochs)
	if !(step > 0) || math.IsInf(step, 1) {
		return nil
	}
	cells := func(cost float64) int { return int(math.Min(mostCells, math.Ceil(cost/step*(1+1e-12)))) }
	togo, laws := make([][]float64, last), make([][]costLaw, last)
	for j := range togo {
		for _, from := range levels {
			cost := epochCost(j, last+idle, from, 0)
			togo[j], laws[j] = append(togo[j], cost), append(laws[j], costLaw{1}.later(cells(cost)))
		}
	}
	least, best := math.Inf(1), costLaw(nil)
	enter := func(level int) {
		if v := meanAt(togo, level, weight); v < least {
			least, best = v, mixture(laws, level)
		}
	}
	var table [][]float64
	if epochs > 1 {
		table = p.followedCosts(levels, epochCost)
	}
	for e := 1; ; e++ {
		for i, z := range levels { // a start at the diameter is valid at any time
			if z == p.Diameter || e == epochs && z == 0 {
				enter(i)
			}
		}
		if e == epochs {
			break
		}
		w.Spend(len(table) * n * known * (n + mostCells/16))
		togo, laws = p.preceded(table, togo, laws, weight, cells)
	}
	var out []Share
	for width, i := len(best)/lawCells+1, 0; i < len(best); i += width {
		end, sum := min(i+width, len(best)), 0.0
		for _, m := range best[i:end] {
			sum += m
		}
		if sum > 0 {
			out = append(out, Share{sum * (1 + 1e-11), float64(end-1) * step * (1 + 1e-12)})
		}
	}
	return out
}

// preceded is what is to go, and its law, before an epoch more.
func (p Cyclic) preceded(table, togo [][]float64, laws [][]costLaw, weight float64, cells func(float64) int) ([][]float64, [][]costLaw) {
	n := len(togo[0])
	if len(table) > LookingAhead {
		one, law := make([]float64, n), make([]costLaw, n)
		for k := range n {
			one[k], law[k] = meanAt(togo, k, weight), mixture(laws, k)
		}
		togo, laws = [][]float64{one}, [][]costLaw{law}
	}
	out, outLaws := make([][]float64, len(table)), make([][]costLaw, len(table))
	for j := range table {
		for i := range n {
			least, after := make([][]float64, len(togo)), make([][]costLaw, len(togo))
			for next, t := range togo {
				best, to := math.Inf(1), 0
				for k, cost := range table[j][i*n : i*n+n] {
					if c := cost + t[k]; c < best {
						best, to = c, k
					}
				}
				least[next] = []float64{best}
				after[next] = []costLaw{laws[next][to].later(cells(table[j][i*n+to]))}
			}
			out[j] = append(out[j], meanAt(least, 0, weight))
			outLaws[j] = append(outLaws[j], mixture(after, 0))
		}
	}
	return out, outLaws
}

// later is the law of so many cells more.
func (l costLaw) later(cells int) costLaw {
	if l == nil || len(l)+cells > mostCells {
		return nil
	}
	return append(make(costLaw, cells, cells+len(l)), l...)
}

// mixture is the mean of the laws of all positions at a level.
func mixture(laws [][]costLaw, level int) costLaw {
	var out costLaw
	for _, l := range laws {
		if l[level] == nil {
			return nil
		}
		if more := len(l[level]) - len(out); more > 0 {
			out = append(out, make(costLaw, more)...)
		}
	}
	for _, l := range laws {
		for i, m := range l[level] {
			out[i] += m / float64(len(laws))
		}
	}
	return out
}
