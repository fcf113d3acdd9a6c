package chart

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/link"
	"lastiterate/app/picture"
	"lastiterate/app/plot"
	"lastiterate/app/session"
	"lastiterate/app/state"
	"lastiterate/app/view"
	"lastiterate/app/words"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// Chart is the picture with its controls: they choose what the picture shows, read
// it, move the run's own value, and choose the ends of the axis, scales and lines.
type Chart struct {
	app.Compo

	Subject words.Subject // the answer that belongs to the picture
	Scene   picture.Scene
	View    link.View      // the form's view, which may be newer than the scene
	Now     run.Run        // the person's run
	Asked   claim.Question // the person's question
	Drawing session.Drawing
	First   string   // the markup of the first paint's chart, which is shown until there is a chart
	Left    []string // pinned runs that are not drawn, and why
	Assumed bool     // the answer has lines that list the values assumed for a pasted text
	Bare    bool     // an embed shows one picture and offers no others
	Small   bool     // an embed of fixed size leaves little height for the picture

	width    float64 // of the frame on the screen; 0 until measured
	height   float64 // the height that the screen leaves for the chart
	drawnOf  *picture.Scene
	reader   *Reader
	held     *held // the handle that is being dragged; nil if none is
	resizing dom.Resizing
	above    dom.Resizing // of the answer: a small chart gets the height that the answer leaves in the frame
}

// held is a handle that is being dragged. The x axis keeps its ends meanwhile;
// otherwise the handle would run away from the pointer.
type held struct {
	from, to float64 // the ends of the axis
	pixel    float64 // where the pointer was last
	moved    bool    // the pointer has moved since the handle was taken
	awaiting bool    // the run will follow the pointer in the next frame
}

func (c *Chart) OnInit() {
	c.reader = &Reader{
		name:    "chart",
		zoomTo:  func(ctx app.Context, from, to float64) { view.Act(ctx, state.Range{From: from, To: to}) },
		showAll: func(ctx app.Context) { view.Act(ctx, state.ResetView{}) },
	}
	c.draw()
}

func (c *Chart) OnMount(ctx app.Context) {
	c.resizing.Follow(ctx, "picture", c.measure)
	if c.Small {
		c.above.Follow(ctx, "answer", c.measure)
	}
	c.measure()
	c.placeHandle()
	c.reader.show()
}

func (c *Chart) OnDismount() {
	c.resizing.Stop()
	c.above.Stop()
}

func (c *Chart) OnUpdate(ctx app.Context) {
	c.draw()
	ctx.Defer(func(app.Context) {
		c.placeHandle()
		c.reader.show()
		c.reader.move()
	})
}

// measure follows the width that the page leaves for the chart.
func (c *Chart) measure() {
	if width, ok := dom.FrameWidth("picture"); ok {
		if height := c.heightLeft(width); width != c.width || c.Small && height != c.height {
			c.width, c.height = width, height
			c.draw()
		}
	}
	c.placeHandle()
}

// draw draws the charts again if they would differ; Render only shows them.
func (c *Chart) draw() {
	if !c.Drawing.Shown || c.Drawing.Why != "" {
		c.drawnOf = nil
		c.reader.Set(nil, 0)
		return
	}
	scene := c.Scene
	scene.Width, scene.Height, scene.Terse = c.width, c.heightBelow(), c.Small
	if count := c.Drawing.Count; scene.Unfinished && count.Long {
		scene.Waits = picture.Waiting(count.Done, count.Of)
	}
	if c.held != nil {
		scene.From, scene.To = c.held.from, c.held.to
	}
	if c.drawnOf != nil && c.drawnOf.Same(scene) {
		return
	}
	if old := c.drawnOf; old != nil && (old.Tab != scene.Tab || old.Parameter != scene.Parameter) {
		c.reader.hair = hair{} // the hair belongs to another axis
	}
	c.drawnOf = &scene
	charts := scene.Charts()
	if c.Small && len(charts) > 0 { // the frame has room for the first chart only, with few texts
		charts = charts[:1]
		charts[0].Height, charts[0].Terse = c.height, true
	}
	c.reader.Set(charts, scene.Begins())
}

