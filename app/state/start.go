package state

import "lastiterate/app/link"

// Start shows another run with its question, and the unit of its length. Pinned configurations stay, and so does the look of an
// embed.
type Start struct {
	From      link.State
	Schedules string   // the quantity of schedules that are a departure of the run, "the noise"; empty if it is not known
	ByN       []string // blank fields that follow from the dataset size, according to the text that was read
}

func (Start) deliberate() {}

func (a Start) Do(m Model) Model {
	from, v := a.From.View, m.View
	m = New(link.State{Query: a.From.Query, View: link.View{
		Steps: from.Steps, Blank: from.Blank, Only: v.Only, Differs: from.Differs, Theme: v.Theme, Show: v.Show, Size: v.Size,
		Report: v.Report,
		Pinned: v.Pinned,
	}})
	if m.byN = a.ByN; m.byN != nil {
		m = m.settle("") // these fields have no fault of their own
	}
	m.View.Differs = m.noted().Scheduled(a.Schedules).Names()
	return m
}
