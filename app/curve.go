package app

import (
	"slices"
	"time"

	"lastiterate/app/picture"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/wasm/protocol"
)

// plot asks for the curve of the answer on show where the one that is drawn
// does not serve. While the handle of T is in hand, it does.
func (p *page) plot() {
	if p.dragging || !p.current() || p.drawn() || p.plotting != nil && p.serve(*p.plotting) {
		return
	}
	q := inquiry{run: p.model.Run, question: p.model.Question,
		at: picture.Values(p.model.Run.T), rows: p.wanted(), slow: fewValues}
	if len(q.rows) == 0 {
		p.takeCurve(protocol.CurveResult{}, q, true)
		return
	}
	p.postCurve(q)
}

func (p *page) postCurve(q inquiry) {
	p.plotting = &q
	p.post(q, q.curve())
}

// wanted are the rows that the chart draws.
func (p *page) wanted() []string { return picture.Drawn(p.model.View, p.subject().Result) }

// curve asks for ε along T.
func (q inquiry) curve() protocol.Request {
	values := make([]protocol.Number, len(q.at))
	for i, v := range q.at {
		values[i] = protocol.Number(v)
	}
	return protocol.Request{
		Method: protocol.MethodCurve, Parameter: "T", Values: values, Rows: q.rows, SlowValues: q.slow,
		Run: protocol.EncodeRun(q.run), Question: protocol.EncodeQuestion(q.question),
	}
}

// takeCurve puts a curve on show.
func (p *page) takeCurve(c protocol.CurveResult, q inquiry, latest bool) {
	p.shown.curve, p.shown.curveOf, p.shown.fine = &c, q, true
	p.plotting = nil
	p.replot()
	if latest {
		p.refine(c, q)
	}
}

// replot lets the chart draw the answer on show, if that belongs to the curve
// on show; until then it draws the one before.
func (p *page) replot() {
	if p.shown.curveOf.alongside(p.shown.of) {
		p.shown.plotted, p.shown.plottedOf = p.shown.result, p.shown.of
	}
}

// alongside reports whether two inquiries are about one run, whatever its T: a
// curve along T is the same for all T.
func (q inquiry) alongside(other inquiry) bool {
	q.run.T = other.run.T
	return q.asks(other.run, other.question)
}

// Rows that take their time are first computed at few values of T, so that
// there is a picture soon; then, if those came quickly, at as many as fit into
// a little patience.
const (
	fewValues = 16
	patience  = 3 * time.Second
)

// refine asks for a finer curve where there is something to gain in a time
// that a person would wait.
func (p *page) refine(c protocol.CurveResult, q inquiry) {
	if q.slow > fewValues || !sparse(c, q) {
		return
	}
	each := time.Since(p.began) / fewValues
	more := int(patience / max(each, time.Microsecond))
	if more < 2*fewValues {
		return
	}
	p.shown.fine = false
	q.slow = min(more, len(q.at))
	p.postCurve(q)
}

// sparse reports whether a row was computed at fewer values than were asked.
func sparse(c protocol.CurveResult, q inquiry) bool {
	if len(q.at) <= q.slow {
		return false
	}
	return slices.ContainsFunc(c.Series, func(s protocol.Series) bool {
		n := 0
		for _, e := range s.Epsilon {
			if e != nil {
				n++
			}
		}
		return n > 0 && n <= q.slow
	})
}

// scene is what the chart's words are about.
func (p *page) scene() words.Subject {
	return words.About(p.shown.plottedOf.run, p.shown.plottedOf.question, p.shown.plotted, p.model.Departures())
}

// fits reports whether the curve on show is that of the state's run.
func (p *page) fits() bool {
	return p.shown.curve != nil && p.shown.curveOf.alongside(inquiry{run: p.model.Run, question: p.model.Question})
}

// drawn reports whether the curve on show serves the state and no finer one is
// on its way.
func (p *page) drawn() bool {
	if !p.shows(state.ShowChart) {
		return true
	}
	return p.shown.curve != nil && p.shown.fine && p.serve(p.shown.curveOf)
}

// serve reports whether the curve of an inquiry has the state's run, axis and lines.
func (p *page) serve(q inquiry) bool {
	return q.alongside(inquiry{run: p.model.Run, question: p.model.Question}) &&
		picture.Last(q.run.T) == picture.Last(p.model.Run.T) &&
		!slices.ContainsFunc(p.wanted(), func(row string) bool { return !slices.Contains(q.rows, row) })
}

// outdated reports whether the chart shows another run than the form's.
func (p *page) outdated() bool {
	return !(p.fits() || p.shown.curve == nil && p.serves()) || !p.model.Settled()
}