const (
	// leastWide is the width of a chart from which on the form stands beside the chart.
	leastWide = 500
	// aboveChart is the height of the header, the answer and the tabs, which stand above a chart on the page; see web/styles.
	aboveChart = 312
	// warningLine is the height of the line that warnings take, folded.
	warningLine = 28
	// assumedLines is the height of the lines that list the values assumed for a pasted text, and of the answer's sentence and
	// attribution, which are long when composition gives the answer, as it mostly does when values are assumed.
	assumedLines = 4 * warningLine
	// aboveSmall is the height of what stands above a small chart in a frame of four by three: the height of the answer and its
	// ruler, less ¾ of the frame's side margins: smallHeight knows only the chart's width.
	aboveSmall = 76
	belowSmall = 2
	// lowestChart is the least height to which a chart is reduced to fit the screen; on a lower screen the
	// visitor scrolls.
	lowestChart = 320
)

// heightLeft is the height for a chart of the given width at which the x axis is visible without
// scrolling; 0 for the chart's own height. On a narrow screen, whose height changes while one
// scrolls, it is 0.
func (c *Chart) heightLeft(width float64) float64 {
	switch {
	case c.Small:
		return c.smallHeight(width)
	case c.Bare, width < leastWide:
		return 0
	}
	return max(dom.ScreenHeight()-aboveChart, lowestChart)
}

// heightBelow is heightLeft less the height of the answer's lines of warnings and assumed values, if it has any. It changes
// only with the answer, after which the chart is drawn again anyway, and not when the visitor unfolds the warnings.
func (c *Chart) heightBelow() float64 {
	if c.height == 0 || c.Small {
		return c.height
	}
	height := c.height
	if len(c.Subject.Warnings()) > 0 {
		height -= warningLine
	}
	if c.Assumed {
		height -= assumedLines
	}
	return max(height, lowestChart)
}

const (
	leastSmall, mostSmall = 272, 420
	// noRuler is the width, and lowRuler the height of a frame, below which no ruler stands above a small chart, which takes the
	// ruler's height; see 80-embed.css.
	noRuler, lowRuler, ofRuler = 336, 384, 42
	// A frame at least fixedFrame high is assumed to have a height set by its page: a browser gives 150 to a frame without a
	// stated height.
	fixedFrame = 300
)

// smallHeight is the height of a small chart of the given width: the chart and what stands above it fill a frame
// of four by three. In a lower frame of chosen height the chart is lower, so that the frame need not be scrolled.
func (c *Chart) smallHeight(width float64) float64 {
	height := min(max(0.75*width-aboveSmall, leastSmall), mostSmall)
	frame := dom.ScreenHeight()
	fixed := frame >= fixedFrame && !dom.InElement()
	if width < noRuler || fixed && frame < lowRuler {
		height += ofRuler
	}
	if fixed {
		height = min(height, max(frame-dom.TopOf("picture")-belowSmall, plot.LeastHeight))
	}
	return height
}

