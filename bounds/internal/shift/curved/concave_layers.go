package curved

import (
	"math"
	"sort"
)

// layers is the table of a program whose steps differ. V_i(z), the least cost
// from z to 0 in the last i steps, rises with z, and
//
//	V_i(z) = min over 0 ≤ y of (x−y)² + V_{i−1}(y),   x = m_i(z) + s_i,
//
// where m_i and s_i belong to the i-th step from the end. Between nodes it has the lower limits of sweep. The best y never
// falls as x rises, so a layer is filled in one pass.
type layers struct {
	w       *solver
	z       []float64
	reach   map[*growth]reach
	kind    func(i int) *growth // of the i-th step from the end, i ≥ 1
	layers  []layer
	left    int // nodes that may still be filled
	period  int // layers an epoch
	current lowerLines
	// Of a table of leaps: the visit with the leap after it, and that leap alone.
	visit, after *growth
}

// layer is V_i, and also V_j for every j below the next layer's i: in between nothing changes.
type layer struct {
	i    int
	by   *growth // the growth of the layer's first step, the i-th from the end; nil for i = 0
	zero float64 // V_i(0)
	v    []float64
}

func (w *solver) newLayers(z []float64, work int, kind func(i int) *growth) *layers {
	t := &layers{w: w, z: z, kind: kind, visit: &w.visit, period: w.Period, left: work, reach: map[*growth]reach{}}
	for _, g := range []*growth{&w.plain, &w.visit} {
		t.reach[g] = newReach(z, g)
	}
	t.layers = append(t.layers, layer{})
	return t
}

func (t *layers) last() *layer { return &t.layers[len(t.layers)-1] }

// top returns V_i at the last node.
func (l *layer) top() float64 { return l.v[len(l.v)-1] }

// start returns a lower limit on the cost of the windows from the top that begin with the last layer. If that layer is a leap
// that begins with a visit, windows that begin right after the visit are included.
func (t *layers) start() float64 {
	least := t.last().top()
	if t.after != nil && t.last().by == t.visit {
		n := len(t.z)
		alone, _ := t.least(&t.layers[len(t.layers)-2], t.after, t.z[n-1], -1, n-2)
		least = min(least, alone)
	}
	return least
}

// The solver's work, in units of package work: for a node of a layer, for a distance in one of Newton's steps, and for one
// path of stretches.
const (
	workOfNode      = 32
	workOfMove      = 16
	workOfStretches = 16 * stretchPieces
)

// add fills the layer i.
func (t *layers) add(i int) {
	n := len(t.z)
	t.w.Work.Spend(workOfNode * n)
	before := t.last()
	by := t.kind(i)
	next := layer{i: i, by: by, v: make([]float64, n)}
	next.zero, _ = t.least(before, by, by.s, -1, n-2)
	if by.s == 0 {
		next.zero = before.zero
	}
	t.fill(before, by, next.v)
	floor := next.zero
	for j, v := range next.v {
		floor = max(floor, v)
		next.v[j] = floor
	}
	t.left -= n
	t.layers = append(t.layers, next)
}

// unchanged reports whether the last layer equals the one before.
func (t *layers) unchanged() bool {
	if len(t.layers) < 3 {
		return false
	}
	a, b := &t.layers[len(t.layers)-2], t.last()
	if a.by != b.by || a.zero != b.zero {
		return false
	}
	for j, v := range a.v {
		if v != b.v[j] {
			return false
		}
	}
	return true
}

// risen reports whether the last layer, a visit, is nowhere below the layer an epoch before. Layers computed from it are then
// nowhere below those of that epoch.
func (t *layers) risen() bool {
	last := t.last()
	if last.by != t.visit || last.i <= t.period {
		return false
	}
	before := t.at(last.i - t.period)
	if last.zero < before.zero {
		return false
	}
	for j, v := range before.v {
		if last.v[j] < v {
			return false
		}
	}
	return true
}

// hardlyRises is a relative rise too small for the table's precision.
const hardlyRises = 1e-5

// level reports whether V_i(0) has stopped rising, to the table's precision, up to i = T. If moduli do not contract it does
// not matter.
func (t *layers) level(T int) bool {
	last, before := t.last(), t.at(t.last().i-t.period)
	epochs := float64(T-last.i) / float64(t.period)
	return t.w.slope >= 1 || (last.zero-before.zero)*epochs <= hardlyRises*last.zero
}

// fill computes all nodes of the layer that the step `by` makes from the layer before.
func (t *layers) fill(before *layer, by *growth, v []float64) {
	r, n := t.reach[by], t.weight(by)
	for j, x := range r.x {
		v[j] = x*x/n + before.zero
	}
	if before.by == nil {
		return
	}
	c := t.lowerLines(before, by)
	first, last := 0, -1 // the cells that may hold the best y; they move up with x
	for j, x := range r.x {
		for first < len(c.slope)-1 && c.leave[first] <= x {
			first++
		}
		for last < len(c.slope)-1 && c.enter[last+1] < x {
			last++
		}
		for k := first; k <= max(first, last); k++ {
			if cost := c.least(k, x) / n; cost < v[j] {
				v[j] = cost
			}
		}
	}
}

