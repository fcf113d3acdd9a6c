package app

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/number"
	"lastiterate/app/plot"
)

// hair is the vertical line at which the chart is being read.
type hair struct {
	on     bool
	x      float64
	pinned bool // a click holds it when the pointer leaves
}

// The hair moves with every movement of the pointer, so it is written straight
// into its own element: nothing else of the page changes with it.

func (c *chart) onMove(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if c.hair.pinned || c.svg == "" {
		return
	}
	if x, ok := c.nearest(c.pixel(e)); ok {
		c.hair = hair{on: true, x: x}
		c.showHair()
	}
}

func (c *chart) onLeave(ctx app.Context, _ app.Event) {
	ctx.PreventUpdate()
	if !c.hair.pinned {
		c.hideHair()
	}
}

func (c *chart) onPin(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if c.svg == "" {
		return
	}
	x, ok := c.nearest(c.pixel(e))
	if !ok {
		return
	}
	c.hair = hair{on: true, x: x, pinned: !c.hair.pinned}
	c.showHair()
}

func (c *chart) onBlur(ctx app.Context, _ app.Event) {
	ctx.PreventUpdate()
	c.hideHair()
}

// coarsePoints is how many points Shift moves at once.
const coarsePoints = 10

// onKey reads the chart by keyboard.
func (c *chart) onKey(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	points := c.points()
	if c.svg == "" || len(points) == 0 {
		return
	}
	step := 1
	if e.Get("shiftKey").Bool() {
		step = coarsePoints
	}
	start := float64(c.T)
	if c.hair.on {
		start = c.hair.x
	}
	i, _ := slices.BinarySearch(points, start)
	switch e.Get("key").String() {
	case "ArrowRight":
		if c.hair.on {
			i += step
		}
	case "ArrowLeft":
		if c.hair.on {
			i -= step
		}
	case "Home":
		i = 0
	case "End":
		i = len(points) - 1
	case "Escape":
		c.hideHair()
		return
	default:
		return
	}
	e.PreventDefault()
	c.hair = hair{on: true, x: points[min(max(i, 0), len(points)-1)], pinned: true}
	c.showHair()
	c.sayHair()
}

// points are the values of T at which the chart is read: those of the answer's
// line, which may be fewer than the other lines have.
func (c *chart) points() []float64 {
	for _, s := range c.drawn.Series {
		if s.Kind == plot.Best && !s.Hidden {
			return s.X
		}
	}
	return c.drawn.Points()
}

// nearest is the point nearest to a pixel of the chart; ok is false outside of
// the plot.
func (c *chart) nearest(pixel float64) (x float64, ok bool) {
	points := c.points()
	if len(points) == 0 || pixel < c.layout.Left || pixel > c.layout.Right {
		return 0, false
	}
	i, _ := slices.BinarySearch(points, c.layout.ValueX(pixel))
	if i == len(points) || i > 0 && pixel-c.layout.X(points[i-1]) < c.layout.X(points[i])-pixel {
		i--
	}
	return points[i], true
}

// pixel is where the pointer is, in the chart's own pixels.
func (c *chart) pixel(e app.Event) float64 {
	frame, ok := byID("chart")
	if !ok {
		return -1
	}
	box := frame.Call("getBoundingClientRect")
	return (e.Get("clientX").Float() - box.Get("left").Float()) * c.layout.Width / box.Get("width").Float()
}

func (c *chart) showHair() {
	overlay, ok := byID("chart-overlay")
	if !ok {
		return
	}
	drawing := ""
	if c.hair.on && c.svg != "" {
		drawing = c.drawn.Overlay(c.hair.x)
	}
	overlay.Set("innerHTML", drawing)
}

func (c *chart) hideHair() {
	c.hair = hair{}
	c.showHair()
}

// sayHair tells a screen reader what stands at the hair.
func (c *chart) sayHair() {
	parts := []string{"T = " + number.Plain(c.hair.x)}
	for _, r := range c.drawn.Readings(c.hair.x) {
		parts = append(parts, r.Name+" "+r.Text)
	}
	if element, ok := byID("reading"); ok {
		element.Set("textContent", strings.Join(parts, "; "))
	}
}