func (c *Chart) Render() app.UI {
	class := "picture"
	if c.Drawing.Stale {
		class += " stale"
	}
	tab := picture.TabOf(c.View, c.Now)
	if c.Drawing.Shown && (c.Scene.Tab != tab || tab.Curved() && c.Scene.Parameter != picture.Parameter(c.View, c.Now)) {
		class += " another" // the visible picture is not the one that the visitor has chosen
	}
	if c.Drawing.Waits && !c.Drawing.Shown {
		// Tabs without a picture would look like a failure.
		return app.Section().ID("picture").Class(class).TabIndex(-1).Aria("labelledby", "picture-heading").Body(
			heading(), app.P().ID("chart").Class("no-chart").Text(words.DrawingWaits))
	}
	element := app.Section().ID("picture").Class(class).TabIndex(-1).Aria("labelledby", "picture-heading")
	if c.Drawing.Busy {
		element = element.Aria("busy", "true")
	}
	return element.Body(
		heading(),
		app.If(!c.Bare, func() app.UI { return &tabs{Tab: tab, Offered: picture.Offered(tab, c.Scene.Result)} }),
		c.choices(tab),
		app.If(c.blank(), c.progress),
		c.lastSetting(),
		c.current(app.Div().Class("frames").Body(c.frames()...)),
		app.If(!c.blank(), c.progress),
		c.explanation(),
		c.controls(tab),
		c.reader.Said(),
		c.legend(),
		c.leftOut(),
		c.tables(),
		c.exporter(),
	)
}

// heading names the picture for readers who navigate by headings.
func heading() app.UI {
	return app.H2().ID("picture-heading").Class("hidden-text").Text(words.PictureHeading)
}

// blank reports whether there is no picture yet; the progress then stands in the place of the
// picture.
func (c *Chart) blank() bool { return !c.Drawing.Shown && c.First == "" }

func (c *Chart) progress() app.UI {
	d := c.Drawing
	d.Count.Finer = d.Count.Finer && d.Shown
	return &progressBar{Of: d}
}

// frames are the charts, or their placeholder until there are any.
func (c *Chart) frames() []app.UI {
	switch {
	case c.Drawing.Shown && c.Drawing.Why != "":
		return []app.UI{c.frame(app.Div().ID("no-picture").Class("no-chart").Body(app.P().Text(sentence(c.Drawing.Why))))}
	case len(c.reader.panes) > 0:
		out := c.reader.Frames()
		for i, f := range out {
			body := []app.UI{f}
			if i == 0 && c.Scene.Here > 0 {
				body = append(body, c.handle())
			}
			out[i] = c.frame(body...)
		}
		return out
	case c.Drawing.Err != "":
		return []app.UI{c.frame(app.Div().ID("chart").Class("no-chart").Text("The picture could not be drawn: " + c.Drawing.Err + "."))}
	case c.First != "":
		return []app.UI{c.frame(app.Div().ID("chart").Class("chart").Body(app.Raw(c.First)))}
	case c.Drawing.Halted, c.Drawing.Busy && c.Drawing.Count.Long:
		return []app.UI{c.frame(app.Div().ID("chart").Class("no-chart blank"))} // the progress bar says why there is no chart
	}
	return []app.UI{c.frame(app.Div().ID("chart").Class("no-chart blank").Text("Drawing …"))}
}

func (c *Chart) frame(content ...app.UI) app.UI { return app.Div().Class("frame").Body(content...) }

// sentence begins with a capital and ends with a stop.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// explanation closes the picture of a schedule; under the Parts tab, it describes the charts' parts (Scene.Explain).
func (c *Chart) explanation() app.UI {
	if paid := c.Scene.Payments(); c.Scene.Tab == picture.Schedule && paid != "" {
		return app.P().ID("payments").Class("note").Text(words.Together(paid))
	}
	parts := c.Scene.Explain()
	if c.Scene.Tab != picture.Parts || len(parts) == 0 {
		return app.Dl().Class("parts").Hidden(true)
	}
	var body []app.UI
	for _, p := range parts {
		body = append(body,
			app.Dt().Text(p.Name),
			app.Dd().Text(words.Together(p.Text)))
	}
	return app.Dl().ID("parts").Class("parts").Body(body...)
}

// exporter offers the charts as files.
func (c *Chart) exporter() app.UI {
	x := &exporter{Subject: c.Subject, View: c.Scene.View, Drawn: c.Scene.DrawnRows(), Ready: len(c.reader.panes) > 0,
		Unfinished: c.Scene.Unfinished, Stale: c.Drawing.Stale}
	if x.Ready {
		x.Chart = plot.Stacked(c.reader.charts())
	}
	return x
}
