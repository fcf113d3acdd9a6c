package picture

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/number"
	"lastiterate/app/plot"
	"lastiterate/app/words"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// Beside is a pinned run that is drawn together with the scene's own: its best bound along the same parameter, at the same
// values.
type Beside struct {
	Pin   int // its index among the pinned runs
	Label string
	claim.Query
	Result protocol.Result
	Curve  protocol.CurveResult // of BesideRows
}

// BesideID names the line of a pinned run where rows are listed.
func BesideID(pin int) string { return fmt.Sprintf("pin-%d", pin+1) }

// Lines lists the drawn rows and, after them, the lines of pinned runs.
func (s Scene) Lines() []string {
	out := s.DrawnRows()
	for i := range s.View.Pinned {
		if besideShown(s.View, i) {
			out = append(out, BesideID(i))
		}
	}
	return out
}

// besideShown reports whether the view draws a pinned run.
func besideShown(v link.View, pin int) bool {
	return v.Rows == nil || slices.Contains(v.Rows, BesideID(pin))
}

// BesideRows lists the rows from which a pinned run's line is made: the answer's row and the proved bounds nearest to it.
func BesideRows(r protocol.Result) []string {
	return slices.DeleteFunc(Drawn(link.View{}, r), func(id string) bool {
		row, _ := find(r, id)
		return row.Kind() != claim.UpperBound
	})
}

// NotBeside says why a pinned run has no line in a curve along a parameter; empty if it has one.
func NotBeside(parameter string, r run.Run, q, asked claim.Question) string {
	switch {
	case parameter == "alpha" || parameter == "delta":
		return ""
	case q.Renyi() && !asked.Renyi():
		return "it asks for a Rényi divergence, not for ε at a δ"
	case !q.Renyi() && asked.Renyi():
		return "it asks for ε at a δ, not for a Rényi divergence"
	case parameter != "T" && !slices.Contains(Sweepable(r), parameter):
		return "it has no " + form.LabelOf(r, Field(parameter)).Name + " to vary"
	}
	return ""
}

// besides returns the lines of the pinned runs.
func (s Scene) besides() []plot.Series {
	var out []plot.Series
	for _, b := range s.Beside {
		own := Scene{Tab: s.Tab, Query: b.Query, Result: b.Result, Parameter: s.Parameter, Epochs: s.Epochs, At: s.At, Curve: b.Curve}
		x, y, _ := own.envelopes()
		line := plot.Series{
			ID: BesideID(b.Pin), Label: s.labelApart(b.Label, b.Query, s.Query) + s.elsewhere(b), Kind: plot.Beside,
			Colour: besideColours[b.Pin%len(besideColours)], X: x, Y: y, Between: own.knownBest(), Hidden: !besideShown(s.View, b.Pin),
		}
		if s.parameter() != "alpha" && s.parameter() != "delta" && b.Question != s.Question {
			line.Label += ", " + asked(b.Question)
		}
		line.Valued = s.elsewhere(b) == "" // one value after a name is enough
		line.Name = line.Label
		if row, ok := find(b.Result, own.best()); ok {
			line.Name += ": " + row.Name
		}
		if here, ok := Here(s.parameter(), b.Query); ok && own.matches() {
			line.Own = here
		}
		out = append(out, line)
	}
	return out
}

// together leaves of the best line and the pinned runs' lines only the values that all have, if nothing is known between values: a line
// with values at jumps beside one without them would seem to be of another kind. A run's own value, here for the best line, stays.
func together(lines []plot.Series, here float64) []plot.Series {
	compared := func(l plot.Series) bool {
		return !l.Hidden && l.Between == plot.Unknown && (l.Kind == plot.Best || l.Kind == plot.Beside) && len(l.X) > 1
	}
	count := map[float64]int{}
	all, shared := 0, 0
	for _, l := range lines {
		if compared(l) {
			all++
			for _, x := range l.X {
				count[x]++
			}
		}
	}
	for _, n := range count {
		if n == all {
			shared++
		}
	}
	const least = 4 // fewer values show no line
	if all < 2 || shared < least {
		return lines
	}
	for i, l := range lines {
		if !compared(l) {
			continue
		}
		lines[i].X, lines[i].Y = nil, nil
		for k, x := range l.X {
			if count[x] == all || x == l.Own || l.Kind == plot.Best && x == here {
				lines[i].X, lines[i].Y = append(lines[i].X, x), append(lines[i].Y, l.Y[k])
			}
		}
	}
	return lines
}

