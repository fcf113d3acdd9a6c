package view

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/words"
	"lastiterate/bounds"
)

// Masthead names the page and offers what is done with the whole of it.
type Masthead struct {
	app.Compo

	Share Sharing
	// Laboratory is the address of the tools, about the run at hand.
	Laboratory string
}

func (m *Masthead) onSkip(ctx app.Context, _ app.Event) {
	dom.GoTo(ctx.JSSrc().Get("dataset").Get("to").String())
}

// skip is a link that the keyboard alone sees.
func (m *Masthead) skip(to, text string) app.UI {
	return app.Button().Type("button").Class("skip").DataSet("to", to).OnClick(m.onSkip, app.EventScope(to)).Text(text)
}

func (m *Masthead) Render() app.UI {
	return app.Header().Class("masthead").Body(
		m.skip("run", "Skip to the run"),
		m.skip("answer", "Skip to the answer"),
		m.skip("picture", "Skip to the chart"),
		m.skip("rows-title", "Skip to the table"),
		app.H1().Text(words.Name),
		app.P().Class("tagline").Text(words.Tagline),
		&shareDialog{Of: m.Share},
		// In a tab of its own: the work here goes on.
		app.A().Class("documentation").Href("docs/index.html").Target("_blank").Rel("noopener").Text(words.Documentation),
		app.A().Href(m.Laboratory).Target("_blank").Rel("noopener").Text(words.Laboratory),
	)
}

// Colophon is the small print.
type Colophon struct {
	app.Compo

	Here string // the address that shows the same again
}

func (c *Colophon) Render() app.UI {
	return app.Footer().Class("colophon").Body(
		app.P().Text(words.Privacy),
		app.P().Class("here").Text(c.Here),
		app.P().Body(
			app.Text("Version "+bounds.Version+". "+words.Browsers+" "),
			app.A().Href("docs/licences.html").Target("_blank").Rel("noopener").Text(words.Licences),
		),
	)
}

// Announcer tells screen readers the new answer.
type Announcer struct {
	app.Compo

	Text string
}

func (a *Announcer) Render() app.UI {
	return app.P().ID("status").Class("hidden-text").Role("status").Aria("live", "polite").Text(a.Text)
}
