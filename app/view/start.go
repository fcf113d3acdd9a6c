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
	"lastiterate/app/tex"
	"lastiterate/app/words"
	"lastiterate/wasm/protocol"
)

// startFrom offers runs to begin with: presets, figures of papers, and whatever is
// pasted, of which it says what was understood before it is used.
type startFrom struct {
	app.Compo

	Base link.State // the run that is there

	text    string
	reading snippet.Reading
}

// OnUpdate reads the text again: what it leaves open is taken from the run that is
// there.
func (v *startFrom) OnUpdate(app.Context) { v.read() }

func (v *startFrom) read() {
	v.reading = snippet.Reading{}
	if v.text != "" {
		v.reading = snippet.Read(v.Base, v.text)
	}
}

func (v *startFrom) onText(ctx app.Context, _ app.Event) {
	v.text = ctx.JSSrc().Get("value").String()
	v.read()
}

func (v *startFrom) onPreset(ctx app.Context, _ app.Event) {
	id := ctx.JSSrc().Get("dataset").Get("preset").String()
	if i := slices.IndexFunc(snippet.Presets, func(p snippet.Preset) bool { return p.ID == id }); i >= 0 {
		v.take(ctx, snippet.Presets[i].State(v.Base))
	}
}

func (v *startFrom) onOpening(ctx app.Context, _ app.Event) {
	Command(ctx, (*session.Session).Reset)
	v.leave()
}

func (v *startFrom) onFigure(app.Context, app.Event) { dom.GoTo("figure-choice") }

func (v *startFrom) onUse(ctx app.Context, _ app.Event) {
	if v.reading.Understood() {
		v.take(ctx, v.reading.State)
	}
}

// take shows a run. What was asked for is done, so the panel folds and leaves the
// keyboard with the run.
func (v *startFrom) take(ctx app.Context, from link.State) {
	Act(ctx, state.Start{From: from})
	v.leave()
}

func (v *startFrom) leave() {
	dom.SetProperty("start", "open", false)
	dom.Focus("run-title")
}

func (v *startFrom) Render() app.UI {
	presets := []app.UI{app.Button().Type("button").ID("start-opening").OnClick(v.onOpening).Text("Figure 1 of Chien and Li, the opening run")}
	for _, p := range snippet.Presets {
		presets = append(presets, app.Button().Type("button").ID("start-"+p.ID).DataSet("preset", p.ID).OnClick(v.onPreset, app.EventScope(p.ID)).Text(p.Name))
	}
	presets = append(presets, app.Button().Type("button").ID("start-figure").OnClick(v.onFigure).Text("a figure of a paper"))
	return app.Details().ID("start").Class("start").Body(
		app.Summary().Body(app.Span().Class("fold-name").Text(form.StartFrom), app.Text(form.StartHow)),
		app.Div().Class("presets").Body(presets...),
		app.Label().Class("label").For("start-text").Text("or paste what you have"),
		app.P().ID("start-help").Class("help").Text("Arguments of Opacus, TF Privacy or JAX Privacy, a link, JSON, or lines such as “batch 256, 15 epochs, lr 0.1”. It is read here and sent nowhere."),
		app.Textarea().ID("start-text").Rows(5).Spellcheck(false).Attr("autocapitalize", "off").Aria("describedby", "start-help").OnInput(v.onText),
		app.Div().ID("start-read").Class("start-read").Role("status").Body(v.said()...),
		app.Button().Type("button").ID("start-use").Disabled(!v.reading.Understood()).OnClick(v.onUse).Text("Use this run"),
	)
}

// said lists what was understood, what stands in for the rest, and what was left.
func (v *startFrom) said() []app.UI {
	r := v.reading
	if v.text == "" {
		return nil
	}
	list := func(class, title string, items []app.UI) app.UI {
		return app.If(len(items) > 0, func() app.UI {
			return app.Div().Class(class).Body(app.P().Text(title), app.Ul().Body(items...))
		})
	}
	item := func(said, means string) app.UI {
		return app.Li().Body(app.Code().Text(said), app.Text(" "+tex.Unbroken(means)))
	}
	var taken, left []app.UI
	for _, t := range r.Taken {
		taken = append(taken, item(t.Said, "→ "+v.means(t.Field, t.Value)))
	}
	for _, l := range r.Left {
		left = append(left, item(l.Said, l.Why))
	}
	rest := ""
	if len(r.Assumed) > 0 {
		var parts []string
		for _, field := range r.Assumed {
			parts = append(parts, v.means(field, v.held(field)))
		}
		from := "Not said, so kept as they are: "
		if r.Preset != "" {
			from = "Not said, so as in the preset: "
		}
		rest = from + strings.Join(parts, " · ") + "."
	}
	none := ""
	if !r.Understood() {
		none = "Nothing of this is a number or a choice of a training run. Try “n = 60000, batch 256, 15 epochs, lr 0.1, noise multiplier 1.1, clip 1, δ = 1e-5”."
	}
	return []app.UI{
		app.If(none != "", func() app.UI { return app.P().ID("start-none").Text(none) }),
		list("taken", "Understood: "+strconv.Itoa(len(taken)), taken),
		list("left", "Not used: "+strconv.Itoa(len(left)), left),
		app.If(rest != "", func() app.UI { return app.P().ID("start-assumed").Class("note").Text(rest) }),
		app.If(len(r.Aside) > 0, func() app.UI {
			return app.P().Class("note").Text("Left aside, since it does not matter here: " + strings.Join(r.Aside, ", ") + ".")
		}),
	}
}

// held is a field of the run that was read, as a link writes it.
func (v *startFrom) held(field string) string {
	if field == form.Delta {
		return state.New(v.reading.State).Held(field)
	}
	return v.reading.State.Run.Get(field)
}

// means is a field and its value in the words of the form.
func (v *startFrom) means(field, value string) string {
	if field == "differs" {
		departures, _ := words.Known(strings.Split(value, "~"))
		return words.Departing(departures)
	}
	if field == "diameter" && value == "inf" {
		return form.Summary(v.reading.State.Query, "domain")
	}
	return words.ChangeText(v.reading.State.Run, protocol.Change{Field: field, Value: value})
}
