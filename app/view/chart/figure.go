package chart

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/link"
	"lastiterate/app/plot"
	"lastiterate/app/reproduce"
	"lastiterate/app/words"
	"lastiterate/bounds/figure"
	"lastiterate/wasm/protocol"
)

// figureChart is the picture of a paper's figure. It is read, zoomed and exported like
// the calculator's own picture.
type figureChart struct {
	app.Compo

	ID     string
	Result *protocol.FigureResult // nil until a line is complete
	Waits  string                 // the progress of the computation, in words; empty once all lines are complete

	width    float64 // 0 until measured
	from, to float64 // the ends of the axis that were chosen; to = 0 for the whole axis
	reader   *Reader
	drawn    drawnFigure
	resizing dom.Resizing
}

// drawnFigure records from what the picture was last drawn.
type drawnFigure struct {
	result          *protocol.FigureResult
	waits           string
	width, from, to float64
}

func (c *figureChart) CompoID() string { return c.ID }

func (c *figureChart) OnInit() {
	c.reader = NewReader("figure")
	c.draw()
}

func (c *figureChart) OnMount(ctx app.Context) {
	c.reader.OnZoom(ctx, func(from, to float64) {
		c.from, c.to = from, to
		c.draw()
	})
	c.resizing.Follow(ctx, "figures", c.measure)
	c.measure()
}

func (c *figureChart) OnUpdate(ctx app.Context) {
	c.draw()
	ctx.Defer(func(app.Context) { c.reader.show() })
}

func (c *figureChart) OnDismount() { c.resizing.Stop() }

// WidestFigure is the width, in pixels, from which a figure grows no more.
const WidestFigure = 860

// measure follows the width that the page leaves.
func (c *figureChart) measure() {
	if width, ok := dom.FrameWidth("figure-picture"); ok {
		c.width = min(width, WidestFigure)
		c.draw()
	}
}

// draw draws the picture again if it would differ.
func (c *figureChart) draw() {
	now := drawnFigure{c.Result, c.Waits, c.width, c.from, c.to}
	if f, ok := figure.ByID(c.ID); ok && c.drawn != now {
		c.drawn = now
		chart := reproduce.Waiting(f, c.width, c.Waits)
		if c.Result != nil {
			chart = reproduce.Chart(f, *c.Result, c.width)
		}
		if c.to > 0 {
			chart.X.From, chart.X.To, chart.Y.Most = c.from, c.to, 0 // the vertical axis fits the part that is seen
		}
		c.reader.Set([]plot.Chart{chart}, reproduce.Read(f))
	}
}

func (c *figureChart) Render() app.UI {
	return app.Div().ID("figure-picture").Body(append(c.reader.Frames(), c.reader.Said(), c.exporter(c.reader.panes[0].chart))...)
}

// exporter offers the figure as files.
func (c *figureChart) exporter(chart plot.Chart) app.UI {
	f, _ := figure.ByID(c.ID)
	return &exporter{
		Figure: c.ID, Chart: chart, Ready: c.Result != nil && c.Waits == "",
		Subject: words.Subject{Query: f.Query}, View: link.View{Figure: c.ID},
	}
}
