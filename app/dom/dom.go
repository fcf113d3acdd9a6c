package dom

import "github.com/maxence-charriere/go-app/v10/pkg/app"

func document() app.Value { return app.Window().Get("document") }

// byID finds an element; ok is false where there is none.
func byID(id string) (element app.Value, ok bool) {
	element = app.Window().GetElementByID(id)
	return element, element.Truthy()
}

// Exists reports whether there is an element.
func Exists(id string) bool {
	_, ok := byID(id)
	return ok
}

// Property is a property of an element as text; empty where there is no such element.
func Property(id, name string) string {
	if element, ok := byID(id); ok {
		return element.Get(name).String()
	}
	return ""
}

// SetProperty writes a property of an element where it differs. go-app writes
// attributes only, which an input that was typed in no longer follows.
func SetProperty(id, name string, value any) {
	element, ok := byID(id)
	if !ok || element.Get(name).Equal(app.ValueOf(value)) {
		return
	}
	element.Set(name, value)
}

// Set writes a property of an element, whatever it is.
func Set(id, name string, value any) {
	if element, ok := byID(id); ok {
		element.Set(name, value)
	}
}

// Draw gives an element other markup, in which whatever was typed is escaped.
func Draw(id, markup string) {
	if element, ok := byID(id); ok {
		element.Set("innerHTML", boot().Call("markup", markup)) // see trusted in web/program.js
	}
}

// Style writes properties of an element's style, each with its value.
func Style(id string, properties ...string) {
	if element, ok := byID(id); ok {
		for i := 0; i < len(properties); i += 2 {
			element.Get("style").Call("setProperty", properties[i], properties[i+1])
		}
	}
}

// Mark gives an element the attribute data-name, or takes it away. A class would last until go-app
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

// GoTo brings an element to the top of the screen, and the focus to it.
func GoTo(id string) {
	if element, ok := byID(id); ok {
		element.Call("focus")
		// What sticks to the screen follows a part of the way, and is still above it.
		for range 20 {
			element.Call("scrollIntoView")
			if element.Call("getBoundingClientRect").Get("top").Float() >= 0 {
				break
			}
		}
	}
}

// GoToField brings a field of the form to the middle of the screen, with what is said of it, and
// the focus to it, or to the first of its choices; ok is false where there is no such field.
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

// Focused is the id of the element that has the focus.
func Focused() string {
	if active := document().Get("activeElement"); active.Truthy() {
		return active.Get("id").String()
	}
	return ""
}

// ScrollIntoRow scrolls a row sideways until an element of it is in its middle.
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

// CloseDialog closes it.
func CloseDialog(id string) {
	if dialog, ok := byID(id); ok {
		dialog.Call("close")
	}
}

// DialogOpen reports whether it is open.
func DialogOpen(id string) bool {
	dialog, ok := byID(id)
	return ok && dialog.Get("open").Bool()
}

// Inside is where a pointer is in an element, as a share of its width.
func Inside(id string, e app.Event) (share float64, ok bool) {
	element, ok := byID(id)
	if !ok {
		return 0, false
	}
	box := element.Call("getBoundingClientRect")
	return (e.Get("clientX").Float() - box.Get("left").Float()) / box.Get("width").Float(), true
}

// MovePath has a path that a selector finds come from where it was drawn before, in so
// many milliseconds. Where a browser does not know how, it is there at once.
func MovePath(selector, from, to string, milliseconds int) {
	line := document().Call("querySelector", selector)
	if !line.Truthy() {
		return
	}
	path := func(data string) any { return map[string]any{"d": `path("` + data + `")`} }
	line.Call("animate", []any{path(from), path(to)}, milliseconds)
}

// Still reports whether the person wants nothing to move by itself.
func Still() bool {
	return app.Window().Call("matchMedia", "(prefers-reduced-motion: reduce)").Get("matches").Bool()
}

// NextFrame calls f before the screen is drawn the next time.
func NextFrame(ctx app.Context, f func(app.Context)) {
	app.Window().Call("requestAnimationFrame", once(func(app.Value) { ctx.Dispatch(f) }))
}

// once calls f with the first argument of the one call that will come.
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

// listen calls f, on the page's goroutine, at every event of a target.
func listen(ctx app.Context, target app.Value, event string, f func(app.Context)) {
	target.Call("addEventListener", event, app.FuncOf(func(app.Value, []app.Value) any {
		ctx.Dispatch(f)
		return nil
	}))
}
