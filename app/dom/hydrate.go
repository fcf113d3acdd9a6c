package dom

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// FirstPaint holds the parts of the first paint, the page that the build wrote for the default run, that the program takes
// over.
type FirstPaint struct {
	Answer, Chart string // markup of the answer and of the chart; empty if the address describes another run
	focus         focus
}

// LookAtFirstPaint reads the markup, if the address describes the default run, and in any case which field has the focus. It must
// be called before the page is mounted, which removes the first paint.
func LookAtFirstPaint() FirstPaint {
	first := FirstPaint{focus: noteFocus()}
	if !OpeningRun() {
		return first
	}
	inner := func(selector, class string) string {
		if element := document().Call("querySelector", "#first-paint "+selector); element.Truthy() {
			return `<div class="` + class + `">` + element.Get("innerHTML").String() + "</div>"
		}
		return ""
	}
	first.Answer, first.Chart = inner(".answer-body", "answer-body"), inner("#chart", "first-chart")
	return first
}

// OpeningRun reports whether the address describes the run that the build has answered, the default run;
// see web/head.js.
func OpeningRun() bool {
	return document().Get("documentElement").Get("classList").Call("contains", "opening").Bool()
}

// focus is the field of the first paint that had the focus when the program took over, and the caret in this field.
type focus struct {
	name       string
	start, end app.Value
}

// noteFocus returns the field that the visitor is typing in; its name is empty if there is none.
func noteFocus() focus {
	element := document().Get("activeElement")
	if !element.Truthy() || !element.Get("name").Truthy() {
		return focus{}
	}
	return focus{name: element.Get("name").String(), start: element.Get("selectionStart"), end: element.Get("selectionEnd")}
}

// RestoreFocus gives the focus and the caret back to the field whose id is prefix and the name of the field that had them.
func (p FirstPaint) RestoreFocus(prefix string) {
	f := p.focus
	element, ok := byID(prefix + f.name)
	if f.name == "" || !ok {
		return
	}
	element.Call("focus", map[string]any{"preventScroll": true})
	if f.start.Type() == app.TypeNumber && element.Get("tagName").String() == "INPUT" {
		element.Call("setSelectionRange", f.start, f.end)
	}
}
