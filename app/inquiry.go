package app

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/engine"
	"lastiterate/app/picture"
	"lastiterate/app/words"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// inquiry is what the engine was asked.
type inquiry struct {
	run      run.Run
	question claim.Question
	at       []float64 // values of T on the curve
	slow     int       // at how many of them rows that take their time are computed
}

// exhibit is what is on show: the latest answer and curve, and what they
// answer. They stay, greyed, until newer ones arrive.
type exhibit struct {
	known  bool
	of     inquiry
	result protocol.Result

	curve      *protocol.CurveResult
	curveOf    inquiry
	fine       bool            // no finer curve is on its way
	plotted    protocol.Result // the answer that is drawn on the curve
	plottedOf  inquiry
	unfinished bool
}

// job is how far the question under way has come.
type job struct {
	Status   engine.Status
	Err      string
	Restart  string   // why the engine was started again
	Pending  []string // rows still being computed
	Done, Of int
}

const againAction = "again"

// ask puts the state's question to the engine in place of any older one. The
// curve is asked for as well where the one on show does not serve; while the
// handle of T is dragged it does.
func (p *page) ask(ctx app.Context, curveToo bool) {
	if p.client == nil {
		return // still mounting; OnMount asks
	}
	q := inquiry{run: p.model.Run, question: p.model.Question, at: picture.Values(p.model.Run.T), slow: fewValues}
	p.job, p.held = job{Status: engine.Running}, nil
	evaluate := protocol.Request{
		Method: protocol.MethodEvaluate, Progress: true,
		Run: protocol.EncodeRun(q.run), Question: protocol.EncodeQuestion(q.question),
	}
	requests := []protocol.Request{evaluate}
	if curveToo && !p.drawn() {
		requests = append(requests, q.curve())
	}
	p.post(q, requests...)
	p.mark()
}

// curve asks for ε along T.
func (q inquiry) curve() protocol.Request {
	return protocol.Request{
		Method: protocol.MethodCurve, Parameter: "T", Values: numbers(q.at), SlowValues: q.slow,
		Run: protocol.EncodeRun(q.run), Question: protocol.EncodeQuestion(q.question),
	}
}

// post asks. The client may deliver inside Ask, so the inquiry is noted first.
func (p *page) post(q inquiry, requests ...protocol.Request) {
	next := p.client.Next()
	for number := range p.pending {
		if number < next-1 {
			delete(p.pending, number)
		}
	}
	p.pending[next] = q
	p.client.Ask(requests...)
}

func numbers(values []float64) []protocol.Number {
	out := make([]protocol.Number, len(values))
	for i, v := range values {
		out[i] = protocol.Number(v)
	}
	return out
}

// onAgain asks the same once more, after a failure.
func (p *page) onAgain(ctx app.Context, _ app.Action) { p.ask(ctx, true) }

// hear takes what the engine found out.
func (p *page) hear(ctx app.Context, o engine.Outcome) {
	q, ok := p.pending[o.Asking]
	if !ok {
		return
	}
	latest := o.Asking == p.client.Next()-1
	switch {
	case o.Partial != nil:
		if latest {
			p.hold(ctx, o.Asking, q, *o.Partial)
		}
	case o.Progress != nil:
		if latest {
			p.job.Done, p.job.Of = o.Progress.Done, o.Progress.Of
		}
	case o.Restarted != "":
		p.job.Restart = o.Restarted
		p.announced.text = "The engine stopped and was started again."
	case o.Result != nil:
		p.held = nil
		p.shown.known, p.shown.of, p.shown.result, p.shown.unfinished = true, q, *o.Result, false
		p.job.Pending, p.job.Done, p.job.Of = nil, 0, 0
		if latest && p.fits() {
			p.shown.plotted, p.shown.plottedOf = *o.Result, q
			p.job.Status = engine.Done
		}
		if latest {
			p.announce(ctx)
		}
	case o.Curve != nil:
		p.shown.curve, p.shown.curveOf = o.Curve, q
		p.shown.plotted, p.shown.plottedOf = p.shown.result, p.shown.of
		if latest && p.job.Status == engine.Running {
			p.job.Status = engine.Done
		}
		p.refine(*o.Curve, q, latest)
	case o.Status == engine.Running && o.Method == protocol.MethodCurve:
		p.began = time.Now()
	case o.Status == engine.Failed && latest:
		p.job.Status, p.job.Err = engine.Failed, o.Err.Error()
		p.announced.text = "There is no answer to this run: " + p.job.Err
	}
	p.mark()
}

