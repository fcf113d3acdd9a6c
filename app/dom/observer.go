package dom

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// observation is a browser observer and its callback.
type observation struct {
	observer app.Value
	callback app.Func
}

// shares are the visible shares of an element at which an IntersectionObserver reports. A ResizeObserver ignores them.
var shares = []any{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}

// follow starts a browser observer of the given class on an element. The observer calls changed with its entries, once at
// the beginning and then at every change.
func (o *observation) follow(class, id string, changed func(entries app.Value)) {
	o.callback = app.FuncOf(func(_ app.Value, args []app.Value) any {
		changed(args[0])
		return nil
	})
	if element, ok := byID(id); ok {
		o.observer = app.Window().Get(class).New(o.callback, map[string]any{"threshold": shares})
		o.observer.Call("observe", element)
	}
}

// Stop ends the observation.
func (o *observation) Stop() {
	if o.observer != nil {
		o.observer.Call("disconnect")
	}
	if o.callback != nil {
		o.callback.Release()
	}
}

// Above follows whether an element has scrolled off the top of the screen.
type Above struct{ observation }

// Follow calls changed at once, and again whenever the visible share of the element with the given id crosses one of
// `shares`. above is true when the element with id `part`, or the observed element if there is none, lies wholly above
// the screen. part is looked up on every call, because it may be re-rendered.
func (a *Above) Follow(id, part string, changed func(above bool)) {
	a.follow("IntersectionObserver", id, func(entries app.Value) {
		rectangle := entries.Index(entries.Length() - 1).Get("boundingClientRect")
		if element, ok := byID(part); ok {
			rectangle = element.Call("getBoundingClientRect")
		}
		changed(rectangle.Get("bottom").Float() <= 0)
	})
}

// Resizing follows the size of an element.
type Resizing struct{ observation }

// Follow calls measure, in the component's context, at once and when the element's size changes.
func (r *Resizing) Follow(ctx app.Context, id string, measure func()) {
	r.follow("ResizeObserver", id, func(app.Value) { ctx.Dispatch(func(app.Context) { measure() }) })
}

// Height keeps the CSS property --height of an element equal to its height.
type Height struct{ observation }

// Follow starts with the element that has the given id.
func (h *Height) Follow(id string) {
	h.follow("ResizeObserver", id, func(app.Value) {
		if element, ok := byID(id); ok {
			Style(id, "--height", strconv.Itoa(element.Get("offsetHeight").Int())+"px")
		}
	})
}
