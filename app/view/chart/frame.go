package chart

import (
	"math"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/plot"
)

// frame is one chart under the pointer and the keys: moving the pointer reads the chart, a click
// pins the reading, dragging across a part of the x axis zooms to that part, a double click
// shows the whole axis again.
type frame struct {
	app.Compo

	Index  int
	SVG    string
	Label  string
	Reader *Reader

	pressed  bool
	from, to float64 // pixels of the part that is being chosen
	dragged  bool    // a drag has begun; the click event that ends it is ignored
}

// leastDrag is how many pixels the pointer must move while pressed before it chooses a part of the axis.
const leastDrag = 8

// readable reports whether the chart can be read now.
func (f *frame) readable() bool { return f.Index < len(f.Reader.panes) }

func (f *frame) layout() plot.Layout { return f.Reader.panes[f.Index].drawing.Layout }

// pixel is the horizontal position of the pointer, in the chart's own pixels; −1 if the pointer is outside the chart or
// the chart cannot be read.
func (f *frame) pixel(e app.Event) float64 {
	share, ok := dom.Inside(f.Reader.paneID(f.Index), e)
	if !ok || !f.readable() {
		return -1
	}
	return share * f.layout().Width
}

func (f *frame) onDown(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	f.dragged = false
	// Only the main button of a mouse or a pen drags: a finger scrolls the page and reads the chart.
	if !f.readable() || e.Get("button").Int() != 0 || e.Get("pointerType").String() == "touch" {
		return
	}
	f.pressed, f.from = true, f.pixel(e)
}

func (f *frame) onMove(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if !f.readable() {
		return
	}
	at := f.pixel(e)
	if f.pressed && (f.dragged || math.Abs(at-f.from) > leastDrag) {
		if !f.dragged {
			ctx.JSSrc().Call("setPointerCapture", e.Get("pointerId"))
			f.Reader.hide()
		}
		f.dragged, f.to = true, at
		f.drawChosen()
		return
	}
	if f.Reader.hair.pinned {
		return
	}
	if x, ok := f.Reader.nearest(f.Index, at); ok {
		f.Reader.hair = hair{on: true, x: x}
		f.Reader.show()
	}
}

// drawChosen draws the part of the axis that is being chosen.
func (f *frame) drawChosen() {
	dom.Draw(f.Reader.overlayID(f.Index), f.Reader.panes[f.Index].drawing.Stretch(f.from, f.to))
}

func (f *frame) onUp(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	chosen := f.pressed && f.dragged && f.readable()
	f.pressed = false
	if !chosen {
		return
	}
	f.Reader.hide()
	l := f.layout()
	from, to := max(min(f.from, f.to), l.Left), min(max(f.from, f.to), l.Right)
	if to-from > leastDrag {
		f.zoomTo(ctx, l.ValueX(from), l.ValueX(to))
	}
}

func (f *frame) onCancel(ctx app.Context, _ app.Event) {
	ctx.PreventUpdate()
	f.pressed, f.dragged = false, false
	f.Reader.hide()
}

// zoomTo shows only from … to of the x axis, with rounded ends.
func (f *frame) zoomTo(ctx app.Context, from, to float64) {
	if from, to, ok := roundedEnds(from, to, f.Reader.panes[f.Index].chart.X.Whole); ok {
		f.Reader.zoomTo(ctx, from, to)
	}
}

func (f *frame) onLeave(ctx app.Context, _ app.Event) {
	ctx.PreventUpdate()
	if !f.Reader.hair.pinned && !f.pressed {
		f.Reader.hide()
	}
}

func (f *frame) onPin(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if !f.readable() || f.dragged {
		return
	}
	x, ok := f.Reader.nearest(f.Index, f.pixel(e))
	if !ok {
		return
	}
	f.Reader.hair = hair{on: true, x: x, pinned: !f.Reader.hair.pinned}
	f.Reader.show()
}

func (f *frame) onBlur(ctx app.Context, _ app.Event) {
	ctx.PreventUpdate()
	f.Reader.hide()
}

func (f *frame) onReset(ctx app.Context, _ app.Event) { f.Reader.showAll(ctx) }

// onWheel zooms if Ctrl is held, which a browser also reports for a pinch on a touchpad. Without Ctrl the page scrolls.
func (f *frame) onWheel(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if !f.readable() || !e.Get("ctrlKey").Bool() {
		return
	}
	e.PreventDefault()
	factor := wheelFactor
	if e.Get("deltaY").Float() < 0 {
		factor = 1 / wheelFactor
	}
	f.zoom(ctx, f.pixel(e), factor)
}

// The factors by which one step of the wheel, or one key, multiplies or divides the length of the visible part of the axis.
const (
	wheelFactor = 1.25
	keyFactor   = 2
)

// zoom multiplies the length of the visible part of the axis by factor, keeping pixel fixed.
func (f *frame) zoom(ctx app.Context, pixel, factor float64) {
	l := f.layout()
	pixel = min(max(pixel, l.Left), l.Right)
	f.zoomTo(ctx, l.ValueX(pixel-(pixel-l.Left)*factor), l.ValueX(pixel+(l.Right-pixel)*factor))
}

// coarsePoints is how many points Shift moves at once.
const coarsePoints = 10

// onKey reads the chart by keyboard, and zooms.
func (f *frame) onKey(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if !f.readable() || e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() || e.Get("altKey").Bool() {
		return
	}
	by := 1.0
	if e.Get("shiftKey").Bool() {
		by = coarsePoints
	}
	l := f.layout()
	middle := (l.Left + l.Right) / 2
	if f.Reader.hair.on {
		middle = l.X(f.Reader.hair.x)
	}
	switch e.Get("key").String() {
	case "ArrowRight":
		f.Reader.step(by)
	case "ArrowLeft":
		f.Reader.step(-by)
	case "Home":
		f.Reader.step(math.Inf(-1))
	case "End":
		f.Reader.step(math.Inf(1))
	case "+", "=":
		f.zoom(ctx, middle, 1.0/keyFactor)
	case "-", "_":
		f.zoom(ctx, middle, keyFactor)
	case "0":
		f.Reader.showAll(ctx)
	case "Escape":
		f.Reader.hide()
	default:
		return
	}
	e.PreventDefault()
}

func (f *frame) Render() app.UI {
	return app.Div().ID(f.Reader.paneID(f.Index)).Class("chart").TabIndex(0).Role("application").
		Aria("roledescription", "chart").
		Aria("label", f.Label+". Arrow keys read it point by point; plus and minus zoom, 0 shows all.").
		On("pointerdown", f.onDown).
		On("pointermove", f.onMove).
		On("pointerup", f.onUp).
		On("pointercancel", f.onCancel).
		On("pointerleave", f.onLeave).
		On("wheel", f.onWheel).
		OnClick(f.onPin).
		OnDblClick(f.onReset).
		OnKeyDown(f.onKey).
		OnBlur(f.onBlur).
		Body(app.Raw(f.SVG), app.Div().ID(f.Reader.overlayID(f.Index)).Class("overlay"))
}
