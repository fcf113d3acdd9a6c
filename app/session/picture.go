package session

import (
	"errors"
	"slices"
	"time"

	"lastiterate/app/engine"
	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/picture"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/wasm/protocol"
)

// Count is the progress of the current picture.
type Count struct {
	Done, Of int
	Long     bool // it takes so long that the visitor should know
	Finer    bool // a picture is displayed, and a finer one will follow
}

// plot requests the picture of the displayed answer if the displayed picture does not serve. It does while a handle is dragged.
func (s *Session) plot() {
	s.reopen()
	if s.isWithheld() || s.dragging || !s.hasAllRows() || s.drawn() || s.drawing != nil && s.serves(*s.drawing) ||
		s.halted != nil && s.serves(*s.halted) {
		return
	}
	s.halted = nil
	q := s.pictureQuery()
	if q.tab.Curved() && len(q.rows) == 0 {
		s.showPicture(drawn{of: q, curve: protocol.CurveResult{Series: q.kept}})
		return
	}
	if !q.tab.Curved() && s.Subject().Unmeasured() {
		s.showPicture(drawn{of: q, why: words.NoSteps})
		return
	}
	s.postPicture(q)
}

// pictureQuery is the query for the state's picture.
func (s *Session) pictureQuery() query {
	q := s.query()
	q.tab = picture.TabOf(s.Model.View, s.Model.Run)
	if !q.tab.Curved() {
		q.row = picture.PlanRow(s.Model.View, s.Subject().Result)
		return q
	}
	q.parameter, q.rows, q.slow, q.epochs = picture.Parameter(s.Model.View, q.Run), s.wanted(), fewValues, s.inEpochs()
	q.span, q.rivals = s.span(), s.withRivals()
	here, _ := picture.Here(q.parameter, q.Query)
	q.at = picture.At(q.tab, q.span, here, q.Query, s.displayed.result)
	if on := s.displayed.drawn; on != nil && s.displayed.fine && on.of.tab == q.tab && on.of.parameter == q.parameter &&
		on.of.span == q.span && on.of.epochs == q.epochs && (on.of.rivals || !q.rivals) &&
		on.of.fits(q.Query) {
		// only values that are not displayed yet are computed
		q.at, q.kept, q.levelsOff, q.rivals = on.of.at, on.curve.Series, on.curve.LevelsOff, on.of.rivals
		q.rows = slices.DeleteFunc(slices.Clone(q.rows), q.keeps)
	}
	return q
}

// inEpochs reports whether the state's picture varies n or b while the number of epochs, which the form states, stays.
func (s *Session) inEpochs() bool {
	parameter := picture.Parameter(s.Model.View, s.Model.Run)
	return s.Model.View.Steps == form.Epochs && (parameter == "n" || parameter == "b") && !s.Model.Run.Scheme.UsesAll()
}

// span is the range of the parameter in the state's picture.
func (s *Session) span() picture.Span {
	parameter := picture.Parameter(s.Model.View, s.Model.Run)
	v := s.Model.View
	if picture.TabOf(v, s.Model.Run) == picture.Attack {
		v.From, v.To = 0, 0 // they belong to another axis
	}
	return picture.SpanOf(v, parameter, s.Model.Query, s.displayed.result)
}

func (s *Session) postPicture(q query) {
	s.drawing, s.count = &q, Count{Of: len(q.at), Finer: q.slow > fewValues}
	s.dots(s.drawing)
	if s.dropSketch(); !s.current() {
		s.sketch(q)
		return
	}
	s.post(q)
}

// withRivals reports whether rows that the answer's run says nothing about may be drawn: the visitor has chosen no lines, and
// none stand for other runs.
func (s *Session) withRivals() bool {
	return s.Model.View.Rows == nil && len(s.Model.View.Pinned) == 0 && picture.TabOf(s.Model.View, s.Model.Run) != picture.Attack
}

// wanted lists the rows that the chart draws.
func (s *Session) wanted() []string { return picture.Drawn(s.View(), s.Subject().Result) }

// View is the view of the picture. An embed has no comparison.
func (s *Session) View() link.View {
	v := s.Model.View
	if s.Embedded {
		v.Pinned = nil
	}
	if s.Embedded && v.Size == state.SizeChart && v.Rows == nil && s.displayed.result.Answer != nil {
		v.Rows = picture.Story(s.displayed.result)
		if on := s.displayed.drawn; on != nil && s.along(on.of) {
			v.Rows = append(v.Rows, picture.Rivals(on.curve, s.displayed.result, v.Rows)...)
		}
	}
	return v
}

