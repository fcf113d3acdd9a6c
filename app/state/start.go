package state

import "lastiterate/app/link"

// Start shows another run, its question and how its length is stated. Pinned
// configurations stay, and how an embed is shown.
type Start struct {
	From      link.State
	Schedules string // what the schedules are of by which the run departs, "the noise"; empty if that is not known
}

func (Start) deliberate() {}

func (a Start) Do(m Model) Model {
	from, v := a.From.View, m.View
	m = New(link.State{Query: a.From.Query, View: link.View{
		Steps: from.Steps, Blank: from.Blank, Only: v.Only, Differs: from.Differs, Theme: v.Theme, Show: v.Show, Size: v.Size,
		Report: v.Report,
		Pinned: v.Pinned,
	}})
	m.schedules = a.Schedules
	return m
}
