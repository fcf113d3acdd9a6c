package picture

import (
	"math"

	"lastiterate/app/plot"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// epochOf is the number of steps of an epoch, at whose ends a bound along T may jump; 0 for a run without such ends.
func epochOf(parameter string, r run.Run) int {
	if r.Scheme == "" || r.B < 1 || parameter != "T" {
		return 0
	}
	inEpochs := (r.Scheme.Known() || r.Scheme.Secret()) && !r.Scheme.UsesAll()
	if e := r.EpochSteps(); inEpochs && e > 1 {
		return e
	}
	return 0
}

// Jumps reports whether a run's bounds may jump along a parameter, at the ends of epochs.
func Jumps(parameter string, r run.Run) bool { return epochOf(parameter, r) > 0 }

// knownBetween says what is known about a row between its values. Along T in epochs an upper bound never falls (TestMonotoneInLength
// in bounds), with three exceptions: in a fresh order every epoch, whose unfinished epoch uses the example less often; at a
// stated position; and if a longer run has other steps.
func (s Scene) knownBetween(row protocol.Row) plot.Between {
	x, _ := s.along(row)
	switch r := s.Run; {
	case s.leapt(x):
		return plot.Unknown
	case epochOf(s.parameter(), r) == 0:
		return plot.Smooth
	case r.Release != "" && r.Release != run.LastIterate || r.Tuned() || r.After > 0:
		return plot.Unknown // with one more step the released iterates come after other steps
	case s.Result.Published != nil && row.ID == s.Result.Published.Row && r.Steady():
		return plot.Rises // a release of more iterates never loses less
	case row.Kind() == claim.UpperBound && (r.Scheme == run.Cyclic || r.Scheme == run.ShuffleOnce) && r.Steady() && !r.States("position"):
		return plot.Rises
	}
	return plot.Unknown
}

// knownBest says what is known about the smallest upper bound between its values.
func (s Scene) knownBest() plot.Between {
	row, _ := find(s.Result, s.best())
	return s.knownBetween(row)
}

// Guesses explains a chart in which some line has values between which nothing is known.
const Guesses = "A bound drawn as dots is computed only at the dots. The thin line through them guides the eye: between two dots the " +
	"bound may be higher or lower"

// Outside explains a chart in which some line is not visible.
const Outside = "An arrow before a name: this line is outside the picture"

// manyEpochs reports whether a span has so many epochs that not both sides of all their ends are computed.
func (s Span) manyEpochs() bool {
	return s.Whole && s.Epoch > 1 && s.To-s.From >= maxValues-1 && s.epochs() > maxValues/4
}

func (s Span) epochs() float64 {
	e := float64(s.Epoch)
	return math.Floor(s.To/e) - math.Ceil(s.From/e) + 1
}

// inEpochs lists values over a span of epochs. If the ends of epochs are visibly apart, it has the two values around every end,
// where a bound may jump. Otherwise it has only whole epochs after the first, because values at different parts of epochs would
// draw a pattern that no bound has.
func (s Span) inEpochs(spread func(values float64) []float64) []float64 {
	e := float64(s.Epoch)
	if s.manyEpochs() {
		out := spread(maxValues - 3)
		for i, v := range out {
			if v >= e {
				out[i] = math.Round(v/e) * e
			}
		}
		return out
	}
	out := spread(maxValues - 3 - 2*s.epochs())
	for k := math.Floor(s.From / e); k*e <= s.To; k++ {
		jump := k*e + float64(s.Jump)
		out = append(out, jump, jump+1)
	}
	return out
}
