package session

import (
	"time"

	"lastiterate/app/engine"
	"lastiterate/app/picture"
)

// A picture needs the rows of the answer but not the verdict, which may take several times as long. So a second engine draws
// the picture while the first finds the verdict. Until the first lines arrive, a dot stands for each line, at its value in the
// answer. Dots do not replace an earlier picture with the same axis: that stays, greyed, with a label that says whose it is.

// sketching is the engine that draws while the other finds the verdict.
type sketching struct {
	client *engine.Client
	of     query
	asking int // number of the second engine's current picture, 0 for none
}

// hasAllRows reports whether a picture may be requested: every row of the answer to the state is displayed, perhaps without the
// verdict. Embeds, of which a page may hold several, start no second engine and wait for the verdict as well.
func (s *Session) hasAllRows() bool {
	return s.current() || !s.Embedded && s.answers() && s.partial != nil && len(s.partial.Pending) == 0
}

// sketch asks the second engine for a picture.
func (s *Session) sketch(q query) {
	k := &s.sketching
	k.of, k.asking = q, k.client.Next()
	k.client.Ask(q.request())
}

// receiveSketch handles an outcome of the second engine.
func (s *Session) receiveSketch(o engine.Outcome) {
	if o.Question != s.sketching.asking || o.Restarted != "" {
		return
	}
	if o.Status != engine.Running {
		s.sketching.asking = 0
	}
	s.receivePicture(o, s.sketching.of, true)
	s.drawPinned()
	s.mark()
}

// dropSketch cancels the second engine's picture.
func (s *Session) dropSketch() (dropped bool) {
	if s.sketching.asking == 0 {
		return false
	}
	s.sketching.asking = 0
	s.sketching.client.Cancel()
	return true
}

// dotsAfter is the time after which dots are drawn for missing lines.
const dotsAfter = 80 * time.Millisecond

// dots draws dots for the lines of a picture if they take longer than dotsAfter.
func (s *Session) dots(of *query) {
	s.browser.After(dotsAfter, func() {
		if s.drawing == of && s.hasAllRows() {
			s.dot(*of)
		}
	})
}

// dotsOfParts draws dots for the known rows of an answer while others are computed; a picture is requested only once all rows
// are known.
func (s *Session) dotsOfParts() {
	if !s.dragging && !s.hasAllRows() && s.answers() {
		s.dot(s.pictureQuery())
	}
}

// dot displays dots in place of the lines of a picture, unless lines for the state are displayed, computed ones or those of the
// first paint.
func (s *Session) dot(of query) {
	if !of.tab.Curved() || s.firstDrawn() || s.fits() && !s.displayed.drawn.dots || !picture.Drawable(s.displayed.result) {
		return
	}
	if on := s.displayed.drawn; on != nil && !on.dots && on.why == "" && on.of.tab == of.tab && on.of.parameter == of.parameter {
		return
	}
	d := drawn{of: of, curve: of.awaiting(nil), dots: true}
	s.displayed.drawn, s.displayed.fine = &d, false
	s.replot()
}
