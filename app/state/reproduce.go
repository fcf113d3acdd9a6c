package state

import (
	"lastiterate/app/link"
	"lastiterate/bounds/figure"
)

// Reproduce loads a figure of a paper: its run, its question and its axes. An
// empty name puts the figure away and leaves the run as it is.
type Reproduce struct{ Figure string }

func (Reproduce) deliberate() {}

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

// knownFigure takes a figure that does not exist out of a link's state.
func knownFigure(s link.State) (link.State, []link.Problem) {
	if _, ok := figure.ByID(s.View.Figure); ok || s.View.Figure == "" {
		return s, nil
	}
	problem := link.Problem{Name: "figure", Value: s.View.Figure, Message: "is not a figure that this calculator knows"}
	s.View.Figure = ""
	return s, []link.Problem{problem}
}
