package app

import (
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/engine"
	"lastiterate/app/lab"
	"lastiterate/app/number"
	"lastiterate/app/plot"
	"lastiterate/app/session"
	"lastiterate/app/view/chart"
	"lastiterate/wasm/protocol"
)

// Lab runs the laboratory's page in a browser and does not return. It is a program
// of its own: nothing of it is in the calculator's.
func Lab() {
	app.RouteWithRegexp(".*", func() app.Composer { return newLabPage() })
	app.RunWhenOnBrowser()
}

// labPage is one tool of the laboratory at a time: its fields, its answer. What was
// typed into the others is kept.
type labPage struct {
	app.Compo

	tool     *lab.Tool
	values   map[string]lab.Values // by tool
	problems []lab.Problem         // with the fields as they are
	misread  []string              // of the link
	atHand   string                // the run that tools are opened with, as its link
	opened   map[string]bool       // the fields of a run whose link is shown, by their names
	asRead   bool                  // the fields are as a link that could not be read in full left them

	// ctx is the page's own: what is put off in a button's is dropped with it.
	ctx      app.Context
	browser  browser
	client   *engine.Client
	turn     int // of the question that is due
	asking   int // the client's number of the one under way
	asked    lab.Values
	status   engine.Status
	err      string
	done, of int

	view    *lab.View
	shown   *lab.Tool  // whose view it is
	shownOf lab.Values // which it answers

	reader   *chart.Reader
	width    float64
	resizing dom.Resizing
	written  string // of the address
	player   player
}

func newLabPage() *labPage {
	return &labPage{values: map[string]lab.Values{}, opened: map[string]bool{}, reader: chart.NewReader("lab-chart")}
}

// labPause is how long fields rest before the engine is asked.
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
	p.open()
	p.write()
	p.change(0)
}

// measure follows the width that the page leaves.
func (p *labPage) measure() {
	if width, ok := dom.FrameWidth("lab-answer"); ok && width != p.width {
		p.width = width
		p.draw(0, 0)
	}
}

