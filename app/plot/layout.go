package plot

import "math"

// Layout is where the parts of a chart lie: the rectangle of the plot in
// pixels of the SVG, and the way between values and pixels. The page uses it
// to find what is under the pointer.
type Layout struct {
	Width, Height            float64
	Left, Right, Top, Bottom float64 // the plot's rectangle

	x, y axisScale
}

// X is the pixel at which a value of the horizontal axis lies.
func (l Layout) X(value float64) float64 { return l.x.pixel(value) }

// Y is the pixel at which a value of the vertical axis lies.
func (l Layout) Y(value float64) float64 { return l.y.pixel(value) }

// ValueX is the value at a horizontal pixel.
func (l Layout) ValueX(pixel float64) float64 { return l.x.value(pixel) }

// ValueY is the value at a vertical pixel.
func (l Layout) ValueY(pixel float64) float64 { return l.y.value(pixel) }

// Ranges of the axes.
func (l Layout) RangeX() (from, to float64) { return l.x.from, l.x.to }
func (l Layout) RangeY() (from, to float64) { return l.y.from, l.y.to }

// Layout computes where everything lies.
func (c Chart) Layout() Layout { return c.arrange().Layout }

// arrangement is everything that is decided before anything is drawn.
type arrangement struct {
	Layout
	chart  Chart
	series []Series // drawn, hidden ones left out

	texts          []text
	ticksX, ticksY []float64
	labels         []label // at the lines' ends, or tags that the key explains
	key            []keyEntry
	keyTop         float64
	markers        []placedMarker
}

const (
	margin   = 4  // around everything
	gap      = 8  // between parts: the page's rhythm
	tickGap  = 6  // between a tick's label and the plot
	leader   = 14 // from the plot's edge to a line's label
	perTickY = 56 // pixels that a rule takes at least
	perTickX = 72

	leastWidth, leastHeight = 240, 160
	leastPlot               = 24 // of the plot's height, whatever stands above and below
)

func (c Chart) size() (width, height float64) {
	width = c.Width
	if width == 0 {
		width = 720
	}
	width = max(width, leastWidth)
	height = c.Height
	if height == 0 {
		height = c.FitHeight(width)
	}
	return math.Round(width), math.Round(max(height, leastHeight))
}

// FitHeight is the height at which the chart looks well at the given width:
// ten sixteenths of it, and what a key under a narrow chart needs.
func (c Chart) FitHeight(width float64) float64 {
	width = max(width, leastWidth)
	height := min(max(width*10/16, 240), 640)
	if c.labelMargin(width, height) == 0 {
		height += keyHeight(c.keyEntries(width - 2*margin))
	}
	return math.Round(height + c.footHeight(width))
}

func (c Chart) arrange() *arrangement {
	a := &arrangement{chart: c, series: c.drawn()}
	a.Width, a.Height = c.size()
	room := c.labelMargin(a.Width, a.Height)
	right := a.Width - margin - leader
	if room > 0 {
		right -= room
	} else if len(a.series) > 0 {
		a.key = c.keyEntries(a.Width - 2*margin)
		right -= tagWidth
	}
	a.Right = math.Round(right)

	top := a.head()
	keyTop := a.Height - margin - c.footHeight(a.Width) - keyHeight(a.key)
	nameX := a.axisNameX()
	a.Bottom = math.Round(keyTop - tickGap - lineHeight - float64(len(nameX))*lineHeight)

	// The strip for the markers' words depends on where the markers lie, which
	// depends on the width of the vertical axis's labels, which depends on the
	// height that the strip leaves: one pass with no strip, one with its own.
	strip := 0.0
	for range 2 {
		a.Top = math.Round(min(top+strip, a.Bottom-leastPlot))
		a.verticalAxis()
		a.x = c.scaleX().onPixels(a.Left, a.Right)
		strip = a.placeMarkers()
	}
	for _, m := range a.markers {
		a.texts = append(a.texts, m.words...)
	}
	a.horizontalAxis(nameX)
	a.placeLabels(room)
	a.placeKey(keyTop + gap)
	a.placeFoot()
	return a
}

// verticalAxis chooses the rules and keeps room for their labels on the left.
func (a *arrangement) verticalAxis() {
	most := int(max((a.Bottom-a.Top)/perTickY, 2))
	a.y = a.chart.scaleY(most).onPixels(a.Bottom, a.Top)
	a.ticksY = a.y.ticks(most+1, a.chart.Y.Whole)
	room := 0.0
	for _, v := range a.ticksY {
		room = max(room, textWidth(tickLabel(v), textSize, false))
	}
	a.Left = math.Round(margin + room + tickGap)
}
