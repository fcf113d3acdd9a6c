package renyi

import "math"

// A window is an interval on which the trapezoidal rule is applied. F is negligible at b, and at a unless a is a hard end of
// the domain. At a hard end the substitution x = a + width·layer(v) makes F dx vanish.
type window struct {
	a, b  float64
	layer bool

	v, step float64 // first point and spacing of the grid, in v
	n       int     // number of intervals
}

// initialStep is the first spacing in units of the natural length. The
// trapezoidal rule integrates a Gaussian of unit width with spacing 0.3 to
// e^{-2π²/0.09}, and with 0.6 to e^{-54}.
const initialStep = 0.6

// layerStep is the first spacing in v under the substitution, whose strip of
// analyticity has the half-width 1.8.
const layerStep = 0.4

// minIntervals is the least number of intervals of a first grid, so that two coarse grids do not agree by accident.
const minIntervals = 16

// mostFirst is the largest number of intervals of the first grid: the ends of a wider window, in natural lengths, differ only
// in their last digits.
const mostFirst = 1 << 22

// coarse computes the first grid and adds its points to s. It reports whether the window has one.
func (w *window) coarse(in *integrand, s *logSum) bool {
	from, to, h := w.a, w.b, initialStep*in.width
	if w.layer {
		// layer(v).x > v − e^{-v} and layer(v).x > 0, so this end lies beyond b.
		from, to, h = minLayer, (w.b-w.a)/in.width+1, layerStep
	}
	intervals := math.Ceil((to - from) / h)
	if !(intervals <= mostFirst) {
		return false
	}
	w.n = max(minIntervals, int(intervals))
	w.v, w.step = from, (to-from)/float64(w.n)
	in.work.Spend(in.units * (w.n + 1))
	for i := 0; i <= w.n; i++ {
		s.add(w.at(in, w.v+float64(i)*w.step), w.step)
	}
	return true
}

// refine adds the midpoints of the grid to s, with the weight that they have when they are averaged with the coarser sum, and
// halves the spacing. It returns their number.
func (w *window) refine(in *integrand, s *logSum) int {
	in.work.Spend(in.units * w.n)
	for i := 0; i < w.n; i++ {
		s.add(w.at(in, w.v+(float64(i)+0.5)*w.step), w.step)
	}
	w.n *= 2
	w.step /= 2
	return w.n
}

// at returns the logarithm of F dx/dv.
func (w *window) at(in *integrand, v float64) float64 {
	if !w.layer {
		return in.logF(v)
	}
	l := layer(v)
	return in.logF(w.a+in.width*l.x) + l.logSlope + math.Log(in.width)
}

// layered is a value of the substitution x = ln(1 + exp(v − e^{-v})), which leaves 0 double-exponentially and grows like v.
type layered struct{ x, logX, logSlope float64 }

func layer(v float64) layered {
	e := math.Exp(-v)
	y := v - e
	ey := math.Exp(y)
	x := math.Log1p(ey)
	l := layered{x: x, logX: math.Log(x), logSlope: y - x + math.Log1p(e)}
	if ey < epsilon {
		l.logX = y
	}
	return l
}

// logSum is Σ weight·exp(l) kept as v·exp(max).
type logSum struct{ v, max float64 }

func (s *logSum) add(l, weight float64) {
	if l > s.max {
		s.rescale(l)
	}
	s.v += weight * math.Exp(l-s.max)
}

// rescale moves the common factor to exp(m).
func (s *logSum) rescale(m float64) {
	if m == s.max {
		return
	}
	s.v *= math.Exp(s.max - m)
	s.max = m
}
