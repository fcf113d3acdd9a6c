package picture

import (
	"math"
	"slices"

	"lastiterate/app/form"
	"lastiterate/app/number"
	"lastiterate/app/plot"
	"lastiterate/app/words"
	"lastiterate/bounds/run"
)

// parameter is the name of the parameter that the curve varies.
func (s Scene) parameter() string {
	if s.Parameter == "" {
		return "T"
	}
	return s.Parameter
}

// axis is the horizontal axis of a curve.
func (s Scene) axis() plot.Axis {
	parameter := s.parameter()
	l := form.LabelOf(s.Run, Field(parameter))
	a := plot.Axis{Name: l.Name, Symbol: PlainSymbol(l.Symbol), Scale: plot.Linear, Whole: whole(parameter)}
	switch span := SpanOf(s.View, parameter, s.Query, s.Result); {
	case span.manyEpochs():
		a.Every = float64(span.Epoch)
		a.Note = "(whole epochs of " + number.Plain(float64(span.Epoch)) + ")"
	case span.manyJumps():
		which := map[string]string{"b": "largest", "n": "smallest"}[parameter]
		a.Note = "(the " + which + " for each number of steps per epoch)"
	}
	if parameter == "alpha" && !s.Question.Renyi() && s.Result.Answer != nil && bestOrder(s.Result) == 0 {
		a.Note = "(the answer at your δ uses no order)"
	}
	if len(s.At) > 0 {
		a.From, a.To = s.At[0], s.At[len(s.At)-1]
	} else {
		a.To = 1
	}
	if s.View.To > 0 {
		span := SpanOf(s.View, parameter, s.Query, s.Result)
		a.From, a.To = span.From, span.To
	}
	if s.To > 0 {
		a.From, a.To = s.From, s.To
	}
	if LogX(s.View, parameter) {
		a.Scale = plot.Log
		if i := slices.IndexFunc(s.At, func(v float64) bool { return v > 0 }); a.From <= 0 && i >= 0 {
			a.From = s.At[i]
		}
	} else if parameter == "T" && a.From == 1 {
		a.From = 0 // a linear axis begins at 0, where no privacy is lost
	}
	return a
}

// PlainSymbol writes a symbol without the mark of its subscript.
func PlainSymbol(symbol string) string {
	out := make([]rune, 0, len(symbol))
	for _, r := range symbol {
		if r != '_' {
			out = append(out, r)
		}
	}
	return string(out)
}

func (s Scene) note() string {
	switch {
	case s.Parameter == "delta":
		return "of (ε, δ)"
	case s.Parameter == "alpha":
		return "of Rényi DP"
	case s.Question.Renyi():
		return "of Rényi DP at α = " + number.Plain(s.Question.Alpha)
	}
	note := "at δ = " + number.Delta(s.Question.Delta)
	if s.Tab == Sweep && s.Run.EpochSteps() > 1 && (s.Parameter == "b" || s.Parameter == "n") {
		held := "T = " + number.Plain(float64(s.Run.T))
		if s.Epochs {
			held = "E = " + number.Plain(run.Digits(float64(s.Run.T)/float64(s.Run.EpochSteps()), 4)) + " epochs"
		}
		note += ", " + held + " throughout"
	}
	return note
}

// tooHigh is the largest ratio of a line's height to the best bound's that the axis shows. A line that
// rises higher leaves the picture, with an arrow.
const tooHigh = 5

// wholeFall is the largest ratio of the loss at a deletion to the loss at the visitor's value for which
// the axis shows the whole fall between them.
const wholeFall = 20

// ceiling is the end of a linear vertical axis; 0 fits the axis to the lines.
func (s Scene) ceiling(x plot.Axis, series []plot.Series, at, best []float64) float64 {
	top, own := 0.0, within(x, at, best)
	for _, line := range series {
		if !line.Hidden {
			top = max(top, within(x, line.X, line.Y))
		}
	}
	beside := 0.0
	for _, line := range series {
		if !line.Hidden && line.Kind == plot.Beside {
			beside = max(beside, within(x, line.X, line.Y))
		}
	}
	// A bound that ranges over decades would lie on the horizontal axis except at its steep end. So the axis is fitted to
	// the values near the visitor's.
	if here := s.here(at, best); s.parameter() != "T" && here > 0 && own > tooHigh*here {
		if s.parameter() == "after" && own <= wholeFall*here && len(s.Beside) == 0 {
			return 1.1 * own
		}
		own = here
	}
	own = max(own, beside)
	if own == 0 || top <= tooHigh*own {
		return 0
	}
	return tooHigh * own
}

