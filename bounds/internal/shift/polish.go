package shift

import (
	"math"

	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/work"
)

// polishing has for each turn the factor by which a level may move, at first the ratio of neighbours on the grid of levels.
// There are several turns because the best level depends on its neighbours.
var polishing = []float64{1.3, 1.3, 1.15, 1.15, 1.05, 1.05, 1.02}

const (
	// polishedLevels is the largest number of levels that are moved.
	polishedLevels = 40
	// ownLevels is the largest number of epochs for which each gets a level of its own.
	ownLevels = 16
	// goldenSteps is the number of golden sections, which narrow a level to a fiftieth of the factor's logarithm.
	goldenSteps = 7
)

// levelNode is a distance at the end of epochs, and the number of epochs that stay there.
type levelNode struct {
	z    float64
	stay int
}

// Polish moves the levels of a plan off their grid, to a nearby minimum of log E exp(weight·cost), or of the mean cost at
// weight 0. T and idle are the plan's numbers of steps. Any levels give a valid bound. It returns nil if no level has moved.
// Its work is charged to w.
func (p *ProvenCyclic) Polish(w *work.Budget, plan []EpochGroup, T, idle int, weight float64, most int) []EpochGroup {
	nodes, ok := p.nodes(plan)
	if !ok || p.fromZero() {
		return nil
	}
	last := (T-1)%p.Period + 1
	price := func(positions, steps int, from, to float64) float64 {
		w.Spend(positionUnits * min(positions, searchShares))
		return LogMean(p.sketch(positions, steps, from, to), weight)
	}
	around := func(i int, z float64) float64 {
		sum := price(p.Period, p.Period, nodes[i-1].z, z)
		if stay := nodes[i].stay; stay > 0 {
			sum += float64(stay) * price(p.Period, p.Period, z, z)
		}
		if i+1 < len(nodes) {
			return sum + price(p.Period, p.Period, z, nodes[i+1].z)
		}
		return sum + price(last, last+idle, z, 0)
	}
	moved := false
	for _, factor := range polishing {
		for i := 1; i < len(nodes); i++ {
			if z := p.better(nodes[i].z, factor, func(z float64) float64 { return around(i, z) }); z != nodes[i].z {
				nodes[i].z, moved = z, true
			}
		}
	}
	if !moved {
		return nil
	}
	var out []EpochGroup
	add := func(positions, steps int, from, to float64, epochs int) {
		out = append(out, p.group(span{positions, steps, from, to, 0}, epochs, most))
	}
	for i, n := range nodes {
		if i > 0 {
			add(p.Period, p.Period, nodes[i-1].z, n.z, 1)
		}
		if n.stay > 0 {
			add(p.Period, p.Period, n.z, n.z, n.stay)
		}
	}
	add(last, last+idle, nodes[len(nodes)-1].z, 0, 1)
	return out
}

// better returns a level near z, within the factor, at which the price is less; z if there is none.
func (p *ProvenCyclic) better(z, factor float64, price func(float64) float64) float64 {
	if z == 0 { // its neighbours are the grid's lowest levels
		least := min(smallestLevel*p.Sensitivity, p.Diameter)
		for x := 10 * least; x < min(2*p.Sensitivity, p.Diameter); x *= 3 {
			if price(x) < price(least) {
				least = x
			}
		}
		if !(price(least) < price(0)) {
			return 0
		}
		z = least
	}
	if z == p.Diameter {
		return z
	}
	best, least := z, price(z)
	scalar.Golden(-math.Log(factor), math.Log(factor), goldenSteps, func(x float64) float64 {
		at := min(z*math.Exp(x), p.Diameter)
		cost := price(at)
		if cost < least {
			best, least = at, cost
		}
		return cost
	})
	return best
}

// nodes returns the levels of a plan before its last epoch; ok is false if a group does not begin where the one before it
// ends.
func (p *ProvenCyclic) nodes(plan []EpochGroup) (nodes []levelNode, ok bool) {
	if len(plan) == 0 || plan[len(plan)-1].To != 0 {
		return nil, false
	}
	nodes = []levelNode{{z: plan[0].From}}
	for i, s := range plan {
		at, epochs := &nodes[len(nodes)-1], s.Epochs
		if i == len(plan)-1 {
			epochs-- // the last epoch is by itself
		}
		switch {
		case s.From != at.z || epochs > 1 && s.From != s.To:
			return nil, false
		case epochs == 0:
		case s.From == s.To:
			at.stay += epochs
		default:
			nodes = append(nodes, levelNode{z: s.To})
		}
	}
	nodes = ownLevelled(nodes)
	return nodes, len(nodes) > 1 && len(nodes) <= polishedLevels
}

// ownLevelled gives epochs that stay at a level levels of their own: all of them if the plan has few epochs, otherwise two of
// each stay.
func ownLevelled(nodes []levelNode) (out []levelNode) {
	epochs := len(nodes) - 1
	for _, n := range nodes {
		epochs += n.stay
	}
	for _, n := range nodes {
		own := n.stay
		if epochs > ownLevels {
			own = min(n.stay, 2)
		}
		rest := n.stay - own
		out = append(out, levelNode{z: n.z})
		for k := range own {
			out = append(out, levelNode{z: n.z})
			if k == 0 {
				out[len(out)-1].stay = rest
			}
		}
	}
	return out
}
