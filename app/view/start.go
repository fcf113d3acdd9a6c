package view

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/snippet"
	"lastiterate/app/state"
	"lastiterate/app/tex"
	"lastiterate/app/words"
	"lastiterate/wasm/protocol"
)

// startFrom is the door of those who have trained a model: whatever is pasted, of which it
// says what was understood before it is used, and presets.
type startFrom struct {
	app.Compo

	Base link.State // the run that is there

	text     string
	accepted []snippet.Offer // what was offered for the text, and taken
	reading  snippet.Reading
	used     bool // the text, while what was offered for it was not taken
}

// OnUpdate reads the text again: what it leaves open is taken from the run that is
// there. What was offered is done with once the run lacks nothing.
func (v *startFrom) OnUpdate(app.Context) {
	v.read()
	if v.used && len(v.Base.View.Blank) == 0 {
		v.used = false
		dom.SetProperty(form.Trained.ID, "open", false)
	}
}

func (v *startFrom) read() {
	v.reading = snippet.Reading{}
	if v.text != "" {
		v.reading = snippet.Read(v.Base, v.text, v.accepted...)
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
	dom.Focus("start-use") // the button that was pressed goes
}

func (v *startFrom) onPreset(ctx app.Context, _ app.Event) {
	id := ctx.JSSrc().Get("dataset").Get("preset").String()
	if i := slices.IndexFunc(snippet.Presets, func(p snippet.Preset) bool { return p.ID == id }); i >= 0 {
		v.take(ctx, snippet.Presets[i].State(v.Base))
	}
}

// onUse shows the run of the text. The panel stays open while it offers what the run lacks.
func (v *startFrom) onUse(ctx app.Context, _ app.Event) {
	switch {
	case !v.reading.Understood():
	case len(v.reading.State.View.Blank) > 0 && len(v.reading.Offers) > 0:
		Act(ctx, state.Start{From: v.reading.State})
		v.used = true
		dom.Focus("start-needed")
	default:
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
	dom.SetProperty(form.Trained.ID, "open", false)
	dom.Focus("run-title")
}

// OnMount opens the door where the first paint has it open: on a first visit, beside an
// answer that stays in sight.
func (v *startFrom) OnMount(app.Context) {
	dom.SetProperty(form.Trained.ID, "open", dom.OpeningRun() && dom.Broad())
}

func (v *startFrom) Render() app.UI {
	presets := make([]app.UI, len(snippet.Presets))
	for i, p := range snippet.Presets {
		presets[i] = app.Button().Type("button").ID("start-"+p.ID).DataSet("preset", p.ID).OnClick(v.onPreset,
			app.EventScope(p.ID)).Text(p.Name)
	}
	return door(form.Trained,
		app.Label().Class("label").For("start-text").Text(form.Paste),
		app.P().ID("start-help").Class("help").Text(form.PasteHelp),
		app.Textarea().ID("start-text").Rows(form.PasteRows).Spellcheck(false).Attr("autocapitalize", "off").Aria("describedby",
			"start-help").OnInput(v.onText),
		app.Div().ID("start-read").Class("start-read").Role("status").Body(v.said()...),
		app.Button().Type("button").ID("start-use").Disabled(!v.reading.Understood()).OnClick(v.onUse).Text(form.Use),
		app.P().Class("label").Text(form.OrPreset),
		app.Div().Class("presets").Body(presets...),
	)
}

// said lists what no field can hold and what is missing, then what was understood, what
// stands in for the rest, and what was left.
func (v *startFrom) said() []app.UI {
	r := v.reading
	if v.text == "" {
		return nil
	}
	var taken []app.UI
	for _, t := range r.Taken {
		taken = append(taken, said(t.Said, "→ "+v.means(t.Field, t.Value)))
	}
	return []app.UI{
		app.If(!r.Understood(), func() app.UI {
			return app.P().ID("start-none").Text("Nothing of this is a number or a choice of a training run. Try “n = 60000, Poisson " +
				"batches of 256, add or remove one, 15 epochs, lr 0.1, noise multiplier 1.1, clip 1, δ = 1e-5”.")
		}),
		listed("unheard", "No field says this, so the answer is for what holds with it: ", lefts(r.Unheard)),
		app.If(len(r.State.View.Blank) > 0 && r.Understood(), v.needed),
		listed("left", "Not used: ", lefts(r.Left)),
		listed("taken", "Understood: ", taken),
		app.If(len(r.Assumed) > 0 && r.Understood(), func() app.UI { return app.P().ID("start-assumed").Class("note").Text(v.assumed()) }),
		app.If(r.Defaults, func() app.UI {
			return app.P().Class("note").Text("Defaults of command-line options were used: the command line may say otherwise.")
		}),
		app.If(len(r.Aside) > 0, func() app.UI {
			return app.P().Class("note").Text("Left aside, since it does not matter here: " + strings.Join(r.Aside, ", ") + ".")
		}),
	}
}

// listed is a list with how long it is; nothing where it is empty.
func listed(class, title string, items []app.UI) app.UI {
	return app.If(len(items) > 0, func() app.UI {
		return app.Div().Class(class).Body(app.P().Text(title+strconv.Itoa(len(items))), app.Ul().Body(items...))
	})
}

// said is a part of the text, and what is said of it.
func said(part, of string) app.UI {
	return app.Li().Body(app.Code().Text(part), app.Text(" "+tex.Unbroken(of)))
}

func lefts(list []snippet.Left) (items []app.UI) {
	for _, l := range list {
		items = append(items, said(l.Said, l.Why))
	}
	return items
}

// needed says what the text does not, with what may be meant as buttons.
func (v *startFrom) needed() app.UI {
	var offers []app.UI
	for i, o := range v.reading.Offers {
		offers = append(offers, app.Button().Type("button").DataSet("offer", i).OnClick(v.onOffer,
			app.EventScope(o.Text)).Text(o.Text+": use it"))
	}
	needed := form.Needed(v.reading.State.Run, v.reading.State.View.Blank)
	return app.Div().ID("start-needed").Class("needed").TabIndex(-1).Body(
		app.P().Text("Not in the text, and there is no answer without it: "+needed+"."),
		app.If(len(offers) > 0, func() app.UI { return app.Div().Class("offers").Body(offers...) }),
	)
}

// assumed says what stands in for what the text leaves open.
func (v *startFrom) assumed() string {
	var parts []string
	for _, field := range v.reading.Assumed {
		parts = append(parts, v.means(field, v.held(field)))
	}
	from := "Not found in the code; "
	switch {
	case !v.reading.Whole:
		from = "Kept as they are: "
	case v.reading.Preset == "":
		from += "assumed: "
	default:
		from += "assumed from the preset: "
	}
	return from + strings.Join(parts, " · ") + "."
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
		return form.Domain(v.reading.State.Run)
	}
	return words.ChangeText(v.reading.State.Run, protocol.Change{Field: field, Value: value})
}
