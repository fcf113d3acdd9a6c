package reordered

import (
	"math"

	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/shift"
)

const (
	// levelEpochs is the largest number of epochs whose payments follow the order, levelPeriod the largest number of steps of
	// such an epoch, and orderPoints the number of levels above 0. If a step takes a power, these are levelEpochs,
	// powerPeriod and powerPoints for epochs of up to fewPeriod steps, and for longer ones fewEpochs, powerPeriod and none.
	levelEpochs, levelPeriod, orderPoints = 16, 1 << 12, 24
	fewEpochs, powerPeriod, powerPoints   = 3, 128, 12
	fewPeriod                             = 16
	// knownNext is the longest epoch for which a level is chosen with knowledge of the next position.
	knownNext = 8
	// orderNodes and powerNodes are the largest numbers of distances before the start that are followed one by one.
	orderNodes, powerNodes = 256, 24
	// exactPlaces is the number of places at the end of an epoch that are followed one by one. Earlier places form groups,
	// each of which reaches about placeRatio times as far from the end as the group after it.
	exactPlaces, placeRatio = 16, 1.25
)

// places are the steps first … last of an epoch, one of which uses the example, with the probability `weight`.
type places struct {
	first, last int
	weight      float64
}

// groupPlaces groups the places of an epoch, with longer groups further from its end.
func groupPlaces(period int) []places {
	var out []places
	for rest := 0; rest < period; { // steps after the place
		size := 1
		if rest >= exactPlaces {
			size = int(float64(rest) * (placeRatio - 1))
		}
		size = min(size, period-rest)
		out = append(out, places{period - rest - size, period - 1 - rest, float64(size) / float64(period)})
		rest += size
	}
	return out
}

// orderLevels are the costs of epochs between levels at their ends, and of the starts. The cost of an epoch depends on the
// place of the example in it; the cost of a start depends on the order before it.
type orderLevels struct {
	Orders
	places     []places
	levels     []float64
	whole      [][]float64   // of an epoch, by place, level before and level after
	final      [][]float64   // of the last epoch, by place and level before
	late       [][]float64   // of a start at D within an epoch, by place and level after; nil without a domain
	ending     []float64     // the cost of such a start within the last epoch, by place
	startNodes [][]startNode // by epochs to go, from 1: the distances before the start
}

// newLevels tabulates the costs. It returns nil if epochs are too long.
func (o Orders) newLevels() *orderLevels {
	followed, longest, points := levelEpochs, levelPeriod, orderPoints
	if !o.isLinear() {
		longest, points = powerPeriod, powerPoints
		if o.Period > fewPeriod {
			followed, points = fewEpochs, 0
		}
	}
	if o.Period > longest {
		return nil
	}
	epochs, last := o.epochs()
	followed = min(epochs, followed)
	entry, ok := o.after(epochs - followed)
	if !ok {
		return nil
	}
	l := &orderLevels{Orders: o, places: groupPlaces(o.Period), levels: []float64{0}}
	top := entry
	for range followed {
		top = o.furthest(top, o.Period)
	}
	for i := range points {
		l.levels = append(l.levels, top*math.Pow(float64(i+1)/float64(points), 1.5))
	}
	for _, p := range l.places {
		var whole, final []float64
		for _, from := range l.levels {
			final = append(final, l.legs(last, p, from, l.levels[:1])...)
			if followed > 1 {
				whole = append(whole, l.legs(o.Period, p, from, l.levels)...)
			}
		}
		l.whole, l.final = append(l.whole, whole), append(l.final, final)
		if !math.IsInf(o.Diameter, 1) {
			l.late = append(l.late, l.lateLegs(o.Period, p, l.levels))
			l.ending = append(l.ending, l.lateLegs(last, p, l.levels[:1])[0])
		}
	}
	l.tabulateStarts(entry, followed, last)
	return l
}

// after returns the largest distance of the runs after that many epochs. ok is false if that takes too long to follow and
// there is no domain.
func (o Orders) after(epochs int) (z float64, ok bool) {
	for e := 0; e < epochs && z < o.Diameter; e++ {
		if e*o.Period > longestPath {
			z = o.Diameter
		}
		z = o.furthest(z, o.Period)
	}
	return z, !math.IsInf(z, 1)
}

// legs returns upper bounds on the costs of n steps from a distance to every level, whichever of the places uses the example.
// If some places are beyond the n steps, both cases are charged.
func (l *orderLevels) legs(n int, p places, from float64, levels []float64) []float64 {
	l.Work.Spend(shift.FollowedUnits * len(levels))
	out := make([]float64, len(levels))
	for k, to := range levels {
		switch last := min(p.last, n-1); {
		case p.first >= n:
			out[k] = l.leg(n, -1, from, to)
		default:
			out[k] = l.groupLeg(n, p.first, last, from, to)
		}
	}
	return out
}

