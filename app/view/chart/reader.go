package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/number"
	"lastiterate/app/plot"
)

// Reader shows the values of the charts at one vertical hair through all of them; the charts share their horizontal axis.
// The hair moves with every movement of the pointer, so Reader writes it directly into elements of its own, and go-app does
// not draw the page.
type Reader struct {
	name  string // of the first chart's element; the others' begin with it
	panes []pane
	here  float64 // the run's own value, from which the keys begin; 0 for none
	hair  hair
	// zoomTo shows only from … to of the x axis, and showAll all of it.
	zoomTo  func(ctx app.Context, from, to float64)
	showAll func(ctx app.Context)
}

// pane is one chart as drawn.
type pane struct {
	chart   plot.Chart
	drawing plot.Drawing
	svg     string
	legend  []plot.LegendEntry
	table   plot.Table
	lines   plot.Drawing // the latest drawing with lines, if this drawing has dots in their place
	moves   []plot.Move  // the moves of the previous drawing's lines that have not been made yet
}

// hair is the vertical line at which the charts are being read.
type hair struct {
	on     bool
	x      float64
	pinned bool // a click holds it when the pointer leaves
}

// NewReader returns a Reader of charts. name is the id of the first chart's element.
func NewReader(name string) *Reader { return &Reader{name: name} }

// OnZoom sets the function that zooming calls, with the ends of the part of the axis to be shown; 0 and 0 for the whole
// axis. The function runs in ctx, not in the frame's own context, which would draw only the frame again.
func (r *Reader) OnZoom(ctx app.Context, show func(from, to float64)) {
	r.zoomTo = func(_ app.Context, from, to float64) {
		ctx.Dispatch(func(app.Context) { show(from, to) })
	}
	r.showAll = func(ctx app.Context) { r.zoomTo(ctx, 0, 0) }
}

// Frames are the charts, to be read and zoomed.
func (r *Reader) Frames() []app.UI {
	out := make([]app.UI, len(r.panes))
	for i, p := range r.panes {
		out[i] = &frame{Index: i, SVG: p.svg, Label: p.chart.Title, Reader: r}
	}
	return out
}

// Set draws charts in place of those before; here is the run's own value, 0 for none.
func (r *Reader) Set(charts []plot.Chart, here float64) {
	before := r.panes
	r.panes, r.here = nil, here
	for i, c := range charts {
		d := c.Draw()
		r.panes = append(r.panes, pane{chart: c, drawing: d, svg: d.SVG(), legend: d.Legend(), table: c.Table(tableRows)})
		p := &r.panes[i]
		p.lines = d
		if i < len(before) && d.Dotted() {
			p.lines = before[i].lines
		} else if i < len(before) && !dom.Still() {
			p.moves = d.Since(before[i].lines)
		}
	}
	r.show() // where the charts are now
}

// moving is the time, in milliseconds, that lines take to move to their new places.
const moving = 150

// move animates the lines from their previous places.
func (r *Reader) move() {
	for i := range r.panes {
		moves := r.panes[i].moves
		r.panes[i].moves = nil
		for _, m := range moves {
			dom.MovePath("#"+r.paneID(i)+` > svg path[data-series="`+m.Series+`"]`, m.From, m.To, moving)
		}
	}
}

// paneID is the element of a chart, overlayID that of its overlay, and
// readingID the element of the values that are read.
func (r *Reader) paneID(i int) string {
	if i == 0 {
		return r.name
	}
	return r.name + "-" + strconv.Itoa(i+1)
}

func (r *Reader) overlayID(i int) string { return r.paneID(i) + "-overlay" }

func (r *Reader) readingID() string { return r.name + "-reading" }

// Said is the live region that tells screen readers the values at the hair.
func (r *Reader) Said() app.UI {
	return app.P().ID(r.readingID()).Class("hidden-text").Aria("live", "polite")
}

// points are the values of the horizontal axis at which the charts are read. A single chart is read at the values of the best
// line if these are at least half of all values, or if nothing is drawn between them; otherwise at the values of all lines.
func (r *Reader) points() []float64 {
	if len(r.panes) == 0 {
		return nil
	}
	c, l := r.panes[0].chart, r.panes[0].drawing.Layout
	points := c.Points()
	for _, s := range c.Series {
		if s.Kind == plot.Best && !s.Hidden && len(r.panes) == 1 && (2*len(s.X) >= len(points) || r.has(plot.Drawing.Guessed)) {
			points = s.X
			break
		}
	}
	from, to := l.RangeX()
	return slices.DeleteFunc(slices.Clone(points), func(x float64) bool { return x < from || x > to })
}

// nearest is the point nearest to a pixel of a chart; ok is false if the pixel is outside of the
// plot.
func (r *Reader) nearest(i int, pixel float64) (x float64, ok bool) {
	l, points := r.panes[i].drawing.Layout, r.points()
	if len(points) == 0 || !(pixel >= l.Left && pixel <= l.Right) {
		return 0, false
	}
	k, _ := slices.BinarySearch(points, l.ValueX(pixel))
	if k == len(points) || k > 0 && pixel-l.X(points[k-1]) < l.X(points[k])-pixel {
		k--
	}
	return points[k], true
}

// step moves the hair by so many points, or to an end if by is infinite. If there is no hair, step shows it.
func (r *Reader) step(by float64) {
	points := r.points()
	if len(points) == 0 {
		return
	}
	start := r.here
	if r.hair.on {
		start = r.hair.x
	} else if start == 0 {
		start = points[len(points)/2]
	}
	k, found := slices.BinarySearch(points, start)
	if r.hair.on && !found && by > 0 { // a hair from before the points changed, between k−1 and k
		k--
	}
	if r.hair.on || math.IsInf(by, 0) {
		k = int(min(max(float64(k)+by, 0), float64(len(points)-1)))
	}
	r.hair = hair{on: true, x: points[min(k, len(points)-1)], pinned: true}
	r.show()
	r.say()
}

// show draws the overlays: the hair, or the run's own value, or only the names.
func (r *Reader) show() {
	for i := range r.panes {
		drawing := r.panes[i].drawing.Names()
		if r.hair.on {
			drawing = r.panes[i].drawing.Overlay(r.hair.x)
		} else if r.here > 0 {
			drawing = r.panes[i].drawing.Strip(r.here)
		}
		dom.Draw(r.overlayID(i), drawing)
	}
}

// hide removes the hair.
func (r *Reader) hide() {
	r.hair = hair{}
	r.show()
}

// say tells a screen reader the values at the hair.
func (r *Reader) say() {
	if len(r.panes) == 0 {
		return
	}
	axis := r.panes[0].chart.X
	name := axis.Symbol
	if name == "" {
		name = axis.Name
	}
	parts := []string{name + " = " + number.Stated(r.hair.x) + axis.Unit}
	for _, p := range r.panes {
		for _, value := range p.drawing.Readings(r.hair.x) {
			parts = append(parts, value.Name+" "+value.Text)
		}
	}
	dom.Set(r.readingID(), "textContent", strings.Join(parts, "; "))
}

// has reports whether one of the charts has the property.
func (r *Reader) has(property func(plot.Drawing) bool) bool {
	return slices.ContainsFunc(r.panes, func(p pane) bool { return property(p.drawing) })
}

// charts are the charts that are being read.
func (r *Reader) charts() []plot.Chart {
	var out []plot.Chart
	for _, p := range r.panes {
		out = append(out, p.chart)
	}
	return out
}
