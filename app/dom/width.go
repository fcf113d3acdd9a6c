package dom

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// leastFrame is narrower than any screen leaves for a chart: less is measured
// only while the page is laid out for something else.
const leastFrame = 200

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

// aboveChart is what stands above a chart on the page: the header, the answer and
// the tabs; see web/styles.
const aboveChart = 312

// HeightLeft is what the screen leaves for a chart of a width that is on the page:
// its horizontal axis is to be seen without scrolling. On a narrow screen, whose
// height changes while one scrolls, it is 0.
func HeightLeft(width float64) float64 {
	if width < leastWide {
		return 0
	}
	return max(app.Window().Get("innerHeight").Float()/typeScale()-aboveChart, lowestChart)
}

// lowestChart is the height below which a chart is not pressed: it is scrolled to
// instead.
const lowestChart = 320

// leastWide is the width of a chart from which the run stands beside it.
const leastWide = 500

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