// quickEnough is how long the old answer stays before a part of the new one is
// shown in its place: parts that the whole follows at once would only flicker.
const quickEnough = 250 * time.Millisecond

// hold keeps a partial answer and shows it if the whole one is slow.
func (p *page) hold(ctx app.Context, asking int, q inquiry, partial protocol.Partial) {
	waiting := p.held != nil
	p.held = &partial
	show := func() {
		if p.held == nil || asking != p.client.Next()-1 {
			return
		}
		p.shown.known, p.shown.of, p.shown.result, p.shown.unfinished = true, q, engine.Provisional(*p.held), true
		p.job.Pending = p.held.Pending
	}
	switch {
	case len(p.job.Pending) > 0:
		show() // parts are on show already
	case !waiting:
		ctx.After(quickEnough, func(app.Context) { show() })
	}
}

// subject is what the answer's words are about.
func (p *page) subject() words.Subject {
	return words.About(p.shown.of.run, p.shown.of.question, p.shown.result, p.model.Departures())
}

// scene is what the chart's words are about.
func (p *page) scene() words.Subject {
	return words.About(p.shown.plottedOf.run, p.shown.plottedOf.question, p.shown.plotted, p.model.Departures())
}

// current reports whether the answer on show is the whole answer to the state.
func (p *page) current() bool {
	return p.shown.known && !p.shown.unfinished && p.shown.of.run == p.model.Run && p.shown.of.question == p.model.Question
}

// fits reports whether the curve on show is that of the state's run, whatever
// its T: a curve along T is the same for all T.
func (p *page) fits() bool {
	of := p.shown.curveOf
	of.run.T = p.model.Run.T
	return p.shown.curve != nil && of.run == p.model.Run && of.question == p.model.Question
}

// drawn reports whether the curve on show serves the state: its axis is the
// state's, and no finer one is on its way.
func (p *page) drawn() bool {
	return p.fits() && p.shown.fine && picture.Last(p.shown.curveOf.run.T) == picture.Last(p.model.Run.T)
}

// stale reports whether what is on show answers another question than the
// form's, a half-typed one included.
func (p *page) stale() bool {
	answered := p.shown.known && p.shown.of.run == p.model.Run && p.shown.of.question == p.model.Question ||
		!p.shown.known && p.serves()
	return !answered || !p.model.Settled()
}

// outdated is the same for the chart.
func (p *page) outdated() bool {
	drawn := p.fits() || p.shown.curve == nil && p.serves()
	return !drawn || !p.model.Settled()
}

// waiting says in words what the answer waits for, other than the engine.
func (p *page) waiting() string {
	if p.model.Settled() {
		return ""
	}
	return "This answers the last values that were complete; a field of the run needs attention."
}

// mark tells style sheets and tests on <html> whether the answer on show
// belongs to the form on show.
func (p *page) mark() {
	status := "computing"
	switch {
	case p.job.Status == engine.Failed, !p.model.Settled():
		status = "failed"
	case p.current() && p.drawn():
		status = "ready"
	}
	setState(status)
}

// announcement is the sentence for the live region. It waits until the answer
// has rested, so that typing is not talked over.
type announcement struct {
	text string
	turn int
}

const restBeforeSpeaking = 700 * time.Millisecond

func (p *page) announce(ctx app.Context) {
	p.announced.turn++
	turn := p.announced.turn
	ctx.After(restBeforeSpeaking, func(app.Context) {
		if turn == p.announced.turn && !p.stale() {
			p.announced.text = p.subject().Say().Sentence()
		}
	})
}
