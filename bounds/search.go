package bounds

import (
	"math"

	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// solvedDigits are the significant digits of a noise or a diameter that was solved for.
const solvedDigits = 6

// leastNoise rounds up to six digits.
func (s *solver) leastNoise() (SolvedValue, error) {
	return s.furthest(func(x float64) float64 { return run.DigitsUp(x, solvedDigits) }, run.MaxMagnitude, run.MinMagnitude)
}

// largestDiameter tries no projection first, then rounds down to six digits.
func (s *solver) largestDiameter() (SolvedValue, error) {
	switch _, ok, err := s.at(math.Inf(1)); {
	case err != nil:
		return SolvedValue{}, err
	case ok:
		return s.found(math.Inf(1), math.NaN())
	}
	return s.furthest(func(x float64) float64 { return run.DigitsDown(x, solvedDigits) }, run.MinMagnitude, run.MaxMagnitude)
}

// furthest finds the value nearest to best that meets the target, for an ε that does not
// fall on the way there from safe; round maps a value to the nearest one of interest on
// the side of safe. It walks outwards from the stated value, so that a good guess
// is quick and extreme values are tried only where they may be the answer.
func (s *solver) furthest(round func(float64) float64, safe, best float64) (SolvedValue, error) {
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
			return SolvedValue{}, err
		case ok && x == best:
			return s.found(x, math.NaN())
		case !ok && x == safe:
			return SolvedValue{}, s.outOfReach(x)
		case ok:
			meets, x = x, within(x*on)
		default:
			misses, x = x, within(x/on)
		}
	}
	return s.narrow(meets, misses, round)
}

// narrow comes from both sides to where the target begins to be met, between a value that
// meets it and one that does not, until no rounded value lies between them. Where the two are
// a quarter apart or less, slow rows that are half as much again as the target are left out.
func (s *solver) narrow(meets, misses float64, round func(float64) float64) (SolvedValue, error) {
	if x := round(meets); x != meets {
		if _, ok, err := s.at(x); err != nil {
			return SolvedValue{}, err
		} else if ok {
			meets = x
		}
	}
	first := misses
	meets, misses, err := s.between(meets, misses, round)
	if err != nil {
		return SolvedValue{}, err
	}
	s.know.idle = nil // what was left out may be what counts here
	_, same, err := s.at(misses)
	if same && first != misses {
		if meets, misses, err = s.between(misses, first, round); err == nil {
			_, same, err = s.at(misses)
		}
	}
	switch {
	case err != nil:
		return SolvedValue{}, err
	case same:
		misses = math.NaN()
	}
	return s.found(meets, misses)
}

// between narrows. It looks where ε would be the target if its logarithm went in a straight
// line with that of the value, as far again on the side that has not moved, and halves where
// that is slow, or nothing is known about an end.
func (s *solver) between(meets, misses float64, round func(float64) float64) (float64, float64, error) {
	below, above := math.NaN(), math.NaN() // logarithms of ε over the target at the two
	var moved float64                      // which of the two did: −1 the one that meets, 1 the other
	width := math.Inf(1)
	for turn := range 200 {
		share, apart := 0.5, math.Abs(math.Log(misses/meets)) // of the way from meets to misses
		if x := below / (below - above); x > 0 && x < 1 && (turn%3 != 2 || apart < width/8) {
			switch share = x; {
			case moved < 0:
				share = min(0.5, 2*x)
			case moved > 0:
				share = max(0.5, 2*x-1)
			}
		}
		if turn%3 == 2 {
			width = apart
		}
		middle, found := inside(meets, misses, share, round)
		if !found {
			break
		}
		if s.know.idle == nil && max(meets, misses) <= 1.25*min(meets, misses) {
			s.know.idle = map[*theorem.Theorem]bool{}
		}
		a, ok, err := s.at(middle)
		if err != nil {
			return meets, misses, err
		}
		height := math.Log(a.Epsilon / s.target.Epsilon)
		if math.IsInf(height, 0) {
			height = math.NaN()
		}
		if ok {
			meets, below, moved = middle, height, -1
		} else {
			misses, above, moved = middle, height, 1
		}
	}
	return meets, misses, nil
}

