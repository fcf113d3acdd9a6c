package dom

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// inputs are the events that show that the visitor uses the page. From then on the page no longer scrolls by itself.
var inputs = []string{"wheel", "touchstart", "pointerdown", "keydown"}

// Arrive scrolls an element to the top of the screen and focuses it. Parts above it may be drawn
// later and push it down, so Arrive scrolls to it again whenever the page's height changes, until the
// visitor uses the page.
func (s Screen) Arrive(id string) {
	element, ok := byID(id)
	if !ok {
		return
	}
	var (
		height         observation
		stop, onScroll app.Func
		last           position // of the page when Arrive last scrolled to the element
	)
	stop = app.FuncOf(func(app.Value, []app.Value) any {
		height.Stop()
		for _, input := range inputs {
			app.Window().Call("removeEventListener", input, stop, true)
		}
		app.Window().Call("removeEventListener", "scroll", onScroll)
		stop.Release()
		onScroll.Release()
		return nil
	})
	// A scroll event does not say who scrolled. Browsers scroll by themselves when a page grows or
	// shrinks above the visible part; if the height is unchanged, the visitor has scrolled.
	onScroll = app.FuncOf(func(app.Value, []app.Value) any {
		if now := pagePosition(); now.height == last.height && max(now.scrolled-last.scrolled, last.scrolled-now.scrolled) > 2 {
			stop.Invoke()
		}
		return nil
	})
	for _, input := range inputs {
		app.Window().Call("addEventListener", input, stop, true)
	}
	element.Call("focus", map[string]any{"preventScroll": true})
	height.follow("ResizeObserver", "main", func(app.Value) {
		if element, ok := byID(id); ok {
			element.Call("scrollIntoView")
		}
		last = pagePosition()
	})
	app.Window().Call("addEventListener", "scroll", onScroll)
}

// position is how far a page is scrolled, and how high it is, in pixels.
type position struct{ scrolled, height float64 }

func pagePosition() position {
	return position{
		app.Window().Get("scrollY").Float(),
		document().Get("documentElement").Get("scrollHeight").Float(),
	}
}
