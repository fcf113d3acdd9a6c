package app

import (
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/picture"
	"lastiterate/app/state"
)

// handle is what moves T on the chart. The chart draws its dot; this element
// lies over it, stays in place when the chart is drawn anew, and can have the
// focus.
func (c *chart) handle() app.UI {
	return app.Div().ID("chart-handle").Class("handle").TabIndex(0).Role("slider").
		Aria("label", "iterations T").Aria("orientation", "horizontal").
		Aria("valuemin", 1).Aria("valuemax", int(picture.Last(c.T))).Aria("valuenow", c.T).
		On("pointerdown", c.onGrip).
		On("pointermove", c.onDrag).
		On("pointerup", c.onDrop).
		On("pointercancel", c.onDrop).
		OnKeyDown(c.onHandleKey)
}

// placeHandle lays the handle over its dot.
func (c *chart) placeHandle() {
	element, ok := byID("chart-handle")
	if !ok || c.svg == "" {
		return
	}
	x := math.Min(math.Max(c.layout.X(float64(c.T)), c.layout.Left), c.layout.Right)
	style := element.Get("style")
	style.Call("setProperty", "left", percent(x/c.layout.Width))
	style.Call("setProperty", "top", percent(c.layout.Bottom/c.layout.Height))
}

func percent(share float64) string {
	return strconv.FormatFloat(100*share, 'f', 3, 64) + "%"
}

// onGrip starts dragging. The axis keeps its end meanwhile, or it would run
// away from the pointer.
func (c *chart) onGrip(ctx app.Context, e app.Event) {
	if c.svg == "" {
		return
	}
	_, c.frozen = c.layout.RangeX()
	ctx.JSSrc().Call("setPointerCapture", e.Get("pointerId"))
	c.hideHair()
}

func (c *chart) onDrag(ctx app.Context, e app.Event) {
	if c.frozen == 0 {
		ctx.PreventUpdate()
		return
	}
	value := math.Round(c.layout.ValueX(c.pixel(e)))
	if math.IsNaN(value) {
		return
	}
	t := int(math.Min(math.Max(value, 1), c.frozen))
	if t == c.T {
		ctx.PreventUpdate()
		return
	}
	act(ctx, state.Drag{T: t, Held: true})
}

func (c *chart) onDrop(ctx app.Context, _ app.Event) {
	if c.frozen == 0 {
		return
	}
	c.frozen = 0
	c.draw()
	act(ctx, state.Drag{T: c.T})
	ctx.NewAction(flushAction)
	ctx.Defer(func(app.Context) { c.placeHandle() })
}

// onHandleKey moves T by the arrow keys, as in its field.
func (c *chart) onHandleKey(ctx app.Context, e app.Event) {
	key := e.Get("key").String()
	up := key == "ArrowRight" || key == "ArrowUp"
	if !up && key != "ArrowLeft" && key != "ArrowDown" {
		return
	}
	e.PreventDefault()
	act(ctx, state.Step{Field: "T", Up: up, Big: e.Get("shiftKey").Bool()})
}
