package reordered

import (
	"lastiterate/bounds/internal/shift"
)

// A startNode is a possible distance of the two runs at the beginning of an epoch before the accounting has started. It
// starts in this epoch or in a later one.
type startNode struct {
	start [][]float64 // the cost of starting in this epoch, by place and level after
	// next is, by place, the index of the next epoch's node. In the last epoch it is negative unless the runs are equal at
	// the end, so that nothing has to be paid.
	next []int
}

// tabulateStarts sets startNodes. It follows every distance to which the places can lead until there would be more than
// orderNodes (powerNodes) of them. From then on it follows the largest distance of each epoch.
func (l *orderLevels) tabulateStarts(entry float64, epochs, last int) {
	now, nodes, most := []float64{entry}, 1, orderNodes
	if !l.isLinear() {
		most = powerNodes
	}
	l.startNodes = make([][]startNode, epochs+1)
	for togo := epochs; togo >= 1; togo-- {
		n, levels := l.Period, l.levels
		if togo == 1 {
			n, levels = last, l.levels[:1]
		}
		merged := nodes+len(now)*len(l.places) > most
		var next []float64
		for _, z := range now {
			node := startNode{}
			for j := range l.places {
				start, after := l.startCosts(n, j, z, levels)
				node.start = append(node.start, start)
				if after == 0 || togo > 1 && !merged {
					node.next = append(node.next, len(next))
					next = append(next, after)
				} else if togo == 1 {
					node.next = append(node.next, -1)
				} else {
					node.next = append(node.next, 0)
					next = []float64{max(after, largest(next))}
				}
			}
			l.startNodes[togo] = append(l.startNodes[togo], node)
		}
		nodes += len(next)
		now = next
	}
}

func largest(list []float64) float64 {
	most := 0.0
	for _, x := range list {
		most = max(most, x)
	}
	return most
}

// startCosts returns the costs, by level at the end of an epoch of n steps that uses the example at place j, of starting the
// accounting in the epoch: at its beginning, at distance z, right after the use, or at D, whichever is cheapest. after is the
// distance of the runs at the epoch's end without a start.
func (l *orderLevels) startCosts(n, j int, z float64, levels []float64) (start []float64, after float64) {
	p := l.places[j]
	start = l.legs(n, p, z, levels)
	after = z
	switch {
	case p.first >= n: // the example is not used
		after = l.tracked(z, l.Idle, n)
	case p.first == p.last:
		after = l.tracked(l.tracked(z, l.Idle, p.last), l.Used, 1)
	default:
		after = l.furthest(z, min(p.last+1, n))
	}
	if rest := n - 1 - p.last; rest > 0 {
		for k, cost := range l.legs(rest, places{n, n, 0}, after, levels) { // without a use
			start[k] = min(start[k], cost)
		}
		after = l.tracked(after, l.Idle, rest)
	}
	for k := range start {
		switch {
		case l.late == nil:
		case len(levels) == 1 && len(l.ending) > 0 && n < l.Period:
			start[k] = min(start[k], l.ending[j])
		default:
			start[k] = min(start[k], l.late[j][k])
		}
	}
	return start, after
}

// tracked returns the distance of two runs after n equal steps.
func (o Orders) tracked(z float64, step func(float64) float64, n int) float64 {
	o.Work.Spend(n)
	for t := 0; t < n && z < o.Diameter; t++ {
		z = min(step(z)*(1+shift.StepError), o.Diameter)
	}
	return z
}
