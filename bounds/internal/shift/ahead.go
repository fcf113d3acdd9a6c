package shift

import (
	"math"

	"lastiterate/bounds/work"
)

const (
	// LookingAhead is the longest epoch for which the level at an epoch's end is chosen
	// knowing the next epoch's position, too; in longer ones only the epoch's own is known.
	LookingAhead = 12
	// longestFollowed and mostFollowed are the longest epoch and the most epochs whose
	// levels follow the positions; beyond them little is gained.
	longestFollowed, mostFollowed = 48, 64
	// FollowedUnits is the work of an epoch's cost between two levels, in units of package work.
	FollowedUnits = 20
)

// Ahead returns an upper bound on log E exp(weight·R)/weight over all sequences of
// positions, weight > 0, for the T steps and the idle ones of Plan, whose levels it lets
// follow the positions: each level is chosen knowing what came before it and, in
// short epochs, the next position (shift.md, section 6). +Inf where that is not tried.
// It spends its work from w.
func (p *ProvenCyclic) Ahead(w *work.Budget, T, idle int, weight float64) float64 {
	o, ok := p.outlook(w, T, idle, weight)
	if !ok {
		return math.Inf(1)
	}
	least, _ := o.least(nil)
	return least
}

// An outlook has what is needed to choose levels that follow the positions.
type outlook struct {
	work     *work.Budget
	weight   float64
	diameter float64
	levels   []float64
	epochs   int
	last     [][]float64 // what the last epoch costs, by position and level
	table    [][]float64 // what each other epoch costs, by position, level before and level after
}

// outlook tabulates the costs; ok is false where levels that follow the positions are not tried.
func (p *ProvenCyclic) outlook(w *work.Budget, T, idle int, weight float64) (o outlook, ok bool) {
	o = outlook{work: w, weight: weight, diameter: p.Diameter, levels: p.levels(), epochs: (T + p.Period - 1) / p.Period}
	if !(weight > 0) || !p.s.Defined() || p.Period > longestFollowed || o.epochs > mostFollowed {
		return o, false
	}
	w.Spend(p.Period * len(o.levels) * len(o.levels) * FollowedUnits)
	last := (T-1)%p.Period + 1
	o.last = make([][]float64, last)
	for j := range o.last {
		for _, from := range o.levels {
			o.last[j] = append(o.last[j], p.EpochCost(j, last+idle, from, 0))
		}
	}
	if o.epochs == 1 {
		return o, true
	}
	o.table = make([][]float64, p.Period)
	for j := range o.table {
		for _, from := range o.levels {
			for _, to := range o.levels {
				cost := 0.0 // a path may start at the diameter
				if to != p.Diameter {
					cost = p.EpochCost(j, p.Period, from, to)
				}
				o.table[j] = append(o.table[j], cost)
			}
		}
	}
	return o, true
}

// knownPositions is how many positions a level at the end of an epoch may depend on besides
// that epoch's own.
func knownPositions(period int) int {
	if period > LookingAhead {
		return 1
	}
	return period
}

// least is the least mean over all starts, and the law of the cost from there if cells, which
// turns a cost into cells, is not nil.
func (o outlook) least(cells func(cost float64) int) (least float64, law costLaw) {
	togo, units := o.last, len(o.levels)
	var laws [][]costLaw
	if cells != nil {
		units += mostCells / 16
		for _, costs := range togo {
			var of []costLaw
			for _, cost := range costs {
				of = append(of, costLaw{1}.later(cells(cost)))
			}
			laws = append(laws, of)
		}
	}
	least = math.Inf(1)
	for e := 1; ; e++ {
		for i, z := range o.levels { // a start at the diameter is valid at any time
			if z == o.diameter || e == o.epochs && z == 0 {
				if v := o.meanAt(togo, i); v < least {
					least, law = v, mixture(laws, i)
				}
			}
		}
		if e == o.epochs {
			return least, law
		}
		o.work.Spend(len(o.table) * len(o.levels) * knownPositions(len(o.table)) * units)
		togo, laws = o.preceded(togo, laws, cells)
	}
}

// preceded is the cost to go, by position and level, and its law, one epoch earlier.
func (o outlook) preceded(togo [][]float64, laws [][]costLaw, cells func(cost float64) int) ([][]float64, [][]costLaw) {
	n := len(o.levels)
	if len(o.table) > LookingAhead {
		mean, law := make([]float64, n), make([]costLaw, n)
		for k := range n {
			mean[k], law[k] = o.meanAt(togo, k), mixture(laws, k)
		}
		togo, laws = [][]float64{mean}, [][]costLaw{law}
	}
	out, outLaws := make([][]float64, len(o.table)), make([][]costLaw, len(o.table))
	least, after := equalShares(len(togo)), make([][]costLaw, len(togo))
	for next := range togo {
		after[next] = make([]costLaw, 1)
	}
	for j, costs := range o.table {
		out[j], outLaws[j] = make([]float64, n), make([]costLaw, n)
		for i := range n {
			row := costs[i*n : i*n+n]
			for next, t := range togo {
				best, to := math.Inf(1), 0
				for k, cost := range row {
					if c := cost + t[k]; c < best {
						best, to = c, k
					}
				}
				least[next].R = best
				if cells != nil {
					after[next][0] = laws[next][to].later(cells(row[to]))
				}
			}
			out[j][i], outLaws[j][i] = o.mean(least), mixture(after, 0)
		}
	}
	return out, outLaws
}

// EpochRange is the least and the largest cost of an epoch that begins and ends at 0, over
// the positions of the differing example.
func (p *ProvenCyclic) EpochRange() (least, most float64) {
	least = math.Inf(1)
	for j := range p.Period {
		cost := p.EpochCost(j, p.Period, 0, 0)
		least, most = min(least, cost), max(most, cost)
	}
	return least, most
}

// meanAt is LogMean of costs by position, at one level.
func (o outlook) meanAt(costs [][]float64, level int) float64 {
	shares := equalShares(len(costs))
	for j, c := range costs {
		shares[j].R = c[level]
	}
	return o.mean(shares)
}

// mean is LogMean of costs that are sums.
func (o outlook) mean(shares []Share) float64 { return LogMean(shares, o.weight) * costRaise }
