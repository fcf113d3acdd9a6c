package session

import (
	"cmp"
	"slices"
	"strings"

	"lastiterate/app/engine"
	"lastiterate/app/link"
	"lastiterate/app/picture"
	"lastiterate/app/words"
	"lastiterate/bounds/claim"
	"lastiterate/wasm/protocol"
)

// pinnedCurve is the curve of a pinned run, with its request.
type pinnedCurve struct {
	name  string // its configuration, parameter and rows
	at    []float64
	slow  int
	curve protocol.CurveResult // over all values of the picture; empty if it could not be computed

	query claim.Query
	rows  []string
	over  []float64 // the values of the picture, among which those of `at` are
}

// places lists the values at which a row is computed; nil if these are all.
func (c pinnedCurve) places(row string) (out []float64) {
	i := slices.IndexFunc(c.curve.Series, func(l protocol.Series) bool { return l.Row == row })
	if i < 0 || !slices.Contains(c.curve.Series[i].Epsilon, nil) {
		return nil
	}
	for j, e := range c.curve.Series[i].Epsilon {
		if e != nil {
			out = append(out, c.over[j])
		}
	}
	return out
}

// spread puts the lines of a result to the values of the picture.
func (c pinnedCurve) spread(r protocol.CurveResult) protocol.CurveResult {
	if len(c.at) == len(c.over) {
		return r
	}
	lines := slices.Clone(r.Series)
	for i, l := range lines {
		lines[i].Epsilon = make([]*protocol.Number, len(c.over))
		for k, e := range l.Epsilon {
			if j, found := slices.BinarySearch(c.over, c.at[k]); found {
				lines[i].Epsilon[j] = e
			}
		}
	}
	r.Series = lines
	return r
}

// is reports whether the curve answers the request of `want`.
func (c pinnedCurve) is(want pinnedCurve) bool {
	return c.name == want.name && c.slow == want.slow && slices.Equal(c.at, want.at) && slices.Equal(c.over, want.over)
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
		about := words.About(pin.Query, *answer.Result, s.Model.TickedFor(pin.Run.Scheme))
		if about.Result.Answer == nil {
			left = append(left, name+" is not drawn: no bound applies to it")
			continue
		}
		list = append(list, picture.Beside{Pin: i, Label: name, Query: pin.Query, Result: about.Result})
	}
	return list, left
}

// curveFor returns the curve of a pinned run that belongs to the displayed picture, at the places of an earlier one unless these are
// nil; known is false if it has not been computed.
func (s *Session) curveFor(b picture.Beside, places []float64) (curve pinnedCurve, known bool) {
	of := s.displayed.drawn.of
	return s.curveOf(b.Query, picture.BesideRows(b.Result), places, max(of.slow, finerPinned))
}

func (s *Session) curveOf(q claim.Query, rows []string, places []float64, slow int) (curve pinnedCurve, known bool) {
	of := s.displayed.drawn.of
	name := strings.Join(append([]string{s.configuration(q), of.parameter}, rows...), " ")
	if of.epochs {
		name += " in epochs"
	}
	want := pinnedCurve{name: name, at: of.at, slow: slow, query: q, rows: rows, over: of.at}
	if places != nil {
		want.at, want.slow = places, len(places)
	}
	if i := slices.IndexFunc(s.comparing.curves, want.is); i >= 0 {
		return s.comparing.curves[i], true
	}
	return want, false
}

// besideCurves adds their curves to pinned runs. lacks is the first curve that is not known, nil if all are. A bound that jumps at the
// ends of epochs is compared only where both lines have values: places are those of the first line, if it lacks some of the picture's.
func (s *Session) besideCurves(list []picture.Beside) (lines []picture.Beside, places []float64, lacks *pinnedCurve) {
	for _, b := range list {
		c, known := s.curveFor(b, places)
		if !known {
			if lacks == nil {
				lacks = &c
			}
			continue
		}
		if len(c.curve.Series) == 0 {
			continue // it could not be computed
		}
		if places == nil && picture.Jumps(s.displayed.drawn.of.parameter, b.Run) {
			places = c.places(b.Result.Answer.Row)
		}
		b.Curve = c.curve
		lines = append(lines, b)
	}
	return lines, places, lacks
}

// drawPinned requests the next curve of a pinned run that the picture lacks, once the picture itself is displayed, and then the values
// of the answer's line where the pinned lines have theirs.
func (s *Session) drawPinned() {
	c := &s.comparing
	if c.Status == engine.Running || c.drawing != nil || !s.current() || !s.drawn() {
		return
	}
	list, _ := s.drawnWith()
	_, places, lacks := s.besideCurves(list)
	if lacks == nil {
		lacks = s.alongside(places)
	}
	if lacks == nil {
		return
	}
	c.drawing = lacks
	q := s.displayed.drawn.of
	q.Query, q.rows, q.rivals, q.slow, q.at = lacks.query, lacks.rows, false, lacks.slow, lacks.at
	request := q.request()
	request.Progress = false // nobody waits for it
	s.comparing.client.Ask(request)
}

// alongside gives the answer's line values at the places of the pinned lines, and returns the request for them if they are not known.
func (s *Session) alongside(places []float64) (lacks *pinnedCurve) {
	on, answer := s.displayed.drawn, s.displayed.result.Answer
	if len(places) == 0 || answer == nil || !picture.Jumps(on.of.parameter, s.Model.Run) || slices.Equal(on.beside, places) ||
		!slices.ContainsFunc(on.curve.Series, func(l protocol.Series) bool {
			return l.Row == answer.Row && slices.Contains(l.Epsilon, nil)
		}) {
		return nil
	}
	own, known := s.curveOf(on.of.Query, []string{answer.Row}, places, 0)
	if !known {
		return &own
	}
	more := *on
	more.beside, more.curve.Series = places, slices.Clone(on.curve.Series)
	for _, l := range own.curve.Series {
		i := slices.IndexFunc(more.curve.Series, func(m protocol.Series) bool { return m.Row == l.Row })
		line := &more.curve.Series[i]
		line.Epsilon = slices.Clone(line.Epsilon)
		for j, e := range l.Epsilon {
			line.Epsilon[j] = cmp.Or(line.Epsilon[j], e)
		}
	}
	s.displayed.drawn = &more
	s.replot()
	return nil
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
		got.curve = got.spread(*o.Curve)
	}
	if c.curves = append(c.curves, got); len(c.curves) > mostCurves {
		c.curves = slices.Delete(c.curves, 0, 1)
	}
	s.drawPinned()
}

// pinnedLines lists the pinned runs whose curves are known, and the reasons why others are left out.
func (s *Session) pinnedLines() (lines []picture.Beside, left []string) {
	list, left := s.drawnWith()
	lines, _, _ = s.besideCurves(list)
	return lines, left
}
