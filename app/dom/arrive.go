package dom

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// inputs are the events that show that a person uses the page; from then on the person decides how far it is scrolled.
var inputs = []string{"wheel", "touchstart", "pointerdown", "keydown"}

// Arrive scrolls an element to the top of the screen and focuses it. Parts above it may be drawn
// later and push it down, so it is scrolled there again whenever the page's height changes, until
// somebody uses the page.
func (s Screen) Arrive(id string) {
	element, ok := byID(id)
	if !ok {
		return
	}
	var (
		sheet       observation
		leave, look app.Func
		was         position // of the page when it was last scrolled to the element
	)
	leave = app.FuncOf(func(app.Value, []app.Value) any {
		sheet.Stop()
		for _, input := range inputs {
			app.Window().Call("removeEventListener", input, leave, true)
		}
		app.Window().Call("removeEventListener", "scroll", look)
		leave.Release()
		look.Release()
		return nil
	})
	// A scroll event does not say who scrolled. Browsers scroll by themselves when a page grows or
	// shrinks above the visible part; if the height is unchanged, a person did it.
	look = app.FuncOf(func(app.Value, []app.Value) any {
		if now := pagePosition(); now.height == was.height && max(now.scrolled-was.scrolled, was.scrolled-now.scrolled) > 2 {
			leave.Invoke()
		}
		return nil
	})
	for _, input := range inputs {
		app.Window().Call("addEventListener", input, leave, true)
	}
	element.Call("focus", map[string]any{"preventScroll": true})
	sheet.follow("ResizeObserver", "main", func(app.Value) {
		if element, ok := byID(id); ok {
			element.Call("scrollIntoView")
		}
		was = pagePosition()
	})
	app.Window().Call("addEventListener", "scroll", look)
}

// position is how far a page is scrolled, and how high it is, in pixels.
type position struct{ scrolled, height float64 }

func pagePosition() position {
	return position{
		app.Window().Get("scrollY").Float(),
		document().Get("documentElement").Get("scrollHeight").Float(),
	}
}
