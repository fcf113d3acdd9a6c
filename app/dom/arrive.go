package dom

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// doings are what people do to a page: from then on where it stands is theirs.
var doings = []string{"wheel", "touchstart", "pointerdown", "keydown"}

// Arrive brings an element to the top of the screen, with the focus. What stands above it may
// be drawn later and be higher, so the element is brought there again at every change of the
// page's height, until somebody does something.
func (s Screen) Arrive(id string) {
	element, ok := byID(id)
	if !ok {
		return
	}
	var (
		sheet       observing
		leave, look app.Func
		was         standing // where the page stood when the element was brought
	)
	leave = app.FuncOf(func(app.Value, []app.Value) any {
		sheet.Stop()
		for _, doing := range doings {
			app.Window().Call("removeEventListener", doing, leave, true)
		}
		app.Window().Call("removeEventListener", "scroll", look)
		leave.Release()
		look.Release()
		return nil
	})
	// A scrollbar says nothing of who moves it. Browsers scroll themselves where a page grows or
	// shrinks above what is seen; a page as high as before was moved by somebody.
	look = app.FuncOf(func(app.Value, []app.Value) any {
		if now := stands(); now.height == was.height && max(now.scrolled-was.scrolled, was.scrolled-now.scrolled) > 2 {
			leave.Invoke()
		}
		return nil
	})
	for _, doing := range doings {
		app.Window().Call("addEventListener", doing, leave, true)
	}
	element.Call("focus", map[string]any{"preventScroll": true})
	sheet.follow("ResizeObserver", "main", func(app.Value) {
		if element, ok := byID(id); ok {
			element.Call("scrollIntoView")
		}
		was = stands()
	})
	app.Window().Call("addEventListener", "scroll", look)
}

// standing is how far a page is scrolled, and how high it is, in pixels.
type standing struct{ scrolled, height float64 }

// stands measures where the page is.
func stands() standing {
	return standing{
		app.Window().Get("scrollY").Float(),
		document().Get("documentElement").Get("scrollHeight").Float(),
	}
}
