package bounds

import (
	"math"

	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// solvedDigits are the significant digits of a noise or a diameter that was solved for.
const solvedDigits = 6

// leastNoise walks outwards from the stated noise, halves on a logarithmic
// scale, and rounds the meeting end up to six digits.
func (s *solver) leastNoise() (Solution, error) {
	up := func(x float64) float64 { return math.Min(run.DigitsUp(x, solvedDigits), run.MaxMagnitude) }
	meets, misses := math.NaN(), math.NaN()
	x := up(s.run.Sigma)
	for factor := 2.0; math.IsNaN(meets) || math.IsNaN(misses); factor *= factor {
		_, ok, err := s.at(x)
		switch {
		case err != nil:
			return Solution{}, err
		case ok && x == run.MinMagnitude:
			return s.found(x, math.NaN())
		case !ok && x == run.MaxMagnitude:
			return Solution{}, s.outOfReach(x)
		case ok:
			meets, x = x, math.Max(up(x/factor), run.MinMagnitude)
		default:
			misses, x = x, math.Min(up(x*factor), run.MaxMagnitude)
		}
	}
	return s.narrow(meets, misses, up)
}

// largestDiameter tries no projection first, then brackets D.
func (s *solver) largestDiameter() (Solution, error) {
	switch _, ok, err := s.at(math.Inf(1)); {
	case err != nil:
		return Solution{}, err
	case ok:
		return s.found(math.Inf(1), math.NaN())
	}
	return s.most(func(x float64) float64 { return run.DigitsDown(x, solvedDigits) }, run.MinMagnitude, run.MaxMagnitude)
}

// most finds the largest value in [least, largest] that meets the target, for
// an ε that does not fall with it; round maps a value to the nearest one of
// interest below. It walks outwards from the stated value, so that a good guess
// is quick and extreme values are tried only where they may be the answer.
func (s *solver) most(round func(float64) float64, least, largest float64) (Solution, error) {
	stated, _ := s.run.Number(s.field)
	meets, misses := math.NaN(), math.NaN()
	x := math.Min(math.Max(round(math.Min(stated, largest)), least), largest)
	for factor := 2.0; math.IsNaN(meets) || math.IsNaN(misses); factor *= factor {
		_, ok, err := s.at(x)
		switch {
		case err != nil:
			return Solution{}, err
		case ok && x == largest:
			return s.found(x, math.NaN())
		case !ok && x == least:
			return Solution{}, s.outOfReach(x)
		case ok:
			meets, x = x, math.Min(round(x*factor), largest)
		default:
			misses, x = x, math.Max(round(x/factor), least)
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
