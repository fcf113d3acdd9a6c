package app

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
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
	only     bool // theorems of papers only

	// Of a picture:
	tab       picture.Tab
	parameter string            // what a curve varies
	span      picture.Span      // over what
	at        []float64         // its values
	rows      []string          // to be computed
	kept      []protocol.Series // rows that are known already
	levelsOff int               // where they level off
	slow      int               // at how many of the values rows that take their time are computed
	row       string            // whose schedule
	ordered   bool              // the schedule is that of the question alone
}

// asks reports whether the inquiry is about a run and question.
func (q inquiry) asks(r run.Run, c claim.Question) bool { return q.run == r && q.question == c }

// exhibit is what is on show: the latest answer and curve, and what they
// answer. They stay, greyed, until newer ones arrive.
type exhibit struct {
	known      bool
	of         inquiry
	result     protocol.Result
	unfinished bool // rows or the verdict are missing from the result

	sight     *sight
	fine      bool            // no finer picture is on its way
	plotted   protocol.Result // the latest answer that belongs to the picture
	plottedOf inquiry
	listed    listing
}

// job is how far the question under way has come.
type job struct {
	Status   engine.Status
	Err      string
	CurveErr string   // why there is no picture
	Restart  string   // why the engine was started again
	Pending  []string // rows still being computed
	Done, Of int
}

const againAction = "again"

// ask puts the state's question to the engine in place of any older one. The
// picture is asked for when the answer has come.
func (p *page) ask(ctx app.Context) {
	if p.client == nil {
		return // still mounting; OnMount asks
	}
	p.dropSketch()
	q := inquiry{run: p.model.Run, question: p.model.Question, only: p.published()}
	p.job, p.held, p.head, p.plotting, p.halted, p.count = job{Status: engine.Running}, nil, nil, nil, nil, count{}
	p.post(q, protocol.Request{
		Method: protocol.MethodEvaluate, Progress: true, PublishedOnly: q.only,
		Run: protocol.EncodeRun(q.run), Question: protocol.EncodeQuestion(q.question),
	})
	p.mark(ctx)
}

// post asks. The client may deliver inside Ask, so the inquiry is noted first.
func (p *page) post(q inquiry, request protocol.Request) {
	next := p.client.Next()
	for number := range p.pending {
		if number < next-1 {
			delete(p.pending, number)
		}
	}
	p.pending[next] = q
	p.client.Ask(request)
}

// onAgain asks the same once more, after a failure.
func (p *page) onAgain(ctx app.Context, _ app.Action) { p.ask(ctx) }

// hear takes what the engine found out.
func (p *page) hear(ctx app.Context, o engine.Outcome) {
	q, ok := p.pending[o.Asking]
	if !ok {
		return
	}
	latest := o.Asking == p.client.Next()-1
	if o.Restarted == "" && o.Method != protocol.MethodEvaluate {
		p.hearPicture(ctx, o, q, latest)
		p.askBeside(ctx)
		p.mark(ctx)
		return
	}
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
		p.show(ctx, q, *o.Result, false)
		p.held, p.job.Pending, p.job.Done, p.job.Of = nil, nil, 0, 0
		if latest {
			p.job.Status = engine.Done
			p.tellHost("")
			p.announce(ctx)
			p.plot()
			p.askBeside(ctx)
		}
	case o.Status == engine.Failed && latest:
		p.fail(o.Err.Error())
		p.tellHost(p.announced.text)
	}
	p.mark(ctx)
}

// fail says that there is no answer. Nothing that was on show stays beside that,
// neither an older answer nor a part of this one, nor comes back later.
func (p *page) fail(why string) {
	p.job.Status, p.job.Err, p.job.Pending = engine.Failed, why, nil
	p.shown, p.held, p.head = exhibit{}, nil, nil
	p.first.Answer, p.first.Chart = "", ""
	p.announced.text = "There is no answer to this run: " + why
}

// show puts an answer on show.
func (p *page) show(ctx app.Context, q inquiry, r protocol.Result, unfinished bool) {
	p.shown.known, p.shown.of, p.shown.result, p.shown.unfinished, p.head = true, q, r, unfinished, nil
	p.replot()
	p.list(ctx)
}

