package shift

import (
	"math"

	"lastiterate/bounds/work"
)

// A level is an upper bound on the distance of the runs at an epoch's end. The payments keep it.

const (
	// MaxLookahead is the longest epoch, in steps, for which the level at its end is chosen with knowledge of the next
	// epoch's position. In longer epochs only the positions so far are known.
	MaxLookahead = 12
	// maxPeriod and maxEpochs are the longest epoch, in steps, and the largest number of epochs whose
	// levels follow the positions; beyond them little is gained.
	maxPeriod, maxEpochs = 48, 64
	// FollowedUnits is the work of computing one EpochCost, in units of package work.
	FollowedUnits = 20
)

// Ahead returns an upper bound on log(E exp(tilt·R))/tilt, tilt > 0, with E over random positions of the differing example. T
// and idle are as in Plan. Unlike Plan it chooses each level from the positions so far and, in short epochs, the next one
// (shift.md, section 6). The bound is +Inf if this is not tried. Work is charged to w.
func (p *ProvenCyclic) Ahead(w *work.Budget, T, idle int, tilt float64) float64 {
	o, ok := p.outlook(w, T, idle, tilt)
	if !ok {
		return math.Inf(1)
	}
	least, _ := o.least(nil)
	return least
}

// An outlook holds the costs from which levels that follow the positions are chosen.
type outlook struct {
	work     *work.Budget
	tilt     float64 // the factor of R in the exponent
	diameter float64
	levels   []float64
	epochs   int
	last     [][]float64 // the last epoch's cost, by position and level before it
	table    [][]float64 // the cost of every other epoch, by position, level before and level after
}

// outlook tabulates the costs; ok is false if levels that follow the positions are not tried.
func (p *ProvenCyclic) outlook(w *work.Budget, T, idle int, tilt float64) (o outlook, ok bool) {
	o = outlook{work: w, tilt: tilt, diameter: p.Diameter, levels: p.levels(), epochs: (T + p.Period - 1) / p.Period}
	if !(tilt > 0) || !p.s.Defined() || p.Period > maxPeriod || o.epochs > maxEpochs {
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

// nextCases returns the number of cases of the next epoch's position that a level distinguishes: every position in a short
// epoch, none (one case) in a longer one.
func nextCases(period int) int {
	if period > MaxLookahead {
		return 1
	}
	return period
}

// least returns the least mean over all starts. If cells is not nil, it also returns the law of the cost from the best start.
// cells rounds a cost up to grid cells.
func (o outlook) least(cells func(cost float64) int) (least float64, law costLaw) {
	togo, units := o.last, len(o.levels)
	var laws [][]costLaw
	if cells != nil {
		units += mostCells / 16 // copying and averaging a cell of a law counts a sixteenth of trying a level
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
		o.work.Spend(len(o.table) * len(o.levels) * nextCases(len(o.table)) * units)
		togo, laws = o.oneEpochEarlier(togo, laws, cells)
	}
}

// oneEpochEarlier takes the cost to go, by position and level, and its law, and returns them an epoch earlier.
func (o outlook) oneEpochEarlier(togo [][]float64, laws [][]costLaw, cells func(cost float64) int) ([][]float64, [][]costLaw) {
	n := len(o.levels)
	if len(o.table) > MaxLookahead {
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

// EpochRange returns the least and the largest cost of an epoch that begins and ends at 0, over the positions of the
// differing example.
func (p *ProvenCyclic) EpochRange() (least, most float64) {
	least = math.Inf(1)
	for j := range p.Period {
		cost := p.EpochCost(j, p.Period, 0, 0)
		least, most = min(least, cost), max(most, cost)
	}
	return least, most
}

// meanAt returns LogMean of the costs by position at one level.
func (o outlook) meanAt(costs [][]float64, level int) float64 {
	shares := equalShares(len(costs))
	for j, c := range costs {
		shares[j].R = c[level]
	}
	return o.mean(shares)
}

// mean returns LogMean of costs added over epochs, raised for the rounding of those sums.
func (o outlook) mean(shares []Share) float64 { return LogMean(shares, o.tilt) * costRaise }