// inside is a rounded value between the two, after a share of the way from the first to the
// second in logarithms, or elsewhere where rounding leaves no value there; false if there is
// none between them.
func inside(meets, misses, share float64, round func(float64) float64) (float64, bool) {
	middle := round(meets * math.Pow(misses/meets, share))
	for ; middle == meets && share < 0.5; share *= 2 {
		middle = round(meets * math.Pow(misses/meets, 2*share))
	}
	if middle == meets || middle == misses {
		middle = round(math.Sqrt(meets) * math.Sqrt(misses))
	}
	if middle == meets || middle == misses {
		middle = round(meets/2 + misses/2)
	}
	return middle, middle != meets && middle != misses
}

// batch is the largest batch size that meets the target where ε grows with it, otherwise the smallest.
func (s *solver) batch() (SolvedValue, error) {
	switch {
	case s.run.Scheme.UsesAll():
		return SolvedValue{}, run.Errors{{Field: "scheme", Value: string(s.run.Scheme),
			Message: "a full batch holds all examples: choose another batch scheme to solve for b"}}
	case !s.run.GrowsWithBatch():
		return s.firstBatch(1, s.run.N, 1)
	case s.run.Scheme.InPasses():
		return s.firstBatch(s.run.N, 1, -1)
	case s.target.Epochs:
		return s.largestInEpochs()
	}
	return s.furthest(math.Floor, 1, float64(s.run.N))
}

// firstBatch is the first size that meets the target, of all from one to another: in passes over the data, of
// those that divide n.
func (s *solver) firstBatch(from, to, step int) (SolvedValue, error) {
	s.scans = true
	miss, nearest, best := math.NaN(), math.NaN(), Answer{Epsilon: math.Inf(1)}
	for b := from; b != to+step; b += step {
		work.From(s.ctx).Spend(1)
		if s.run.Scheme.InPasses() && s.run.N%b != 0 {
			continue
		}
		if s.progress != nil {
			s.progress((b-from)*step+1, s.run.N)
		}
		a, ok, err := s.at(float64(b))
		if err != nil {
			return SolvedValue{}, err
		}
		if ok {
			return s.found(float64(b), miss)
		}
		miss = float64(b)
		if a.Row != "" && a.Epsilon < best.Epsilon || math.IsNaN(nearest) {
			nearest, best = miss, a
		}
	}
	return SolvedValue{}, s.outOfReach(nearest)
}

// largestInEpochs is the largest size of a sampled batch where the epochs stay. T then falls where fewer batches make
// an epoch, and ε with it, and ε grows from there to the next such size. So the last of these sizes that meets the
// target is found first, and then the last size before the next of them.
func (s *solver) largestInEpochs() (SolvedValue, error) {
	n := s.run.N
	first := func(x float64) float64 {
		r := s.run
		r.B = max(1, int(x))
		steps := r.EpochSteps()
		least, most := 0, r.B // least has more steps, most has these
		for most-least > 1 {
			if r.B = least + (most-least)/2; r.EpochSteps() > steps {
				least = r.B
			} else {
				most = r.B
			}
		}
		return float64(most)
	}
	found, err := s.furthest(first, 1, first(float64(n)))
	if err != nil {
		return found, err
	}
	last := float64(n)
	if !math.IsNaN(found.Miss) {
		last = found.Miss - 1
	}
	s.know.idle = nil // what was left out may be what counts here
	switch _, ok, err := s.at(last); {
	case err != nil:
		return SolvedValue{}, err
	case ok:
		return s.found(last, found.Miss)
	}
	return s.narrow(found.Value, last, math.Floor)
}