// groupLeg bounds leg for every place from first to last. For λ = 1 the first place costs most. Otherwise the payments for
// one place are charged at the largest of all places.
func (o Orders) groupLeg(n, first, last int, from, to float64) float64 {
	if first == last || o.isLinear() {
		return o.leg(n, first, from, to)
	}
	payments, s := make([]float64, n), o.Sensitivity
	least := o.arrive(n, from, to, func(t int) float64 {
		if t >= first && t <= last {
			return s / float64(last-first+1)
		}
		return 0
	}, payments)
	if math.IsInf(least, 1) {
		return least
	}
	sum, most := s*s, 0.0
	for t, a := range payments {
		if sum += a * a; t >= first && t <= last {
			most = max(most, a)
		}
	}
	return sum + 2*s*most
}

// lateLegs returns upper bounds on the least costs of starts at D within n steps.
func (l *orderLevels) lateLegs(n int, p places, levels []float64) []float64 {
	out := make([]float64, len(levels))
	for k, to := range levels {
		out[k] = math.Inf(1)
		if to >= l.Diameter {
			out[k] = 0
		}
	}
	for left := 1; left <= n; left = max(left+1, int(float64(left)*placeRatio)) {
		at := places{p.first - (n - left), p.last - (n - left), p.weight}
		if p.first >= n || at.last < 0 {
			at = places{left, left, 0} // the example is used before the start, or after the run
		}
		at.first = max(at.first, 0)
		for k, cost := range l.legs(left, at, l.Diameter, levels) {
			out[k] = min(out[k], cost)
		}
	}
	return out
}

// mean returns log E exp(weight·cost)/weight over the orders.
func (l *orderLevels) mean(weight float64) float64 {
	togo, paid := l.final, len(l.startNodes)-1
	nodeCosts := make([][][]float64, paid+1) // by epochs to go, node and place
	for e := 1; e <= paid; e++ {
		next := togo
		if e == 1 {
			next = [][]float64{{0}}
		} else if l.Period > knownNext {
			next = l.averaged(togo, weight)
		}
		// This is the mean of a node's costs over its places, which many other nodes ask for.
		later := memo.Func(func(i int) float64 { return l.evenMean(nodeCosts[e-1][i], weight) })
		for _, node := range l.startNodes[e] {
			nodeCosts[e] = append(nodeCosts[e], l.nodeCost(node, e, next, nodeCosts[e-1], later, weight))
		}
		if e > 1 && e < paid {
			togo = l.preceded(next, weight)
		}
	}
	return l.evenMean(nodeCosts[paid][0], weight)
}

// averaged returns the mean of the cost to go over the next place, for each level, in the form of costs for a single place.
func (l *orderLevels) averaged(togo [][]float64, weight float64) [][]float64 {
	mean, costs := make([]float64, len(l.levels)), make([]float64, len(togo))
	for k := range mean {
		for j, of := range togo {
			costs[j] = of[k]
		}
		mean[k] = l.evenMean(costs, weight)
	}
	return [][]float64{mean}
}

// preceded returns the cost to go one epoch earlier, by that epoch's place and the level before it. next is the cost to go
// after it, by the next place, or averaged.
func (l *orderLevels) preceded(next [][]float64, weight float64) [][]float64 {
	n := len(l.levels)
	l.Work.Spend(len(l.places) * n * n * len(next))
	out, least := make([][]float64, len(l.places)), make([]float64, len(next))
	for j, costs := range l.whole {
		out[j] = make([]float64, n)
		for i := range n {
			for k, after := range next {
				least[k] = cheapest(costs[i*n:i*n+n], after)
			}
			out[j][i] = l.evenMean(least, weight)
		}
	}
	return out
}

// nodeCost returns the cost to go from a node, by place. next is the cost to go if the accounting starts in this epoch.
// following is that of the next epoch's nodes, by place, and mean its mean over the places.
func (l *orderLevels) nodeCost(node startNode, togo int, next, following [][]float64, mean func(i int) float64, weight float64) []float64 {
	out := make([]float64, len(l.places))
	for j, start := range node.start {
		later := []float64{math.Inf(1)} // by the next place
		switch {
		case togo == 1 && node.next[j] >= 0:
			later[0] = 0
		case togo > 1:
			later = following[node.next[j]]
		}
		if len(next) < len(later) { // the next place is not known
			later = []float64{mean(node.next[j])}
		}
		least := make([]float64, len(next))
		for k, after := range next {
			least[k] = min(cheapest(start, after), later[k])
		}
		out[j] = l.evenMean(least, weight)
	}
	return out
}

// evenMean returns LogMean of costs by place, or the cost itself if there is only one.
func (l *orderLevels) evenMean(costs []float64, weight float64) float64 {
	if len(costs) == 1 {
		return costs[0]
	}
	shares := make([]shift.Share, len(costs))
	for j, c := range costs {
		shares[j] = shift.Share{Weight: l.places[j].weight, R: c}
	}
	return shift.LogMean(shares, weight)
}

// cheapest returns the least of the sums costs + after over the level between them.
func cheapest(costs, after []float64) float64 {
	best := math.Inf(1)
	for k, cost := range costs {
		best = min(best, cost+after[k])
	}
	return best
}
