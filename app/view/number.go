package view

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/form"
	"lastiterate/app/session"
	"lastiterate/app/state"
)

// numberField is the input of one number. The session receives every keystroke (see dom.Edits). Enter commits the text,
// Escape restores the text that the field had when it got the focus, and the arrow keys change the number by a step.
type numberField struct {
	app.Compo

	Name     string
	Text     string // the model's text of the field
	Label    form.Label
	Help     string
	Message  string // what is wrong, in words
	ReadOnly bool
	Unused   bool // the answer does not depend on this field
	Edits    *dom.Edits
	Heard    int // the number of this field's latest edit that the session has received

	entered string // the text that the field had when it got the focus
}

// CompoID makes go-app keep one element for each field. If a field took over another's input, it would show the other's
// text.
func (f *numberField) CompoID() string { return f.Name }

func (f *numberField) OnMount(app.Context)  { f.write() }
func (f *numberField) OnUpdate(app.Context) { f.write() }

// write shows the model's text in the input. It does nothing if the session has not received the latest keystrokes: the
// model's older text would undo them.
func (f *numberField) write() {
	if !f.Edits.Behind(f.Name) {
		dom.SetProperty(f.id(), "value", f.Text)
	}
}

func (f *numberField) id() string { return "field-" + f.Name }

func (f *numberField) onFocus(ctx app.Context, _ app.Event) {
	f.entered = ctx.JSSrc().Get("value").String()
}

func (f *numberField) onBlur(ctx app.Context, _ app.Event) {
	Command(ctx, (*session.Session).LeaveField)
}

func (f *numberField) onKeyDown(ctx app.Context, e app.Event) {
	key, shift := e.Get("key").String(), e.Get("shiftKey").Bool()
	switch {
	case key == "Enter":
		f.entered = ctx.JSSrc().Get("value").String()
		Command(ctx, (*session.Session).LeaveField)
	case key == "Escape":
		Act(ctx, state.Restore{Field: f.Name, To: f.entered})
	case key == "ArrowUp" || key == "ArrowDown":
		e.PreventDefault()
		if !f.ReadOnly {
			Act(ctx, state.Step{Field: f.Name, Up: key == "ArrowUp", Big: shift})
		}
	}
}

func (f *numberField) Render() app.UI {
	class := "field"
	if f.Unused {
		class += unused
	}
	if f.Message != "" {
		class += " wrong"
	}
	input := app.Input().
		ID(f.id()).
		Name(f.Name).
		Type("text").
		Class("number").
		AutoComplete(false).
		Attr("autocapitalize", "off").
		Spellcheck(false).
		Aria("describedby", IDs("help-"+f.Name, ErrorID(f.Name, f.Message))).
		OnFocus(f.onFocus).
		OnBlur(f.onBlur).
		OnKeyDown(f.onKeyDown)
	if form.IsWhole(f.Name) {
		input = input.Attr("inputmode", "numeric")
	}
	if f.Message != "" {
		input = input.Aria("invalid", "true")
	}
	if f.ReadOnly {
		input = input.ReadOnly(true)
	}
	return app.Div().Class(class).Body(
		LabelFor(f.id(), f.Label),
		input,
		help(f.Name, f.Label, f.Help),
		FieldError(f.Name, f.Message),
	)
}

// unused is the class of a field on which the answer does not depend.
const unused = " unused"

// LabelFor is the label of a field: its name, its symbol and its unit.
func LabelFor(id string, l form.Label) app.UI {
	return app.Label().Class("label").For(id).Body(
		app.Text(l.Name),
		app.If(l.Symbol != "", func() app.UI { return app.I().Class("symbol").Body(Symbol(l.Symbol)...) }),
		app.If(l.Unit != "", func() app.UI { return app.Span().Class("unit").Text(l.Unit) }),
	)
}

// Symbol sets what follows an underscore as a subscript.
func Symbol(s string) []app.UI {
	before, after, found := strings.Cut(s, "_")
	if !found {
		return []app.UI{app.Text(s)}
	}
	return []app.UI{app.Text(before), app.Sub().Text(after)}
}

// subscripted sets the letters after an underscore as a subscript.
func subscripted(text string) []app.UI {
	before, after, found := strings.Cut(text, "_")
	if !found {
		return []app.UI{app.Text(text)}
	}
	index, rest, _ := strings.Cut(after, " ")
	return []app.UI{app.Text(before), app.Sub().Text(index), app.Text(" " + rest)}
}

// help stands below a field: one line, which screen readers read with the field, and a disclosure with the rest of the
// text.
func help(name string, label form.Label, text string) app.UI {
	line, rest := form.Brief(text)
	return app.Div().Class("help").Body(
		app.P().ID("help-"+name).Body(Prose(line)...),
		app.If(rest != "", func() app.UI {
			return app.Details().ID("more-"+name).Body(
				app.Summary().Body(app.Text(form.More), app.Span().Class("hidden-text").Text(" about "+label.Name)),
				app.P().Body(append(Prose(rest), helpPage(name)...)...))
		}),
	)
}

// helpPage links to the page of the documentation about a field, if there is one.
func helpPage(name string) []app.UI {
	address, title := form.Page(name)
	if address == "" {
		return nil
	}
	return []app.UI{app.Text(" "), app.A().Href(dom.Base() + address).Target("_blank").Rel("noopener").Text(title)}
}

// Prose shows the parts of a text between backquotes as code.
func Prose(text string) []app.UI {
	var out []app.UI
	for i, part := range strings.Split(text, "`") {
		if part == "" {
			continue
		}
		if i%2 == 1 {
			out = append(out, app.Code().Text(part))
		} else {
			out = append(out, app.Text(part))
		}
	}
	return out
}

// FieldError shows what is wrong with a field. The element is there even without a message, so that screen readers notice
// when a message appears.
func FieldError(name, message string) app.UI {
	return app.P().ID("error-" + name).Class("error").Text(message)
}

// ErrorID is the id of a field's FieldError, for aria-describedby; empty if there is no message.
func ErrorID(name, message string) string {
	if message == "" {
		return ""
	}
	return "error-" + name
}
