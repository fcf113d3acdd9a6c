package drawn

import (
	"math"
	"slices"
)

// The search of SizedProgram finds the cheapest way down a geometric grid of distances. Then it moves the levels one by one.

const (
	// sizedRatio is the logarithm of the ratio of neighbouring distances of the grid; mostDistances is the number of
	// distances.
	sizedRatio    = 0.2
	mostDistances = 120
	// sizedPatience is the number of worse ways in a row after which no longer first leg is tried.
	sizedPatience = 4
	// sizedPrices is the number of prices of a step that are tried to make a way fit into a short run.
	sizedPrices = 6
	// sizedSweeps is how often every level of a way is moved.
	sizedSweeps = 12
	// firstDistance is a share: of the distance whose payment costs as much as hiding a step, the least distance of the grid
	// is this part.
	firstDistance = 0.3
)

// legFactors are the factors by which the number of steps of a leg is changed, one after another.
var legFactors = []float64{2, 1.3, 1.08, 1.02}

// Solve returns the cheapest solution found for T ≥ 1 steps; its R is +Inf if none is found.
func (p SizedProgram) Solve(T int) SizedSolution {
	w := sizedWalk{SizedProgram: p, T: T, shares: newSizedTable(p.Hide), top: min(p.Diameter, p.Apart(T))}
	best := SizedSolution{R: math.Inf(1)}
	least := w.shares.at(0).hide // the least cost of a step
	if !(w.top > 0) || math.IsInf(w.top, 1) || math.IsInf(least, 1) {
		return best
	}
	w.enough = float64(T) * least // composition
	for i, price := 0, 0.0; i < sizedPrices && math.IsInf(best.R, 1); i, price = i+1, max(4*price, least) {
		w.price = price
		w.descend()
		best = w.start()
		if top := w.ways[len(w.ways)-1]; top.steps <= T {
			break // or nothing is cheaper than composition
		}
	}
	if best.Legs = halved(halved(best.Legs)); len(best.Legs) > 0 {
		best = p.improved(best, w.shares, sizedSweeps)
	}
	return best
}

// Improved returns a solution of another program with the same steps, adapted to this one: its levels are moved and its noise
// is divided anew.
func (p SizedProgram) Improved(s SizedSolution) SizedSolution {
	s.R = math.Inf(1)
	if len(s.Legs) == 0 {
		return s
	}
	const sweeps = 4
	return p.improved(s, newSizedTable(p.Hide), sweeps)
}

func (p SizedProgram) improved(s SizedSolution, shares *sizedTable, sweeps int) SizedSolution {
	s.Legs = slices.Clone(s.Legs)
	w := sizedWalk{SizedProgram: p, shares: shares, T: s.Tau}
	for _, l := range s.Legs {
		w.T += l.Steps
	}
	s.Tau = w.polish(s.Legs, sweeps)
	s.R = p.Priced(s.Legs)
	return s
}

// sizedWalk searches the levels of one program.
type sizedWalk struct {
	SizedProgram
	T      int
	shares *sizedTable
	top    float64
	price  float64 // a price added to each step, so that ways have fewer steps
	enough float64 // the cost of composition; dearer ways are useless

	levels []float64 // rising, the first 0
	ways   []wayDown
	most   int // the largest number of steps of a leg that was tried
}

// wayDown is the cheapest way from a level to 0, and its first leg.
type wayDown struct {
	cost     float64 // including the price of steps
	steps    int     // of the whole way
	next     int     // the level to which the first leg leads
	n, share int     // the leg's steps, and the index of its share
	ratio    bool
}

// grid sets the levels: 0, and then distances up to top. A single step pays off the least of them at a small part of the cost
// of hiding. If there are not too many, no level but top depends on the domain, so a smaller domain has the levels of a
// larger one.
func (w *sizedWalk) grid() {
	z := firstDistance * math.Sqrt(w.shares.at(0).hide/w.Weight)
	h := max(sizedRatio, math.Log(w.top/z)/mostDistances)
	w.levels = append(w.levels[:0], 0)
	for ; z < w.top*(1-1e-9); z *= math.Exp(h) {
		w.levels = append(w.levels, z)
	}
	w.levels = append(w.levels, w.top)
}

