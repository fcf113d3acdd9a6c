package dom

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// KeepFocusInSight scrolls to whatever gets the focus within a sticky element while its upper part is above the screen. The
// browser's own scrolling does not show it, because the element moves along.
func KeepFocusInSight(ctx app.Context, id string) {
	sticky, ok := byID(id)
	if !ok {
		return
	}
	listen(ctx, sticky, "focusin", func(ctx app.Context) {
		NextFrame(ctx, func(app.Context) {
			active := document().Get("activeElement")
			if !sticky.Call("contains", active).Bool() || active.Get("tabIndex").Int() < 0 ||
				app.Window().Call("getComputedStyle", sticky).Get("position").String() != "sticky" {
				return
			}
			top := func(e app.Value) float64 { return e.Call("getBoundingClientRect").Get("top").Float() }
			if at := top(active); at < belowDigest {
				// Where it stands once the element does not stick any longer.
				free := top(sticky.Get("parentElement")) + at - top(sticky)
				app.Window().Call("scrollBy", map[string]any{"top": free - belowDigest, "behavior": "instant"})
			}
		})
	})
}

// belowDigest is below the answer in one line at the top of the screen, in pixels: scroll-padding-top in
// web/styles/20-base.css.
const belowDigest = 56
