package app

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/form"
	"lastiterate/app/state"
)

// firstPaint is what the build wrote for the default run, as it stood when the
// program took its place. Its answer and its chart stay on show until the
// engine has spoken, so that nothing ever goes blank.
type firstPaint struct {
	focus         focused
	answer, chart string // markup; empty where the address describes another run
}

// lookAtFirstPaint is called while the first paint is still there.
func lookAtFirstPaint() firstPaint {
	first := firstPaint{focus: noteFocus()}
	if !document().Get("documentElement").Get("classList").Call("contains", "opening").Bool() {
		return first
	}
	inner := func(selector, class string) string {
		if element := document().Call("querySelector", "#first-paint "+selector); element.Truthy() {
			return `<div class="` + class + `">` + element.Get("innerHTML").String() + "</div>"
		}
		return ""
	}
	first.answer, first.chart = inner(".answer-body", "answer-body"), inner("#chart", "first-chart")
	return first
}

// serves reports whether the first paint's answer is still the state's.
func (p *page) serves() bool {
	return p.first.answer != "" && p.model.Run == p.base.Run && p.model.Question == p.base.Question && p.model.View.Differs == nil
}

// focused is the field of the first paint that had the focus when the program
// took its place. The first paint is gone once the page is mounted, so this is
// asked before.
type focused struct {
	name       string
	start, end app.Value
}

// noteFocus asks where the person is typing.
func noteFocus() focused {
	element := document().Get("activeElement")
	if !element.Truthy() || !element.Get("name").Truthy() {
		return focused{}
	}
	return focused{name: element.Get("name").String(), start: element.Get("selectionStart"), end: element.Get("selectionEnd")}
}

// takeOver puts what was typed into the first paint, and the caret, into the page:
// choices first, since they say what the numbers mean that stand beside them.
func (p *page) takeOver() {
	for _, made := range taken() {
		p.edits.heard[made.name] = made.number
	}
	early := boot().Get("early")
	names := form.Names()
	for _, choices := range []bool{true, false} {
		for i := 0; early.Truthy() && i < early.Length(); i++ {
			edit := early.Index(i)
			name, text := edit.Get("name").String(), edit.Get("text").String()
			switch {
			case form.IsChoice(name) != choices:
			case choices:
				p.model = state.Choose{Field: name, Value: text}.Do(p.model)
			case slices.Contains(names, name):
				p.model = state.Type{Field: name, Text: text}.Do(p.model)
			}
		}
	}
}

// restore gives the focus and the caret back.
func (f focused) restore() {
	if f.name == "" {
		return
	}
	element, ok := byID("field-" + f.name)
	if !ok {
		return
	}
	element.Call("focus", map[string]any{"preventScroll": true})
	if f.start.Type() == app.TypeNumber && element.Get("tagName").String() == "INPUT" {
		element.Call("setSelectionRange", f.start, f.end)
	}
}
