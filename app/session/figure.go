package session

import (
	"lastiterate/app/engine"
	"lastiterate/wasm/protocol"
)

// reproducing computes the figure of a paper that is chosen, with an engine of
// its own, so that the answer never waits for it.
type reproducing struct {
	client *engine.Client
	known  map[string]*protocol.FigureResult // by name, as they were computed

	figure string // the one chosen, for which this was done
	Reproduction
}

// Reproduction is how far the chosen figure has come.
type Reproduction struct {
	Status   engine.Status
	Err      string
	Done, Of int
	Result   *protocol.FigureResult // nil until it is computed
}

// Reproduction is how far the chosen figure has come.
func (s *Session) Reproduction() Reproduction { return s.reproducing.Reproduction }

// Redraw asks for the chosen figure once more, after a failure.
func (s *Session) Redraw() {
	s.reproducing.figure = ""
	s.drawFigure()
}

// drawFigure asks for the chosen figure where it is neither known nor under way.
func (s *Session) drawFigure() {
	r := &s.reproducing
	chosen := s.Model.View.Figure
	if s.Embedded || chosen == r.figure {
		return // an embed shows no figures
	}
	if r.Status == engine.Running {
		r.client.Cancel()
	}
	r.figure, r.Reproduction = chosen, Reproduction{}
	if chosen == "" {
		return
	}
	if r.Result = r.known[chosen]; r.Result != nil {
		r.Status = engine.Done
		return
	}
	r.Status = engine.Running
	r.client.Ask(protocol.Request{Method: protocol.MethodFigure, Figure: chosen, Progress: true})
}

// receiveFigure takes a figure's lines. What is left of another figure never
// arrives: it was cancelled.
func (s *Session) receiveFigure(o engine.Outcome) {
	r := &s.reproducing
	switch {
	case o.Progress != nil:
		r.Done, r.Of = o.Progress.Done, o.Progress.Of
	case o.Figure != nil:
		r.Status, r.Result = engine.Done, o.Figure
		if r.known == nil {
			r.known = map[string]*protocol.FigureResult{}
		}
		r.known[o.Figure.Figure] = o.Figure
	case o.Status == engine.Failed:
		r.Status, r.Err = engine.Failed, o.Err.Error()
	}
}
