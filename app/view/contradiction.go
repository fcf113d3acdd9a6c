package view

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/link"
	"lastiterate/app/words"
)

// contradiction says that rows contradict each other, and shows a link to the run, for a report.
type contradiction struct {
	app.Compo

	Text, Link string

	copied bool
}

func newContradiction(s words.Subject) *contradiction {
	return &contradiction{Text: s.Contradiction(), Link: dom.Base() + "#" + link.Encode(link.State{Query: s.Query})}
}

func (c *contradiction) OnUpdate(app.Context) { c.copied = false }

func (c *contradiction) onCopy(ctx app.Context, _ app.Event) {
	dom.Copy(ctx, c.Link, "contradiction-link", func(copied bool) { c.copied = copied })
}

func (c *contradiction) Render() app.UI {
	label := "Copy the link to report"
	if c.copied {
		label = "Copied"
	}
	return app.Div().ID("contradiction").Class("failure").Role("alert").Body(
		app.P().Text(c.Text),
		app.P().Body(app.A().ID("contradiction-link").Href(c.Link).Text(c.Link)),
		app.Button().Type("button").ID("contradiction-copy").OnClick(c.onCopy).Text(label),
	)
}
