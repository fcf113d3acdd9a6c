package shift

import (
	"math"
	"slices"
)

const (
	// maxTried limits the neighbours that are polished: steps of paths times
	// iterations of Newton's method, a few milliseconds' worth.
	maxTried = 30_000
	// maxFirst limits the path itself likewise.
	maxFirst = 200_000
	// manySteps is the length from which the number of steps matters and where
	// they lie does not: neighbours differ by less than the square of a step's share.
	manySteps = 250
)

// refine polishes a path and its neighbours, and returns the cheapest.
func (w *solver) refine(z []float64) ConcaveSolution {
	s := search{solver: w, best: append([]float64(nil), z...), left: maxTried}
	s.most = maxFirst
	s.cost = w.polish(s.best, &s.newton)
	if len(z) > manySteps {
		s.lengths()
	} else {
		s.neighbours()
	}
	return w.settle(s.best)
}

// search holds the cheapest path while its neighbours are tried.
type search struct {
	*solver
	newton
	best []float64
	cost float64
	left int // steps that may still be polished
}

func (s *search) try(z []float64) bool {
	s.newton.moved, s.newton.most = 0, s.left
	c := s.polish(z, &s.newton)
	s.left -= s.newton.moved
	if c < s.cost*(1-1e-13) {
		s.best, s.cost = z, c
		return true
	}
	return false
}

// lengths tries other numbers of steps.
func (s *search) lengths() {
	for by := len(s.best) / 32; by > 0 && s.left > 0; by /= 2 {
		n := len(s.best) - 1
		for s.left > 0 && n+by <= s.T && s.try(resized(s.best, n+by)) {
			n += by
		}
		for s.left > 0 && n == len(s.best)-1 && s.try(resized(s.best, n-by)) {
			n -= by
		}
	}
}

// neighbours tries one step more or less above, between or below the kinks of
// the modulus, or moved across one.
func (s *search) neighbours() {
	tried := map[[3]int]bool{}
	for improved := true; improved && s.left > 0; {
		improved = false
		for _, m := range s.moves(s.best) {
			if tried[m] {
				continue
			}
			tried[m] = true
			if next := s.changed(s.best, m); next != nil && s.try(next) {
				improved = true
				clear(tried)
				break
			}
		}
	}
}

// regions are the stretches of equal member of a path that falls: their ends.
func (w *solver) regions(z []float64) []int {
	var ends []int
	before := -1
	for t := 0; t < len(z)-1; t++ {
		if m := w.visit.active(z[t]); m != before {
			if before >= 0 {
				ends = append(ends, t)
			}
			before = m
		}
	}
	return append(ends, len(z)-1)
}

// moves lists what may be changed: {region to take a step from or −1, region to
// add one to or −1, steps}.
func (w *solver) moves(z []float64) [][3]int {
	n := len(z) - 1
	regions := len(w.regions(z))
	var out [][3]int
	for from := -1; from < regions; from++ {
		for to := -1; to < regions; to++ {
			if from == to || to >= 0 && from < 0 && n >= w.T || from >= 0 && to < 0 && n == 1 {
				continue
			}
			out = append(out, [3]int{from, to, n})
		}
	}
	return out
}

// changed makes a changed copy of a path, nil where it cannot be changed so.
func (w *solver) changed(z []float64, m [3]int) []float64 {
	ends := w.regions(z)
	within := func(region int) (first, last int) { // nodes of the region
		if region > 0 {
			first = ends[region-1]
		}
		return first, ends[region]
	}
	out := append([]float64(nil), z...)
	if m[1] >= 0 { // the larger part of the widest step of the region is cut
		first, last := within(m[1])
		out = widestHalved(out, first, last)
	}
	if m[0] >= 0 {
		first, last := within(m[0])
		if m[1] >= 0 && m[1] < m[0] {
			first, last = first+1, last+1
		}
		first = max(first, 1)
		if first >= last {
			return nil
		}
		out = narrowestDropped(out, first, last)
	}
	return out
}

// widestHalved cuts the widest of the steps first … last−1 of a path in two.
func widestHalved(z []float64, first, last int) []float64 {
	widest := first
	for t := first; t < last; t++ {
		if z[t]-z[t+1] > z[widest]-z[widest+1] {
			widest = t
		}
	}
	return slices.Insert(z, widest+1, (z[widest]+z[widest+1])/2)
}

// narrowestDropped joins two steps of a path at the one of its distances first … last−1
// whose neighbours are closest.
func narrowestDropped(z []float64, first, last int) []float64 {
	narrow := first
	for t := first; t < last; t++ {
		if z[t-1]-z[t+1] < z[narrow-1]-z[narrow+1] {
			narrow = t
		}
	}
	return slices.Delete(z, narrow, narrow+1)
}

// active is the index of the member that is least at z > 0.
func (g *growth) active(z float64) int {
	least, index := math.Inf(1), 0
	for i := range g.members {
		m := &g.members[i]
		if v := m.excess*z + m.offset + m.power(z); v < least {
			least, index = v, i
		}
	}
	return index
}

// resized cuts the widest steps of a path, or drops its narrowest, until it has
// n steps.
func resized(z []float64, n int) []float64 {
	out := append([]float64(nil), z...)
	for len(out)-1 < n {
		out = widestHalved(out, 0, len(out)-1)
	}
	for len(out)-1 > n {
		out = narrowestDropped(out, 1, len(out)-1)
	}
	return out
}
