package view

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/session"
	"lastiterate/app/snippet"
	"lastiterate/app/snippet/preset"
)

// pasteField is the field to paste into.
const pasteField = "start-text"

// startFrom is the door for people who have trained a model: a field to paste a text into, the report on this text, and
// presets.
type startFrom struct {
	app.Compo

	Base link.State // the run in the form

	text     string
	accepted []snippet.Offer // the offers for the text that the person accepted
	reading  snippet.Reading
	used     bool // the text's run is in the form, but offers are still open
}

// OnUpdate reads the text again, because settings that the text leaves open are taken from the run in the form. Once that
// run is complete, the door closes.
func (v *startFrom) OnUpdate(app.Context) {
	v.read()
	if v.used && len(needs(v.Base)) == 0 {
		v.used = false
		dom.SetProperty(form.Trained.ID, "open", false)
	}
}

func (v *startFrom) read() {
	v.reading = snippet.Reading{}
	if v.text != "" {
		v.reading = snippet.Read(v.Base, v.text, v.accepted...)
	}
	if v.used {
		v.reading, _ = v.reading.Answered(v.Base)
	}
}

func (v *startFrom) onText(ctx app.Context, _ app.Event) {
	v.text, v.accepted, v.used = ctx.JSSrc().Get("value").String(), nil, false
	v.read()
}

func (v *startFrom) onOffer(ctx app.Context, _ app.Event) {
	i, err := strconv.Atoi(ctx.JSSrc().Get("dataset").Get("offer").String())
	if err != nil || i >= len(v.reading.Offers) {
		return
	}
	v.accepted = append(slices.Clone(v.accepted), v.reading.Offers[i])
	v.read()
	if v.used {
		v.onUse(ctx, app.Event{})
		return
	}
	dom.Focus("start-use") // the button that was pressed disappears
}

func (v *startFrom) onPreset(ctx app.Context, _ app.Event) {
	id := ctx.JSSrc().Get("dataset").Get("preset").String()
	if i := slices.IndexFunc(preset.All, func(p preset.Preset) bool { return p.ID == id }); i >= 0 {
		Command(ctx, func(s *session.Session) { s.Begin(preset.All[i]) })
		v.leave()
	}
}

// onUse puts the run of the text into the form. The door stays open while it offers values for fields that the run lacks.
func (v *startFrom) onUse(ctx app.Context, _ app.Event) {
	switch {
	case !v.reading.Understood():
	case len(needs(v.reading.State)) > 0 && len(v.reading.Offers) > 0:
		v.use(ctx)
		v.used = true
		dom.Focus("start-needed")
	default:
		v.use(ctx)
		v.leave()
	}
}

// use puts the run of the text into the form, with the report on the text.
func (v *startFrom) use(ctx app.Context) {
	reading := v.reading
	Command(ctx, func(s *session.Session) { s.Use(reading) })
}

// leave closes the door and moves the focus to the run.
func (v *startFrom) leave() {
	dom.SetProperty(form.Trained.ID, "open", false)
	dom.Focus("run-title")
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
		app.Label().Class("label").For(pasteField).Text(form.Paste),
		app.P().ID("start-help").Class("help").Text(form.PasteHelp),
		app.Textarea().ID(pasteField).Rows(form.PasteRows).Spellcheck(false).Attr("autocapitalize", "off").Aria("describedby",
			"start-help").OnInput(v.onText),
		// The button stands above the report, which may be longer than the screen.
		app.Button().Type("button").ID("start-use").Disabled(!v.reading.Understood()).OnClick(v.onUse).Text(form.Use),
		app.Div().ID("start-read").Class("start-read").Role("status").Body(v.report()...),
		app.P().Class("label").Text(form.OrPreset),
		app.Div().Class("presets").Body(presets...),
	)
}

// report returns the report on the text; nil if there is no text.
func (v *startFrom) report() []app.UI {
	r := v.reading
	if v.text == "" {
		return nil
	}
	return report{Reading: r, missing: v.needed, schedules: v.offers(snippet.Offer.OfSchedule)}.lists()
}

// offers are buttons for the offers for which wanted returns true.
func (v *startFrom) offers(wanted func(snippet.Offer) bool) app.UI {
	var buttons []app.UI
	for i, o := range v.reading.Offers {
		if !wanted(o) {
			continue
		}
		text := o.Text
		if o.Numeric() {
			text += ": use it"
		}
		buttons = append(buttons, app.Button().Type("button").DataSet("offer", i).OnClick(v.onOffer, app.EventScope(o.Text)).Text(text))
	}
	return app.If(len(buttons) > 0, func() app.UI { return app.Div().Class("offers").Body(buttons...) })
}

// needed lists the fields that the text leaves open, with buttons for their possible values.
func (v *startFrom) needed() app.UI {
	needed := form.Needed(v.reading.State.Run, needs(v.reading.State))
	return app.Div().ID("start-needed").Class("needed").TabIndex(-1).Body(
		app.P().Text("The text leaves this open: "+needed+"."),
		v.offers(func(o snippet.Offer) bool { return !o.OfSchedule() }),
	)
}
