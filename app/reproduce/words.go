package reproduce

import (
	"fmt"
	"slices"
	"strings"

	"lastiterate/app/number"
	"lastiterate/bounds/figure"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// Name is the figure's name in the menu.
func Name(f figure.Figure) string { return f.Number + ": " + f.Title }

// Checked is a number that was compared.
type Checked struct {
	Line, T     string
	Want, Got   string
	Source      string
	Agrees      bool
	Explanation string // explains what agreement means
}

// Checks describes the results of the comparisons with numbers from elsewhere.
func Checks(r protocol.FigureResult) []Checked {
	out := make([]Checked, len(r.Checks))
	for i, c := range r.Checks {
		line := c.Line
		for _, l := range r.Lines {
			if l.ID == c.Line {
				line = l.Name
			}
		}
		out[i] = Checked{Line: line, T: number.Plain(float64(c.T)), Want: number.Plain(float64(c.Want)), Got: "none", Source: c.Source,
			Agrees: c.Agrees}
		if c.Got != nil {
			// Two digits more than expected show a difference. The number is a comparison and no bound, so it is
			// rounded to nearest.
			out[i].Got = number.Plain(run.Digits(float64(*c.Got), c.Digits+2))
		}
		out[i].Explanation = "equal"
		if !c.Agrees {
			out[i].Explanation = "not equal"
		}
		out[i].Explanation += fmt.Sprintf(" when rounded to %d digits", c.Digits)
	}
	return out
}

// StillComputing names the lines of a figure that an unfinished result lacks.
func StillComputing(f figure.Figure, r protocol.FigureResult) string {
	var names []string
	for _, l := range f.Lines {
		if !slices.ContainsFunc(r.Lines, func(complete protocol.FigureLine) bool { return complete.ID == l.ID }) {
			names = append(names, name(l.Name, l.Ours))
		}
	}
	return "Still computing: " + strings.Join(names, "; ") + "."
}

// name is the name of a line, which says whether the line is ours.
func name(of string, ours bool) string {
	if ours {
		return of + " (ours)"
	}
	return of
}

// Roundings explains, beside the checked numbers, why other numbers of the page may have another last digit.
const Roundings = "These are rounded to the nearest. Elsewhere upper bounds are rounded up and floors down, so that a last digit " +
	"may differ."

// Papers lists the figures by paper, in the order of the menu.
func Papers() [][]figure.Figure {
	var papers [][]figure.Figure
	for _, f := range figure.All() {
		if n := len(papers); n > 0 && papers[n-1][0].Paper == f.Paper {
			papers[n-1] = append(papers[n-1], f)
			continue
		}
		papers = append(papers, []figure.Figure{f})
	}
	return papers
}
