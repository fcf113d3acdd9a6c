package session

import (
	"lastiterate/app/engine"
	"lastiterate/app/state"
	"lastiterate/bounds/figure"
	"lastiterate/wasm/protocol"
)

// reproducing computes the chosen figure of a paper with an engine of its own, so that the answer never waits for it.
type reproducing struct {
	client *engine.Client
	known  map[string]*protocol.FigureResult // by name, as they were computed

	figure   string // the chosen figure, to which the other fields belong
	arriving bool   // a link to the figure was followed, and the page has not scrolled to it yet
	Reproduction
}

// Reproduction is the progress of the chosen figure.
type Reproduction struct {
	Status   engine.Status
	Err      string
	Done, Of int
	Result   *protocol.FigureResult // nil until it is computed
	// Unfinished is the figure with the lines that are complete while others are computed; nil before and after that.
	Unfinished *protocol.FigureResult
}

// Failure says why there is no figure.
func (r Reproduction) Failure() string { return "The figure could not be drawn: " + r.Err + "." }

// Reproduction returns the progress of the chosen figure.
func (s *Session) Reproduction() Reproduction { return s.reproducing.Reproduction }

// FigurePart is the part of the page that shows the figure.
const FigurePart = "figure-caption"

// AtFigure reports whether the visit is about the chosen figure. It is not if the run is neither the figure's nor the default
// that replaces a run missing in the link.
func (s *Session) AtFigure() bool {
	f, ok := figure.ByID(s.Model.View.Figure)
	return ok && (s.Model.Query.Same(f.Query) || s.Model.Query.Same(s.Base.Query))
}

// followedToFigure reports whether the visitor has followed a link to a figure.
func (s *Session) followedToFigure() bool {
	return s.AtFigure() && !s.Embedded && !s.browser.Written()
}

// arrive scrolls to the figure after a link to it was followed.
func (s *Session) arrive() {
	if s.reproducing.arriving {
		s.ShowFigure()
	}
}

// ShowFigure scrolls the figure to the top of the screen once its place there is known.
func (s *Session) ShowFigure() {
	s.reproducing.arriving = false
	s.browser.AfterDraw(func() { s.browser.Arrive(FigurePart) })
}

// FiguresPart is the heading of the menu of figures.
const FiguresPart = "figures-title"

// ShowFigures keeps the menu of figures at the top of the screen while a chosen figure loads its run, which changes the height
// of the page above. The focus stays in the menu.
func (s *Session) ShowFigures() {
	s.browser.AfterDraw(func() { s.browser.Arrive(FiguresPart) })
}

// Redraw requests the chosen figure again, after a failure.
func (s *Session) Redraw() {
	s.reproducing.figure = ""
	s.drawFigure()
}

// drawFigure requests the chosen figure if it is neither known nor requested.
func (s *Session) drawFigure() {
	r := &s.reproducing
	chosen := s.Model.View.Figure
	if chosen == r.figure || !s.Shows(state.ShowFigure) {
		return
	}
	if r.Status == engine.Running {
		r.client.Cancel()
	}
	r.figure, r.Reproduction = chosen, Reproduction{}
	defer s.mark()
	if chosen == "" {
		return
	}
	if r.Result = r.known[chosen]; r.Result != nil {
		r.Status = engine.Done
		return
	}
	r.Status = engine.Running
	r.client.Ask(protocol.Request{Method: protocol.MethodFigure, Figure: chosen, Progress: true, Lines: true})
}

// receiveFigure stores a figure's lines. Outcomes of another figure never arrive, because its request was cancelled.
func (s *Session) receiveFigure(o engine.Outcome) {
	r := &s.reproducing
	switch {
	case o.Progress != nil:
		r.Done, r.Of = o.Progress.Done, o.Progress.Of
		if o.Progress.Figure != nil {
			r.Unfinished = o.Progress.Figure
		}
	case o.Figure != nil:
		r.Status, r.Result, r.Unfinished = engine.Done, o.Figure, nil
		if r.known == nil {
			r.known = map[string]*protocol.FigureResult{}
		}
		r.known[o.Figure.Figure] = o.Figure
		if why := s.unread(); why != "" && s.FigureAlone() {
			s.tellFailure(why)
		}
	case o.Status == engine.Failed:
		r.Status, r.Err, r.Unfinished = engine.Failed, o.Err.Error(), nil
		if s.FigureAlone() {
			s.tellFailure(r.Failure())
		}
	}
	s.mark()
}

// FigureAlone reports whether the session is in an embed that shows a figure of a paper alone.
func (s *Session) FigureAlone() bool { return s.Embedded && state.FigureAlone(s.Model.View) }

// figureStatus is the status of the requested figure.
func (s *Session) figureStatus() string {
	switch s.reproducing.Status {
	case engine.Done:
		return "ready"
	case engine.Running:
		return Computing
	case engine.Idle, engine.Failed:
	}
	return "failed" // also if there is no figure of that name
}
