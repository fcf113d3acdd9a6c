package dom

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// leastFrame is a width, in pixels, below that of any chart. A smaller width is measured only while the
// page is laid out for something else, such as print, and is ignored.
const leastFrame = 60

// FrameWidth is the inner width of an element, in pixels at the browser's usual type size: charts grow
// with the page's type. ok is false if the element does not exist, is not laid out, or is narrower than leastFrame.
func FrameWidth(id string) (width float64, ok bool) {
	element, ok := byID(id)
	if !ok {
		return 0, false
	}
	width = element.Get("clientWidth").Float() / typeScale()
	return width, width >= leastFrame
}

// ScreenHeight is the height of the window's content, in the pixels of FrameWidth.
func ScreenHeight() float64 { return app.Window().Get("innerHeight").Float() / typeScale() }

// TopOf is the distance of an element's top from the page's top, in the pixels of FrameWidth; 0 if there is no such
// element.
func TopOf(id string) float64 {
	element, ok := byID(id)
	if !ok {
		return 0
	}
	return (element.Call("getBoundingClientRect").Get("top").Float() + app.Window().Get("scrollY").Float()) / typeScale()
}

// typeScale is the ratio of the page's type size to the usual one, 1 if it is unknown.
func typeScale() float64 {
	style := app.Window().Call("getComputedStyle", document().Get("documentElement"))
	size, err := strconv.ParseFloat(strings.TrimSuffix(style.Get("fontSize").String(), "px"), 64)
	if err != nil || size <= 0 {
		return 1
	}
	return size / usualType
}

// usualType is the type size that browsers use by default, in pixels.
const usualType = 16
