// Package sampling chooses at which values of a parameter a slow line is evaluated, and where it has settled.
package sampling

import (
	"math"
	"slices"
)

// A sampler chooses at which of n values a slow row is evaluated: at a few spread
// over all of them, and then between those where the line bends.
type Sampler struct {
	X, Y  []float64 // Y is NaN where it is not known
	known []int     // in order
	Most  int
	left  int // evaluations
	Value func(j int) (y float64, evaluated bool)
}

const (
	// firstValues are spread over the values before it is known where to look.
	firstValues = 9
	// straight is the relative distance of a value from the chord of its neighbours up to which
	// the line counts as straight: less than a pixel in most pictures.
	straight = 2e-3
)

// Sample fills Y at no more than Most values, the ends and own among them; own
// is the place of the value asked about, −1 for none. It reports whether the line
// still has bends that more values would resolve.
func (s *Sampler) Sample(own int) (coarse bool) {
	s.left = s.Most
	n := len(s.X)
	if n == 0 {
		return false
	}
	if s.Most >= n {
		for j := range n {
			s.take(j)
		}
		return false
	}
	s.take(n - 1) // which may settle others
	s.take(0)
	if own >= 0 {
		s.take(own)
	}
	first := min(s.Most, firstValues)
	for k := 1; k < first-1; k++ {
		s.take(k * (n - 1) / (first - 1))
	}
	for {
		j, ok := s.bend()
		if !ok || s.left == 0 {
			return ok
		}
		s.take(j)
	}
}

// take evaluates value j, unless it is known or no more may be.
func (s *Sampler) take(j int) {
	at, found := slices.BinarySearch(s.known, j)
	if found || s.left == 0 {
		return
	}
	y, evaluated := s.Value(j)
	s.Y[j] = y
	s.known = slices.Insert(s.known, at, j)
	if evaluated {
		s.left--
	}
}

// bend is the place in the middle of the gap beside which the line bends most, or
// in which it ends; ok is false where it is straight everywhere.
func (s *Sampler) bend() (j int, ok bool) {
	worst := straight
	for i := 0; i+1 < len(s.known); i++ {
		a, b := s.known[i], s.known[i+1]
		if b-a < 2 {
			continue
		}
		v := 0.0
		switch finite(s.Y[a]) + finite(s.Y[b]) {
		case 1:
			v = math.Inf(1)
		case 2:
			if i > 0 {
				v = s.turn(s.known[i-1], a, b)
			}
			if i+2 < len(s.known) {
				v = max(v, s.turn(a, b, s.known[i+2]))
			}
		}
		if v > worst {
			worst, j, ok = v, s.middle(a, b), true
		}
	}
	return j, ok
}

func finite(y float64) int {
	if math.IsNaN(y) || math.IsInf(y, 0) {
		return 0
	}
	return 1
}

// middle of a gap is where its length is halved, as the axis is linear or
// logarithmic.
func (s *Sampler) middle(a, b int) int {
	m := s.X[a] + (s.X[b]-s.X[a])/2
	if s.logarithmic() {
		m = math.Sqrt(s.X[a] * s.X[b])
	}
	j, _ := slices.BinarySearch(s.X, m)
	return min(max(j, a+1), b-1)
}

// logarithmic reports whether the values range over so many decades that they
// are looked at on a logarithmic axis.
func (s *Sampler) logarithmic() bool {
	const decades = 1e3
	return s.X[0] > 0 && s.X[len(s.X)-1] > decades*s.X[0]
}

// turn is how far the line at b is from the chord from a to c, relative to it.
func (s *Sampler) turn(a, b, c int) float64 {
	if finite(s.Y[a])+finite(s.Y[b])+finite(s.Y[c]) < 3 || s.Y[b] == 0 {
		return 0
	}
	share := (s.X[b] - s.X[a]) / (s.X[c] - s.X[a])
	if s.logarithmic() {
		share = math.Log(s.X[b]/s.X[a]) / math.Log(s.X[c]/s.X[a])
	}
	chord := s.Y[a] + share*(s.Y[c]-s.Y[a])
	return math.Abs(s.Y[b]-chord) / math.Abs(s.Y[b])
}
