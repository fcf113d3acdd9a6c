package forgetting

import (
	"math"
	"slices"
	"sort"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/work"
)

// sharedTable is the mean over a part's places if each has an e of its own, of a given mean (firstepoch.md, Theorem 1):
// mixed − γ·saved, at the nodes of a meansTable, found when they are asked for. On the chords on either side of a node no e is
// below γ; mixed is +Inf if that cannot be.
type sharedTable struct {
	curves
	rate   float64
	slopes []float64 // of all hulls, from the smallest on
	mixed  []float64 // far of the places together at each node; NaN until it is found
	saved  []float64 // with it
	hint   int       // the slope of the node before, near which the next one's is
	work   *work.Budget
}

// curves are E_e of the places of a part at the nodes of a table, for shifts of both lengths, and their weights.
type curves struct {
	excess    []float64 // e − 1
	weight    []float64
	far, near [][]float64 // by place
	hull      []hull      // of far from below
}

// hull is a convex hull: its nodes and how fast it falls after each but the last.
type hull struct {
	nodes     []int
	steepness []float64
}

// curvesOf evaluates E_e of each place at all nodes; what is left of a swap is not in it.
func (w lastSteps) curvesOf(p part, logE, excess []float64) curves {
	const profile = 20 // units of work
	c, nodes := curves{excess: excess}, len(excess)
	wholeFar, wholeNear := make([]float64, nodes), make([]float64, nodes)
	for n, loss := range logE {
		wholeFar[n], wholeNear[n] = errfloat.Profile(w.far, loss), errfloat.Profile(w.near, loss)
	}
	for _, place := range p.places {
		w.work.Spend(4 * profile * nodes)
		far := make([]float64, nodes)
		near := far
		if w.near != w.far {
			near = make([]float64, nodes)
		}
		for n, x := range excess {
			far[n] = place.after(w.far, wholeFar[n], logE[n], x)
			if w.near != w.far {
				near[n] = place.after(w.near, wholeNear[n], logE[n], x)
			}
			if n > 0 {
				far[n], near[n] = min(far[n], far[n-1]), min(near[n], near[n-1])
			}
		}
		c.weight, c.far, c.near = append(c.weight, place.weight), append(c.far, far), append(c.near, near)
	}
	return c
}

// means are the means over the places at each node.
func (c curves) means(of [][]float64) (means []float64) {
	for n := range c.excess {
		sum := 0.0
		for place, weight := range c.weight {
			sum += weight * of[place][n]
		}
		means = append(means, sum*(1+1e-12))
	}
	return means
}

// hullBelow is the convex hull of a falling function from below.
func hullBelow(x, y []float64) (h hull) {
	for n := range x {
		for len(h.nodes) > 1 {
			a, b := h.nodes[len(h.nodes)-2], h.nodes[len(h.nodes)-1]
			if (y[b]-y[a])*(x[n]-x[a]) < (y[n]-y[a])*(x[b]-x[a]) {
				break
			}
			h.nodes = h.nodes[:len(h.nodes)-1]
		}
		h.nodes = append(h.nodes, n)
	}
	for i, b := range h.nodes[1:] {
		a := h.nodes[i]
		h.steepness = append(h.steepness, (y[a]-y[b])/(x[b]-x[a]))
	}
	return h
}

// after is the first node after which the hull falls no faster than slope.
func (h hull) after(slope float64) int {
	lo, hi := 0, len(h.steepness)
	for lo < hi {
		if i := (lo + hi) / 2; h.steepness[i] <= slope {
			hi = i
		} else {
			lo = i + 1
		}
	}
	return h.nodes[lo]
}

// mean is the mean excess of the places if each has at least least, and so much that no hull falls faster than slope.
func (c curves) mean(slope, least float64) (mean float64) {
	for place, h := range c.hull {
		mean += c.weight[place] * max(least, c.excess[h.after(slope)])
	}
	return mean
}

// share prepares the table of means with shared e from the curves of the places.
func (c curves) share(rate float64, w *work.Budget) *sharedTable {
	s := &sharedTable{curves: c, rate: rate, work: w}
	for _, far := range s.far {
		h := hullBelow(s.excess, far)
		s.hull, s.slopes = append(s.hull, h), append(s.slopes, h.steepness...)
	}
	slices.Sort(s.slopes)
	for range s.excess {
		s.mixed, s.saved = append(s.mixed, math.NaN()), append(s.saved, 0)
	}
	return s
}

// node is far and saved at a node.
func (s *sharedTable) node(n int) (far, saved float64) {
	if math.IsNaN(s.mixed[n]) {
		s.mixed[n] = math.Inf(1)
		mean := s.excess[n]
		// On the chord to the next node γ is up to that node's.
		if least := s.rate * s.excess[min(n+1, len(s.excess)-1)] * (1 + 1e-12); least <= mean {
			s.mixed[n], s.saved[n] = s.at(s.shares(mean, least))
		}
	}
	return s.mixed[n], s.saved[n]
}

// shares are the excesses of the places, none below least, of a mean that is at most mean, at which the hulls have one
// slope.
func (s *sharedTable) shares(mean, least float64) []float64 {
	const units = 4 // of work, of a place
	enough := func(i int) bool {
		s.work.Spend(units * len(s.weight))
		return s.mean(s.slopes[i], least) <= mean
	}
	// The first slope with which the mean is not too large, between lo and hi, from the hint on.
	lo, hi := 0, len(s.slopes)
	for step, i := 1, min(s.hint, hi-1); lo < hi; step *= 4 {
		if enough(i) {
			if hi = i; hi-step < lo {
				break
			}
			i = hi - step
		} else {
			if lo = i + 1; lo+step >= hi {
				break
			}
			i = lo + step
		}
	}
	i := lo + sort.Search(hi-lo, func(i int) bool { return enough(lo + i) })
	s.hint = i
	slope := math.Inf(1)
	if i < len(s.slopes) {
		slope = s.slopes[i]
	}
	m, part := s.mean(slope, least), 0.0
	if i > 0 && m < mean { // a part of the way to the next slope
		part = min(1, max(0, (mean-m)/(s.mean(s.slopes[i-1], least)-m))) * (1 - 1e-12)
	}
	excess := make([]float64, len(s.hull))
	for place, h := range s.hull {
		x := max(least, s.excess[h.after(slope)])
		if part > 0 {
			x += part * (max(least, s.excess[h.after(s.slopes[i-1])]) - x)
		}
		if m > mean { // no place can have more than the others
			x = mean
		}
		excess[place] = x
	}
	return excess
}

// at is Σ weight·far and Σ weight·(far − near)/e at the places' own e, along chords.
func (c curves) at(excess []float64) (far, saved float64) {
	for place, x := range excess {
		i, along := chord(c.excess, x)
		n := between(c.near[place][i-1], c.near[place][i], along)
		f := max(n, between(c.far[place][i-1], c.far[place][i], along))
		far += c.weight[place] * f
		saved += c.weight[place] * (f - n) / (1 + x)
	}
	return far * (1 + 1e-11), saved * (1 - 1e-11)
}
