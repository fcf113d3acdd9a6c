package picture

import (
	"math"
	"slices"
	"sort"

	"lastiterate/bounds/run"
)

// held is a run of which n or b varies while its number of epochs is held. T follows the number of steps of an epoch, and jumps with it
// from one whole number to the next. Where batches are sampled, more steps lose more: among the values with one number of steps the
// bound is then highest at the peak, the largest b or the smallest n.
type held struct {
	vary   string // n or b; empty if T does not follow
	n, b   int    // the one that varies is 0
	scheme run.Scheme
}

func heldOf(epochs bool, parameter string, r run.Run) held {
	switch {
	case !epochs || r.Scheme.UsesAll():
	case parameter == "n":
		return held{parameter, 0, r.B, r.Scheme}
	case parameter == "b":
		return held{parameter, r.N, 0, r.Scheme}
	}
	return held{}
}

func (s Scene) held() held { return heldOf(s.Epochs, s.parameter(), s.Run) }

func (h held) sampled() bool { return h.vary != "" && h.scheme.Sampled() }

// steps is the number of steps of an epoch.
func (h held) steps(v float64) int {
	r := run.Run{N: h.n, B: h.b, Scheme: h.scheme}
	if h.vary == "n" {
		r.N = int(v)
	} else {
		r.B = int(v)
	}
	return r.EpochSteps()
}

// alike returns the first and the last of the values in a range that have as many steps of an epoch as v.
func (h held) alike(v, from, to float64) (first, last float64) {
	k := h.steps(v)
	first = v - float64(sort.Search(int(v-from), func(i int) bool { return h.steps(v-float64(i)-1) != k }))
	last = v + float64(sort.Search(int(to-v), func(i int) bool { return h.steps(v+float64(i)+1) != k }))
	return first, last
}

// peak is the value with as many steps of an epoch as v at which a sampled run loses most.
func (h held) peak(v, from, to float64) float64 {
	first, last := h.alike(v, from, to)
	if h.vary == "n" {
		return first
	}
	return last
}

// jumps lists the values of a range after which the number of steps of an epoch is another, those of the shortest epochs first, where it
// changes most; more says that there are others.
func (h held) jumps(from, to float64, most int) (before []float64, more bool) {
	if h.vary == "" || to <= from {
		return nil, false
	}
	for v := map[bool]float64{true: from, false: to}[h.vary == "n"]; ; {
		first, last := h.alike(v, from, to)
		switch {
		case h.vary == "n" && last < to:
			before, v = append(before, last), last+1
		case h.vary == "b" && first > from:
			before, v = append(before, first-1), first-1
		default:
			return before, false
		}
		if len(before) > most {
			return before[:most], true
		}
	}
}

// FewValues is the number of values at which slow rows are first computed.
const FewValues = 16

// mostJumps is the largest number of jumps of which both sides are computed. Sampled runs are slow: all their values are to be computed
// at first.
func (h held) mostJumps() int {
	if h.sampled() {
		return 6
	}
	return 40
}

func (s Span) jumps() bool {
	_, some := s.Held.jumps(s.From, s.To, 0)
	return some
}

// manyJumps reports whether a sampled run has so many jumps in the span that the line goes from peak to peak.
func (s Span) manyJumps() bool {
	_, more := s.Held.jumps(s.From, s.To, s.Held.mostJumps())
	return more && s.Held.sampled()
}

// toPeaks makes a span of many jumps begin and end at peaks. Otherwise its line would end far below a peak beside its end, which may not
// be computed. The visitor's own value stays in the span.
func (s Span) toPeaks(here float64) Span {
	if !s.manyJumps() {
		return s
	}
	from, to := s.From, s.To
	first, last := s.Held.alike(from, from, to)
	low, high := s.Held.alike(to, from, to)
	if s.Held.vary == "b" {
		from = last
		if s.Held.steps(high+1) == s.Held.steps(high) { // the peak is beyond the span
			to = low - 1
		}
	} else {
		to = low
		if s.Held.steps(first-1) == s.Held.steps(first) {
			from = last + 1
		}
	}
	if !(s.From <= here && here < from) {
		s.From = from
	}
	if !(to < here && here <= s.To) {
		s.To = to
	}
	return s
}

// held lists values over a span along which T jumps. Of a sampled run with many jumps they are peaks. Otherwise they are both sides of the
// jumps that change T most, and others, which are few if the run is sampled.
func (s Span) held() (out []float64) {
	jumps, more := s.Held.jumps(s.From, s.To, s.Held.mostJumps())
	if s.Held.sampled() && more {
		for _, v := range s.spread(maxValues - 4) {
			out = append(out, s.Held.peak(min(max(math.Round(v), s.From), s.To), s.From, s.To))
		}
		return out
	}
	for _, v := range jumps {
		out = append(out, v, v+1)
	}
	if s.Held.sampled() {
		return widestHalved(append(out, s.From, s.To), FewValues-1) // the run's own value is another
	}
	return append(out, s.spread(maxValues-4-2*float64(len(jumps)))...)
}

// widestHalved adds values in the middle of the widest gaps, up to so many.
func widestHalved(values []float64, most int) []float64 {
	slices.Sort(values)
	values = slices.Compact(values)
	for len(values) < most {
		widest := 1
		for i := 2; i < len(values); i++ {
			if values[i]/values[i-1] > values[widest]/values[widest-1] {
				widest = i
			}
		}
		values = slices.Insert(values, widest, math.Sqrt(values[widest]*values[widest-1]))
	}
	return values
}

// leapt reports whether a jump lies between two values of a row's line, and not both its sides are values: what the bound is between
// them is unknown. Between peaks a line is not below the bound.
func (s Scene) leapt(x []float64) bool {
	h := s.held()
	own, _ := Here(s.parameter(), s.Query)
	if h.vary == "" || len(x) == 0 {
		return false
	}
	from, to := x[0], x[len(x)-1]
	if h.sampled() && !slices.ContainsFunc(x, func(v float64) bool { return v != own && v != h.peak(v, from, to) }) {
		return false
	}
	jumps, _ := h.jumps(from, to, h.mostJumps())
	return slices.ContainsFunc(jumps, func(v float64) bool {
		_, before := slices.BinarySearch(x, v)
		_, after := slices.BinarySearch(x, v+1)
		return !before || !after
	})
}
