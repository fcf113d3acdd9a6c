package bounds

import (
	"math"

	"lastiterate/bounds/run"
)

// phases are fractions of an epoch in the order in which meetsWithin tries them, after its end and before its first step.
var phases = []float64{0.5, 0.75, 0.25, 0.9, 0.1}

// mostSteps searches for the largest T in a secret order that meets the target. A fresh epoch brings another use of the
// example, which may be the last step; as the epoch goes on, the use becomes less recent on average, and ε falls again. At
// the end and at each phase, ε does not fall from one epoch to the next. So mostSteps finds the last epoch
// in which one of the phases meets the target, and then the last step of that epoch that does, searching from the phase that met
// it to the end of the epoch.
func (s *solver) mostSteps() (SolvedValue, error) {
	period, after := s.run.StepsPerEpoch(), s.run.After
	most := run.MaxCount - after // largest number of steps before the deletion; only their epochs use the example
	last := (most + period - 1) / period
	meets, misses := 0, last+1
	inEpoch := map[int]int{} // the steps that meetsWithin found, by epoch
	try := func(epoch int) error {
		steps, err := s.meetsWithin(epoch, period)
		switch {
		case err != nil:
			return err
		case steps > 0:
			meets, inEpoch[epoch] = epoch, steps
		default:
			misses = epoch
		}
		return nil
	}
	stated := (s.run.Holding() + period - 1) / period
	// Search from the stated number of epochs up or down, by ever larger factors.
	for at, factor := min(stated, last), 2.0; meets == 0 && misses > 1 || misses > last && meets < last; factor *= factor {
		if err := try(at); err != nil {
			return SolvedValue{}, err
		}
		if meets == at {
			at = int(min(float64(at)*factor, float64(last)))
		} else {
			at = max(1, int(float64(at)/factor))
		}
	}
	for meets > 0 && misses-meets > 1 {
		middle := last - 1 // if only the last epoch, which need not be whole, misses
		if misses < last {
			middle = int(math.Sqrt(float64(meets)) * math.Sqrt(float64(misses)))
		}
		if middle <= meets || middle >= misses {
			middle = meets + (misses-meets)/2
		}
		if err := try(middle); err != nil {
			return SolvedValue{}, err
		}
	}
	if meets == 0 {
		return SolvedValue{}, s.outOfReach(float64(1 + after))
	}
	steps, end := inEpoch[meets], min(meets*period, most)
	switch {
	case steps == most:
		return s.found(run.MaxCount, math.NaN())
	case steps == end:
		return s.found(float64(end+after), float64(end+after+1))
	}
	return s.narrow(float64(steps+after), float64(end+after), math.Floor)
}

// meetsWithin returns the number of steps up to a phase of the epoch, without those after the deletion, for which T meets the
// target: the end of the epoch if that meets it, 0 if no phase does.
func (s *solver) meetsWithin(epoch, period int) (int, error) {
	before := (epoch - 1) * period
	most := min(period, run.MaxCount-s.run.After-before)
	tried := map[int]bool{}
	for _, share := range append([]float64{1}, append(phases, 0)...) {
		phase := max(1, int(math.Round(share*float64(most))))
		if tried[phase] {
			continue
		}
		tried[phase] = true
		if _, ok, err := s.at(float64(before + phase + s.run.After)); ok || err != nil {
			return before + phase, err
		}
	}
	return 0, nil
}