// upTo returns the values, with +Inf in place of those above the end of a linear axis, which are not drawn.
func upTo(y []float64, end float64) []float64 {
	out := slices.Clone(y)
	for i, v := range out {
		if v > end {
			out[i] = math.Inf(1)
		}
	}
	return out
}

// within is the highest value of a line on the axis.
func within(x plot.Axis, at, y []float64) float64 {
	top := 0.0
	for i, v := range y {
		if v > top && !math.IsInf(v, 1) && at[i] >= x.From && at[i] <= x.To {
			top = v
		}
	}
	return top
}

// markers mark the visitor's value and, if known, the length from which hidden state helps or the
// order that gave the answer.
func (s Scene) markers(at, upper []float64) []plot.Marker {
	var markers []plot.Marker
	symbol := PlainSymbol(form.LabelOf(s.Run, Field(s.parameter())).Symbol)
	if s.Here > 0 {
		markers = append(markers, plot.Marker{ID: "here", At: s.Here, Label: "your " + symbol + " = " + number.Plain(s.Here), Yours: true,
			Dot: s.here(at, upper), Answer: s.answer(at, upper)})
	}
	if v := s.Result.Verdict; s.parameter() == "T" && v.Helps && v.BurnIn > 1 {
		markers = append(markers, plot.Marker{ID: "burn-in", At: float64(v.BurnIn), Label: "hidden state starts to help"})
	}
	if label := s.afterOneBatch(); label != "" {
		markers = append(markers, plot.Marker{ID: "known-order", At: 2, Label: label})
	}
	markers = append(markers, s.lastPossible()...)
	if order := s.raisedFrom(at, upper); order > 0 {
		row, _ := find(s.Result, s.best())
		markers = append(markers, plot.Marker{ID: "raised", At: order, Label: row.Name + ": orders from here on follow from lower ones"})
	}
	if order := bestOrder(s.Result); s.Parameter == "alpha" && !s.Question.Renyi() && order > 0 {
		markers = append(markers, plot.Marker{ID: "order", At: order, Label: "the best order for your δ, α = " +
			number.Order(order)})
	}
	return markers
}

// raisedFrom is the first order at which profile contraction bounds the divergence through a lower order, since values that a higher
// one needs are below the smallest number of a computer (section 9 of profile.md in bounds/internal/contraction). Its line jumps
// there: for one value it grows much faster than before and after. raisedFrom is 0 if there is no such jump.
func (s Scene) raisedFrom(at, upper []float64) float64 {
	if s.Parameter != "alpha" || s.best() != "profile" {
		return 0
	}
	growth := func(i int) float64 { return math.Log(upper[i]/upper[i-1]) / math.Log(at[i]/at[i-1]) }
	const faster = 1.5
	for i := 2; i+1 < len(at); i++ {
		if g := growth(i); g > faster*growth(i-1) && g > faster*growth(i+1) {
			return at[i]
		}
	}
	return 0
}

// afterOneBatch names the jump of the loss if every iterate is public where a secret order has a second step. A single step is one
// batch of which every example may be a part, so it counts as sampled (law.md in bounds/theorem); several steps count as in a known
// order. It is empty if that line has no such jump.
func (s Scene) afterOneBatch() string {
	p := s.Result.Published
	if p == nil || s.parameter() != "T" || !LogX(s.View, "T") || !s.Run.Scheme.Secret() ||
		!slices.Contains(s.DrawnRows(), p.Row) {
		return ""
	}
	const jump = 1.5
	row, _ := find(s.Result, p.Row)
	if x, y := s.along(row); len(x) < 2 || x[0] != 1 || x[1] != 2 || !(y[1] > jump*y[0]) {
		return ""
	}
	return row.Name + ": the secret order helps it only at T = 1"
}

// answer is the text at the visitor's value: the page's answer or, while the visitor moves the value, the
// bound that the lines show there. It is empty between the values of the lines.
func (s Scene) answer(at, upper []float64) string {
	about := words.About(s.Query, s.Result, nil)
	say, e := about.Say().Number, s.here(at, upper)
	if say == "" || e == 0 || !slices.Contains(at, s.Here) {
		return ""
	}
	if own, ok := Here(s.parameter(), s.Query); ok && own == s.Here {
		return say
	}
	if s.Parameter == "alpha" {
		about.Question.Alpha = s.Here
	}
	return about.EpsilonName() + " ≤ " + number.Up(e, words.SentenceDigits)
}
