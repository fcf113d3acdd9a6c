package app

import (
	"maps"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/lab"
	"lastiterate/app/view"
)

// runField lists the run of a field. Below, folded, is the field itself, with the run's link.
func (p *labPage) runField(f lab.Field, id, class, message, described string, hint app.UI) app.UI {
	text := strings.TrimSpace(p.now()[f.Name])
	area := app.Textarea().ID(id).Name(f.Name).Class("lab-text").Rows(2).Spellcheck(false).Aria("describedby", described).OnInput(p.onInput)
	if message != "" {
		area = area.Aria("invalid", "true")
	}
	details := app.Details().ID(id + "-link")
	if p.opened[f.Name] {
		details = details.Open(true)
	}
	another := "Another run"
	if text == "" {
		another = "Give a run"
	}
	return app.Div().Class(class+" lab-wide").Role("group").Aria("labelledby", id+"-name").Body(
		app.P().ID(id+"-name").Class("label").Text(f.Label),
		p.runLines(text),
		p.runButtons("lab", f, text),
		details.Body(
			app.Summary().Text(another),
			app.Label().Class("label").For(id).Text("link of the calculator, or “opening” for the run that it opens with"),
			area,
			hint,
		),
		p.leftOut(f),
		view.FieldError(id, message),
		app.If(message != "" && lab.Fragment(text) != "", func() app.UI {
			return app.P().Class("lab-hint").Body(
				p.openRun(lab.Link{Text: "Open this run in the calculator", Fragment: lab.Fragment(text)}))
		}),
	)
}

// openRun is a link that opens a run in the calculator.
func (p *labPage) openRun(l lab.Link) app.UI {
	return app.A().Href(dom.Base() + "#" + l.Fragment).Target("_blank").Rel("noopener").Body(set(l.Text)...)
}

// runLines are a run in a few words, and below, folded, its fields with their values.
func (p *labPage) runLines(text string) app.UI {
	lines := lab.RunLines(text)
	if lines == nil {
		return app.If(text == "", func() app.UI { return app.P().Class("lab-hint").Text("none") })
	}
	var body []app.UI
	for _, l := range lines {
		body = append(body, app.Div().Body(
			app.Dt().Body(app.Text(l.Label), app.If(l.Symbol != "",
				func() app.UI { return app.I().Class("symbol").Body(view.Symbol(l.Symbol)...) })),
			app.Dd().Text(l.Value),
		))
	}
	return app.Details().Class("lab-run-lines").Body(
		app.Summary().Body(set(lab.RunSummary(text))...),
		app.Dl().Class("lab-run").Body(body...),
	)
}

// leads are the tool's paragraphs above its answer. The last says of an answer for an example’s run that the visitor's is another.
func (p *labPage) leads() (out []app.UI) {
	for _, text := range p.tool.Lead {
		out = append(out, app.P().Class("lab-lead").Body(set(text)...))
	}
	if f := p.fieldOf("run"); f != nil && p.keepsExample(*f, strings.TrimSpace(p.now()["run"])) {
		out = append(out, app.P().Class("lab-lead").Text("The answer is for an example’s run, not for yours."), p.swap())
	}
	return out
}

// swap is the button beside the answer that puts an example's run in place of the visitor's, or the visitor's in place of it.
func (p *labPage) swap() app.UI {
	if f := p.fieldOf("run"); f != nil && (f.Example || p.message(f.Name) != "") {
		return p.runButtons("lab-answer", *f, strings.TrimSpace(p.now()["run"]))
	}
	return app.Text("")
}

// quieter is the button that gives the run less noise, with which its picture shows more.
func (p *labPage) quieter() app.UI {
	return app.If(p.view.Quieter != "", func() app.UI {
		return app.Button().Type("button").ID("lab-answer-quieter").Class("lab-run-button").OnClick(p.onQuieter).Text("Use less noise")
	})
}

func (p *labPage) onQuieter(app.Context, app.Event) {
	p.edit("run", p.view.Quieter, 0)
	p.write()
}

// keepsExample reports whether a field has the run of an example although there is a run at hand.
func (p *labPage) keepsExample(f lab.Field, text string) bool {
	return f.Example && text == f.Default && p.atHand != "" && lab.Fragment(p.atHand) != lab.Fragment(text)
}

// runButtons fill a field with the run at hand, if the field is empty or has an example’s run, or with the example’s, also in place of
// a run that the tool refuses, or empty an optional field.
func (p *labPage) runButtons(where string, f lab.Field, text string) app.UI {
	button := func(name, does string, on app.EventHandler) app.UI {
		return app.Button().Type("button").ID(where + "-" + does + "-run").Class("lab-run-button").Name(f.Name).OnClick(on).Text(name)
	}
	switch {
	case text == "" && p.atHand != "", p.keepsExample(f, text):
		return button("Use the calculator’s run", "take", p.onTakeRun)
	case f.Default != "" && text != f.Default && (f.Example || p.message(f.Name) != ""):
		return button("Use the example’s run", "example", p.onTakeExample)
	case text != "" && f.Optional:
		return button("Remove the run", "remove", p.onForget)
	}
	return app.Text("")
}

func (p *labPage) onTakeRun(ctx app.Context, _ app.Event) {
	name := ctx.JSSrc().Get("name").String()
	p.edit(name, p.atHand, 0)
	p.write()
}

// onTakeExample opens the run with which the tool opens; an example's run brings the values that belong to it.
func (p *labPage) onTakeExample(ctx app.Context, _ app.Event) {
	name := ctx.JSSrc().Get("name").String()
	f := p.fieldOf(name)
	if f.Example {
		maps.Copy(p.now(), p.tool.Defaults())
	}
	p.edit(name, f.Default, 0)
	p.write()
}

// noteRun remembers the tool's run, with which other tools will open, and unfolds the links that are wrong.
func (p *labPage) noteRun() {
	if text := lab.RunOf(p.tool, p.now()); text != "" {
		p.atHand = text
	}
	for _, problem := range p.problems {
		p.opened[problem.Field] = true
	}
}