// lowerLines are a lower limit on n·V: straight lines between the points y from which a step leads to the nodes. In cell k
// the least of (x−y)² + line lies inside the cell if y_k + slope/2 < x < y_{k+1} + slope/2, at its upper end for larger x and
// at its lower end for smaller x. So the best y lies in the first cell, or in the cells from the first with leave above x to
// the last with enter below x.
type lowerLines struct {
	y, low, slope []float64
	enter         []float64 // the least of the lower limits from this cell on
	leave         []float64 // the largest of the upper limits up to this cell
}

// lowerLines returns the lower lines of one layer. They are valid until the next call.
func (t *layers) lowerLines(before *layer, by *growth) *lowerLines {
	y, n, dip := t.from(by), t.weight(by), t.reach[before.by].dip
	cells, c := len(dip), &t.current
	if c.low == nil {
		*c = lowerLines{nil, make([]float64, cells+1), make([]float64, cells), make([]float64, cells), make([]float64, cells)}
	}
	c.y = y
	for k, v := range before.v {
		c.low[k] = n * (v - max(dip[max(k-1, 0)], dip[min(k, cells-1)]))
	}
	most := math.Inf(-1)
	for k := range c.slope {
		c.slope[k] = math.Inf(1) // the points are equal
		if y[k] < y[k+1] {
			c.slope[k] = (c.low[k+1] - c.low[k]) / (y[k+1] - y[k])
		}
		most = max(most, y[k+1]+c.slope[k]/2)
		c.leave[k] = most
	}
	least := math.Inf(1)
	for k := cells - 1; k >= 0; k-- {
		least = min(least, y[k]+c.slope[k]/2)
		c.enter[k] = least
	}
	return c
}

// least returns the minimum of (x−y)² + line over y in cell k.
func (c *lowerLines) least(k int, x float64) float64 {
	y := x - c.slope[k]/2
	switch {
	case !(y > c.y[k]):
		return (x-c.y[k])*(x-c.y[k]) + c.low[k]
	case y > c.y[k+1]:
		y = c.y[k+1]
	}
	return (x-y)*(x-y) + c.low[k] + c.slope[k]*(y-c.y[k])
}

// from returns the points from which a step leads to the nodes without payment: the nodes themselves, except for leaps.
func (t *layers) from(by *growth) []float64 {
	if r := t.reach[by]; r.from != nil {
		return r.from
	}
	return t.z
}

// weight returns the number of payments in a step: w for a leap, otherwise 1.
func (t *layers) weight(by *growth) float64 { return max(1, t.reach[by].weight) }

// least returns the least of (x−y)²/n + V over the cells from … to, and the cell where it is; n is the number of payments in
// the step `by`. The cell −1 is y = 0.
func (t *layers) least(before *layer, by *growth, x float64, from, to int) (cost float64, cell int) {
	y, n := t.from(by), t.weight(by)
	cost, cell = math.Inf(1), from
	if from < 0 {
		cost = x*x/n + before.zero
	}
	if before.by == nil {
		return cost, cell
	}
	dip := t.reach[before.by].dip
	for k := max(from, 0); k <= to && y[k] <= x; k++ {
		if c, _ := cellLeast(x, y[k], y[k+1], n*before.v[k], n*before.v[k+1], n*dip[k]); c/n < cost {
			cost, cell = c/n, k
		}
	}
	return cost, cell
}

// at returns the layer that holds V_i.
func (t *layers) at(i int) *layer {
	later := t.layers[1:]
	return &t.layers[sort.Search(len(later), func(k int) bool { return later[k].i > i })]
}

// awayFromZero is the share of the table's smallest distance below which no distance begins its polish, even if the best one
// between two nodes is 0. Newton's method does not move a distance that is 0; a vanishing one goes to 0 by itself.
const awayFromZero = 1e-3

// path follows the table from z, i steps before the end, to the first 0 or, if through is set, to the end. rest is the number
// of steps after the path.
func (t *layers) path(i int, z float64, through bool) (path []float64, rest int) {
	path = []float64{z}
	for ; i > 0 && (through || z > 0 || len(path) == 1); i-- {
		x, before := t.kind(i).at(z), t.at(i-1)
		_, cell := t.least(before, t.kind(i), x, -1, len(t.z)-2)
		if cell < 0 || before.by == nil {
			z = 0
		} else {
			_, z = cellLeast(x, t.z[cell], t.z[cell+1], before.v[cell], before.v[cell+1], 0)
			z = max(min(z, x), t.z[1]*awayFromZero)
		}
		path = append(path, z)
	}
	return path, i
}
