package dom

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// observing follows elements by one of the browser's observers.
type observing struct {
	observer app.Value
	observed app.Func
}

// shares of an element in sight at whose crossing an observer is called.
var shares = []any{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}

// follow has the browser call changed with the entries that an observer of a kind has for an
// element: once at the beginning, too.
func (o *observing) follow(kind, id string, changed func(seen app.Value)) {
	o.observed = app.FuncOf(func(_ app.Value, args []app.Value) any {
		changed(args[0])
		return nil
	})
	if element, ok := byID(id); ok {
		o.observer = app.Window().Get(kind).New(o.observed, map[string]any{"threshold": shares})
		o.observer.Call("observe", element)
	}
}

// Stop ends the observation.
func (o *observing) Stop() {
	if o.observer != nil {
		o.observer.Call("disconnect")
	}
	if o.observed != nil {
		o.observed.Release()
	}
}

// Above follows whether an element has left the screen upwards.
type Above struct{ observing }

// Follow calls changed at once, and whenever a part of the element, which may be drawn anew, leaves or
// re-enters the screen; without such a part, whenever the whole does.
func (a *Above) Follow(id, part string, changed func(above bool)) {
	a.follow("IntersectionObserver", id, func(entries app.Value) {
		at := entries.Index(entries.Length() - 1).Get("boundingClientRect")
		if element, ok := byID(part); ok {
			at = element.Call("getBoundingClientRect")
		}
		changed(at.Get("bottom").Float() <= 0)
	})
}

// Resizing follows the size of an element.
type Resizing struct{ observing }

// Follow has measure called, in the component's context, when the size changes.
func (r *Resizing) Follow(ctx app.Context, id string, measure func()) {
	r.follow("ResizeObserver", id, func(app.Value) { ctx.Dispatch(func(app.Context) { measure() }) })
}

// Height has style sheets know how tall an element is: its property --height.
type Height struct{ observing }

// Follow starts to keep --height of the element up to date.
func (h *Height) Follow(id string) {
	h.follow("ResizeObserver", id, func(app.Value) {
		if element, ok := byID(id); ok {
			Style(id, "--height", strconv.Itoa(element.Get("offsetHeight").Int())+"px")
		}
	})
}
