package reordered

import (
	"lastiterate/bounds/internal/shift"
)

// A waiter is a distance of the two runs at the beginning of an epoch, if the accounting starts in that epoch or
// later.
type waiter struct {
	start [][]float64 // what it costs to start in this epoch, by place and level after
	// next is, by place, the index of the next epoch's waiter. In the last epoch it is negative unless the runs are
	// equal at the end, so that nothing has to be paid.
	next []int
}

// wait sets the waiters: all distances that places can lead to while there are few,
// then the largest of each epoch.
func (l *orderLevels) wait(entry float64, epochs, last int) {
	now, nodes, most := []float64{entry}, 1, orderNodes
	if !l.isLinear() {
		most = powerNodes
	}
	l.waiting = make([][]waiter, epochs+1)
	for togo := epochs; togo >= 1; togo-- {
		n, levels := l.Period, l.levels
		if togo == 1 {
			n, levels = last, l.levels[:1]
		}
		merged := nodes+len(now)*len(l.places) > most
		var next []float64
		for _, z := range now {
			w := waiter{}
			for j := range l.places {
				start, after := l.waited(n, j, z, levels)
				w.start = append(w.start, start)
				if after == 0 || togo > 1 && !merged {
					w.next = append(w.next, len(next))
					next = append(next, after)
				} else if togo == 1 {
					w.next = append(w.next, -1)
				} else {
					w.next = append(w.next, 0)
					next = []float64{max(after, largest(next))}
				}
			}
			l.waiting[togo] = append(l.waiting[togo], w)
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

// waited are the costs, by level after, of starting in an epoch of n steps that uses the example at place j: at its beginning,
// at distance z, right after the use, or at D. after is the distance of the runs at its end.
func (l *orderLevels) waited(n, j int, z float64, levels []float64) (start []float64, after float64) {
	p := l.places[j]
	start = l.legs(n, p, z, levels)
	after = z
	switch {
	case p.first >= n: // it is not used
		after = l.tracked(z, l.Idle, n)
	case p.first == p.last:
		after = l.tracked(l.tracked(z, l.Idle, p.last), l.Used, 1)
	default:
		after = l.furthest(z, min(p.last+1, n))
	}
	if rest := n - 1 - p.last; rest > 0 {
		for k, cost := range l.legs(rest, places{n, n, 0}, after, levels) {
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

// tracked is how far apart n equal steps take two runs.
func (o Orders) tracked(z float64, step func(float64) float64, n int) float64 {
	o.Work.Spend(n)
	for t := 0; t < n && z < o.Diameter; t++ {
		z = min(step(z)*(1+shift.StepError), o.Diameter)
	}
	return z
}
