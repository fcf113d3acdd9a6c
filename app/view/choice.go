package view

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/form"
	"lastiterate/app/state"
)

// choiceField is a choice among named options: side by side where they are few
// and short, otherwise a native select.
type choiceField struct {
	app.Compo

	Name    string
	Value   string // the option chosen; empty if nobody has
	Options []string
	Label   form.Label
	Help    string
	Message string
	Unused  bool // the answer does not depend on it
	Edits   *dom.Edits
	Heard   int // the number of this field's latest edit that the session has received
}

func (f *choiceField) CompoID() string { return f.Name }

func (f *choiceField) OnMount(app.Context)  { f.write() }
func (f *choiceField) OnUpdate(app.Context) { f.write() }

// write leaves a choice alone of which the model has not heard yet: what it held
// before would undo it.
func (f *choiceField) write() {
	if f.Edits.Behind(f.Name) {
		return
	}
	if !form.Segmented(f.Name) && f.Value == "" {
		dom.SetProperty("field-"+f.Name, "selectedIndex", 0) // the one that asks to choose
		return
	}
	if !form.Segmented(f.Name) {
		dom.SetProperty("field-"+f.Name, "value", f.Value)
		return
	}
	for _, option := range f.Options {
		dom.SetProperty(f.optionID(option), "checked", option == f.Value)
	}
}

func (f *choiceField) optionID(option string) string { return "field-" + f.Name + "-" + option }

func (f *choiceField) Render() app.UI {
	if form.Segmented(f.Name) {
		return f.segments()
	}
	options := make([]app.UI, 0, len(f.Options)+1)
	if f.Value == "" {
		options = append(options, app.Option().Value("").Disabled(true).Selected(true).Text("choose …"))
	}
	for _, option := range f.Options {
		options = append(options, app.Option().Value(option).Selected(option == f.Value).Text(form.ChoiceLabel(f.Name, option)))
	}
	element := app.Select().ID("field-"+f.Name).Name(f.Name).
		Aria("describedby", IDs("help-"+f.Name, ErrorID(f.Name, f.Message))).
		Body(options...)
	if f.Message != "" {
		element = element.Aria("invalid", "true")
	}
	return app.Div().Class(f.class()).Body(
		LabelFor("field-"+f.Name, f.Label),
		element,
		help(f.Name, f.Label, f.Help),
		FieldError(f.Name, f.Message),
	)
}

func (f *choiceField) class() string {
	if f.Unused {
		return "field choice" + unused
	}
	return "field choice"
}

func (f *choiceField) segments() app.UI {
	options := make([]app.UI, len(f.Options))
	for i, option := range f.Options {
		options[i] = Segment(app.Input().Type("radio").ID(f.optionID(option)).Name(f.Name).Value(option),
			subscripted(form.ChoiceLabel(f.Name, option))...)
	}
	return app.FieldSet().ID("field-"+f.Name).Class(f.class()).
		Aria("describedby", IDs("help-"+f.Name, ErrorID(f.Name, f.Message))).Body(
		app.Legend().Class("label").Text(f.Label.Name),
		app.Div().Class(form.SegmentsClass(f.Name)).Body(options...),
		help(f.Name, f.Label, f.Help),
		FieldError(f.Name, f.Message),
	)
}

// Segment is one option of a choice of which each option is seen.
func Segment(input app.HTMLInput, text ...app.UI) app.UI {
	return app.Label().Class("segment").Body(input, app.Span().Body(text...))
}

// Scale is such a choice in one line, its options Segments.
func Scale(label string, options ...app.UI) app.HTMLFieldSet {
	return app.FieldSet().Class("scale").Body(
		app.Legend().Class("label").Text(label),
		app.Div().Class("segments").Body(options...),
	)
}

// tick is a checkbox that follows the model.
type tick struct {
	app.Compo

	ID   string
	Name string
	Text string
	On   bool
	// Unused says that the answer does not depend on it.
	Unused bool
	// What a click means; of the form's own the page hears by itself.
	Do    func(on bool) state.Action
	Edits *dom.Edits
	Heard int // the number of its latest edit that the session has received

	box dom.Box
}

func (t *tick) CompoID() string { return t.ID }

func (t *tick) OnMount(app.Context) { t.box.Mount(t.ID, t.On) }

func (t *tick) OnUpdate(app.Context) {
	switch {
	case t.Edits == nil:
		t.box.Update(t.ID, t.On)
	case !t.Edits.Behind(t.Name):
		t.box.Mount(t.ID, t.On) // a click may have come and been taken back since the last frame
	}
}

func (t *tick) onChange(ctx app.Context, _ app.Event) {
	if t.Do != nil {
		Act(ctx, t.Do(ctx.JSSrc().Get("checked").Bool()))
	}
}

func (t *tick) Render() app.UI {
	class, text := "tick", t.Text
	if t.Unused {
		class, text = class+unused, text+" (not used)"
	}
	return app.Label().Class(class).Body(
		app.Input().Type("checkbox").ID(t.ID).Name(t.Name).OnChange(t.onChange),
		app.Span().Text(text),
	)
}
