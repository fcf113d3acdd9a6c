package dom

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// FirstPaint is what the build wrote for the default run, as it stood when the
// program took its place: the markup of its answer and of its chart, empty if the
// address describes another run.
type FirstPaint struct {
	Answer, Chart string
	focus         focus
}

// LookAtFirstPaint is called while the first paint is still there.
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

// OpeningRun reports whether the address describes no other run than the one that the build
// has answered; see web/head.js.
func OpeningRun() bool {
	return document().Get("documentElement").Get("classList").Call("contains", "opening").Bool()
}

// focus is the field of the first paint that had the focus, and the caret in it, when the program took over. It
// must be read before the page is mounted, which removes the first paint.
type focus struct {
	name       string
	start, end app.Value
}

// noteFocus reads which field the visitor is typing in.
func noteFocus() focus {
	element := document().Get("activeElement")
	if !element.Truthy() || !element.Get("name").Truthy() {
		return focus{}
	}
	return focus{name: element.Get("name").String(), start: element.Get("selectionStart"), end: element.Get("selectionEnd")}
}

// RestoreFocus gives the focus and the caret back to the field of the same name, whose id
// begins with prefix.
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
