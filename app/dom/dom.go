package dom

import "github.com/maxence-charriere/go-app/v10/pkg/app"

func document() app.Value { return app.Window().Get("document") }

// byID finds an element; ok is false if there is none.
func byID(id string) (element app.Value, ok bool) {
	element = app.Window().GetElementByID(id)
	return element, element.Truthy()
}

// Exists reports whether there is an element with this id.
func Exists(id string) bool {
	_, ok := byID(id)
	return ok
}

// Property is a property of an element as text, empty if there is no such element.
func Property(id, name string) string {
	if element, ok := byID(id); ok {
		return element.Get(name).String()
	}
	return ""
}

// SetProperty writes a property of an element if it differs. go-app writes only attributes, which no
// longer change an input once somebody has typed in it.
func SetProperty(id, name string, value any) {
	element, ok := byID(id)
	if !ok || element.Get(name).Equal(app.ValueOf(value)) {
		return
	}
	element.Set(name, value)
}

// Set writes a property of an element even if the property has the value already: writing may have an effect of its own.
func Set(id, name string, value any) {
	if element, ok := byID(id); ok {
		element.Set(name, value)
	}
}

// Draw replaces an element's content by markup, in which the caller has escaped everything that was typed.
func Draw(id, markup string) {
	if element, ok := byID(id); ok {
		element.Set("innerHTML", boot().Call("markup", markup)) // see trusted in web/program.js
	}
}

// Style writes properties of an element's style, given as names and values in turn.
func Style(id string, properties ...string) {
	if element, ok := byID(id); ok {
		for i := 0; i < len(properties); i += 2 {
			element.Get("style").Call("setProperty", properties[i], properties[i+1])
		}
	}
}

// Mark gives an element the attribute data-name, or removes it. A class would be lost as soon as go-app
// renders the element with other classes.
func Mark(id, name string, on bool) {
	if element, ok := byID(id); ok {
		element.Call("toggleAttribute", "data-"+name, on)
	}
}

// Focus brings the focus to an element.
func Focus(id string) {
	if element, ok := byID(id); ok {
		element.Call("focus")
	}
}

// GoTo focuses an element and scrolls it to the top of the screen.
func GoTo(id string) {
	if element, ok := byID(id); ok {
		element.Call("focus")
		// A scroll may end with the element above the screen, because a sticky part of the page moves with it.
		// Twenty more scrolls are enough.
		for range 20 {
			element.Call("scrollIntoView")
			if element.Call("getBoundingClientRect").Get("top").Float() >= 0 {
				break
			}
		}
	}
}

// Reveal focuses an element. It also scrolls the element to the top if its top is above the screen, or if the visible part
// is less than half of the element and less than half of the screen.
func Reveal(id string) {
	element, ok := byID(id)
	if !ok {
		return
	}
	element.Call("focus", map[string]any{"preventScroll": true})
	screen := app.Window().Get("innerHeight").Float()
	at := element.Call("getBoundingClientRect")
	top, bottom := at.Get("top").Float(), at.Get("bottom").Float()
	if top >= 0 && min(bottom, screen)-top >= min(bottom-top, screen)/2 {
		return
	}
	behaviour := "smooth"
	if Still() {
		behaviour = "instant"
	}
	element.Call("scrollIntoView", map[string]any{"behavior": behaviour})
}

// Unfold unfolds the group of a field of the form, if that is folded.
func Unfold(id string) {
	field, ok := byID(id)
	if !ok || field.Get("offsetParent").Truthy() {
		return
	}
	if fold := field.Call("closest", ".group").Call("querySelector", ".fold"); fold.Truthy() {
		fold.Call("click")
	}
}

// GoToField scrolls a field of the form, with its label and help, to the middle of the screen and focuses
// it, or the first of its choices. ok is false if there is no such field.
func GoToField(id string) (ok bool) {
	field, ok := byID(id)
	if !ok {
		return false
	}
	focused := field
	if first := field.Call("querySelector", "input"); first.Truthy() {
		focused = first
	}
	focused.Call("focus", map[string]any{"preventScroll": true})
	field.Call("closest", ".field").Call("scrollIntoView", map[string]any{"block": "center"})
	return true
}

// Focused is the id of the element that has the focus, empty if none has.
func Focused() string {
	if active := document().Get("activeElement"); active.Truthy() {
		return active.Get("id").String()
	}
	return ""
}

// ScrollIntoRow scrolls the row that contains an element sideways until the element is in its middle.
func ScrollIntoRow(id string) {
	if element, ok := byID(id); ok {
		element.Call("scrollIntoView", map[string]any{"block": "nearest", "inline": "center"})
	}
}

// ShowDialog opens a dialog that is not open.
func ShowDialog(id string) {
	if dialog, ok := byID(id); ok && !dialog.Get("open").Bool() {
		dialog.Call("showModal")
	}
}

// CloseDialog closes a dialog.
func CloseDialog(id string) {
	if dialog, ok := byID(id); ok {
		dialog.Call("close")
	}
}

// DialogOpen reports whether a dialog is open.
func DialogOpen(id string) bool {
	dialog, ok := byID(id)
	return ok && dialog.Get("open").Bool()
}

// Inside is the pointer's horizontal place in an element, from 0 at its left edge to 1 at its right; ok is
// false if there is no such element.
func Inside(id string, e app.Event) (share float64, ok bool) {
	element, ok := byID(id)
	if !ok {
		return 0, false
	}
	box := element.Call("getBoundingClientRect")
	return (e.Get("clientX").Float() - box.Get("left").Float()) / box.Get("width").Float(), true
}

// MovePath animates the SVG path that a selector finds from one outline to another. A browser that cannot
// animate paths shows the second at once.
func MovePath(selector, from, to string, milliseconds int) {
	line := document().Call("querySelector", selector)
	if !line.Truthy() {
		return
	}
	path := func(data string) any { return map[string]any{"d": `path("` + data + `")`} }
	line.Call("animate", []any{path(from), path(to)}, milliseconds)
}

// Still reports whether the visitor has asked for reduced motion.
func Still() bool {
	return app.Window().Call("matchMedia", "(prefers-reduced-motion: reduce)").Get("matches").Bool()
}

// NextFrame calls f before the browser next draws the screen.
func NextFrame(ctx app.Context, f func(app.Context)) {
	app.Window().Call("requestAnimationFrame", once(func(app.Value) { ctx.Dispatch(f) }))
}

// once wraps f for a browser function that calls it once. f gets the first argument of the call, or null without one; the
// wrapper is released before f runs.
func once(f func(app.Value)) app.Func {
	var call app.Func
	call = app.FuncOf(func(_ app.Value, args []app.Value) any {
		call.Release()
		argument := app.Null()
		if len(args) > 0 {
			argument = args[0]
		}
		f(argument)
		return nil
	})
	return call
}

// listen calls f, on the page's goroutine, whenever an event of the given name happens on target.
func listen(ctx app.Context, target app.Value, event string, f func(app.Context)) {
	target.Call("addEventListener", event, app.FuncOf(func(app.Value, []app.Value) any {
		ctx.Dispatch(f)
		return nil
	}))
}