// descend finds the cheapest way down from every level, from the lowest up to the last that may be useful.
func (w *sizedWalk) descend() {
	w.grid()
	found := w.known()
	ways, i := found.ways, 1
	for ; i < len(w.levels); i++ {
		if i == len(ways) {
			before := w.Work.Used()
			ways = append(ways, w.cheapestWay(ways))
			found.units = append(found.units, w.Work.Used()-before)
		} else {
			w.Work.Spend(int(found.units[i]))
		}
		if !(ways[i].cost-w.price*float64(ways[i].steps) < w.enough) { // higher levels are useless, too
			break
		}
	}
	w.ways = append(w.ways[:0], ways[:i]...)
	for range w.levels[i:] {
		w.ways = append(w.ways, wayDown{cost: math.Inf(1)})
	}
	found.ways = ways
	w.keep(found)
}

// cheapestWay returns the cheapest way down from the lowest level whose way is not known yet.
func (w *sizedWalk) cheapestWay(ways []wayDown) wayDown {
	i := len(ways)
	best, leg := wayDown{cost: math.Inf(1)}, wayDown{n: 1, share: sizedShares / 2}
	if last := ways[i-1]; last.n > 0 {
		leg.n, leg.share = max(1, last.n/2), last.share
	}
	worse := 0
	for j := i - 1; j >= 0 && worse < sizedPatience; j-- {
		var c float64
		c, leg = w.cheapest(w.levels[i], w.levels[j], leg)
		if total := c + ways[j].cost; total < best.cost {
			worse, best = 0, wayDown{total, leg.n + ways[j].steps, j, leg.n, leg.share, leg.ratio}
		} else if !math.IsInf(total, 1) {
			worse++
		}
	}
	return best
}

// cheapest returns the least cost of a leg from z to y, and its steps and share, near those of `from`.
func (w *sizedWalk) cheapest(z, y float64, from wayDown) (least float64, way wayDown) {
	from.ratio = false
	least, way = w.cheapestLeg(z, y, from)
	if way.n > 1 && y > 0 {
		from = way
		from.ratio = true
		if c, other := w.cheapestLeg(z, y, from); c < least {
			return c, other
		}
	}
	return least, way
}

// cheapestLeg is cheapest for legs of the kind from.ratio. It multiplies the number of steps by ever smaller factors.
func (w *sizedWalk) cheapestLeg(z, y float64, from wayDown) (least float64, best wayDown) {
	try := func(n int) bool {
		w.most = max(w.most, n)
		if n < 1 || n > w.T {
			return false
		}
		c, share := w.bestShare(Leg{From: z, To: y, Steps: n, Ratio: best.ratio}, best.share)
		if c += float64(n) * w.price; c < least {
			least, best.n, best.share = c, n, share
			return true
		}
		return false
	}
	least, best = math.Inf(1), from
	try(from.n)
	for _, factor := range legFactors {
		moved := false
		for try(max(best.n+1, int(float64(best.n)*factor))) {
			moved = true
		}
		for !moved && try(min(best.n-1, int(float64(best.n)/factor))) {
			continue
		}
		if float64(best.n)*(factor-1) < 1 {
			break
		}
	}
	return least, best
}

// bestShare returns the least cost of a leg over the shares near the given one, and its index.
func (w *sizedWalk) bestShare(l Leg, share int) (least float64, best int) {
	ends := l.ends()
	least, best = w.costBelow(l, ends, w.shares.at(share), math.Inf(1)), share
	for _, direction := range []int{1, -1} {
		moved := false
		for k := best + direction; k >= 0 && k < sizedShares; k += direction {
			c := w.costBelow(l, ends, w.shares.at(k), least)
			if math.IsInf(least, 1) && math.IsInf(c, 1) && direction > 0 {
				continue // it is finite with more noise to pay with
			}
			if !(c < least) {
				break
			}
			least, best, moved = c, k, true
		}
		if moved {
			break
		}
	}
	return least, best
}

// start returns the way down from the best level to start from.
func (w *sizedWalk) start() SizedSolution {
	best, from := SizedSolution{R: math.Inf(1)}, -1
	for i := 1; i < len(w.levels); i++ {
		way := w.ways[i]
		cost := way.cost - float64(way.steps)*w.price
		if way.steps > w.T || !(cost < best.R) || w.levels[i] < w.top && w.levels[i] < w.Apart(w.T-way.steps) {
			continue
		}
		best.R, best.Tau, from = cost, w.T-way.steps, i
	}
	for i := from; i > 0; i = w.ways[i].next {
		way := w.ways[i]
		best.Legs = append(best.Legs, Leg{w.levels[i], w.levels[way.next], way.n, way.ratio, w.shares.at(way.share).beta})
	}
	return best
}
