package view

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/form"
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

func onSkip(ctx app.Context, _ app.Event) {
	to := ctx.JSSrc().Get("dataset").Get("to").String()
	if to == pasteField {
		dom.SetProperty(form.Trained.ID, "open", true)
	}
	dom.GoTo(to)
	if to == pictureSection {
		dom.Focus("chart") // which answers to the arrow keys; while there is none the section keeps the focus
	}
}

const pictureSection = "picture"

// skip is a button that is visible only while it has the keyboard's focus. It moves the focus to the element
// whose id is to.
func skip(to, text string) app.UI {
	return app.Button().Type("button").Class("skip").DataSet("to", to).OnClick(onSkip, app.EventScope(to)).Text("Skip to " + text)
}

func (m *Masthead) Render() app.UI {
	return app.Header().Class("masthead").Body(
		skip("run", "the run"),
		skip(pasteField, "the script"),
		skip("answer", "the answer"),
		skip(pictureSection, "the chart"),
		skip("rows-title", "the table"),
		app.H1().Text(words.Name),
		app.P().Class("tagline").Text(words.Tagline),
		&shareDialog{Of: m.Share},
		// The links open in tabs of their own, so that the page stays as it is.
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

// Announcer reads each new answer to users of screen readers. It is invisible.
type Announcer struct {
	app.Compo

	Text string
}

func (a *Announcer) Render() app.UI {
	return app.P().ID("status").Class("hidden-text").Role("status").Aria("live", "polite").Text(a.Text)
}
