package app

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/engine"
	"lastiterate/app/lab"
	"lastiterate/app/plot"
	"lastiterate/app/view/chart"
)

// Lab runs the laboratory's page in a browser and does not return. The laboratory is a program
// of its own; the calculator's program contains none of it.
func Lab() {
	app.RouteWithRegexp(".*", func() app.Composer { return newLabPage() })
	app.RunWhenOnBrowser()
}

// labPage shows one tool of the laboratory at a time: its fields and its answer. It keeps the texts typed into the other tools.
type labPage struct {
	app.Compo

	tool     *lab.Tool
	values   map[string]lab.Values // by tool
	problems []lab.Problem         // errors in the values of the fields
	misread  []string              // sentences about the parts of the link that could not be read
	atHand   string                // the link of the run with which tools are opened
	opened   map[string]bool       // the names of the fields of kind Run that show their link
	asRead   bool                  // the link could not be read in full, and no field has been edited since

	// ctx is the page's own context: a function deferred in a button's context is dropped when the button goes.
	ctx         app.Context
	browser     browser
	client      *engine.Client
	turn        int        // number of the latest question, which waits for the pause after an edit
	asking      int        // the client's number of the question that the engine is computing
	asked       lab.Values // the values of that question
	status      engine.Status
	err         string
	done, total int // the progress of that question
	toCome      int // how many of its answers have not come; the last is the whole one

	view    *lab.View
	shown   *lab.Tool  // the tool that gave the view
	shownOf lab.Values // the values that the view answers

	reader   *chart.Reader
	width    float64
	from, to float64 // the visible range of the chart's axis; all of it if they are equal
	resizing dom.Resizing
	written  string // the fragment last written to the address
	copied   string // the message after the link was copied, until something changes
	player   player
}

func newLabPage() *labPage {
	return &labPage{values: map[string]lab.Values{}, opened: map[string]bool{}, reader: chart.NewReader("lab-chart")}
}

// labPause is the time between the last edit of a field and the question to the engine.
const labPause = 250 * time.Millisecond

func (p *labPage) OnInit() { p.open() }

// open shows the tool and the fields of the address.
func (p *labPage) open() {
	p.written = p.browser.Fragment()
	var values lab.Values
	p.tool, values, p.misread = lab.Decode(p.written)
	p.values[p.tool.Name] = values
	p.noteRun()
	p.asRead = len(p.misread) > 0
}

func (p *labPage) OnMount(ctx app.Context) {
	p.ctx, p.browser.Ctx = ctx, ctx
	p.client = engine.NewLone(p.browser, dom.Build(), p.hear)
	p.reader.OnZoom(ctx, p.draw)
	p.resizing.Follow(ctx, "lab-answer", p.measure)
	p.measure()
	dom.OnAddress(ctx, p.onAddress)
	p.onEdits()
	p.write()
	p.change(0)
}

// onAddress reads a link that was pasted, or a step through the history.
func (p *labPage) onAddress(app.Context) {
	if p.browser.Fragment() == p.written {
		return
	}
	before := p.tool
	p.open()
	if p.tool != before {
		p.leave()
	}
	p.write()
	p.change(0)
}

// leave cancels the question of the tool that was left, and removes its answer.
func (p *labPage) leave() {
	p.client.Cancel()
	p.status, p.err, p.problems = engine.Idle, "", nil
	p.view, p.opened = nil, map[string]bool{}
	p.toEnd()
	p.draw(0, 0)
}

// measure draws again if the width available for the answer has changed.
func (p *labPage) measure() {
	if width, ok := dom.FrameWidth("lab-answer"); ok && width != p.width {
		p.width = width
		p.draw(p.from, p.to)
	}
}

// draw makes the picture anew. Its axis shows the range from `from` to `to`, or everything if they are equal.
func (p *labPage) draw(from, to float64) {
	p.from, p.to = from, to
	var charts []plot.Chart
	switch {
	case p.view == nil:
	case p.view.Playing != nil:
		charts = p.view.Playing.Charts(p.player.step)
	case p.view.Chart != nil:
		charts = []plot.Chart{*p.view.Chart}
	}
	for i := range charts {
		charts[i].Width = min(p.width, chart.WidestFigure)
		if from < to {
			charts[i].X.From, charts[i].X.To = from, to
		}
	}
	p.reader.Set(charts, 0)
}

// write writes the values into the inputs, once the inputs exist: go-app writes attributes, which no
// longer change an input once somebody has typed in it.
func (p *labPage) write() {
	p.ctx.Defer(func(app.Context) {
		// On a narrow screen the row of tabs is wider than the screen.
		dom.ScrollIntoRow("lab-tab-" + p.tool.Name)
		for _, f := range p.tool.Fields {
			p.writeField(f)
		}
	})
}

func (p *labPage) writeField(f lab.Field) {
	text := p.now()[f.Name]
	switch {
	case f.Kind == lab.Yes:
		dom.SetProperty(p.fieldID(f.Name), "checked", text == "yes")
	case f.Kind == lab.Table && len(text) > mostShown:
		dom.SetProperty(p.fieldID(f.Name), "value", "")
	default:
		dom.SetProperty(p.fieldID(f.Name), "value", text)
	}
}

// mostShown is the size, in bytes, of the largest table that its field shows. Of a larger table the page states only the size.
const mostShown = 20_000

func (p *labPage) now() lab.Values { return p.values[p.tool.Name] }

func (p *labPage) fieldID(name string) string { return "lab-" + p.tool.Name + "-" + name }

func (p *labPage) message(name string) (m string) {
	for _, problem := range p.problems {
		if problem.Field == name {
			m = problem.Message
		}
	}
	return m
}

func (p *labPage) onTool(ctx app.Context, _ app.Event) {
	tool := lab.ByName(ctx.JSSrc().Get("dataset").Get("tool").String())
	if tool == nil || tool == p.tool {
		return
	}
	p.tool, p.misread, p.asRead = tool, nil, false
	p.leave()
	if p.values[tool.Name] == nil {
		p.values[tool.Name] = tool.Open(p.atHand)
	}
	// A history entry of its own, so that Back returns to the tool that is left.
	text := lab.Encode(tool, p.now())
	p.browser.Push(text, false, "")
	p.written = text
	p.write()
	p.change(0)
}

func (p *labPage) onInput(ctx app.Context, _ app.Event) {
	source := ctx.JSSrc()
	p.edit(source.Get("name").String(), source.Get("value").String(), labPause)
}

func (p *labPage) onCheck(ctx app.Context, _ app.Event) {
	source, text := ctx.JSSrc(), ""
	if source.Get("checked").Bool() {
		text = "yes"
	}
	p.edit(source.Get("name").String(), text, 0)
}

// edit takes over a visitor's change of a field.
func (p *labPage) edit(name, text string, pause time.Duration) {
	p.asRead = false
	changed := p.tool.Enter(p.now(), name, text)
	if len(changed) > 0 {
		p.ctx.Defer(func(app.Context) {
			for _, other := range changed {
				p.writeField(*p.fieldOf(other))
			}
		})
	}
	p.caughtUp()
	p.change(pause)
}

func (p *labPage) onReset(app.Context, app.Event) {
	p.values[p.tool.Name], p.misread, p.asRead = p.tool.Open(p.atHand), nil, false
	p.write()
	p.change(0)
}

func (p *labPage) onStart(app.Context, app.Event) { p.ask() }

func (p *labPage) onCancel(app.Context, app.Event) {
	p.client.Cancel()
	p.status = engine.Idle
	p.settle()
}

func (p *labPage) onSkip(app.Context, app.Event) {
	dom.Focus("lab-answer")
}