// quickEnough is how long the old answer stays before a part of the new one is
// shown in its place: parts that the whole follows at once would only flicker.
const quickEnough = 250 * time.Millisecond

// hold keeps a partial answer and shows it if the whole one is slow.
func (p *page) hold(ctx app.Context, asking int, q inquiry, partial protocol.Partial) {
	waiting := p.held != nil
	slow := waiting && (p.head == nil || p.head.part != p.held) // parts but the head come when the whole does not
	p.held = &partial
	first := p.head == nil && partial.Answered && partial.Contradiction == nil && p.shown.known && !p.answers()
	if first {
		p.head = &head{q, p.held}
	}
	now := func() {
		if p.held == nil || asking != p.client.Next()-1 || !p.shown.known && p.serves() {
			return // the first paint's answer is the whole one
		}
		p.show(ctx, q, engine.Provisional(*p.held), true)
		p.job.Pending = p.held.Pending
		p.dotsOfParts()
		p.plot()
	}
	switch {
	case len(p.job.Pending) > 0, slow && len(partial.Pending) == 0:
		now() // parts are on show already
	case !waiting:
		ctx.After(quickEnough, func(app.Context) { now() })
		fallthrough
	default:
		if !first {
			ctx.PreventUpdate() // nothing of it is seen yet
		}
	}
}

// head is the answer to a question of which the rest is still to come: its sentence is
// shown before that, in place of an older one.
type head struct {
	of   inquiry
	part *protocol.Partial
}

// heading is the head's subject, if it answers the state. What is said before a number
// of a run that cannot be comes with the rest.
func (p *page) heading() *words.Subject {
	if p.head == nil || !p.asked(p.head.of) || !p.model.Settled() {
		return nil
	}
	s := words.About(p.head.of.run, p.head.of.question, engine.Provisional(*p.head.part), p.model.Departures())
	if s.Impossible() != "" || p.subject().Impossible() != "" {
		return nil
	}
	return &s
}

// subject is what the answer's words are about.
func (p *page) subject() words.Subject {
	s := words.About(p.shown.of.run, p.shown.of.question, p.shown.result, p.model.Departures())
	s.Unfinished = p.shown.unfinished
	return s
}

// answers reports whether the answer on show, perhaps unfinished, is to the state.
func (p *page) answers() bool { return p.shown.known && p.asked(p.shown.of) }

// asked reports whether an inquiry is the state's question.
func (p *page) asked(q inquiry) bool {
	return q.only == p.published() && q.asks(p.model.Run, p.model.Question)
}

// published reports whether only theorems of papers are to be used.
func (p *page) published() bool { return p.model.View.Only != "" }

// current reports whether the answer on show is the whole answer to the state.
func (p *page) current() bool { return p.answers() && !p.shown.unfinished }

// stale reports whether what is on show answers another question than the
// form's, a half-typed one included.
func (p *page) stale() bool {
	return !(p.answers() || !p.shown.known && p.serves()) || !p.model.Settled()
}

// waiting says in words what the answer waits for, other than the engine.
func (p *page) waiting() string {
	if p.model.Settled() {
		return ""
	}
	return "This is the answer for the last valid values; fix the marked field."
}

// mark tells style sheets and tests on <html> whether the answer on show
// belongs to the form on show. An end is told when it is on the screen, after
// the frame that draws it.
func (p *page) mark(ctx app.Context) {
	status := p.status()
	if status == computing {
		dom.SetState(status)
		p.tellStatus(status)
		return
	}
	ctx.Defer(func(app.Context) {
		if p.status() == status {
			dom.SetState(status)
			p.tellStatus(status)
		}
	})
}

const computing = "computing"

// status is that of the question under way: computing, failed, or ready where
// answer and picture are those of the form.
func (p *page) status() string {
	switch {
	case p.job.Status == engine.Failed, !p.model.Settled():
		return "failed"
	case p.current() && !p.shown.listed.behind && (p.drawn() || p.job.CurveErr != "" || p.halted != nil):
		return "ready"
	}
	return computing
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
