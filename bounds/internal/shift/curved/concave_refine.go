package curved

import "slices"

const (
	// maxTried limits the work on neighbours, in distances times iterations of Newton's method, to a few milliseconds. With
	// twice this limit, ten of 3,000 random programs became cheaper, by up to 0.3 %.
	maxTried = 30_000
	// maxFirst limits the work on the path itself likewise.
	maxFirst = 200_000
	// vanishing is the ratio of a path's last distance to the one before it below which the last one counts as 0.
	vanishing = 1e-6
	// firstLengths is a divisor: a path is first tried with 1/firstLengths of its steps more or fewer, then with half as many
	// each time.
	firstLengths = 32
)

// pathSearch holds the cheapest path while its neighbours are tried. solver.rest is the number of steps, at distance 0, that
// follow the path.
type pathSearch struct {
	*solver
	newton
	window bool // the visits among the steps after the path are charged too (whole)
	best   []float64
	cost   float64
	left   int // work left, in distances times iterations
}

// from begins a search at a path that is followed by `rest` steps.
func (w *solver) from(z []float64, rest int, window bool) *pathSearch {
	e := *w
	e.rest = rest
	s := &pathSearch{solver: &e, newton: newton{most: maxFirst}, window: window, best: slices.Clone(z), left: maxTried}
	s.cost = s.polished(&s.best)
	return s
}

// whole adds the price of the visits after a window's path to the path's cost; other paths cost nothing more.
func (s *pathSearch) whole(cost float64) float64 {
	if !s.window {
		return cost
	}
	visits := (s.rest + s.Period - 1) / s.Period
	return cost + float64(visits)*s.Sensitivity*s.Sensitivity
}

// try polishes a path followed by `later` more steps at distance 0 than the best one, and keeps it if it is cheaper.
func (s *pathSearch) try(z []float64, later int) bool {
	before, rest := s.whole(s.cost), s.rest
	s.rest += later
	s.newton.moved, s.newton.most = 0, s.left
	c := s.polished(&z)
	s.left -= s.newton.moved
	if s.whole(c) < before*(1-1e-13) {
		s.best, s.cost = z, c
		return true
	}
	s.rest = rest
	return false
}

// polished polishes a path and returns its cost. If the last distance vanishes, it moves the end of the path a step earlier:
// next to 0 a Hölder modulus is so steep that it would hold up the other distances.
func (s *pathSearch) polished(z *[]float64) float64 {
	for {
		cost := s.polish(*z, &s.newton)
		n := len(*z) - 1
		if n < 2 || s.rest >= s.Period || (*z)[n-1] > vanishing*(*z)[n-2] {
			return cost
		}
		*z = append((*z)[:n-1], 0)
		s.rest++
	}
}

// refine polishes a path that ends at the last step, and its neighbours, and returns the cheapest. rest = Period leaves the
// calendar as with 0, and keeps polished from moving the end.
func (w *solver) refine(z []float64) ConcaveSolution {
	s := w.from(z, w.Period, false)
	s.lengths()
	return w.settle(s.best)
}

// lengths tries paths with other numbers of steps.
func (s *pathSearch) lengths() {
	for by := max(1, len(s.best)/firstLengths); by > 0 && s.left > 0; by /= 2 {
		n := len(s.best) - 1
		for s.left > 0 && n+by <= s.T && s.try(resized(s.best, n+by), 0) {
			n += by
		}
		for s.left > 0 && n == len(s.best)-1 && n > by && s.try(resized(s.best, n-by), 0) {
			n -= by
		}
	}
}

// widestHalved halves the widest of the steps first … last−1 of a path.
func widestHalved(z []float64, first, last int) []float64 {
	widest := first
	for t := first; t < last; t++ {
		if z[t]-z[t+1] > z[widest]-z[widest+1] {
			widest = t
		}
	}
	return slices.Insert(z, widest+1, (z[widest]+z[widest+1])/2)
}

// narrowestDropped joins two steps of a path: of its distances first … last−1 it drops the one whose neighbours are closest.
func narrowestDropped(z []float64, first, last int) []float64 {
	narrow := first
	for t := first; t < last; t++ {
		if z[t-1]-z[t+1] < z[narrow-1]-z[narrow+1] {
			narrow = t
		}
	}
	return slices.Delete(z, narrow, narrow+1)
}

// resized halves the widest steps of a path, or drops its narrowest, until it has n steps.
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
