package session

import (
	"slices"
	"strings"

	"lastiterate/app/engine"
	"lastiterate/app/link"
	"lastiterate/app/picture"
	"lastiterate/app/words"
	"lastiterate/wasm/protocol"
)

// pinnedCurve is the curve of a pinned run, with its request.
type pinnedCurve struct {
	name  string // its configuration, parameter and rows
	at    []float64
	slow  int
	curve protocol.CurveResult // empty if it could not be computed
}

// is reports whether the curve answers the request of `want`.
func (c pinnedCurve) is(want pinnedCurve) bool {
	return c.name == want.name && c.slow == want.slow && slices.Equal(c.at, want.at)
}

// mostCurves is the largest number of curves of pinned runs that are kept: all pinned runs on a few
// tabs.
const mostCurves = 4 * link.MaxPinned

// finerPinned is the least number of values at which slow rows of a pinned run are computed; nobody waits for them.
const finerPinned = 48

// drawnWith lists the pinned runs in the displayed picture, without their curves, and the reasons why others are left out. The
// form's own run is drawn already.
func (s *Session) drawnWith() (list []picture.Beside, left []string) {
	on := s.displayed.drawn
	if s.Embedded || on == nil || !on.of.tab.Handled() {
		return nil, nil
	}
	for i, pin := range s.Model.View.Pinned {
		if s.holds(pin) {
			continue
		}
		name := s.Model.View.PinName(i)
		if why := picture.NotBeside(on.of.parameter, pin.Run, pin.Question, s.Model.Question); why != "" {
			left = append(left, name+" is not drawn: "+why)
			continue
		}
		answer := s.comparing.known[s.configuration(pin.Query)]
		if answer.Result == nil {
			continue // it will come, or the comparison says why not
		}
		about := words.About(pin.Query, *answer.Result, s.Model.Ticked())
		if about.Result.Answer == nil {
			left = append(left, name+" is not drawn: no bound applies to it")
			continue
		}
		list = append(list, picture.Beside{Pin: i, Label: name, Query: pin.Query, Result: about.Result})
	}
	return list, left
}

// curveFor returns the curve of a pinned run that belongs to the displayed picture; known is false if it has not been computed.
func (s *Session) curveFor(b picture.Beside) (curve pinnedCurve, known bool) {
	of := s.displayed.drawn.of
	name := strings.Join(append([]string{s.configuration(b.Query), of.parameter}, picture.BesideRows(b.Result)...), " ")
	if of.epochs {
		name += " in epochs"
	}
	want := pinnedCurve{name: name, at: of.at, slow: max(of.slow, finerPinned)}
	if i := slices.IndexFunc(s.comparing.curves, want.is); i >= 0 {
		return s.comparing.curves[i], true
	}
	return want, false
}

// drawPinned requests the next curve of a pinned run that the picture lacks, once the picture itself is displayed.
func (s *Session) drawPinned() {
	c := &s.comparing
	if c.Status == engine.Running || c.drawing != nil || !s.current() || !s.drawn() {
		return
	}
	list, _ := s.drawnWith()
	for _, b := range list {
		want, known := s.curveFor(b)
		if known {
			continue
		}
		c.drawing = &want
		q := s.displayed.drawn.of
		q.Query, q.rows, q.slow = b.Query, picture.BesideRows(b.Result), want.slow
		request := q.request()
		request.Progress = false // nobody waits for it
		s.comparing.client.Ask(request)
		return
	}
}

// receivePinned stores a curve. A curve that could not be computed is not requested again.
func (s *Session) receivePinned(o engine.Outcome) {
	c := &s.comparing
	if c.drawing == nil || o.Curve == nil && o.Status != engine.Failed {
		return
	}
	got := *c.drawing
	c.drawing = nil
	if o.Curve != nil {
		got.curve = *o.Curve
	}
	if c.curves = append(c.curves, got); len(c.curves) > mostCurves {
		c.curves = slices.Delete(c.curves, 0, 1)
	}
	s.drawPinned()
}

// pinnedLines lists the pinned runs whose curves are known, and the reasons why others are left out.
func (s *Session) pinnedLines() (lines []picture.Beside, left []string) {
	list, left := s.drawnWith()
	for _, b := range list {
		if c, known := s.curveFor(b); known && len(c.curve.Series) > 0 {
			b.Curve = c.curve
			lines = append(lines, b)
		}
	}
	return lines, left
}