// receivePicture handles an outcome for the picture.
func (s *Session) receivePicture(o engine.Outcome, q query, latest bool) {
	var fault *protocol.Error
	if (o.Curve != nil || o.Schedule != nil) && s.drawn() && !s.serves(q) {
		// The visitor has returned to the displayed picture while another was being computed. The other would replace
		// it, and nobody would ask for it again.
		if latest {
			s.drawing, s.count = nil, Count{}
		}
		return
	}
	switch {
	case o.Progress != nil:
		if latest {
			s.count.Done, s.count.Of = o.Progress.Done, o.Progress.Of
			s.count.Long = s.browser.Now().Sub(s.began) > longEnough
			s.showLines(*o.Progress, q)
		}
		if !latest || !s.count.Long {
			s.browser.SkipDraw() // it changes nothing on the screen
		}
	case o.Curve != nil:
		if latest && s.refine(*o.Curve, q) {
			break
		}
		s.showPicture(drawn{of: q.with(*o.Curve), curve: q.withKept(*o.Curve)})
	case o.Schedule != nil:
		q.atAlpha = o.Schedule.Alpha != nil
		s.showPicture(drawn{of: q, plan: o.Schedule})
	case errors.As(o.Err, &fault) && fault.Code == protocol.CodeNoSchedule:
		s.showPicture(drawn{of: q, why: fault.Message})
	case o.Status == engine.Running && o.Restarted == "":
		s.began = s.browser.Now()
	case o.Status == engine.Failed && latest:
		s.job.CurveErr, s.drawing, s.count = o.Err.Error(), nil, Count{}
	}
}

// longEnough is the time after which the progress of a picture is shown.
const longEnough = 400 * time.Millisecond

// Halt stops the engine's work on the picture at once.
func (s *Session) Halt() {
	if s.drawing == nil {
		return
	}
	if !s.dropSketch() {
		s.client.Cancel()
	}
	s.halted, s.drawing = s.drawing, nil
	s.mark()
}

// GoOn continues the work that Halt stopped.
func (s *Session) GoOn() {
	if s.halted == nil {
		return
	}
	q := *s.halted
	s.halted = nil
	s.postPicture(q)
	s.mark()
}

// showPicture displays a picture.
func (s *Session) showPicture(d drawn) {
	s.displayed.drawn, s.displayed.fine = &d, true
	s.drawing, s.count = nil, Count{}
	if !d.rough {
		s.shelve(d)
	}
	s.replot()
}

// showLines displays the complete lines of a picture, with a dot for each other line. An older picture stays for a moment, the
// first paint's until all lines are there, because it has them all. If the lines decide which bound is the answer, all are
// awaited.
func (s *Session) showLines(p protocol.Progress, q query) {
	on := s.displayed.drawn
	waits := on != nil && !on.dots && !s.along(on.of) && s.browser.Now().Sub(s.began) < soon
	if len(p.Lines) == 0 || waits || s.firstDrawn() || !s.along(q) || q.tab == picture.OverAlpha || q.tab == picture.Attack {
		return
	}
	d := drawn{of: q, curve: q.awaiting(p.Lines), rough: true}
	s.displayed.drawn, s.displayed.fine, s.count.Long = &d, false, true
	s.replot()
}

// replot makes the picture draw the displayed answer if the picture belongs to it; until then it draws the answer before.
func (s *Session) replot() {
	if d := s.displayed.drawn; d != nil && d.of.fits(s.displayed.of.Query) {
		s.displayed.plotted, s.displayed.plottedOf = s.displayed.result, s.displayed.of
	}
}

// Slow rows are first computed at few values. If those came quickly, more values follow where the lines bend, as many as a
// visitor will wait for.
const (
	fewValues = picture.FewValues
	patience  = 3 * time.Second
	// leastEach is the least assumed time for a value: remembered values come at once and say nothing about others.
	leastEach = 20 * time.Millisecond
	// soon is the time for which the old picture may stay in place of a coarse one that a finer one will follow.
	soon = time.Second
)

// refine requests a finer curve if it would show more within a time that a visitor would wait. wait reports whether it does and
// the coarse curve need not be shown.
func (s *Session) refine(c protocol.CurveResult, q query) (wait bool) {
	coarse := slices.ContainsFunc(c.Series, func(s protocol.Series) bool { return s.Coarse })
	if q.slow > fewValues || !coarse {
		return false
	}
	took := s.browser.Now().Sub(s.began)
	more := int(patience / max(took/fewValues, leastEach))
	if more < 2*fewValues {
		return false
	}
	if took > soon || took/fewValues*time.Duration(min(more, len(q.at))) > soon {
		s.showPicture(drawn{of: q.with(c), curve: q.withKept(c), rough: true})
	}
	s.displayed.fine = false
	q = q.with(c)
	q.slow = min(more, len(q.at))
	s.postPicture(q)
	return true
}
