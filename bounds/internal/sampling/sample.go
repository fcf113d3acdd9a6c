// Package sampling chooses the values of a parameter at which a slow line is evaluated, and finds where the line has settled.
package sampling

import (
	"math"
	"slices"
)

// A Sampler chooses the values of a parameter at which a slow row is evaluated: first a few spread over all of them, then
// between those where the line bends.
type Sampler struct {
	X    []float64 // the values of the parameter, ascending
	Y    []float64 // the row's value at each, NaN if it is not known
	Most int       // how many evaluations are allowed
	// First are sets of values, as indices, that are evaluated before others, each until the line through it alone is
	// straight. If a row jumps between values, a set holds the values on one side of the jumps.
	First [][]int
	// Value is the row's value at X[j]. If it is known without an evaluation, evaluated is false.
	Value func(j int) (y float64, evaluated bool)

	known []int // indices of the known values, ascending
	left  int   // how many evaluations are still allowed
}

const (
	// firstValues is the number of values, spread evenly, that are evaluated before the bends are known.
	firstValues = 9
	// straight is the greatest distance of a value from its neighbours' chord, relative to the value, at
	// which the line counts as straight: less than a pixel in most pictures.
	straight = 2e-3
)

// Sample fills Y with at most Most evaluations, among them at both ends and at X[own], the value asked about; own is −1 if
// there is none. It reports whether the line still has bends that more evaluations would resolve.
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
	s.take(n - 1) // early, because a plateau found there makes other values known
	s.take(0)
	if own >= 0 {
		s.take(own)
	}
	for _, set := range s.First {
		coarse = s.sampleSet(set) || coarse
	}
	if coarse && s.left == 0 {
		return true
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

// sampleSet is Sample of some of the values.
func (s *Sampler) sampleSet(set []int) (coarse bool) {
	sub := Sampler{X: make([]float64, len(set)), Y: make([]float64, len(set)), Most: s.left}
	for i, j := range set {
		sub.X[i], sub.Y[i] = s.X[j], math.NaN()
	}
	sub.Value = func(i int) (float64, bool) {
		before := s.left
		s.take(set[i])
		return s.Y[set[i]], s.left < before
	}
	return sub.Sample(-1)
}

// take fills in Y[j], unless it is known or no evaluation is left.
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

// bend returns the index in the middle of the gap between two known values at whose ends the line bends most. A gap with one
// finite end comes first. ok is false if the line is straight everywhere.
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

// finite is 1 for a finite value and 0 otherwise.
func finite(y float64) int {
	if math.IsNaN(y) || math.IsInf(y, 0) {
		return 0
	}
	return 1
}

// middle returns the index nearest above the middle of a gap on the axis, which may be logarithmic; it lies strictly between
// a and b.
func (s *Sampler) middle(a, b int) int {
	m := s.X[a] + (s.X[b]-s.X[a])/2
	if s.logarithmic() {
		m = math.Sqrt(s.X[a] * s.X[b])
	}
	j, _ := slices.BinarySearch(s.X, m)
	return min(max(j, a+1), b-1)
}

// logarithmic reports whether the values range over more than three decades, so that a picture shows them
// on a logarithmic axis.
func (s *Sampler) logarithmic() bool {
	const linear = 1e3 // the greatest ratio of the ends on a linear axis
	return s.X[0] > 0 && s.X[len(s.X)-1] > linear*s.X[0]
}

// turn returns the distance of the line at b from the chord from a to c, relative to the line's value at b; 0 if a value is
// not finite.
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
