package view

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/form"
	"lastiterate/app/state"
)

// choiceField is a field with named options. They are radio buttons side by side if form.Segmented says so, otherwise a
// native select.
type choiceField struct {
	app.Compo

	Name    string
	Value   string // the chosen option; empty if none has been chosen
	Options []string
	Label   form.Label
	Help    string
	Message string
	Unused  bool // the answer does not depend on this field
	Edits   *dom.Edits
	Heard   int // the number of this field's latest edit that the session has received
}

func (f *choiceField) CompoID() string { return f.Name }

func (f *choiceField) OnMount(app.Context)  { f.write() }
func (f *choiceField) OnUpdate(app.Context) { f.write() }

// write shows the model's value in the field. It does nothing if the session has not received the field's latest edit:
// the model's older value would undo that edit.
func (f *choiceField) write() {
	if f.Edits.Behind(f.Name) {
		return
	}
	if !form.Segmented(f.Name) && f.Value == "" {
		dom.SetProperty("field-"+f.Name, "selectedIndex", 0) // the option "choose …"
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

// Segment is one option of a choice whose options are all visible side by side.
func Segment(input app.HTMLInput, text ...app.UI) app.UI {
	return app.Label().Class("segment").Body(input, app.Span().Body(text...))
}

// Scale is a choice in one line. Its options are Segments.
func Scale(label string, options ...app.UI) app.HTMLFieldSet {
	return app.FieldSet().Class("scale").Body(
		app.Legend().Class("label").Text(label),
		app.Div().Class("segments").Body(options...),
	)
}

// tick is a checkbox that shows the model's value.
type tick struct {
	app.Compo

	ID   string
	Name string
	Text string
	On   bool
	// Unused says that the answer does not depend on the checkbox.
	Unused bool
	// Do returns the action of a click. It is nil for a checkbox of the form, whose clicks reach the session through Edits.
	Do    func(on bool) state.Action
	Edits *dom.Edits
	Heard int // the number of the checkbox's latest edit that the session has received

	box dom.Box
}

func (t *tick) CompoID() string { return t.ID }

func (t *tick) OnMount(app.Context) { t.box.Mount(t.ID, t.On) }

func (t *tick) OnUpdate(app.Context) {
	switch {
	case t.Edits == nil:
		t.box.Update(t.ID, t.On)
	case !t.Edits.Behind(t.Name):
		t.box.Mount(t.ID, t.On) // since the last frame a click may have changed the box and the session undone the change
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
