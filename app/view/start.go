package view

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/session"
	"lastiterate/app/snippet"
	"lastiterate/app/snippet/preset"
	"lastiterate/app/words"
)

// pasteField is the field to paste into.
const pasteField = "start-text"

// useButton is the button below it, which uses what was read.
const useButton = "start-use"

// startFrom is the door for people who have trained a model: a field to paste a text into, the report on this text, and
// presets.
type startFrom struct {
	app.Compo

	Base link.State // the run in the form; values that nobody has stated are blank

	text    string
	reading snippet.Reading
}

// OnUpdate reads the text again, because settings that the text leaves open are taken from the run in the form.
func (v *startFrom) OnUpdate(app.Context) { v.read() }

func (v *startFrom) read() {
	v.reading = snippet.Reading{}
	if v.text != "" {
		v.reading = snippet.Read(v.Base, v.text)
	}
}

func (v *startFrom) onText(ctx app.Context, _ app.Event) {
	v.text = ctx.JSSrc().Get("value").String()
	was := v.reading.Understood()
	if v.read(); !was && v.reading.Understood() {
		ctx.Defer(func(app.Context) { dom.ScrollIntoRow(useButton) }) // on a telephone it may be below the screen
	}
}

func (v *startFrom) onPreset(ctx app.Context, _ app.Event) {
	id := ctx.JSSrc().Get("dataset").Get("preset").String()
	if i := slices.IndexFunc(preset.All, func(p preset.Preset) bool { return p.ID == id }); i >= 0 {
		Command(ctx, func(s *session.Session) { s.Begin(preset.All[i]) })
		v.leave("run-title")
	}
}

func (v *startFrom) onUse(ctx app.Context, _ app.Event) { v.use(ctx) }

// onKeyDown uses the run if Ctrl+Enter or, on a Mac, Command+Enter is pressed in the field.
func (v *startFrom) onKeyDown(ctx app.Context, e app.Event) {
	if e.Get("key").String() == "Enter" && (e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool()) {
		e.PreventDefault()
		v.use(ctx)
	}
}

// use puts the run of the text into the form, with the report on the text. It moves the focus to the answer if that has
// buttons for what the text leaves open.
func (v *startFrom) use(ctx app.Context) {
	reading := v.reading
	if !reading.Understood() {
		return
	}
	Command(ctx, func(s *session.Session) { s.Use(reading) })
	if r := (report{Reading: reading}); len(r.needs())+len(r.Offers) > 0 {
		v.leave("answer")
		return
	}
	v.leave("run-title")
}

// leave closes the door and moves the focus to an element.
func (v *startFrom) leave(to string) {
	dom.SetProperty(form.Trained.ID, "open", false)
	dom.Focus(to)
}

// OnMount opens the door if it is open in the first paint: for the default run, on a screen wide enough that the answer
// stays in sight.
func (v *startFrom) OnMount(app.Context) {
	dom.SetProperty(form.Trained.ID, "open", dom.OpeningRun() && dom.Broad())
}

func (v *startFrom) Render() app.UI {
	presets := make([]app.UI, len(preset.All))
	for i, p := range preset.All {
		presets[i] = app.Button().Type("button").ID("start-"+p.ID).DataSet("preset", p.ID).OnClick(v.onPreset,
			app.EventScope(p.ID)).Text(p.Name)
	}
	return door(form.Trained,
		app.P().Class("help").Text(words.Expect),
		app.Label().Class("label").For(pasteField).Text(form.Paste),
		app.P().ID("start-help").Class("help").Text(form.PasteHelp),
		app.Textarea().ID(pasteField).Rows(form.PasteRows).Spellcheck(false).Attr("autocapitalize", "off").Aria("describedby",
			"start-help").OnInput(v.onText).OnKeyDown(v.onKeyDown),
		// The button stands above the report, which may be longer than the screen.
		app.Button().Type("button").ID(useButton).Disabled(!v.reading.Understood()).OnClick(v.onUse).Text(form.Use),
		app.Div().ID("start-read").Class("start-read").Role("status").Body(v.report()...),
		app.P().Class("label").Text(form.OrPreset),
		app.Div().Class("presets").Body(presets...),
	)
}

// report returns the report on the text, which begins with its summary; nil if there is no text.
func (v *startFrom) report() []app.UI {
	if v.text == "" {
		return nil
	}
	r := report{Reading: v.reading}
	return append([]app.UI{app.If(r.Understood(), func() app.UI { return app.P().Text(r.summary() + ".") })}, r.lists()...)
}
