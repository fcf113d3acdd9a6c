package forgetting

import (
	"math"
	"sort"

	"lastiterate/bounds/work"
)

// sharing finds an e for each place, with a given mean, so that the sum of the places' curves is small. Every choice within
// the places' ranges is valid.
type sharing struct {
	curves
	hulls  []hull  // of each place's curve far, from below, or of the curve that fit has made
	apart  bool    // far is not near
	fitted float64 // the γ − 1 of the last fit
	hint   int     // the last slope found, near which the next one lies
	work   *work.Budget
}

// hull is the convex hull of a falling function from below: its corners, and the steepness of its fall after each but the
// last.
type hull struct{ at, steepness []float64 }

// sharing returns the sharing with the hulls of curves.
func (c curves) sharing(w *work.Budget) sharing {
	s := sharing{curves: c, hulls: make([]hull, len(c.far)), fitted: math.NaN(), work: w}
	for place, far := range c.far {
		s.hulls[place] = hullBelow(c.excess, far)
		s.apart = s.apart || &far[0] != &c.near[place][0]
	}
	return s
}

// hullBelow returns the convex hull, from below, of a function that falls, or rises and then falls.
func hullBelow(x, y []float64) hull {
	nodes := make([]int, 0, len(x))
	for n := range x {
		for len(nodes) > 1 {
			a, b := nodes[len(nodes)-2], nodes[len(nodes)-1]
			if (y[b]-y[a])*(x[n]-x[a]) < (y[n]-y[a])*(x[b]-x[a]) {
				break
			}
			nodes = nodes[:len(nodes)-1]
		}
		nodes = append(nodes, n)
	}
	h := hull{at: make([]float64, len(nodes)), steepness: make([]float64, len(nodes)-1)}
	for i, n := range nodes {
		if h.at[i] = x[n]; i > 0 {
			a := nodes[i-1]
			h.steepness[i-1] = (y[a] - y[n]) / (x[n] - x[a])
		}
	}
	return h
}

// after returns the point from which on the hull falls no faster than slope.
func (h hull) after(slope float64) float64 {
	return h.at[sort.Search(len(h.steepness), func(i int) bool { return h.steepness[i] <= slope })]
}

// of returns the excess of a place from which on its hull falls no faster than slope, cut to the place's range: at least
// gained, or at most gained if the place lends.
func (s *sharing) of(place int, slope, gained float64) float64 {
	x := s.hulls[place].after(slope)
	if place < s.lends {
		return max(gained, x)
	}
	return min(gained, x)
}

// mean returns the mean excess of the places if each is at of(place, slope, gained).
func (s *sharing) mean(slope, gained float64) (mean float64) {
	for place, weight := range s.weight {
		mean += weight * s.of(place, slope, gained)
	}
	return mean
}

// fit replaces the hulls of the places that borrow by those of (1 − γ/e)·far + (γ/e)·near at γ = 1 + gained, at some nodes.
// If far equals near, the hull of far stays.
func (s *sharing) fit(gained float64) {
	const units = 2 // of work, of a node
	first := sort.SearchFloat64s(s.excess, gained)
	if !s.apart || gained == s.fitted || first == len(s.excess) {
		return
	}
	s.fitted = gained
	if s.excess[first] == gained {
		first++
	}
	i, along := chord(s.excess, gained)
	var at []int
	x, y := []float64{gained}, []float64(nil)
	const fine = 16 // nodes from γ on before only some of them are evaluated
	for n := first; n < len(s.excess); n = max(n+1, min(n+1+(n-first)/fine, len(s.excess)-1)) {
		at, x = append(at, n), append(x, s.excess[n])
	}
	for place, far := range s.far[:s.lends] {
		near := s.near[place]
		if &near[0] == &far[0] {
			continue
		}
		s.work.Spend(units * len(x))
		y = append(y[:0], between(near[i-1], near[i], along))
		for _, n := range at {
			rho := (1 + gained) / (1 + s.excess[n])
			y = append(y, (1-rho)*far[n]+rho*near[n])
		}
		s.hulls[place] = hullBelow(x, y)
	}
}

// shared returns the sums at γ = 1 + gained and at excesses of the places, each within its range, whose mean is at most `mean`
// and at which the hulls have about one slope. plain are the γ − 1 at which places with e = γ are evaluated.
func (s *sharing) shared(mean, gained float64, plain ...float64) sums {
	steep, flat, part := s.shares(mean, gained)
	all := s.sums(steep, gained, plain)
	if part > 0 {
		all = s.sums(flat, gained, plain).mixed(all, part)
	}
	return all
}

// shares returns two choices of excesses, the first with a mean of at most `mean`, and the largest part of the second in a
// mixture: as if every place were two, whose weights add up to its own. In between a curve may be above its hull.
func (s *sharing) shares(mean, gained float64) (first, second []float64, part float64) {
	const units = 4 // of work, of a place
	// Slopes are given by their logarithms. E_e falls by at most 1 for 1 in e, so at the steepest slope every place has the
	// least excess of its range; at the flattest hardly anything remains to be shared.
	const steepest, flattest, width = 1, -700, 1. / 256
	slope := func(i int) float64 { return math.Exp(flattest + float64(i)*width) }
	enough := func(i int) bool {
		s.work.Spend(units * len(s.weight))
		return s.mean(slope(i), gained) <= mean
	}
	i := gallop((steepest-flattest)/width, s.hint, enough)
	s.hint = i
	steep, flat := slope(i), slope(i-1)
	for place := range s.hulls {
		first, second = append(first, s.of(place, steep, gained)), append(second, s.of(place, flat, gained))
	}
	m, more := s.mean(steep, gained), s.mean(flat, gained)
	switch {
	case m > mean: // no place can have more than the others
		for place := range first {
			first[place] = mean
		}
		return first, second, 0
	case more > mean:
		return first, second, (mean - m) / (more - m) * (1 - 1e-12)
	}
	return first, second, 1
}

// gallop returns the least i < n from which on `enough` holds, n for none. The search starts at hint.
func gallop(n, hint int, enough func(i int) bool) int {
	lo, hi := 0, n
	for step, i := 1, min(hint, n-1); lo < hi; step *= 4 {
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
	return lo + sort.Search(hi-lo, func(i int) bool { return enough(lo + i) })
}
