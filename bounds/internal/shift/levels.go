package shift

import (
	"context"
	"math"
	"slices"

	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/work"
)

// EpochGroup is a number of epochs with the same distribution of their cost over the secret position of the differing
// example.
type EpochGroup struct {
	Shares []Share
	Epochs int
	From   float64 // distance at the start of each epoch, a length
	To     float64 // distance at its end
	span   span    // the steps and distances whose costs Shares are; no positions if they come from another program
}

// A span is a number of steps from one distance to another. One of its first positions uses the differing example. If reach
// is not 0, the span stands for a group of epochs between distances of at most reach.
type span struct {
	positions, steps int
	from, to, reach  float64
}

// group returns a number of epochs of a span; the law of their costs has no more than `most` shares.
func (p *ProvenCyclic) group(s span, epochs, most int) EpochGroup {
	return EpochGroup{p.shares(s, most), epochs, s.from, s.to, s}
}

const (
	levelPoints   = 24   // distances between 0 and the largest useful one, of which
	nearLevels    = 18   // the highest are neighbours on the grid
	farStride     = 4    // and the others so many points apart
	searchShares  = 48   // positions distinguished in the search for levels
	searchEpochs  = 1000 // longer runs repeat their cheapest epoch
	smallestLevel = 1e-2 // of the sensitivity
)

// levelRatio is the logarithm of the ratio of neighbours on the grid: levelPoints of them are between smallestLevel and 2.
var levelRatio = math.Log(2/smallestLevel) / (levelPoints - 1)

// Planner chooses distances Z_0 = 0, Z_1, …, Z_E = 0 at the ends of the epochs of a run that is reshuffled every epoch. Given
// the levels, the epochs' costs depend on independent positions. Any levels give a valid bound (shift.md, section 6).
type Planner struct {
	*ProvenCyclic
	*levelTable
}

// A levelTable has the levels that a program considers, and the costs of its epochs between all pairs of them.
type levelTable struct {
	levels []float64
	costs  [][]Share                   // φ(·; from, to) over a whole epoch, sketched; row by from
	whole  memo.Of[float64, []float64] // their LogMean, by weight
}

// sketches keeps tables that several rows of a run and its verdict ask for, whose runs differ only in their length.
var sketches = &memo.Kind[CyclicProgram, *levelTable]{Most: 4}

// NewPlanner returns a planner with the epochs' costs of the program p, tabulated with its numbers as they are.
func NewPlanner(ctx context.Context, p *ProvenCyclic) *Planner {
	return &Planner{p, sketches.Get(ctx, p.CyclicProgram, func(ctx context.Context) *levelTable {
		q := &levelTable{levels: p.levels()}
		q.whole.Most = mostWeights
		work.From(ctx).Spend(positionUnits * len(q.levels) * len(q.levels) * min(p.Period, searchShares))
		for _, from := range q.levels {
			for _, to := range q.levels {
				q.costs = append(q.costs, p.sketch(p.Period, p.Period, from, to))
			}
		}
		return q
	})}
}

// mostWeights is the number of weights whose costs are kept, at some 5 kB each.
const mostWeights = 64

// positionUnits is the work of an epoch's cost at one position, in units of package work.
const positionUnits = 40

// sketch returns φ at a few positions, for the search only.
func (p *ProvenCyclic) sketch(positions, steps int, from, to float64) []Share {
	n := min(positions, searchShares)
	out, z, y := equalShares(n), p.level(from), p.level(to)
	for i := range out {
		// A cost that is 0 except for rounding counts as 0, so that it moves no level.
		if cost := p.epochCost((i+1)*positions/n-1, steps, z, y); cost > 1e-24*p.s.Up()*p.s.Up() {
			out[i].R = cost
		}
	}
	return out
}

