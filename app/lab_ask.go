package app

import (
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/engine"
	"lastiterate/app/lab"
	"lastiterate/app/session"
	"lastiterate/wasm/protocol"
)

// change follows a change of the fields: after the pause it updates the address and asks the engine. A slow tool's
// address is updated at once, and the engine is asked only when the visitor presses the button, or for the tool's example.
func (p *labPage) change(pause time.Duration) {
	p.turn++
	turn := p.turn
	p.copied = ""
	if !p.tool.Opens(p.now()) {
		if p.status == engine.Running && p.tool.Opens(p.asked) { // the example, which nobody has asked for
			p.client.Cancel()
			p.status = engine.Idle
		}
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

// check reads the fields without asking the engine. It removes an earlier error, which was about other values.
func (p *labPage) check() ([]protocol.Request, bool) {
	if p.status == engine.Failed {
		p.status, p.err = engine.Idle, ""
	}
	requests, problems := p.tool.Requests(p.now())
	p.problems = problems
	p.noteRun()
	return requests, len(problems) == 0
}

// address writes the fields into the address. A link that could not be read in full stays until a field changes.
func (p *labPage) address() {
	if p.asRead {
		return
	}
	text := lab.Encode(p.tool, p.now())
	if text == p.written {
		return
	}
	p.browser.Replace(text, false, "")
	p.written = text
}

// ask sends the fields to the engine, in place of any earlier question.
func (p *labPage) ask() {
	requests, good := p.check()
	if !good {
		p.client.Cancel()
		p.status = engine.Idle
		p.settle()
		return
	}
	p.asked = maps.Clone(p.now())
	p.status, p.err, p.done, p.total = engine.Running, "", 0, 0
	p.browser.SetStatus(session.Computing)
	p.asking, p.toCome = p.client.Next(), len(requests)
	p.client.Ask(requests...)
}

// hear handles an outcome of the engine.
func (p *labPage) hear(o engine.Outcome) {
	if o.Question != p.asking || p.status != engine.Running {
		return // an outcome of an older question, or of a cancelled one
	}
	switch {
	case o.Progress != nil:
		p.done, p.total = o.Progress.Done, o.Progress.Of
	case o.Lab != nil:
		view, err := p.tool.Show(p.asked, o.Lab)
		if err != nil {
			p.status, p.err = engine.Failed, err.Error()
			break
		}
		if p.toCome--; p.toCome == 0 {
			p.status = engine.Done
		}
		p.view, p.shown, p.shownOf, p.done, p.total = &view, p.tool, p.asked, 0, 0
		p.toEnd()
		p.draw(0, 0)
	case o.Status == engine.Failed:
		p.fail(o.Err)
	}
	p.settle()
}

// fail shows the engine's error beside the field that it concerns, or in place of the answer.
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

// isFirst reports whether the displayed answer is the first of several to the fields: it holds, and a sharper one is being computed.
func (p *labPage) isFirst() bool {
	return p.status == engine.Running && p.shown == p.tool && p.view != nil && len(p.problems) == 0 && maps.Equal(p.shownOf, p.asked) &&
		maps.Equal(p.asked, p.now())
}

// settle writes the page's status for style sheets and tests.
func (p *labPage) settle() {
	if p.status == engine.Running {
		return
	}
	p.ctx.Defer(func(app.Context) {
		switch {
		case p.status == engine.Running:
		case p.status == engine.Failed || len(p.problems) > 0:
			p.browser.SetStatus("failed")
		default:
			p.browser.SetStatus("ready")
		}
	})
}
