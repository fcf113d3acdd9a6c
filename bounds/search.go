package bounds

import (
	"math"

	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// solvedDigits are the significant digits of a noise or a diameter that was solved for.
const solvedDigits = 6

// leastNoise rounds up to six digits.
func (s *solver) leastNoise() (Solution, error) {
	return s.furthest(func(x float64) float64 { return run.DigitsUp(x, solvedDigits) }, run.MaxMagnitude, run.MinMagnitude)
}

// largestDiameter tries no projection first, then rounds down to six digits.
func (s *solver) largestDiameter() (Solution, error) {
	switch _, ok, err := s.at(math.Inf(1)); {
	case err != nil:
		return Solution{}, err
	case ok:
		return s.found(math.Inf(1), math.NaN())
	}
	return s.furthest(func(x float64) float64 { return run.DigitsDown(x, solvedDigits) }, run.MinMagnitude, run.MaxMagnitude)
}

// furthest finds the value nearest to best that meets the target, for an ε that does not
// fall on the way there from safe; round maps a value to the nearest one of interest on
// the side of safe. It walks outwards from the stated value, so that a good guess
// is quick and extreme values are tried only where they may be the answer.
func (s *solver) furthest(round func(float64) float64, safe, best float64) (Solution, error) {
	least, largest := min(safe, best), max(safe, best)
	within := func(x float64) float64 { return max(min(round(x), largest), least) }
	stated, _ := s.run.Number(s.field)
	meets, misses := math.NaN(), math.NaN()
	x := within(min(stated, largest))
	for factor := 2.0; math.IsNaN(meets) || math.IsNaN(misses); factor *= factor {
		on := factor
		if best < safe {
			on = 1 / factor
		}
		_, ok, err := s.at(x)
		switch {
		case err != nil:
			return Solution{}, err
		case ok && x == best:
			return s.found(x, math.NaN())
		case !ok && x == safe:
			return Solution{}, s.outOfReach(x)
		case ok:
			meets, x = x, within(x*on)
		default:
			misses, x = x, within(x/on)
		}
	}
	return s.narrow(meets, misses, round)
}

// narrow halves between a value that meets the target and one that does not,
// on a logarithmic scale, until no rounded value lies between them.
func (s *solver) narrow(meets, misses float64, round func(float64) float64) (Solution, error) {
	if x := round(meets); x != meets {
		if _, ok, err := s.at(x); err != nil {
			return Solution{}, err
		} else if ok {
			meets = x
		}
	}
	for range 200 {
		middle := round(math.Sqrt(meets) * math.Sqrt(misses))
		if middle == meets || middle == misses {
			middle = round(meets/2 + misses/2)
		}
		if middle == meets || middle == misses {
			break
		}
		_, ok, err := s.at(middle)
		if err != nil {
			return Solution{}, err
		}
		if ok {
			meets = middle
		} else {
			misses = middle
		}
	}
	if _, same, err := s.at(misses); err != nil {
		return Solution{}, err
	} else if same {
		misses = math.NaN()
	}
	return s.found(meets, misses)
}

// leastBatch tries every batch size from 1 upwards.
func (s *solver) leastBatch() (Solution, error) {
	if s.run.Scheme == run.Full {
		return Solution{}, run.Errors{{Field: "scheme", Value: string(s.run.Scheme), Message: "a full batch holds all examples: choose another batch scheme to solve for b"}}
	}
	miss, nearest, best := math.NaN(), math.NaN(), Answer{Epsilon: math.Inf(1)}
	for b := 1; b <= s.run.N; b++ {
		work.From(s.ctx).Spend(1)
		if s.ordered() && s.run.N%b != 0 {
			continue
		}
		if s.progress != nil {
			s.progress(b, s.run.N)
		}
		a, ok, err := s.at(float64(b))
		if err != nil {
			return Solution{}, err
		}
		if ok {
			return s.found(float64(b), miss)
		}
		miss = float64(b)
		if a.Row != "" && a.Epsilon < best.Epsilon || math.IsNaN(nearest) {
			nearest, best = miss, a
		}
	}
	return Solution{}, s.outOfReach(nearest)
}

func (s *solver) ordered() bool {
	return s.run.Scheme == run.Cyclic || s.run.Scheme.Secret()
}
