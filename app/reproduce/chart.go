// Package reproduce draws and describes the figures of the papers.
package reproduce

import (
	"math"

	"lastiterate/app/number"
	"lastiterate/app/plot"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/figure"
	"lastiterate/wasm/protocol"
)

// Chart is the computed figure, with the paper's lines and ours. Width is in pixels; 0 is the default.
func Chart(f figure.Figure, r protocol.FigureResult, width float64) plot.Chart {
	c := axes(f, width)
	// Each row keeps one colour, so the lines of a run have different colours.
	for i, l := range r.Lines {
		s := plot.Series{ID: l.ID, Name: name(l.Name, l.Ours), Kind: kind(l), Colour: i,
			Stated: l.Row == "" && l.Kind() == claim.EstimatedFloor}
		for j, e := range l.Epsilon {
			if e != nil {
				s.X, s.Y = append(s.X, float64(l.At[j])), append(s.Y, float64(*e))
			}
		}
		if len(l.Low) > 0 { // then every value is known
			s.Interval = &plot.Interval{Low: protocol.Floats(l.Low), High: protocol.Floats(l.High), Ends: f.Ends}
		}
		c.Series = append(c.Series, s)
	}
	if c.Y.Scale != plot.Log {
		c.Y.Scale = scale(c.Series)
	}
	return c
}

// Waiting is the figure's axes before it is computed; waits states the progress.
func Waiting(f figure.Figure, width float64, waits string) plot.Chart {
	c := axes(f, width)
	c.Waits = waits
	return c
}

// axes is the figure without its lines.
func axes(f figure.Figure, width float64) plot.Chart {
	c := plot.Chart{
		ID: "figure", Title: f.Paper + ", " + f.Number + ": " + f.Title, Desc: f.Seen, Width: width,
		X: plot.Axis{Name: "iterations", Symbol: "T", Scale: plot.Linear, Whole: true},
		Y: plot.Axis{Name: "privacy loss", Symbol: "ε", Note: note(f), Scale: plot.Linear},
	}
	if f.Quantity != "" {
		c.Y.Name, c.Y.Symbol = f.Quantity, ""
	}
	if f.Epochs {
		c.X.Name, c.X.Symbol = "epochs", "E"
	}
	if f.LogY {
		c.Y.Scale = plot.Log
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
	if l.Ours && l.Row != "last-step" && l.Row != "composition" {
		return plot.Best
	}
	return plot.Other
}

// span is the largest ratio of the highest value to the last value of the lowest line on a linear axis. With a larger ratio
// this line would lie on the axis of T.
const span = 10

// scale returns the scale of the vertical axis on which all lines can be read.
func scale(series []plot.Series) plot.Scale {
	top, low := 0.0, math.Inf(1)
	for _, s := range series {
		for i, y := range s.Y {
			if !math.IsInf(y, 1) {
				top = max(top, y)
			}
			if i == len(s.Y)-1 && y > 0 {
				low = min(low, y)
			}
		}
	}
	if top > span*low {
		return plot.Log
	}
	return plot.Linear
}
