package app

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/link"
	"lastiterate/app/picture"
	"lastiterate/app/plot"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/wasm/protocol"
)

// chart is the picture of ε against T with what can be done to it: read it,
// move T, choose scales and lines.
type chart struct {
	app.Compo

	Subject words.Subject
	View    link.View
	Curve   *protocol.CurveResult
	At      []float64
	T       int
	Stale   bool
	First   string // the first paint's chart, to be shown until there is one
	Err     string // why there is none

	width    float64 // of the frame on the screen; 0 until measured
	drawn    plot.Chart
	layout   plot.Layout
	svg      string
	hair     hair
	frozen   float64 // end of the T axis while the handle is dragged
	observer app.Value
	observed app.Func
}

func (c *chart) OnInit() { c.draw() }

func (c *chart) OnMount(ctx app.Context) {
	c.observed = app.FuncOf(func(app.Value, []app.Value) any {
		ctx.Dispatch(func(app.Context) { c.measure() })
		return nil
	})
	if frame, ok := byID("chart"); ok {
		c.observer = app.Window().Get("ResizeObserver").New(c.observed)
		c.observer.Call("observe", frame)
	}
	c.measure()
	c.placeHandle()
}

func (c *chart) OnDismount() {
	if c.observer != nil {
		c.observer.Call("disconnect")
	}
	if c.observed != nil {
		c.observed.Release()
	}
}

func (c *chart) OnUpdate(ctx app.Context) {
	c.draw()
	ctx.Defer(func(app.Context) {
		c.placeHandle()
		c.showHair()
	})
}

// measure follows the width that the page leaves for the chart.
func (c *chart) measure() {
	frame, ok := byID("chart")
	if !ok {
		return
	}
	// In pixels of the chart's own type, which grows with the page's.
	width := frame.Get("clientWidth").Float() / typeScale()
	if width >= leastFrame && width != c.width {
		c.width = width
		c.draw()
	}
	c.placeHandle()
}

// leastFrame is narrower than any screen leaves for the chart: less is measured
// only while the page is laid out for something else.
const leastFrame = 200

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

// draw makes the chart anew; Render only shows it.
func (c *chart) draw() {
	if c.Curve == nil {
		c.svg = ""
		return
	}
	c.drawn = picture.Scene{
		View: c.View, Question: c.Subject.Question, Result: c.Subject.Result, Curve: *c.Curve, At: c.At,
		T: c.T, AnswerT: c.Subject.Run.T, Width: c.width, Last: c.frozen,
	}.Chart()
	c.layout = c.drawn.Layout()
	c.svg = c.drawn.SVG()
}

func (c *chart) onReset(ctx app.Context, _ app.Event) { act(ctx, state.ResetView{}) }

func (c *chart) Render() app.UI {
	class := "picture"
	if c.Stale {
		class += " stale"
	}
	return app.Section().Class(class).Aria("label", "The picture").Body(
		app.Div().Class("frame").Body(
			app.Div().ID("chart").Class("chart").TabIndex(0).Role("application").
				Aria("roledescription", "chart").
				Aria("label", "Privacy loss against iterations. Arrow keys read it point by point.").
				On("pointermove", c.onMove).
				On("pointerleave", c.onLeave).
				OnClick(c.onPin).
				OnDblClick(c.onReset).
				OnKeyDown(c.onKey).
				OnBlur(c.onBlur).
				Body(c.drawing(), app.Div().ID("chart-overlay").Class("overlay")),
			c.handle(),
		),
		app.Div().Class("scales").Body(
			&scaleSwitch{Axis: "y", Label: "ε axis", Value: c.View.YScale},
			&scaleSwitch{Axis: "x", Label: "T axis", Value: c.View.XScale},
		),
		app.P().ID("reading").Class("hidden-text").Aria("live", "polite"),
		c.legend(),
		c.table(),
		&exporter{Subject: c.Subject, View: c.View, Chart: c.drawn, Ready: c.svg != ""},
	)
}

// drawing is the chart, or what stands for it until there is one.
func (c *chart) drawing() app.UI {
	if c.svg == "" && c.Err != "" {
		return app.Div().Class("no-chart").Text("The picture could not be drawn: " + c.Err + ".")
	}
	if c.svg == "" && c.First != "" {
		return app.Raw(c.First)
	}
	if c.svg == "" {
		return app.Div().Class("no-chart").Text("Drawing …")
	}
	return app.Raw(c.svg)
}

// scaleSwitch makes an axis linear or logarithmic.
type scaleSwitch struct {
	app.Compo

	Axis  string
	Label string
	Value string // "" is linear
}

func (s *scaleSwitch) OnMount(app.Context)  { s.write() }
func (s *scaleSwitch) OnUpdate(app.Context) { s.write() }

func (s *scaleSwitch) write() {
	setProperty(s.id("linear"), "checked", s.Value != "log")
	setProperty(s.id("log"), "checked", s.Value == "log")
}

func (s *scaleSwitch) id(value string) string { return "scale-" + s.Axis + "-" + value }

func (s *scaleSwitch) onChange(ctx app.Context, _ app.Event) {
	act(ctx, state.Scale{Axis: s.Axis, Value: ctx.JSSrc().Get("value").String()})
}

func (s *scaleSwitch) Render() app.UI {
	option := func(value string) app.UI {
		return app.Label().Class("segment").Body(
			app.Input().Type("radio").ID(s.id(value)).Name("scale-"+s.Axis).Value(value).OnChange(s.onChange, app.EventScope(value)),
			app.Span().Text(value),
		)
	}
	return app.FieldSet().Class("scale").Body(
		app.Legend().Class("label").Text(s.Label),
		app.Div().Class("segments").Body(option("linear"), option("log")),
	)
}
