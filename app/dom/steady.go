package dom

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// KeepFieldSteady holds the focused field, an element whose id begins with prefix, where it is on the screen while other elements
// change their heights: on a telephone the answer is above the form, and is longer after some edits than after others. Browsers
// hold it only on a page that is scrolled, and Safari never does.
func KeepFieldSteady(prefix string, others ...string) {
	field, top := "", 0.0 // of the field when it had the focus, or the page was scrolled, last
	place := func() (id string, top float64) {
		if id = Focused(); strings.HasPrefix(id, prefix) {
			return id, document().Get("activeElement").Call("getBoundingClientRect").Get("top").Float()
		}
		return "", 0
	}
	note := app.FuncOf(func(app.Value, []app.Value) any {
		field, top = place()
		return nil
	})
	reached := -1.0 // where the last scroll of resized has ended, whose event is none of the visitor's
	scrolledTo := func() float64 { return app.Window().Get("scrollY").Float() }
	app.Window().Call("addEventListener", "focusin", note)
	app.Window().Call("addEventListener", "scroll", app.FuncOf(func(app.Value, []app.Value) any {
		if scrolledTo() != reached {
			field, top = place()
		}
		return nil
	}))
	resized := app.FuncOf(func(app.Value, []app.Value) any {
		if id, now := place(); id != "" && id == field {
			app.Window().Call("scrollBy", map[string]any{"top": now - top, "behavior": "instant"})
			reached = scrolledTo()
		}
		field, top = place()
		return nil
	})
	observer := app.Window().Get("ResizeObserver").New(resized)
	for _, id := range others {
		if element, ok := byID(id); ok {
			observer.Call("observe", element)
		}
	}
}
