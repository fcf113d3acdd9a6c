package dom

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// leastFrame is narrower than any frame leaves for a chart, whatever its type: less is
// measured only while the page is laid out for something else.
const leastFrame = 60

// FrameWidth is the width that the page leaves in an element, in pixels of the
// chart's own type, which grows with the page's; ok is false where there is
// nothing to measure.
func FrameWidth(id string) (width float64, ok bool) {
	element, ok := byID(id)
	if !ok {
		return 0, false
	}
	width = element.Get("clientWidth").Float() / typeScale()
	return width, width >= leastFrame
}

// ScreenHeight is the height that the screen has for the page, in the same pixels.
func ScreenHeight() float64 { return app.Window().Get("innerHeight").Float() / typeScale() }

// TopOf is how far below the page's top an element begins, in the same pixels.
func TopOf(id string) float64 {
	element, ok := byID(id)
	if !ok {
		return 0
	}
	return (element.Call("getBoundingClientRect").Get("top").Float() + app.Window().Get("scrollY").Float()) / typeScale()
}

// typeScale is how much larger than usual the page's type is.
func typeScale() float64 {
	style := app.Window().Call("getComputedStyle", document().Get("documentElement"))
	size, err := strconv.ParseFloat(strings.TrimSuffix(style.Get("fontSize").String(), "px"), 64)
	if err != nil || size <= 0 {
		return 1
	}
	return size / usualType
}

// usualType is a browser's own size of type, in pixels.
const usualType = 16
