package app

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/engine"
	"lastiterate/app/link"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/wasm/protocol"
)

// page is the calculator. It holds the state and the answers, sends questions
// to the engine, and composes everything that is seen.
type page struct {
	app.Compo

	embedded bool       // in a frame of another page; see embed_view.go
	edited   bool       // the run there is the visitor's; see embed_host.go
	base     link.State // what an address without a link shows
	model    state.Model

	ctx     app.Context // of the page, once it is mounted
	client  *engine.Client
	pending map[int]inquiry // what was asked, by the client's numbers
	edits   *dom.Edits      // what is done to the form
	shown   exhibit
	job     job
	held    *protocol.Partial // a part of the answer that is not shown yet
	head    *head             // the sentence of an answer whose rest is still to come
	began   time.Time         // when the picture under way was begun
	// plotting is the picture that the engine is computing, if any, and halted
	// one that the person has stopped.
	plotting, halted *inquiry
	count            count
	// dragging says that a handle on the chart is in hand.
	dragging bool

	address     address
	solving     solving
	comparing   comparing
	sketching   sketching
	reproducing reproducing

	announced announcement
	first     dom.FirstPaint
}

// newPage returns a page that opens on base unless the address says more. It
// takes the place of a first paint.
func newPage(base link.State, first dom.FirstPaint) *page {
	return &page{base: base, model: state.New(base), pending: map[int]inquiry{}, edits: dom.NewEdits(), first: first}
}

// OnInit reads the address before anything is drawn, so that no other run is
// ever shown for it.
func (p *page) OnInit() {
	p.openAddress()
	p.restoreDrafts()
	p.takeOver()
}

func (p *page) OnMount(ctx app.Context) {
	ctx.Handle(doAction, p.onDo)
	p.hearEdits(ctx)
	ctx.Handle(flushAction, p.onFlush)
	ctx.Handle(againAction, p.onAgain)
	ctx.Handle(redrawAction, p.onRedraw)
	ctx.Handle(resetAction, p.onReset)
	ctx.Handle(solveAction, p.onSolve)
	ctx.Handle(stopAction, p.onStopSolving)
	ctx.Handle(haltAction, p.onHalt)
	ctx.Handle(goOnAction, p.onGoOn)
	p.ctx = ctx
	p.listen(ctx)
	start := engine.New
	if p.embedded {
		start = engine.NewLone // leaves room for others
	}
	p.client = start(dom.Workers{Ctx: ctx}, dom.Build(), func(o engine.Outcome) { p.hear(ctx, o) })
	p.ask(ctx)
	p.comparePinned(ctx)
	p.drawFigure(ctx)
	// After the fields, whose own mounting is queued already.
	ctx.Dispatch(func(app.Context) { p.first.RestoreFocus("field-") })
}

func (p *page) onDo(ctx app.Context, a app.Action) {
	if action, ok := a.Value.(state.Action); ok {
		p.do(ctx, action)
	}
}

// do changes the state and everything that follows from it.
func (p *page) do(ctx app.Context, action state.Action) {
	before := p.model
	if _, deliberate := action.(state.Deliberate); deliberate {
		p.flush() // what is left must be found again by Back
	}
	p.model = action.Do(before)
	p.noteEdit(before)
	switch action.(type) {
	case state.Start, state.Reset:
		p.announced.text = words.Taken
	}
	drag, isDrag := action.(state.Drag)
	p.dragging = isDrag && drag.Held
	if p.model.Asks(before) {
		p.plot() // lines that were not drawn may be now
	} else {
		p.ask(ctx)
	}
	p.followSolution(p.model)
	p.comparePinned(ctx)
	p.askBeside(ctx)
	p.drawFigure(ctx)
	p.noteAddress(ctx, before, action)
	p.mark(ctx)
}

func (p *page) Render() app.UI {
	if p.embedded {
		return p.embed()
	}
	return app.Div().Class("calculator").Body(
		&masthead{Share: p.sharing()},
		p.digest(),
		&linkProblems{Problems: p.model.Loose(), Any: len(p.model.Problems) > 0},
		app.Main().ID("main").Class("sheet").Body(
			app.Div().Class("setting").Body(
				&runForm{State: p.model.State, Run: p.model.Run, Question: p.model.Question, Entries: entries(p.model, p.edits), Edits: p.edits, Pinned: p.pinnedState()},
				p.solve(),
			),
			app.Div().Class("reading").Body(
				p.answer(),
				p.chart(),
				p.behind(true),
			),
			&compareView{Comparison: p.comparison()},
			p.table(),
			p.figures(),
		),
		&colophon{Here: addressOf(p.model.State)},
		&announcer{Text: p.announced.text},
	)
}