// Plan returns the costs of the epochs of T steps in groups, each with no more than `most` shares. If the last epoch is cut short,
// it is assumed to use the differing example. idle steps of an epoch that does not use it follow. Dynamic programming finds
// the levels, for the objective log E exp(weight·cost), or the mean cost at weight 0; weight is 1 over a squared length. An
// epoch that ends at the diameter costs nothing, so the plan may begin there late.
func (q *Planner) Plan(T, idle int, weight float64, most int) []EpochGroup {
	p, levels := q.ProvenCyclic, q.levels
	epochs, last := (T+p.Period-1)/p.Period, (T-1)%p.Period+1
	n := len(levels)
	whole := q.whole.Get(weight, func() []float64 {
		out := make([]float64, n*n)
		for i, shares := range q.costs {
			out[i] = LogMean(shares, weight)
		}
		return out
	})
	// best[i] is the cost to go from level i; next[e][i] is the level after i with e+1 epochs to go.
	best, next := make([]float64, n), [][]int{make([]int, n)}
	for i, from := range levels {
		best[i] = LogMean(p.sketch(last, last+idle, from, 0), weight)
	}
	searched := min(epochs, searchEpochs)
	diameter := slices.Index(levels, p.Diameter)
	// late is the cheapest entry at the diameter, with lateEpochs epochs to go.
	late, lateEpochs := math.Inf(1), 0
	enter := func(epochsToGo int) {
		if diameter > 0 && best[diameter] < late {
			late, lateEpochs = best[diameter], epochsToGo
		}
	}
	enter(1)
	for e := 2; e <= searched; e++ {
		to, cost := make([]int, n), make([]float64, n)
		for i := range levels {
			cost[i] = math.Inf(1)
			for k := range levels {
				if c := whole[i*n+k] + best[k]; c < cost[i] {
					cost[i], to[i] = c, k
				}
			}
		}
		best, next = cost, append(next, to)
		enter(e)
	}
	from, toGo, spare := 0, searched, epochs-searched
	if late <= best[0] && diameter > 0 && !math.IsInf(late, 1) {
		from, toGo, spare = diameter, lateEpochs, 0
	}
	// path follows the choices. A run longer than the search repeats its cheapest stay.
	path := []int{from}
	for e := toGo; e > 1; e-- {
		path = append(path, next[e-1][path[len(path)-1]])
	}
	return p.groups(levels, path, last, idle, spare, most, whole)
}

// levels returns the distances considered: 0, points of a grid that depends only on the sensitivity, and the diameter. The
// points are the highest below the diameter and the largest useful distance, then every farStride-th. So a smaller domain has
// all levels of a larger one that lie in it. A plan on the larger domain, from the last time on at which it is beyond the
// smaller one, is also a plan on the smaller one.
func (p CyclicProgram) levels() []float64 {
	if p.fromZero() {
		return []float64{0}
	}
	unit, at := 2*p.Sensitivity, 0.0 // the highest point is unit times the ratio to the power of at
	if p.Excess < 0 {
		at = max(0, math.Ceil(-math.Log(-2*math.Expm1(p.logFactor()))/levelRatio))
	}
	at = min(at, math.Ceil(math.Log(p.Diameter/unit)/levelRatio-1e-9)-1)
	out := []float64{0}
	for i := range levelPoints {
		stride := 1.0
		if i >= nearLevels {
			stride = farStride
		}
		at = math.Floor(at/stride) * stride
		out = append(out, unit*math.Exp(levelRatio*at))
		at -= stride
	}
	slices.Sort(out)
	if !math.IsInf(p.Diameter, 1) {
		out = append(out, p.Diameter)
	}
	return out
}

// groups lists the epochs along a path of levels, and joins consecutive equal epochs into a group. spare more epochs stay at
// the level of the path at which staying is cheapest.
func (p *ProvenCyclic) groups(levels []float64, path []int, last, idle, spare, most int, whole []float64) []EpochGroup {
	n := len(levels)
	stay := path[0]
	for _, i := range path {
		if whole[i*n+i] < whole[stay*n+stay] {
			stay = i
		}
	}
	var out []EpochGroup
	add := func(positions, steps, from, to, epochs int) {
		if k := len(out) - 1; k >= 0 && positions == p.Period && steps == p.Period && out[k].From == levels[from] &&
			out[k].To == levels[to] {
			out[k].Epochs += epochs
			return
		}
		out = append(out, p.group(span{positions, steps, levels[from], levels[to], 0}, epochs, most))
	}
	for i, level := range path {
		if level == stay && spare > 0 {
			add(p.Period, p.Period, stay, stay, spare)
			spare = 0
		}
		if i+1 < len(path) {
			add(p.Period, p.Period, level, path[i+1], 1)
		}
	}
	add(last, last+idle, path[len(path)-1], 0, 1)
	return out
}
