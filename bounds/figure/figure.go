// Package figure holds figures and tables of the papers as data: the run and
// the question, what varies, the paper's lines under the paper's names, our own
// beside them, and what was checked against numbers in print.
//
// bounds.Draw computes a figure; nothing here computes a bound.
package figure

import (
	"math"
	"strconv"
	"strings"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// Figure is one figure or table of a paper.
type Figure struct {
	ID     string // stable name in links and messages: "chien-li-1a"
	Paper  string // "Chien and Li 2024"
	Number string // "Figure 1 (a)"
	Title  string // the comparison that it makes, in a few words
	URL    string // of the paper

	claim.Query
	Values []float64 // of T, ascending
	Epochs bool      // the figure counts epochs: all values of T here are epochs E = T·b/n instead
	LogY   bool      // the paper's figure has a logarithmic axis
	// Span holds the least and the greatest positive value of the lines and of their intervals, rounded outwards to three digits: the
	// page draws the vertical axis before it has computed the lines.
	Span [2]float64
	// Quantity names the values of the lines if they are not ε: "training loss".
	Quantity string
	// Ends are the percentiles of repeated trainings at which the lines' intervals end, if
	// they have intervals: "2.5 %" and "97.5 %".
	Ends [2]string

	Lines  []PlottedLine
	Checks []Check

	Seen    string // what the figure shows, in a few sentences
	Setting string // where the parameters come from, and which are not the paper's
	Open    string // caveats: what could not be checked or is drawn otherwise, and why
}

// PlottedLine is one line of a figure.
type PlottedLine struct {
	ID   string // within the figure
	Name string // the paper's name for it, or ours
	Row  string // of the catalogue; empty if Points or Formula has the values
	Ours bool   // not in the paper: added here
	// With changes the figure's run into the line's run; nil if they are the same.
	With func(*run.Run)
	// At has the line's own values of T, if it has fewer than the figure; otherwise nil.
	At []float64
	// Points are ε at each of the values, or the figure's quantity, as the paper publishes
	// them: estimates by an attack, or measurements. Nothing here computes them.
	Points []float64
	// Low and High are the ends of an interval around each point; nil if the line has no intervals.
	Low, High []float64
	// Formula is ε as a function of T, or of the epochs if the figure counts them, for a line of the paper that no
	// theorem of the catalogue gives for this run.
	Formula func(T float64) float64
}

// RunOf is the run that the line is about.
func (f Figure) RunOf(l PlottedLine) run.Run {
	if l.With == nil {
		return f.Run
	}
	return changed(f.Run, l.With)
}

// changed returns the run as changed by `by`.
func changed(r run.Run, by func(*run.Run)) run.Run {
	by(&r)
	return r
}

// ValuesOf are the values of T at which the line is drawn.
func (f Figure) ValuesOf(l PlottedLine) []float64 {
	if l.At != nil {
		return l.At
	}
	return f.Values
}

// Steps is the number of steps of the line's run at one of the figure's values.
func (f Figure) Steps(l PlottedLine, value float64) float64 {
	if !f.Epochs {
		return value
	}
	r := f.RunOf(l)
	return math.Ceil(value * float64(r.N) / float64(r.B))
}

// Check is a number that a line must have.
type Check struct {
	Line   string
	T      float64
	Want   float64
	Digits int    // significant digits to which the line's value is rounded before it is compared
	Source string // where the number comes from
}

// Agrees reports whether a value, rounded to the check's digits, is the number wanted.
func (c Check) Agrees(got float64) bool { return run.Digits(got, c.Digits) == c.Want }

// All lists the figures in the order in which the page lists them.
func All() []Figure {
	return []Figure{chienLi1a, chienLi1b, chienLi2a, kongRibero1Left, kongRibero1Right, kongRiberoTable2, kongRiberoTable2Weak, liang1,
		liang2a, liang2b, liang3a, liang3b, liang4, liang5, bokSuAltschuler1, yeShokri}
}

// ByID returns the figure of that name.
func ByID(id string) (Figure, bool) {
	for _, f := range All() {
		if f.ID == id {
			return f, true
		}
	}
	return Figure{}, false
}

// thousandths parses numbers written in thousandths: "310 1121" is 0.310 and 1.121. Text makes the program smaller than a list of
// numbers. All texts are constants of this package, so a text that does not parse is a mistake of ours, and panics.
func thousandths(text string) []float64 {
	fields := strings.Fields(text)
	values := make([]float64, len(fields))
	for i, field := range fields {
		n, err := strconv.Atoi(field)
		if err != nil {
			panic("figure: " + err.Error())
		}
		values[i] = float64(n) / 1000
	}
	return values
}

// atBends returns values of T for a line that is slow to compute and levels off early: few values, and more where it bends. The
// later ones are round, for tables.
func atBends(last float64) []float64 {
	return []float64{1, 2, 3, 4, 6, 8, 11, 16, 21, 31, 50, 100, 150, last}
}

// fromFirst returns 1 and the multiples of each up to last.
func fromFirst(last, each int) []float64 { return append([]float64{1}, steps(each, last, each)...) }

// steps returns the whole numbers first, first+each, … below last, and last.
func steps(first, last, each int) []float64 {
	var values []float64
	for t := first; t < last; t += each {
		values = append(values, float64(t))
	}
	return append(values, float64(last))
}
