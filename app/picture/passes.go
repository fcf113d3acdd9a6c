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

// known says what is known of a row between its values. Along T in epochs an upper bound never falls (TestMonotoneInLength in
// bounds), unless the order changes every epoch, whose unfinished epoch uses the example less often, the position is
// stated, or a longer run has other steps.
func (s Scene) known(row protocol.Row) plot.Between {
	switch r := s.Run; {
	case epochOf(s.parameter(), r) == 0:
		return plot.Smooth
	case r.Release != "" && r.Release != run.LastIterate || r.Tuned() || r.After > 0:
		return plot.Unknown // a step more may release the iterates after other steps
	case s.Result.Published != nil && row.ID == s.Result.Published.Row && r.Steady():
		return plot.Rises // the more iterates are published, the more is lost
	case row.Kind() == claim.UpperBound && (r.Scheme == run.Cyclic || r.Scheme == run.ShuffleOnce) && r.Steady() && !r.States("position"):
		return plot.Rises
	}
	return plot.Unknown
}

// knownBest is what is known of the smallest upper bound.
func (s Scene) knownBest() plot.Between {
	row, _ := find(s.Result, s.best())
	return s.known(row)
}

// Guesses explains a chart with such lines.
const Guesses = "Where a line is dots, only these are computed: between them the bound may lie above or below the hair"

// Outside explains a chart in which nothing is seen of some line.
const Outside = "An arrow before a name: this line is outside the picture"

// manyEpochs reports whether a span has more epochs than are computed on both sides of their ends.
func (s Span) manyEpochs() bool {
	return s.Whole && s.Epoch > 1 && s.To-s.From >= maxValues-1 && s.epochs() > maxValues/4
}

func (s Span) epochs() float64 {
	e := float64(s.Epoch)
	return math.Floor(s.To/e) - math.Ceil(s.From/e) + 1
}

// inEpochs are values over a span of epochs: where these are seen apart, the two on both sides of every end, for a
// bound jumps there; otherwise whole epochs alone, or values in all parts of an epoch would make a pattern that no
// bound has.
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
