// Package reproduce draws and describes the figures of the papers.
package reproduce

import (
	"math"
	"slices"

	"lastiterate/app/number"
	"lastiterate/app/plot"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/figure"
	"lastiterate/wasm/protocol"
)

// Chart is the figure with the paper's lines and ours, as far as they are computed. A line that r lacks has its name and no
// value, so that the others keep their places when it comes. Width is in pixels; 0 is the default.
func Chart(f figure.Figure, r protocol.FigureResult, width float64) plot.Chart {
	c := axes(f, width)
	// Each row keeps one colour, so the lines of a run have different colours.
	for i, planned := range f.Lines {
		s := plot.Series{ID: planned.ID, Name: name(planned.Name, planned.Ours), Kind: upper(planned.Row, planned.Ours),
			Colour: colours[i%len(colours)], Ending: true, X: []float64{c.X.To}, Y: []float64{math.NaN()}}
		if planned.Points != nil { // values stated by the paper
			s.Kind, s.Stated = plot.Estimate, true
		}
		if planned.Low != nil {
			s.Interval = &plot.Interval{Ends: f.Ends}
		}
		if k := slices.IndexFunc(r.Lines, func(l protocol.FigureLine) bool { return l.ID == planned.ID }); k >= 0 {
			s = computed(s, r.Lines[k], f.Ends)
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// colours are the colours of a figure's lines in its order, as indices of the palette. Amber and vermilion are hardly told apart in
// thin lines, so they come with the fewest figures.
var colours = []int{0, 1, 2, 4, 1, 3, 5, 6}

// computed is a line with its values.
func computed(s plot.Series, l protocol.FigureLine, ends [2]string) plot.Series {
	s.Kind, s.Stated = kind(l), l.Row == "" && l.Kind() == claim.EstimatedFloor
	s.X, s.Y = nil, nil
	for j, e := range l.Epsilon {
		if e != nil {
			s.X, s.Y = append(s.X, float64(l.At[j])), append(s.Y, float64(*e))
		}
	}
	if len(l.Low) > 0 { // then every value is known
		s.Interval = &plot.Interval{Low: protocol.Floats(l.Low), High: protocol.Floats(l.High), Ends: ends}
	}
	return s
}

// Waiting is the figure before a line is computed; waits states the progress.
func Waiting(f figure.Figure, width float64, waits string) plot.Chart {
	c := Chart(f, protocol.FigureResult{}, width)
	c.Waits = waits
	return c
}

// axes is the figure without its lines.
func axes(f figure.Figure, width float64) plot.Chart {
	c := plot.Chart{
		ID: "figure", Title: f.Paper + ", " + f.Number + ": " + f.Title, Desc: f.Seen, Width: width,
		X: plot.Axis{Name: "iterations", Symbol: "T", Scale: plot.Linear, Whole: true},
		// On a linear axis some line of every figure would lie on the ground.
		Y: plot.Axis{Name: "privacy loss", Symbol: "ε", Note: note(f), Scale: plot.Log, Least: f.Span[0], Most: f.Span[1]},
	}
	if f.Quantity != "" {
		c.Y.Name, c.Y.Symbol = f.Quantity, ""
	}
	if f.Epochs {
		c.X.Name, c.X.Symbol = "epochs", "E"
	}
	if n := len(f.Values); n > 0 {
		c.X.To = f.Values[n-1]
	}
	return c
}

// Read is the value of the horizontal axis at which a figure is read by default: the length of its run or, if the lines end
// before, their end.
func Read(f figure.Figure) float64 {
	at := float64(f.Run.T)
	if f.Epochs {
		at /= float64(f.Run.EpochSteps())
	}
	if n := len(f.Values); n > 0 {
		at = min(at, f.Values[n-1])
	}
	return at
}

// note is the text after the name of the vertical axis: the question that its values answer, and the meaning of shaded areas.
func note(f figure.Figure) string {
	words := ""
	switch {
	case f.Quantity != "":
	case f.Question.Renyi():
		words = "of Rényi DP at α = " + number.Plain(f.Question.Alpha)
	default:
		words = "at δ = " + number.Delta(f.Question.Delta)
	}
	if f.Ends[0] != "" {
		words += " (shaded: " + f.Ends[0] + " to " + f.Ends[1] + " of the trainings)"
	}
	return words
}

func kind(l protocol.FigureLine) plot.Kind {
	switch l.Kind() {
	case claim.AsPrinted:
		return plot.NotValid
	case claim.ReferenceLine:
		return plot.Reference
	case claim.EstimatedFloor:
		return plot.Estimate
	case claim.Floor:
		return plot.Lower
	case claim.UpperBound: // ours or others'
	}
	return upper(l.Row, l.Ours)
}

// upper is the look of an upper bound, and of any line before its kind is known. It is the look of the finished line, also of one that
// is no upper bound: lines that would share a colour get different ones, so a line that changed its look would recolour others.
func upper(row string, ours bool) plot.Kind {
	switch {
	case row == "", row == "output-perturbation": // a formula of a paper, or another mechanism
		return plot.Reference
	case row == "liang-3.3", row == "liang-3.4":
		return plot.NotValid
	case row == "linear-adversary":
		return plot.Lower
	case !ours, row == "last-step", row == "composition":
		return plot.Other
	}
	return plot.Best
}
