package plot

import (
	"math"

	"lastiterate/app/plot/axis"
	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/svg"
)

// Layout holds the places of the parts of a chart: the rectangle of the plot, in pixels of the SVG's own coordinates, and
// the scales that turn values into pixels and back. With it the page finds the value under the pointer.
type Layout struct {
	Width, Height            float64
	Left, Right, Top, Bottom float64 // the plot's rectangle

	x, y axis.Scale
}

// X is the pixel at which a value of the horizontal axis lies.
func (l Layout) X(value float64) float64 { return l.x.Pixel(value) }

// Y is the pixel at which a value of the vertical axis lies.
func (l Layout) Y(value float64) float64 { return l.y.Pixel(value) }

// ValueX is the value at a horizontal pixel.
func (l Layout) ValueX(pixel float64) float64 { return l.x.Value(pixel) }

// ValueY is the value at a vertical pixel.
func (l Layout) ValueY(pixel float64) float64 { return l.y.Value(pixel) }

// RangeX is the range of the horizontal axis.
func (l Layout) RangeX() (from, to float64) { return l.x.From, l.x.To }

// RangeY is the range of the vertical axis.
func (l Layout) RangeY() (from, to float64) { return l.y.From, l.y.To }

// Layout computes the layout of the chart.
func (c Chart) Layout() Layout { return c.arrange().Layout }

// Drawing is a chart with its layout, which is computed only once for drawing, reading and overlays.
type Drawing struct{ *arrangement }

// Draw lays the chart out.
func (c Chart) Draw() Drawing { return Drawing{c.arrange()} }

// arrangement holds everything that is computed before the chart is drawn.
type arrangement struct {
	Layout
	chart  Chart
	series []Series // the drawn series, without the hidden ones
	found  extents
	room   labelRoom
	lines  [][]point // by series, the points at its values and corners, in pixels
	paths  [][]point // by series, the points of the drawn line
	solid  [][]point // by series that is not smooth, its line without the stretches about which nothing is known
	steps  [][]step  // by series, replacements for stretches that would contradict a proof

	texts          []svg.Text
	ticksX, ticksY []float64
	labels         []label   // at the lines' ends, or where lines leave the plot
	insideBoxes    []svg.Box // boxes of words within the plot
	beside         []besideLine
	leaders        []answerLeader
	key            []keyEntry
	keyTop         float64
	stripTop       float64 // top of the strip in which the chart is read
	markers        []placedMarker
}

// LeastHeight is the height below which no chart is drawn, in pixels.
const LeastHeight = 160

const (
	margin    = 4  // around everything, except on the left
	gap       = 8  // between parts: the page's rhythm
	markerGap = 10 // from the markers' words to the plot, for the label of the highest rule
	tickGap   = 6  // between a tick's label and the plot
	leader    = 14 // from the plot's edge to a line's label
	perTickY  = 40 // least pixels from rule to rule
	mostRules = 6
	perTickX  = 72 // least pixels for a tick of a linear axis
	perPower  = 48 // least pixels for a tick of a logarithmic axis
	mostTicks = 12

	leastWidth = 240
	leastPlot  = 24 // least height of the plot
)

// frame is the width of the blank around a chart that is a file of its own. The page leaves a blank itself.
func (c Chart) frame() float64 {
	if c.Standalone {
		return 16 - margin
	}
	return 0
}

// FitHeight is the height at which the chart looks well at the given width: ten sixteenths of the width, and more if words
// would leave too little height for the plot.
func (c Chart) FitHeight(width float64) float64 { return c.fitHeight(width, c.extents()) }

func (c Chart) fitHeight(width float64, e extents) float64 {
	width = max(width, leastWidth)
	natural := min(max(width*10/16, 280), 640)
	// A layout of ten times the height, in which nothing is squeezed, shows how much room the words around the plot need.
	l := c.layOutWith(e, width, 10*natural, c.labelMargin(width, natural)).Layout
	around := l.Height - (l.Bottom - l.Top)
	plot := min(max((l.Right-l.Left)*9/16, 160), 480)
	return math.Round(max(natural, around+plot) + 2*c.frame())
}

// arrange computes the arrangement of the chart.
func (c Chart) arrange() *arrangement {
	a := c.layOut()
	a.trace()
	if !c.Terse {
		a = a.withNames()
		a.placeAbove()
	}
	a.placeBandName()
	a.placeWaits()
	a.placeFoot()
	return a
}

// withNames returns the chart with the names of its lines at their places.
func (a *arrangement) withNames() *arrangement {
	_, _, fans := a.meetingEnds()
	if a.room.width > 0 && !a.hasOneLine() && fans {
		if b := a.withNamesAlong(); b != nil {
			return b
		}
	}
	a.placeAnswer()
	if a.hasOneLine() && a.room.width == 0 {
		a.placeAlone()
	} else {
		a.placeLabels()
	}
	return a
}

// layOut lays out the parts of the chart that do not depend on the course of the lines.
func (c Chart) layOut() *arrangement {
	e := c.extents()
	width, height := c.Width, c.Height
	if width == 0 {
		width = 720
	}
	width = max(width, leastWidth)
	if height == 0 {
		height = c.fitHeight(width, e)
	}
	width, height = math.Round(width-2*c.frame()), math.Round(max(height, LeastHeight)-2*c.frame())
	return c.layOutWith(e, width, height, c.labelMargin(width, height))
}

// layOutWith is layOut with the given size and the given room for names at the lines' ends. Without such room, a chart of
// several lines has a key.
func (c Chart) layOutWith(e extents, width, height float64, room labelRoom) *arrangement {
	a := &arrangement{chart: c, series: c.drawnSeries(), found: e, room: room}
	a.Width, a.Height = width, height
	right := a.Width - margin - leader
	if room.width > 0 && !c.Terse {
		right -= room.width
	} else if len(a.series) > 1 && !c.Terse && !room.along {
		a.key = a.keyEntries()
	}
	a.Right = math.Round(min(right, a.Width-c.Beside.Right))

	top := a.head()
	nameX := a.axisNameX()
	a.Bottom = math.Round(a.Height - margin - c.footHeight(a.Width) - tickGap - float64(1+len(nameX))*lettering.LineHeight)
	if c.Terse {
		a.Bottom = a.Height - terseBelow - c.narrowMore()
	}
	a.placeKeyBelow(float64(1+len(nameX)) * lettering.LineHeight)

	// The height of the strip for the markers' words depends on the places of the markers. These depend on the width of the
	// vertical axis's labels, which depends on the height that the strip leaves. So there are two passes: one without a
	// strip, and one with the strip of the first.
	strip := 0.0
	for range 2 {
		a.Top = math.Round(min(top+strip, a.Bottom-leastPlot))
		a.verticalAxis()
		a.x = c.scaleX(a.found).OnPixels(a.Left, a.Right)
		strip = a.placeMarkers()
	}
	for _, m := range a.markers {
		a.texts = append(a.texts, m.words...)
	}
	a.horizontalAxis(nameX)
	return a
}

// verticalAxis chooses the rules and keeps room for their labels on the left.
func (a *arrangement) verticalAxis() {
	most := int(min(max((a.Bottom-a.Top)/perTickY, 2), mostRules))
	a.y = a.chart.scaleY(a.found, most).OnPixels(a.Bottom, a.Top)
	a.ticksY = a.y.Ticks(most+1, a.chart.Y.Whole)
	room := 0.0
	for _, v := range a.ticksY {
		room = max(room, lettering.Width(tickLabel(v), lettering.Size, false))
	}
	a.Left = math.Ceil(max(room+tickGap, a.chart.Beside.Left))
}