// draw makes the picture anew, from and to bounding its axis where they do.
func (p *labPage) draw(from, to float64) {
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

// write puts what the model holds into the inputs, once they are there: go-app
// writes attributes, which an input that was typed in no longer follows.
func (p *labPage) write() {
	p.ctx.Defer(func(app.Context) {
		// On a narrow screen the tabs are longer than it is wide.
		dom.ScrollIntoRow("lab-tab-" + p.tool.Name)
		for _, f := range p.tool.Fields {
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
	})
}

// mostShown is how long a table may be to stand in its field; one from a larger
// file is named there.
const mostShown = 20_000

func (p *labPage) now() lab.Values            { return p.values[p.tool.Name] }
func (p *labPage) fieldID(name string) string { return "lab-" + p.tool.Name + "-" + name }
func (p *labPage) message(name string) (m string) {
	for _, problem := range p.problems {
		if problem.Field == name {
			m = problem.Message
		}
	}
	return m
}

// change follows a change of the fields: the address at once where it is
// deliberate, the question once they rest.
func (p *labPage) change(pause time.Duration) {
	p.turn++
	turn := p.turn
	if p.tool.Slow {
		p.check()
		p.settle()
		p.address()
		return
	}
	p.ctx.After(pause, func(app.Context) {
		if turn == p.turn {
			p.address()
			p.ask()
		}
	})
}

// check reads the fields without asking.
func (p *labPage) check() (protocol.Request, bool) {
	request, problems := p.tool.Request(p.now())
	p.problems = problems
	p.noteRun()
	return request, len(problems) == 0
}

// address has the link follow the fields. One that could not be read stays as it was typed
// until they change.
func (p *labPage) address() {
	if p.asRead {
		return
	}
	text := lab.Encode(p.tool, p.now())
	if text == p.written {
		return
	}
	p.browser.Replace(text, false)
	p.written = text
}

// ask puts the fields to the engine, in place of what was asked before.
func (p *labPage) ask() {
	request, good := p.check()
	if !good {
		p.client.Cancel()
		p.status = engine.Idle
		p.settle()
		return
	}
	p.asked = maps.Clone(p.now())
	p.status, p.err, p.done, p.of = engine.Running, "", 0, 0
	p.browser.Mark(session.Computing)
	p.asking = p.client.Ask(request)
}

// hear takes what the engine says.
func (p *labPage) hear(o engine.Outcome) {
	if o.Asking != p.asking || p.status != engine.Running {
		return // overtaken, or given up
	}
	switch {
	case o.Progress != nil:
		p.done, p.of = o.Progress.Done, o.Progress.Of
	case o.Lab != nil:
		view, err := p.tool.Show(p.asked, o.Lab)
		if err != nil {
			p.status, p.err = engine.Failed, err.Error()
			break
		}
		p.status, p.view, p.shown, p.shownOf = engine.Done, &view, p.tool, p.asked
		p.rewind()
		p.draw(0, 0)
	case o.Status == engine.Failed:
		p.fail(o.Err)
	}
	p.settle()
}

// fail puts what the engine found wrong beside its field, or where the answer is.
func (p *labPage) fail(err error) {
	p.status, p.err = engine.Failed, ""
	var fault *protocol.Error
	if errors.As(err, &fault) {
		for _, e := range fault.Errors {
			name := e.Field
			if !slices.ContainsFunc(p.tool.Fields, func(f lab.Field) bool { return f.Name == name }) {
				p.err = e.Message
				if name = "run"; p.fieldOf(name) == nil {
					continue
				}
			}
			p.problems = append(p.problems, lab.Problem{Field: name, Message: e.Message})
		}
	}
	if p.err == "" && len(p.problems) == 0 {
		p.err = err.Error()
	}
}

func (p *labPage) fieldOf(name string) *lab.Field {
	for i, f := range p.tool.Fields {
		if f.Name == name {
			return &p.tool.Fields[i]
		}
	}
	return nil
}

// settle tells style sheets and tests how the page stands.
func (p *labPage) settle() {
	if p.status == engine.Running {
		return
	}
	p.ctx.Defer(func(app.Context) {
		switch {
		case p.status == engine.Running:
		case p.status == engine.Failed || len(p.problems) > 0:
			p.browser.Mark("failed")
		default:
			p.browser.Mark("ready")
		}
	})
}

func (p *labPage) onTool(ctx app.Context, _ app.Event) {
	tool := lab.ByName(ctx.JSSrc().Get("dataset").Get("tool").String())
	if tool == nil || tool == p.tool {
		return
	}
	p.client.Cancel()
	p.status, p.err, p.problems, p.misread, p.asRead = engine.Idle, "", nil, nil, false
	p.view = nil
	p.rewind()
	p.tool, p.opened = tool, map[string]bool{}
	if p.values[tool.Name] == nil {
		p.values[tool.Name] = tool.Open(p.atHand)
	}
	// What is left must be found again by Back.
	text := lab.Encode(tool, p.now())
	p.browser.Push(text, false)
	p.written = text
	p.draw(0, 0)
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

// edit follows a person's change of a field.
func (p *labPage) edit(name, text string, pause time.Duration) {
	p.asRead = false
	p.now()[name] = text
	p.caughtUp()
	p.change(pause)
}

func (p *labPage) onFile(ctx app.Context, _ app.Event) {
	source := ctx.JSSrc()
	p.take(source.Get("name").String(), source.Get("files"))
	source.Set("value", "") // so that the same file can be chosen again
	p.caughtUp()
}

// dropsInto is the field of the table that a dropped file is read into; empty where
// there is none, or what is dragged is no file.
func (p *labPage) dropsInto(e app.Event) string {
	i := slices.IndexFunc(p.tool.Fields, func(f lab.Field) bool { return f.Kind == lab.Table })
	if i < 0 || !e.Get("dataTransfer").Get("types").Call("includes", "Files").Bool() {
		return ""
	}
	return p.tool.Fields[i].Name
}

// onDragOver says that a file may be dropped: else the browser would leave the page
// for it.
func (p *labPage) onDragOver(_ app.Context, e app.Event) {
	if p.dropsInto(e) != "" {
		e.PreventDefault()
	}
}

func (p *labPage) onDrop(_ app.Context, e app.Event) {
	if name := p.dropsInto(e); name != "" {
		e.PreventDefault()
		p.take(name, e.Get("dataTransfer").Get("files"))
	}
}

// take reads a file here, if it is one, and not too large to be read.
func (p *labPage) take(name string, files app.Value) {
	fault := ""
	switch n := files.Length(); {
	case n == 0:
		return
	case n > 1:
		fault = "these are " + number.Plain(float64(n)) + " files; one table is read at a time"
	case files.Index(0).Get("size").Int() > lab.MaxTable:
		fault = lab.TooLong(files.Index(0).Get("size").Int())
	}
	if fault != "" {
		p.problems = []lab.Problem{{Field: name, Message: fault}}
		return
	}
	tool := p.tool
	dom.ReadFile(p.ctx, files, func(content string, ok bool) {
		if !ok {
			if p.tool == tool {
				p.problems = []lab.Problem{{Field: name, Message: "this file cannot be read; a folder, perhaps"}}
			}
			return
		}
		if p.tool != tool {
			p.values[tool.Name][name] = content
			return
		}
		p.write()
		p.edit(name, content, 0)
	})
}

func (p *labPage) onForget(ctx app.Context, _ app.Event) {
	p.write()
	p.edit(ctx.JSSrc().Get("name").String(), "", 0)
}

func (p *labPage) onReset(app.Context, app.Event) {
	p.values[p.tool.Name], p.asRead = p.tool.Open(p.atHand), false
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
