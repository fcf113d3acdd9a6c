package bounds

import (
	"math"

	"lastiterate/bounds/run"
)

// leastAfter returns the least number of steps after the deletion of the example at which the target is met. ε does
// not rise with that number, up to the small errors of rows that optimise on grids. So bisection finds it, between
// a number that misses the target and one that meets it.
func (s *solver) leastAfter() (SolvedValue, error) {
	if _, ok, err := s.at(0); err != nil {
		return SolvedValue{}, err
	} else if ok {
		return s.found(0, math.NaN())
	}
	misses, meets, err := 0, 0, error(nil)
	if s.target.Before {
		misses, meets, err = s.doubled()
	} else {
		meets, err = s.allAfter()
	}
	if err != nil {
		return SolvedValue{}, err
	}
	for meets-misses > 1 {
		middle := misses + (meets-misses)/2
		_, ok, err := s.at(float64(middle))
		switch {
		case err != nil:
			return SolvedValue{}, err
		case ok:
			meets = middle
		default:
			misses = middle
		}
	}
	return s.found(float64(meets), float64(misses))
}

// allAfter returns the largest number of the run's steps that may come after the deletion, and an error if that number
// misses the target.
func (s *solver) allAfter() (int, error) {
	most := s.run.T - 1
	if s.run.States("position") { // the batch is used at least once
		most = s.run.T - s.run.Position
	}
	return most, s.reaches(most)
}

// doubled returns two numbers of steps to add to the run's: one that misses the target, and one, at most twice as
// large, that meets it. It returns an error if none is found.
func (s *solver) doubled() (misses, meets int, err error) {
	most := int(run.MaxCount) - s.run.Holding()
	for meets = 1; ; misses, meets = meets, min(2*meets, most) {
		_, ok, err := s.at(float64(meets))
		if ok || err != nil {
			return misses, meets, err
		}
		if meets >= most {
			return misses, meets, s.reaches(most)
		}
	}
}

// reaches returns an error if this number of steps after the deletion misses the target.
func (s *solver) reaches(after int) error {
	_, ok, err := s.at(float64(after))
	if ok || err != nil {
		return err
	}
	return s.outOfReach(float64(after))
}
