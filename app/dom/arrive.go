package dom

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// doings are what people do to a page: from then on where it stands is theirs.
var doings = []string{"wheel", "touchstart", "pointerdown", "keydown", moved}

// moved is told where a page was scrolled by what sends no event of its own.
const moved = "last-iterate-moved"

// Arrive brings an element to the top of the screen, with the focus. What stands above it may
// be drawn later and be higher, so the element is brought there again at every change of the
// page's height, until somebody does something.
func (s Screen) Arrive(id string) {
	element, ok := byID(id)
	if !ok {
		return
	}
	var sheet observing
	var leave app.Func
	leave = app.FuncOf(func(app.Value, []app.Value) any {
		sheet.Stop()
		for _, doing := range doings {
			app.Window().Call("removeEventListener", doing, leave, true)
		}
		leave.Release()
		return nil
	})
	for _, doing := range doings {
		app.Window().Call("addEventListener", doing, leave, true)
	}
	element.Call("focus", map[string]any{"preventScroll": true})
	where := func() (scrolled, top float64) {
		element, ok := byID(id)
		if !ok {
			return 0, 0
		}
		return app.Window().Get("scrollY").Float(), element.Call("getBoundingClientRect").Get("top").Float()
	}
	brought := false
	var scrolled, top float64 // where it was brought
	sheet.follow("ResizeObserver", "main", func(app.Value) {
		// Browsers scroll themselves where the page grows above what is seen; then it is where it was. A
		// scrollbar says nothing of who moves it.
		if y, now := where(); brought && y != scrolled && max(now-top, top-now) > 2 {
			app.Window().Call("dispatchEvent", app.Window().Get("Event").New(moved))
			return
		}
		if element, ok := byID(id); ok {
			element.Call("scrollIntoView")
		}
		brought = true
		scrolled, top = where()
	})
}
