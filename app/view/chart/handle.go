package chart

import (
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/form"
	"lastiterate/app/number"
	"lastiterate/app/picture"
	"lastiterate/app/plot"
	"lastiterate/app/state"
	"lastiterate/app/view"
)

// parameter is the name of the field that the visible curve varies.
func (c *Chart) parameter() string {
	if c.Scene.Parameter == "" {
		return "T"
	}
	return c.Scene.Parameter
}

// handle is the element with which the visitor moves the run's own value on the chart. The chart draws the dot; this element
// lies over the dot, stays there when the chart is drawn again, and can have the focus.
func (c *Chart) handle() app.UI {
	label := form.LabelOf(c.Now, picture.Field(c.parameter()))
	from, to := c.layout().RangeX()
	return app.Div().ID("chart-handle").Class("handle").TabIndex(0).Role("slider").
		Aria("label", label.Name+" "+label.Symbol).Aria("orientation", "horizontal").
		Aria("valuemin", decimal(min(from, c.Scene.Here))).
		Aria("valuemax", decimal(max(to, c.Scene.Here))).
		Aria("valuenow", decimal(c.Scene.Here)).
		Aria("valuetext", number.Plain(c.Scene.Here)).
		On("pointerdown", c.onGrip).
		On("pointermove", c.onDrag).
		On("pointerup", c.onDrop).
		On("pointercancel", c.onDrop).
		OnKeyDown(c.onHandleKey)
}

// decimal writes a number without an exponent, as ARIA requires.
func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// layout is the layout of the chart with the handle.
func (c *Chart) layout() plot.Layout {
	if len(c.reader.panes) == 0 {
		return plot.Chart{}.Layout()
	}
	return c.reader.panes[0].drawing.Layout
}

// placeHandle lays the handle over its dot.
func (c *Chart) placeHandle() {
	if len(c.reader.panes) == 0 {
		return
	}
	l := c.layout()
	at := l.X(c.Scene.Here)
	// Outside of the visible part of the axis there is no dot to drag.
	outside := !(at >= l.Left-1 && at <= l.Right+1)
	dom.Mark("chart-handle", "outside", outside)
	x := min(max(at, l.Left), l.Right)
	dom.Style("chart-handle", "left", percent(x/l.Width), "top", percent(l.Bottom/l.Height))
}

func percent(share float64) string {
	return strconv.FormatFloat(100*share, 'f', 3, 64) + "%"
}

// onGrip starts dragging.
func (c *Chart) onGrip(ctx app.Context, e app.Event) {
	if len(c.reader.panes) == 0 {
		return
	}
	from, to := c.layout().RangeX()
	c.held = &held{from: from, to: to}
	ctx.JSSrc().Call("setPointerCapture", e.Get("pointerId"))
	c.reader.hide()
}

// onDrag notes the pointer's place. A mouse reports its movements more often than the screen is drawn, so the run follows
// only once a frame.
func (c *Chart) onDrag(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if c.held == nil {
		return
	}
	f := frame{Reader: c.reader}
	c.held.pixel, c.held.moved = f.pixel(e), true
	if c.held.awaiting {
		return
	}
	c.held.awaiting = true
	dom.NextFrame(ctx, c.follow)
}

// follow sets the run's value to the value under the pointer.
func (c *Chart) follow(ctx app.Context) {
	if c.held == nil {
		ctx.PreventUpdate()
		return // the handle has been released meanwhile
	}
	c.held.awaiting = false
	value := c.pointed()
	if math.IsNaN(value) || value == c.Scene.Here {
		ctx.PreventUpdate()
		return
	}
	view.Act(ctx, state.Drag{Field: picture.Field(c.parameter()), Value: value, Held: true})
}

// pointed is the value to which the handle was moved, or the run's own.
func (c *Chart) pointed() float64 {
	if !c.held.moved {
		return c.Scene.Here
	}
	l := c.layout()
	value := l.ValueX(min(max(c.held.pixel, l.Left), l.Right))
	least, most := picture.Limits(c.parameter())
	value = min(max(value, least), most)
	if form.IsWhole(c.parameter()) {
		value = math.Round(value)
	}
	return value
}

func (c *Chart) onDrop(ctx app.Context, _ app.Event) {
	if c.held == nil {
		return
	}
	value := c.pointed()
	if math.IsNaN(value) {
		value = c.Scene.Here
	}
	c.held = nil
	c.draw()
	view.Act(ctx, state.Drag{Field: picture.Field(c.parameter()), Value: value})
	view.Flush(ctx)
	ctx.Defer(func(app.Context) { c.placeHandle() })
}

// onHandleKey moves the value by the arrow keys, as in its field.
func (c *Chart) onHandleKey(ctx app.Context, e app.Event) {
	key := e.Get("key").String()
	up := key == "ArrowRight" || key == "ArrowUp"
	if !up && key != "ArrowLeft" && key != "ArrowDown" {
		return
	}
	e.PreventDefault()
	view.Act(ctx, state.Step{Field: picture.Field(c.parameter()), Up: up, Big: e.Get("shiftKey").Bool()})
}
