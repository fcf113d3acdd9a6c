package bounds

import (
	"math"

	"lastiterate/bounds/run"
)

// leastAfter is the least number of steps after the deletion of the example at which the target is met. ε does
// not rise with it, but for what plans on grids may miss; it is halved between a number that misses
// and one that meets the target.
func (s *solver) leastAfter() (SolvedValue, error) {
	if _, ok, err := s.at(0); err != nil {
		return SolvedValue{}, err
	} else if ok {
		return s.found(0, math.NaN())
	}
	misses, meets, err := 0, 0, error(nil)
	if s.target.Longer {
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

// allAfter is the most of the run's steps that may come after the deletion, if they meet the target.
func (s *solver) allAfter() (int, error) {
	most := s.run.T - 1
	if s.run.States("position") { // the batch is used at least once
		most = s.run.T - s.run.Position
	}
	return most, s.reaches(most)
}

// doubled are steps in addition to those of the run that miss the target, and at most twice as many, if
// they meet it.
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

// reaches is an error where so many steps after the deletion miss the target.
func (s *solver) reaches(after int) error {
	_, ok, err := s.at(float64(after))
	if ok || err != nil {
		return err
	}
	return s.outOfReach(float64(after))
}
