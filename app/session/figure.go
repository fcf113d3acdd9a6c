package session

import (
	"lastiterate/app/engine"
	"lastiterate/app/state"
	"lastiterate/bounds/figure"
	"lastiterate/wasm/protocol"
)

// reproducing computes the figure of a paper that is chosen, with an engine of
// its own, so that the answer never waits for it.
type reproducing struct {
	client *engine.Client
	known  map[string]*protocol.FigureResult // by name, as they were computed

	figure   string // the one chosen, for which this was done
	arriving bool   // a link to it was followed, and it is yet to be shown
	Reproduction
}

// Reproduction is how far the chosen figure has come.
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

// Reproduction is how far the chosen figure has come.
func (s *Session) Reproduction() Reproduction { return s.reproducing.Reproduction }

// FigurePart is the part of the page that shows the figure.
const FigurePart = "figure-caption"

// AtFigure reports whether the visit is about the figure that is chosen. With a run that is neither the
// figure's nor the one that stands in where a link says none, it is about that run.
func (s *Session) AtFigure() bool {
	f, ok := figure.ByID(s.Model.View.Figure)
	return ok && (s.Model.Query.Same(f.Query) || s.Model.Query.Same(s.Base.Query))
}

// followedToFigure reports whether somebody has followed a link to a figure.
func (s *Session) followedToFigure() bool {
	return s.AtFigure() && !s.Embedded && !s.browser.Written()
}

// arrive shows a figure to whom a link has led there.
func (s *Session) arrive() {
	if s.reproducing.arriving {
		s.ShowFigure()
	}
}

// ShowFigure brings the figure to the top of the screen once it has its place there.
func (s *Session) ShowFigure() {
	s.reproducing.arriving = false
	s.browser.AfterDraw(func() { s.browser.Arrive(FigurePart) })
}

// FiguresPart is the heading of the menu of figures.
const FiguresPart = "figures-title"

// ShowFigures keeps the menu, and with it the figure chosen there, at the top of the screen: the run that it
// loads makes the page above shorter or longer. The focus stays in the menu.
func (s *Session) ShowFigures() {
	s.browser.AfterDraw(func() { s.browser.Arrive(FiguresPart) })
}

// Redraw asks for the chosen figure once more, after a failure.
func (s *Session) Redraw() {
	s.reproducing.figure = ""
	s.drawFigure()
}

// drawFigure asks for the chosen figure where it is neither known nor under way.
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

// receiveFigure takes a figure's lines. What is left of another figure never
// arrives: it was cancelled.
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

// figureStatus is the status of the figure under way.
func (s *Session) figureStatus() string {
	switch s.reproducing.Status {
	case engine.Done:
		return "ready"
	case engine.Running:
		return Computing
	case engine.Idle, engine.Failed:
	}
	return "failed" // or there is no figure of that name
}
