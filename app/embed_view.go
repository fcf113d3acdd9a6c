package app

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/link"
	"lastiterate/app/state"
	"lastiterate/app/words"
)

// shows reports whether a part of the calculator is on show. What an embed shows is
// a matter of its size unless its link says otherwise.
func (p *page) shows(part string) bool {
	if !p.embedded {
		return true
	}
	if p.model.View.Show == nil {
		return slices.Contains(state.EmbedParts(p.model.View.Size), part)
	}
	return slices.Contains(p.model.View.Show, part)
}

// embed composes the parts that an embed shows. The announcer stays: an answer
// is told to screen readers wherever it is.
func (p *page) embed() app.UI {
	problems := p.model.Problems
	if p.shows(state.ShowForm) {
		problems = p.model.Loose()
	}
	var reading []app.UI
	if p.shows(state.ShowAnswer) {
		reading = append(reading, p.answer())
	}
	if p.shows(state.ShowChart) {
		reading = append(reading, p.chart())
	}
	if p.shows(state.ShowAnswer) {
		reading = append(reading, p.behind(p.shows(state.ShowForm)))
	}
	return app.Div().Class("calculator embedded").Body(
		app.If(p.model.View.Report == link.ReportAll, func() app.UI {
			return app.P().ID("reported").Class("reported").Text(words.Reported)
		}),
		&linkProblems{Problems: problems, Any: len(p.model.Problems) > 0},
		app.Main().ID("main").Class("sheet").Body(
			app.H1().Class("hidden-text").Text(words.Name),
			app.If(len(reading) > 0, func() app.UI { return app.Div().Class("reading").Body(reading...) }),
			app.If(p.shows(state.ShowForm), func() app.UI {
				return app.Div().Class("setting").Body(&runForm{Run: p.model.Run, Question: p.model.Question, Entries: entries(p.model, p.edits), Edits: p.edits, Embedded: true})
			}),
			app.If(p.shows(state.ShowTable), p.table),
		),
		app.Footer().Class("embed-foot").Body(
			app.A().ID("open-calculator").Href(dom.Base()+"#"+link.Encode(withoutFrame(p.model.State))).
				Target("_blank").Rel("noopener").Text(words.OpenCalculator),
		),
		&announcer{Text: p.announced.text},
	)
}

// withoutFrame is the state without what only an embed can show.
func withoutFrame(s link.State) link.State {
	s.View.Show, s.View.Theme, s.View.Size, s.View.Report = nil, "", "", ""
	return s
}
