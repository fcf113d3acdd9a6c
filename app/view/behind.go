package view

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/link"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/bounds/run"
)

// Behind holds the details of the answer: how far the true loss can be from it, what else its row guarantees, the
// paragraph to quote, and which trainings the answer covers.
type Behind struct {
	app.Compo

	Subject words.Subject
	Known   bool // there is an answer
	Stale   bool
	View    link.View // the form's

	// Cover says that the checklist of what the answer covers is shown. The checklist is about the run of the form.
	Cover      bool
	Departures words.Departures
	Run        run.Run
}

func (b *Behind) Render() app.UI {
	class := "behind"
	if b.Stale {
		class += " stale"
	}
	details, paragraph := "", &statement{}
	if s := b.Subject; b.Known {
		details = strings.Join(s.Details(), " ")
		if s.Statement() != "" {
			paragraph = newStatement(s, b.View)
		}
	}
	paragraph.Stale = b.Stale
	// Without details the element is hidden but there, so that the paragraph keeps its place.
	body := []app.UI{app.P().ID("interval").Hidden(details == "").Text(details), paragraph}
	return app.Section().ID("behind").Class(class).Aria("label", "Behind the answer").Body(
		app.Div().Class("behind-body").Body(body...),
		app.If(b.Cover, func() app.UI {
			return &tick{ID: "published-only", Name: "only", Text: words.PublishedOnly, On: b.View.Only != "",
				Do: func(on bool) state.Action { return state.Restrict{On: on} }}
		}),
		app.If(b.Cover, func() app.UI { return &scope{Departures: b.Departures, Run: b.Run} }),
	)
}
