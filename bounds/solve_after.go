package bounds

import "math"

// leastAfter is the least number of steps after the deletion of the example at which the target is met. ε does
// not rise with it where the length of the run stays as stated, but for what plans on grids may
// miss; it is halved between a number that misses and one that meets the target.
func (s *solver) leastAfter() (Solution, error) {
	if _, ok, err := s.at(0); ok || err != nil {
		if err != nil {
			return Solution{}, err
		}
		return s.found(0, math.NaN())
	}
	misses, meets := 0, s.run.T-1
	if s.run.States("position") { // the batch is used at least once
		meets = s.run.T - s.run.Position
	}
	if _, ok, err := s.at(float64(meets)); !ok || err != nil {
		if err != nil {
			return Solution{}, err
		}
		return Solution{}, s.outOfReach(float64(meets))
	}
	for meets-misses > 1 {
		middle := misses + (meets-misses)/2
		_, ok, err := s.at(float64(middle))
		switch {
		case err != nil:
			return Solution{}, err
		case ok:
			meets = middle
		default:
			misses = middle
		}
	}
	return s.found(float64(meets), float64(misses))
}