// labelApart adds to a default label how the run differs from others, "run 1, σ = 1", unless more than two constants differ. The
// table of compared runs lists them all.
func (s Scene) labelApart(label string, own claim.Query, others ...claim.Query) string {
	if label != ownLabel && !strings.HasPrefix(label, "run ") {
		return label
	}
	list := []words.Subject{{Query: own}}
	for _, q := range others {
		list = append(list, words.Subject{Query: q})
	}
	along, _ := run.FieldByName(s.parameter())
	text, count := label, 0
	lines, _ := words.Differences(list)
	for _, l := range lines {
		if l.Symbol != "" && l.Symbol != along.Symbol {
			text += ", " + l.Symbol + " = " + l.Values[0]
			count++
		}
	}
	if count > 2 {
		return label
	}
	return text
}

// ownLabel is the name of the scene's own line beside others, unless its run is pinned.
const ownLabel = "this run"

// elsewhere is a pinned run's own bound and its place, " (1.94 at T = 2000)", if the scene's run has another value of the parameter:
// the lines are read at the scene's value, where the pinned run's line is not that run's bound.
func (s Scene) elsewhere(b Beside) string {
	here, ok := Here(s.parameter(), b.Query)
	if own, _ := Here(s.parameter(), s.Query); !ok || own == here || !s.matches() || b.Result.Answer == nil {
		return ""
	}
	return " (" + number.Up(float64(b.Result.Answer.Epsilon), words.SentenceDigits) + " at " + s.place(here) + ")"
}

// place is a value of the parameter in words: "T = 2000".
func (s Scene) place(value float64) string {
	return PlainSymbol(form.LabelOf(s.Run, Field(s.parameter())).Symbol) + " = " + number.Plain(value)
}

// Apart says which parts a picture beside pinned runs leaves out, and which lines cannot be told apart; empty if there are none.
func (s Scene) Apart() string {
	if len(s.Beside) == 0 {
		return ""
	}
	var out []string
	at, upper, _ := s.envelopes()
	for _, line := range s.besides() {
		if line.Hidden || !alike(at, upper, line.X, line.Y) {
			continue
		}
		label, _, _ := strings.Cut(line.Label, " (")
		text := "The curve of " + label + " is the same as that of " + cmp.Or(s.Own, ownLabel)
		if line.Own != 0 && line.Own != s.Here {
			text += "; its point is at " + s.place(line.Own)
		}
		out = append(out, text)
	}
	if s.View.Rows == nil && s.Result.Verdict.Helps {
		out = append(out, "Beside pinned runs, composition and what hiding the iterates saves are left out: the switch in its row draws "+
			"composition")
	}
	return strings.Join(out, ". ")
}

// alike reports whether two lines have the same values, except for rounding, at all places that both have.
func alike(x, y, otherX, otherY []float64) bool {
	shared := 0
	for i, v := range x {
		if j, found := slices.BinarySearch(otherX, v); found {
			if shared++; math.Abs(y[i]-otherY[j]) > 1e-6*math.Abs(y[i]) {
				return false
			}
		}
	}
	return shared > 1
}

// besideColours are easy to tell apart with any colour vision, and none is near the accent: vermillion, green, purple, orange.
var besideColours = []int{3, 2, 4, 0}

// asked is a question in short: "δ = 10⁻⁵".
func asked(q claim.Question) string {
	if q.Renyi() {
		return "α = " + number.Plain(q.Alpha)
	}
	return "δ = " + number.Delta(q.Delta)
}

// sameBeside reports whether the same pinned runs are drawn.
func sameBeside(a, b []Beside) bool {
	return slices.EqualFunc(a, b, func(x, y Beside) bool {
		return x.Pin == y.Pin && x.Label == y.Label && x.Run == y.Run && x.Question == y.Question &&
			one(x.Result.Rows, y.Result.Rows) && one(x.Curve.Series, y.Curve.Series)
	})
}
