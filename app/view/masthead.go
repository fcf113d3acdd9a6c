package view

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/words"
	"lastiterate/bounds"
)

// Masthead is the head of the page: its name, the dialog for sharing it, and links to the documentation and the laboratory.
type Masthead struct {
	app.Compo

	Share Sharing
	// Laboratory is the address of the laboratory, whose tools open with the run at hand.
	Laboratory string
}

func (m *Masthead) onSkip(ctx app.Context, _ app.Event) {
	dom.GoTo(ctx.JSSrc().Get("dataset").Get("to").String())
}

// skip is a button that is visible only while it has the keyboard's focus. It moves the focus to the element to.
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
		// These open in a tab of their own, so that the page stays as it is.
		app.A().Class("documentation").Href("docs/index.html").Target("_blank").Rel("noopener").Text(words.Documentation),
		app.A().Href(m.Laboratory).Target("_blank").Rel("noopener").Text(words.Laboratory),
	)
}

// Colophon is the small print at the end of the page: privacy, the page's address, version and licences.
type Colophon struct {
	app.Compo

	Here string // an address that opens the page with the same run and view
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

// Announcer tells screen readers each new answer. Nobody sees it.
type Announcer struct {
	app.Compo

	Text string
}

func (a *Announcer) Render() app.UI {
	return app.P().ID("status").Class("hidden-text").Role("status").Aria("live", "polite").Text(a.Text)
}
