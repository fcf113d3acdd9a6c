package bounds

import (
	"math"

	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// solvedDigits is the number of significant digits of a noise or a diameter that is solved for.
const solvedDigits = 6

// leastNoise returns the least noise that meets the target, rounded up to solvedDigits.
func (s *solver) leastNoise() (SolvedValue, error) {
	return s.furthest(func(x float64) float64 { return run.DigitsUp(x, solvedDigits) }, run.MaxMagnitude, run.MinMagnitude)
}

// largestDiameter returns +Inf, which is no projection, if that meets the target, and otherwise the largest diameter that does,
// rounded down to solvedDigits.
func (s *solver) largestDiameter() (SolvedValue, error) {
	switch _, ok, err := s.at(math.Inf(1)); {
	case err != nil:
		return SolvedValue{}, err
	case ok:
		return s.found(math.Inf(1), math.NaN())
	}
	return s.furthest(func(x float64) float64 { return run.DigitsDown(x, solvedDigits) }, run.MinMagnitude, run.MaxMagnitude)
}

// furthest finds the value nearest to `best` that meets the target, if ε does not fall from `safe` to `best`. round maps a value to
// the nearest value towards `safe` that may be the answer. The search goes outwards from the stated value, so a good guess is quick,
// and extreme values are tried only if they may be the answer.
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

// narrow moves a value that meets the target and one that misses it towards each other, until no rounded value lies
// between them. Once they are at most a quarter apart, slow rows that are more than half above the target are left
// out.
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
	s.know.idle = nil // a row that was left out may meet the target here
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

// between narrows the interval from meets to misses until no rounded value lies inside. It tries the value at which ε would be the
// target if log ε were linear in the logarithm of the value, moved towards the end that did not move last. If that narrows slowly, or
// ε is unknown at an end, it tries the middle.
func (s *solver) between(meets, misses float64, round func(float64) float64) (float64, float64, error) {
	below, above := math.NaN(), math.NaN() // log(ε/target) at meets and at misses
	var moved float64                      // which end moved last: −1 meets, 1 misses
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

// inside returns a rounded value between `meets` and `misses`, about this share of the way in logarithms. It returns another
// value between them if rounding leaves none there, and false if there is none between them.
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

// batch returns the largest batch size that meets the target if ε grows with it, and otherwise the smallest.
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

// firstBatch tries batch sizes in turn and returns the first that meets the target. In passes over the data it tries only divisors
// of n.
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

// largestInEpochs returns the largest size of a sampled batch that meets the target if the number of epochs stays. At some
// sizes an epoch needs fewer batches than before: T falls there, and ε with it, and then ε grows up to the next such size.
// So the search first finds the last of these sizes that meets the target, and then the last size before the next of them
// that does.
func (s *solver) largestInEpochs() (SolvedValue, error) {
	n := s.run.N
	first := func(x float64) float64 {
		r := s.run
		r.B = max(1, int(x))
		steps := r.EpochSteps()
		least, most := 0, r.B // an epoch has more steps at least, and no more at most
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
	s.know.idle = nil // a row that was left out may meet the target here
	switch _, ok, err := s.at(last); {
	case err != nil:
		return SolvedValue{}, err
	case ok:
		return s.found(last, found.Miss)
	}
	return s.narrow(found.Value, last, math.Floor)
}
