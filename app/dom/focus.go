package dom

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// KeepFocusInSight follows the focus within a sticky element. If the focus is above the screen or under the digest, the
// one-line answer fixed at the top, it scrolls the focused element into view. The browser's own scrolling does not help,
// because a sticky element moves along.
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
			if at, below := top(active), belowDigest(); at < below {
				// free is where the focused element lies when the screen is scrolled so far that the sticky element no longer sticks.
				free := top(sticky.Get("parentElement")) + at - top(sticky)
				app.Window().Call("scrollBy", map[string]any{"top": free - below, "behavior": "instant"})
			}
		})
	})
}

// belowDigest is the height in pixels, at the present type size, below which the digest covers nothing: the page's
// scroll-padding-top (web/styles/20-base.css). It is 0 if the page has none.
func belowDigest() float64 {
	style := app.Window().Call("getComputedStyle", document().Get("documentElement"))
	pixels, err := strconv.ParseFloat(strings.TrimSuffix(style.Get("scrollPaddingTop").String(), "px"), 64)
	if err != nil {
		return 0
	}
	return pixels
}
