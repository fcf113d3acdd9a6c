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

// follow has the browser call changed with the entries that an observer of a kind has for an
// element: once at the beginning, too.
func (o *observing) follow(kind, id string, changed func(seen app.Value)) {
	o.observed = app.FuncOf(func(_ app.Value, args []app.Value) any {
		changed(args[0])
		return nil
	})
	if element, ok := byID(id); ok {
		o.observer = app.Window().Get(kind).New(o.observed)
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

// Follow calls changed at once, and whenever the element leaves or re-enters the screen.
func (a *Above) Follow(id string, changed func(above bool)) {
	a.follow("IntersectionObserver", id, func(entries app.Value) {
		seen := entries.Index(entries.Length() - 1)
		changed(!seen.Get("isIntersecting").Bool() && seen.Get("boundingClientRect").Get("bottom").Float() <= 0)
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
