package session

import (
	"time"

	"lastiterate/app/engine"
	"lastiterate/app/picture"
)

// A picture needs the rows of the answer and not the verdict, which may take
// several times as long. While the engine works on that, another draws the
// picture; and until its first lines are there, a dot stands where each of them
// will pass, at the value that the answer has told. The last picture of the same axis
// is not replaced by dots: it stays, greyed and under a label that says whose it is.

// sketching is the engine that draws while the other finds a verdict.
type sketching struct {
	client *engine.Client
	of     query
	asking int // number of the picture under way there, 0 for none
}

// tabled reports whether a picture may be asked for: every row of the answer to the
// state is on show, though the verdict may be missing. Embeds, of which a page may
// hold several, start no second engine and wait for that as well.
func (s *Session) tabled() bool {
	return s.current() || !s.Embedded && s.answers() && s.partial != nil && len(s.partial.Pending) == 0
}

// sketch asks the second engine for a picture.
func (s *Session) sketch(q query) {
	k := &s.sketching
	k.of, k.asking = q, k.client.Next()
	k.client.Ask(q.request())
}

// receiveSketch takes what the second engine found out.
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

// dropSketch gives up a picture that is under way there.
func (s *Session) dropSketch() (dropped bool) {
	if s.sketching.asking == 0 {
		return false
	}
	s.sketching.asking = 0
	s.sketching.client.Cancel()
	return true
}

// dotsAfter is how long lines may take before dots stand for them.
const dotsAfter = 80 * time.Millisecond

// dots draws dots in place of lines that take longer than that.
func (s *Session) dots(of *query) {
	s.browser.After(dotsAfter, func() {
		if s.drawing == of && s.tabled() {
			s.dot(*of)
		}
	})
}

// dotsOfParts has dots stand for the rows that are known of an answer of which
// others are still computed; a picture is not asked for before all are.
func (s *Session) dotsOfParts() {
	if !s.dragging && !s.tabled() && s.answers() {
		s.dot(s.pictureQuery())
	}
}

// dot puts dots on show in place of the lines of a picture, unless lines of the
// state's are there: drawn ones, or those of the first paint.
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
