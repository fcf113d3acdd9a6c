package app

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/engine"
	"lastiterate/wasm/protocol"
)

// reproducing computes the figure of a paper that is chosen, with an engine of
// its own, started with the first figure, so that the answer never waits for it.
type reproducing struct {
	client *engine.Client
	known  map[string]*protocol.FigureResult // by name, as they were computed

	figure   string // that is under way or was the last to fail
	status   engine.Status
	err      string
	done, of int
}

// redrawAction asks for the chosen figure once more, after a failure.
const redrawAction = "redraw"

func (p *page) onRedraw(ctx app.Context, _ app.Action) {
	p.reproducing.figure = ""
	p.drawFigure(ctx)
}

// drawFigure asks for the chosen figure where it is neither known nor under way.
func (p *page) drawFigure(ctx app.Context) {
	r := &p.reproducing
	chosen := p.model.View.Figure
	if p.embedded || chosen == r.figure {
		return // an embed shows no figures
	}
	if r.status == engine.Running {
		r.client.Cancel()
	}
	r.figure, r.status, r.err, r.done, r.of = chosen, engine.Idle, "", 0, 0
	if chosen == "" {
		return
	}
	if r.known[chosen] != nil {
		r.status = engine.Done
		return
	}
	if r.client == nil {
		r.client = engine.NewLone(dom.Workers{Ctx: ctx}, dom.Build(), p.hearFigure)
		r.known = map[string]*protocol.FigureResult{}
	}
	r.status = engine.Running
	r.client.Ask(protocol.Request{Method: protocol.MethodFigure, Figure: chosen, Progress: true})
}

// hearFigure takes a figure's lines. What is left of another figure never
// arrives: it was cancelled.
func (p *page) hearFigure(o engine.Outcome) {
	r := &p.reproducing
	switch {
	case o.Progress != nil:
		r.done, r.of = o.Progress.Done, o.Progress.Of
	case o.Figure != nil:
		r.status = engine.Done
		r.known[o.Figure.Figure] = o.Figure
	case o.Status == engine.Failed:
		r.status, r.err = engine.Failed, o.Err.Error()
	}
}

// figures is the section of the papers' figures.
func (p *page) figures() app.UI {
	r := p.reproducing
	return &figureView{Chosen: p.model.View.Figure, Run: p.model.Run, Question: p.model.Question,
		Status: r.status, Err: r.err, Done: r.done, Of: r.of, Result: r.known[p.model.View.Figure]}
}
