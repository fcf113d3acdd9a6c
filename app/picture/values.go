package picture

import (
	"math"
	"slices"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// maxValues is the largest number of values of a curve: more are less than two pixels apart.
const maxValues = 400

// Span is a range of a parameter.
type Span struct {
	From, To float64
	Whole    bool // only whole numbers are allowed
	Epoch    int  // steps of an epoch, after each of which a bound may jump; 0 for none
	Jump     int  // the number of steps of an epoch after which a bound may jump; 0 for its last
	Held     held // the run whose number of epochs is held
	// Least and Most are the ends of the range with whose values a loss can meet the run's assumptions; 0 if it has no ends.
	Least, Most float64
}

// SpanOf is the range of a parameter in the view: the range that the view states, or one around the run's own value.
func SpanOf(v link.View, parameter string, q claim.Query, result protocol.Result) Span {
	s := Span{Whole: whole(parameter), Epoch: epochOf(parameter, q.Run), Held: heldOf(v.Steps == form.Epochs, parameter, q.Run)}
	if s.Epoch > 0 {
		s.Jump = q.Run.BeforeFirstUse()
	}
	s.From, s.To = defaultRange(parameter, q, result)
	if from, to := possible(parameter, q.Run); !math.IsInf(from, 0) || !math.IsInf(to, 0) {
		s.Least, s.Most = from, to
	}
	least, most := Limits(parameter)
	if v.To > 0 && v.From < most && v.To > least {
		s.From, s.To = max(v.From, least), min(v.To, most)
	}
	return s
}

func whole(parameter string) bool {
	f, ok := run.FieldByName(parameter)
	return ok && f.Kind == run.Integer
}

// Limits are the least and the greatest value that a parameter can have.
func Limits(parameter string) (least, most float64) {
	switch parameter {
	case "alpha":
		return 1.001, 1e9
	case "delta":
		return 1e-300, 0.999
	}
	return form.Limits(parameter)
}

// defaultRange is the range of a parameter that is shown by default.
func defaultRange(parameter string, q claim.Query, result protocol.Result) (from, to float64) {
	here, _ := Here(parameter, q)
	power := math.Pow(10, math.Floor(math.Log10(here)))
	switch parameter {
	case "T":
		return 1, Last(q.Run.T)
	case "alpha":
		if !q.Question.Renyi() {
			return 1.05, max(64, aboveByDoublings(bestOrder(result), 1))
		}
		// ε grows faster than the order, so the lines leave the picture beyond this.
		return 1.05, max(16, aboveByDoublings(here, 2))
	case "delta":
		return min(1e-10, here/100), 0.1
	case "after":
		if k := float64(q.Run.After); k > 0 { // beyond this range ε hardly changes
			return 0, min(axisEnd(3*k), float64(q.Run.T-1))
		}
	case "n":
		return max(float64(minBatch(q.Run)), power/10), power * 100
	}
	if from, to, ok := form.Span(q.Run, parameter); ok {
		return from, to
	}
	switch {
	case parameter == "strong_convexity" && q.Run.Smoothness > 0:
		return q.Run.Smoothness / 1000, q.Run.Smoothness
	case parameter == "smoothness" && q.Run.Nonsmooth(): // up to the largest smoothness that matters
		return 0.01 / q.Run.Eta, 100 / q.Run.Eta
	case parameter == "diameter" && !q.Run.Bounded():
		// The range is from one step's sensitivity to the sum of all.
		s := q.Run.Steps().Peak().Sensitivity
		return s, max(100*s, s*float64(q.Run.T))
	case (parameter == "eta" || parameter == "clip") && here > 0: // the bounds grow with these, and leave the picture
		return oneDigit(here/10, false), oneDigit(tooHigh*here, true)
	case parameter == "sigma" && here > 0: // the bounds fall with the noise, towards 0
		return oneDigit(here/tooHigh, false), oneDigit(4*tooHigh*here, true)
	case here == 0 && whole(parameter):
		return 1, 100
	case here == 0:
		return 0, 1
	}
	return power / 10, power * 100
}

// oneDigit is the nearest number with the single digit 1, 2 or 5 at or below x, or at or above x if above is set.
func oneDigit(x float64, above bool) float64 {
	decade := math.Pow(10, math.Floor(math.Log10(x)))
	ends := []float64{1, 2, 5, 10}
	i := 0
	for i+1 < len(ends) && ends[i+1]*decade <= x*(1+1e-9) {
		i++
	}
	if above && ends[i]*decade < x*(1-1e-9) {
		i++
	}
	return run.Digits(ends[i]*decade, 1)
}

// aboveByDoublings is 2^times times the least power of two at or above x and 1.
func aboveByDoublings(x, times float64) float64 {
	return math.Pow(2, math.Ceil(math.Log2(max(x, 1)))+times)
}

// minBatch is the smallest dataset size that the batch size allows.
func minBatch(r run.Run) int {
	if r.Scheme.UsesAll() {
		return 1
	}
	return r.B
}

// bestOrder is the Rényi order that gave the answer, 0 if none did.
func bestOrder(r protocol.Result) float64 {
	if r.Answer == nil {
		return 0
	}
	if row, ok := find(r, r.Answer.Row); ok && row.RDP != nil {
		return float64(row.RDP.Alpha)
	}
	return 0
}

// Values lists the values at which a curve over the span is computed: close enough for linear and logarithmic axes, with `here`
// among them if it lies in the span.
func (s Span) Values(here float64) []float64 {
	var out []float64
	s = s.toPeaks(here)
	if from, to := max(s.From, s.Least), min(s.To, s.Most); s.Least < s.Most && from < to {
		s.From, s.To = from, to
	}
	add := func(v float64) {
		if s.Whole {
			v = math.Round(v)
		}
		if v >= s.From && v <= s.To {
			out = append(out, v)
		}
	}
	add(here)
	add(s.From)
	add(s.To)
	switch {
	case s.jumps() && (s.Held.sampled() || s.To-s.From >= maxValues-1):
		for _, v := range s.held() {
			add(v)
		}
	case s.Whole && s.To-s.From < maxValues-1:
		for v := math.Ceil(s.From); v <= s.To; v++ {
			add(v)
		}
	case s.From <= 0:
		for i := 0.0; i <= maxValues-4; i++ {
			add(s.To * i / (maxValues - 4))
		}
	case s.Whole && s.Epoch > 1:
		for _, v := range s.inEpochs(s.spread) {
			add(v)
		}
	default:
		for _, v := range s.spread(maxValues - 4) {
			add(v)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// spread lists about this many values, half of them even on a linear axis and half on a logarithmic one.
func (s Span) spread(values float64) (out []float64) {
	half := math.Floor(values/2) - 1
	for i := 0.0; i <= half; i++ {
		out = append(out, s.From+(s.To-s.From)*i/half, s.From*math.Pow(s.To/s.From, i/half))
	}
	return out
}

// Values lists the numbers of iterations at which the curve of a run of T steps is computed by default: from 1 to somewhat
// above T, with T itself.
func Values(T int) []float64 {
	return Span{From: 1, To: Last(T), Whole: true}.Values(float64(T))
}

// axisEnds are the possible ends of an axis, relative to a power of ten.
var axisEnds = []float64{1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10}

// Last is the end of the axis of T, at least 1.25·T: the curve after T is visible, and T's handle can be dragged to the right.
func Last(T int) float64 { return axisEnd(1.25 * float64(T)) }

// axisEnd is the least possible end of an axis that is at least `want`, and at least 10.
func axisEnd(want float64) float64 {
	decade := math.Pow(10, math.Floor(math.Log10(want)))
	for _, s := range axisEnds {
		if end := s * decade; end >= want {
			return min(max(math.Round(end), 10), run.MaxCount)
		}
	}
	return run.MaxCount // unreachable: the last of axisEnds is a whole decade
}
