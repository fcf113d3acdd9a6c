package state

import (
	"lastiterate/app/link"
	"lastiterate/bounds/figure"
)

// Reproduce is the visitor's action of choosing a figure of a paper, which the page then
// draws again with our bounds beside the paper's lines.
type Reproduce struct {
	// Figure is the ID of a figure of package figure. If it is empty or unknown, no figure is drawn
	// any more, and the run stays as it is.
	Figure string
}

// deliberate marks Reproduce as an action that makes an entry in the browser's history.
func (Reproduce) deliberate() {}

// Do returns the model with the figure's run, question and axes in place of its own. What is not about
// the run stays: the theme, the pinned runs and what is open or shown.
func (a Reproduce) Do(m Model) Model {
	f, ok := figure.ByID(a.Figure)
	if !ok {
		m.View.Figure = ""
		return m
	}
	s := link.State{Query: f.Query, View: link.View{
		Steps: "T", Only: m.View.Only, Figure: f.ID, Open: m.View.Open, Theme: m.View.Theme, Show: m.View.Show, Size: m.View.Size,
		Report: m.View.Report, Pinned: m.View.Pinned,
	}}
	if f.LogY {
		s.View.YScale = "log"
	}
	return New(s)
}

// knownFigure returns s as it is if its figure exists or is empty; otherwise s without the figure, and a problem that says so.
func knownFigure(s link.State) (link.State, []link.Problem) {
	if _, ok := figure.ByID(s.View.Figure); ok || s.View.Figure == "" {
		return s, nil
	}
	problem := link.Problem{Name: "figure", Value: s.View.Figure, Message: "is not a figure that this calculator knows"}
	s.View.Figure = ""
	return s, []link.Problem{problem}
}
