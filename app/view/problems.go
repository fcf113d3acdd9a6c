package view

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/bounds/run"
)

// LinkProblems lists the problems of a link that belong to no field. The other problems stand beside their fields.
type LinkProblems struct {
	app.Compo

	Problems []link.Problem
	Any      bool // the link has problems, perhaps all of them beside fields
}

func (l *LinkProblems) onDismiss(ctx app.Context, _ app.Event) { Act(ctx, state.Dismiss{}) }

func (l *LinkProblems) Render() app.UI {
	if !l.Any {
		return app.Div().ID("problems").Class("problems").Hidden(true)
	}
	items := make([]app.UI, len(l.Problems))
	for i, p := range l.Problems {
		items[i] = app.Li().Body(
			app.If(p.Name != "", func() app.UI { return app.Code().Text(p.Name + "=" + p.Value) }),
			app.If(p.Name != "", func() app.UI { return app.Text(": ") }),
			app.Text(p.Message+"."),
		)
	}
	return app.Div().ID("problems").Class("problems").Role("alert").Body(
		app.P().Text("This link could not be read in full. We used what we could; the rest is listed here or next to its field."),
		app.If(len(items) > 0, func() app.UI { return app.Ul().Body(items...) }),
		app.Button().Type("button").Class("quiet").OnClick(l.onDismiss).Text("Dismiss"),
	)
}

// blankFields takes the place of the answer while fields are blank. It has a button for each blank field, which scrolls there.
type blankFields struct {
	app.Compo

	Needs  string   // the blank fields in words
	Fields []string // the blank fields that have a button; none if there is no form
	Run    run.Run
}

func (n *blankFields) onField(ctx app.Context, _ app.Event) {
	dom.GoToField("field-" + ctx.JSSrc().Get("dataset").Get("field").String())
}

func (n *blankFields) Render() app.UI {
	buttons := make([]app.UI, len(n.Fields))
	for i, field := range n.Fields {
		buttons[i] = app.Button().Type("button").DataSet("field", field).OnClick(n.onField, app.EventScope(field)).
			Text(form.LabelOf(n.Run, field).Name)
	}
	return app.Div().ID("needed").Class("failure").Body(
		app.P().Role("status").Text(words.Needed(n.Needs)),
		app.If(len(buttons) > 0, func() app.UI {
			return app.P().Class("to-fields").Body(append([]app.UI{app.Text("Go to ")}, buttons...)...)
		}),
	)
}
