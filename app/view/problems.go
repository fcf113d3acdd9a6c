package view

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/session"
	"lastiterate/app/snippet"
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

// blankFields takes the place of the answer while fields are blank. It offers the values that the pasted text suggests, has a
// button for each blank field, which scrolls there, and lists the parts of the text that no field can hold. On a broad screen, where it
// has the room of the picture, it also lists what was read.
type blankFields struct {
	app.Compo

	Needs  string   // the blank fields in words
	Fields []string // the blank fields that have a button; none if there is no form
	Offers []snippet.Offer
	Read   *snippet.Reading // the report on the pasted text; nil if there is none
	Run    run.Run
}

// toFields are buttons that scroll to fields of the form.
func toFields(r run.Run, fields []string) []app.UI {
	buttons := make([]app.UI, len(fields))
	for i, field := range fields {
		buttons[i] = app.Button().Type("button").DataSet("field", field).OnClick(onField, app.EventScope(field)).
			Text(form.LabelOf(r, field).Name)
	}
	return buttons
}

func onField(ctx app.Context, _ app.Event) {
	id := "field-" + ctx.JSSrc().Get("dataset").Get("field").String()
	dom.Unfold(id)
	ctx.Defer(func(app.Context) { dom.GoToField(id) })
}

// target is the ε for which the text has the noise found, while the noise is blank; 0 if there is none.
func (n *blankFields) target() float64 {
	if n.Read == nil || !slices.Contains(n.Fields, "sigma") {
		return 0
	}
	return n.Read.Target
}

// scheme is that of the form; empty while it is blank.
func (n *blankFields) scheme() run.Scheme {
	if slices.Contains(n.Fields, "scheme") {
		return ""
	}
	return n.Run.Scheme
}

// onFind opens the solver, which holds the target, and starts it unless other fields are blank.
func (n *blankFields) onFind(ctx app.Context, _ app.Event) {
	epsilon := n.target()
	Command(ctx, func(s *session.Session) { s.FindNoise(epsilon) })
	dom.SetProperty("solve", "open", true)
	dom.Reveal("solve-start")
}

func (n *blankFields) Render() app.UI {
	buttons := toFields(n.Run, n.Fields)
	lead := "Go to "
	if len(n.Offers) > 0 || n.target() > 0 {
		lead = "Or go to "
	}
	return app.Div().ID("needed").Class("failure").Body(
		app.P().Role("status").Text(words.Needed(n.Needs)),
		app.If(len(n.Offers) > 0, func() app.UI { return &offers{Of: n.Offers, Scheme: n.scheme()} }),
		app.If(n.target() > 0, func() app.UI {
			return app.Div().Class("offers").Body(app.Button().Type("button").ID("find-noise").OnClick(n.onFind).
				Text("find the noise for ε = " + run.FormatNumber(n.target())))
		}),
		app.If(len(buttons) > 0, func() app.UI {
			return app.P().Class("to-fields").Body(append([]app.UI{app.Text(lead)}, buttons...)...)
		}),
		app.If(n.Read != nil, func() app.UI { return report{Reading: *n.Read}.outside() }),
		app.If(n.Read != nil, func() app.UI {
			return app.Div().Class("start-read beside-form").Body(report{Reading: *n.Read}.inside()...)
		}),
	)
}

// offers are buttons for the values that the pasted text suggests and does not state: a line for each field, or for the
// question when the learning rate changes. The choices of a field stand below the question that they answer, each with what it means.
type offers struct {
	app.Compo

	Of []snippet.Offer
	// Scheme is the form's; empty while it is blank.
	Scheme run.Scheme
}

// onOffer takes the value. The focus moves to the answer, because the button that was pressed disappears.
func (v *offers) onOffer(ctx app.Context, _ app.Event) {
	i, err := strconv.Atoi(ctx.JSSrc().Get("dataset").Get("offer").String())
	if err != nil || i >= len(v.Of) {
		return
	}
	offer := v.Of[i]
	Command(ctx, func(s *session.Session) { s.Accept(offer) })
	dom.Focus("answer")
}

func (v *offers) Render() app.UI {
	var fields []string
	lines := map[string][]app.UI{}
	for i, o := range v.Of {
		field := o.Asked()
		if !slices.Contains(fields, field) {
			fields = append(fields, field)
		}
		lines[field] = append(lines[field], v.line(i, o))
	}
	body := make([]app.UI, len(fields))
	for i, field := range fields {
		asks := words.Asks(field)
		if asks == "" {
			body[i] = app.Div().Class("offers").Body(lines[field]...)
			continue
		}
		body[i] = app.Div().Class("asked").Role("group").Aria("label", asks).Body(
			app.P().Body(append([]app.UI{app.Text(asks)}, helpPage(field)...)...),
			app.Div().Body(lines[field]...),
			app.If(field == "adjacency" && v.Scheme != "", func() app.UI { return app.P().Class("unfit").Text(words.Unfit(v.Scheme)) }),
		)
	}
	return app.Div().Body(body...)
}

// line is the button of an offer, with what a choice means.
func (v *offers) line(i int, o snippet.Offer) app.UI {
	text := o.Text
	button := app.Button().Type("button").DataSet("offer", i).OnClick(v.onOffer, app.EventScope(o.Text))
	if o.Numeric() {
		return button.Text(text + ": use it")
	}
	_, name, found := strings.Cut(text, ": ")
	if words.Asks(o.Asked()) == "" || !found {
		return button.Text(text)
	}
	means := ""
	if f, _ := run.FieldByName(o.Field); name == f.Words(o.Value) {
		means = words.Means(o.Value)
	}
	return app.P().Body(button.Text(name), app.If(means != "", func() app.UI { return app.Span().Text(" " + means) }))
}
