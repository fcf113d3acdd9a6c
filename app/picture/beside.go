package picture

import (
	"fmt"
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
func Lines(v link.View, r protocol.Result) []string {
	out := Drawn(v, r)
	for i := range v.Pinned {
		if besideShown(v, i) {
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
		own := Scene{Tab: s.Tab, Query: b.Query, Result: b.Result, Parameter: s.Parameter, At: s.At, Curve: b.Curve}
		x, y, _ := own.envelopes()
		line := plot.Series{
			ID: BesideID(b.Pin), Label: s.labelApart(b.Label, b.Query, s.Query), Kind: plot.Beside,
			Colour: besideColours[b.Pin%len(besideColours)], X: x, Y: y, Between: own.knownBest(), Hidden: !besideShown(s.View, b.Pin),
		}
		if s.parameter() != "alpha" && s.parameter() != "delta" && b.Question != s.Question {
			line.Label += ", " + asked(b.Question)
		}
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

// Apart says which parts a picture beside pinned runs leaves out; empty if it leaves out nothing.
func (s Scene) Apart() string {
	if len(s.Beside) == 0 || s.View.Rows != nil || !s.Result.Verdict.Helps {
		return ""
	}
	return "Beside pinned runs, composition and what hiding the iterates saves are left out: the switch in its row draws composition"
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
