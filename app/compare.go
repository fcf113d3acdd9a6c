package app

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/engine"
	"lastiterate/app/link"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// comparing finds the answers of the configurations that are pinned, with an
// engine of its own, started when the first of them has to be computed.
type comparing struct {
	client *engine.Client
	known  map[string]protocol.Compared // by configuration
	asked  []string                     // configurations under way

	curves  []besideCurve // of pinned runs, the latest last
	drawing *besideCurve  // under way

	status   engine.Status
	err      string // why the last request failed
	done, of int
}

// configuration names a run and a question by what they are.
func (p *page) configuration(r run.Run, q claim.Question) string {
	return p.model.View.Only + string(protocol.EncodeRun(r)) + string(protocol.EncodeQuestion(q))
}

// comparePinned asks for the answers of pinned configurations that are neither
// known nor under way.
func (p *page) comparePinned(ctx app.Context) {
	c := &p.comparing
	if p.embedded {
		return // an embed compares nothing
	}
	if p.current() && len(p.model.View.Pinned) > 0 {
		result := p.shown.result // the exhibit changes
		c.learn(p.configuration(p.shown.of.run, p.shown.of.question), protocol.Compared{Result: &result})
	}
	var entries []json.RawMessage
	var names []string
	for _, pin := range p.model.View.Pinned {
		name := p.configuration(pin.Run, pin.Question)
		if _, known := c.known[name]; !known && !slices.Contains(names, name) {
			names = append(names, name)
			entries = append(entries, protocol.EncodeEntry(protocol.Entry{Label: pin.Label, Run: pin.Run, Question: pin.Question}))
		}
	}
	if len(names) == 0 || slices.Equal(names, c.asked) {
		return
	}
	c.start(p, ctx)
	c.drawing = nil
	c.asked, c.status, c.err, c.done, c.of = names, engine.Running, "", 0, 0
	c.client.Cancel()
	c.client.Ask(protocol.Request{Method: protocol.MethodCompare, Progress: true, Runs: entries, PublishedOnly: p.published()})
}

// start has an engine ready.
func (c *comparing) start(p *page, ctx app.Context) {
	if c.client == nil {
		c.client = engine.NewLone(dom.Workers{Ctx: ctx}, dom.Build(), func(o engine.Outcome) { p.hearCompared(ctx, o) })
	}
}

func (c *comparing) learn(name string, answer protocol.Compared) {
	if c.known == nil {
		c.known = map[string]protocol.Compared{}
	}
	c.known[name] = answer
}

// hearCompared takes the answers. What is left of an older request never
// arrives: it was cancelled.
func (p *page) hearCompared(ctx app.Context, o engine.Outcome) {
	c := &p.comparing
	switch {
	case o.Method == protocol.MethodCurve:
		p.hearBeside(ctx, o)
	case o.Progress != nil:
		c.done, c.of = o.Progress.Done, o.Progress.Of
	case o.Compare != nil:
		for i, answer := range o.Compare.Runs {
			c.learn(c.asked[i], answer)
		}
		c.asked, c.status = nil, engine.Done
		p.askBeside(ctx)
	case o.Status == engine.Failed:
		c.status, c.err = engine.Failed, o.Err.Error()
	}
}

// comparison is what is compared, as it stands.
type comparison struct {
	Columns  []column
	Status   engine.Status
	Err      string
	Done, Of int
}

// column is one configuration of the comparison.
type column struct {
	Label   string
	Pin     int  // its number among those pinned; −1 for the form's own run
	Present bool // it is what the form holds
	Subject words.Subject
	Err     string // why there is no answer
}

// comparison lists the form's own run, unless it is pinned, and those pinned.
// Ways in which the training departs from plain SGD count for all of them.
func (p *page) comparison() comparison {
	c := p.comparing
	out := comparison{Status: c.status, Err: c.err, Done: c.done, Of: c.of}
	pinned := p.model.View.Pinned
	if len(pinned) == 0 {
		return out
	}
	if _, already := p.model.PinnedAs(); !already {
		own := column{Label: "this run", Pin: -1, Present: true}
		own.Subject = words.About(p.model.Run, p.model.Question, protocol.Result{}, nil)
		if p.current() {
			own.Subject = p.subject()
		}
		out.Columns = append(out.Columns, own)
	}
	for i, pin := range pinned {
		out.Columns = append(out.Columns, p.pinnedColumn(i, pin))
	}
	return out
}

func (p *page) pinnedColumn(i int, pin link.Pinned) column {
	col := column{Label: p.model.View.PinName(i), Pin: i, Present: pin.Run.Same(p.model.Run) && pin.Question == p.model.Question}
	result := protocol.Result{}
	switch answer := p.comparing.known[p.configuration(pin.Run, pin.Question)]; {
	case answer.Result != nil:
		result = *answer.Result
	case answer.Error != nil:
		col.Err = answer.Error.Error()
	}
	col.Subject = words.About(pin.Run, pin.Question, result, p.model.Departures())
	return col
}

// onPin pins the form's run, or, where that is done or no more can be pinned,
// shows the comparison.
func (f *runForm) onPin(ctx app.Context, _ app.Event) {
	if !f.Pinned.Full && !f.Pinned.Present {
		act(ctx, state.Pin{})
		return
	}
	dom.GoTo("compare")
}

// pinnedState is what the form needs to know of what is pinned.
type pinnedState struct {
	Count   int
	Present bool // the form's run is among them
	Full    bool // no more can be pinned
}

func (p *page) pinnedState() pinnedState {
	_, present := p.model.PinnedAs()
	n := len(p.model.View.Pinned)
	return pinnedState{Count: n, Present: present, Full: n >= link.MaxPinned}
}

func (s pinnedState) button() string {
	switch {
	case s.Present, s.Full:
		return "See the comparison"
	case s.Count > 0:
		return "Pin this one, too (" + strconv.Itoa(s.Count) + " of " + strconv.Itoa(link.MaxPinned) + ")"
	}
	return "Pin to compare"
}
