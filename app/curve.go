package app

import (
	"errors"
	"slices"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/engine"
	"lastiterate/app/link"
	"lastiterate/app/picture"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// sight is what the picture shows: a curve, a schedule, or why there is none.
type sight struct {
	of    inquiry
	curve protocol.CurveResult
	plan  *protocol.ScheduleResult
	why   string
	dots  bool // there are no lines yet, a dot stands for each
}

// count is how far the picture under way has come.
type count struct {
	Done, Of int
	Long     bool // it takes so long that the person should know
	Finer    bool // a picture is there already, a finer one is on its way
}

// haltAction and goOnAction stop the picture under way, and take it up again.
const (
	haltAction = "halt-picture"
	goOnAction = "go-on-picture"
)

// plot asks for the picture of the answer on show where the one that is drawn
// does not serve. While a handle is in hand, it does.
func (p *page) plot() {
	if p.dragging || !p.tabled() || p.drawn() || p.plotting != nil && p.serve(*p.plotting) {
		return
	}
	if p.halted != nil && p.serve(*p.halted) {
		return
	}
	p.halted = nil
	q := p.look()
	switch {
	case !q.tab.Curved() && q.row == "":
		p.takeSight(sight{of: q, why: "no theorem that applies to this run makes its bound step by step"})
	case q.tab.Curved() && len(q.rows) == 0:
		p.takeSight(sight{of: q, curve: protocol.CurveResult{Series: q.kept}})
	default:
		p.postPicture(q)
	}
}

// look is the request that the current picture needs.
func (p *page) look() inquiry {
	q := inquiry{run: p.model.Run, question: p.model.Question, only: p.published(), tab: picture.TabOf(p.model.View)}
	if !q.tab.Curved() {
		q.row = picture.PlanRow(p.model.View, p.subject().Result)
		return q
	}
	q.parameter, q.rows, q.slow = picture.Parameter(p.model.View, q.run), p.wanted(), fewValues
	q.span = p.span()
	here, _ := picture.Here(q.parameter, q.run, q.question)
	q.at = picture.At(q.tab, q.span, here)
	if on := p.shown.sight; on != nil && p.shown.fine && on.of.tab == q.tab && on.of.parameter == q.parameter && on.of.span == q.span &&
		on.of.alongside(q.run, q.question) {
		// Only what is not on show yet is computed.
		q.at, q.kept, q.levelsOff = on.of.at, on.curve.Series, on.curve.LevelsOff
		q.rows = slices.DeleteFunc(slices.Clone(q.rows), func(row string) bool { return inquiry{kept: q.kept}.has(row) })
	}
	return q
}

// has reports whether a row is among those computed or known.
func (q inquiry) has(row string) bool {
	return slices.Contains(q.rows, row) || slices.ContainsFunc(q.kept, func(s protocol.Series) bool { return s.Row == row })
}

// span is the stretch of the parameter that the state's picture shows.
func (p *page) span() picture.Span {
	parameter := picture.Parameter(p.model.View, p.model.Run)
	v := p.model.View
	if picture.TabOf(v) == picture.Attack {
		v.From, v.To = 0, 0 // which are of another axis
	}
	return picture.SpanOf(v, parameter, p.model.Run, p.model.Question, p.shown.result)
}

func (p *page) postPicture(q inquiry) {
	p.plotting, p.count = &q, count{Of: len(q.at), Finer: q.slow > fewValues}
	p.dots(p.plotting)
	if p.dropSketch(); !p.current() {
		p.sketch(q)
		return
	}
	p.post(q, q.request())
}

// wanted are the rows that the chart draws.
func (p *page) wanted() []string { return picture.Drawn(p.view(), p.subject().Result) }

// view is how the picture is looked at: an embed compares nothing.
func (p *page) view() link.View {
	v := p.model.View
	if p.embedded {
		v.Pinned = nil
	}
	if p.embedded && v.Size == state.SizeChart && v.Rows == nil && p.shown.result.Answer != nil {
		v.Rows = picture.Story(p.shown.result)
	}
	return v
}

// request asks for a picture's numbers.
func (q inquiry) request() protocol.Request {
	if !q.tab.Curved() {
		return protocol.Request{Method: protocol.MethodSchedule, Row: q.row, Run: protocol.EncodeRun(q.run), Question: protocol.EncodeQuestion(q.question)}
	}
	values := make([]protocol.Number, len(q.at))
	for i, v := range q.at {
		values[i] = protocol.Number(v)
	}
	return protocol.Request{
		Method: protocol.MethodCurve, Parameter: q.parameter, Values: values, Rows: q.rows, PublishedOnly: q.only, SlowValues: q.slow, Progress: true,
		Run: protocol.EncodeRun(q.run), Question: protocol.EncodeQuestion(q.question),
	}
}

// hearPicture takes what the engine found out for the picture.
func (p *page) hearPicture(ctx app.Context, o engine.Outcome, q inquiry, latest bool) {
	var fault *protocol.Error
	if (o.Curve != nil || o.Schedule != nil) && p.drawn() && !p.serve(q) {
		// The person has gone back to the picture on show while another was under
		// way: that one would take its place and nobody would ask again.
		if latest {
			p.plotting, p.count = nil, count{}
		}
		return
	}
	switch {
	case o.Progress != nil:
		if latest {
			p.count.Done, p.count.Of = o.Progress.Done, o.Progress.Of
			p.count.Long = time.Since(p.began) > longEnough
		}
		if !latest || !p.count.Long {
			ctx.PreventUpdate() // nothing of it is seen
		}
	case o.Curve != nil:
		if latest && p.refine(*o.Curve, q) {
			break
		}
		p.takeSight(sight{of: q, curve: q.whole(*o.Curve)})
	case o.Schedule != nil:
		q.ordered = o.Schedule.Alpha != nil
		p.takeSight(sight{of: q, plan: o.Schedule})
	case errors.As(o.Err, &fault) && fault.Code == protocol.CodeNoSchedule:
		p.takeSight(sight{of: q, why: fault.Message})
	case o.Status == engine.Running && o.Restarted == "":
		p.began = time.Now()
	case o.Status == engine.Failed && latest:
		p.job.CurveErr, p.plotting, p.count = o.Err.Error(), nil, count{}
	}
}

// longEnough is how long a picture is awaited in silence.
const longEnough = 400 * time.Millisecond

// onHalt ends the work on the picture at once.
func (p *page) onHalt(ctx app.Context, _ app.Action) {
	if p.plotting == nil {
		return
	}
	if !p.dropSketch() {
		p.client.Cancel()
	}
	p.halted, p.plotting = p.plotting, nil
	p.mark(ctx)
}

// onGoOn takes it up again.
func (p *page) onGoOn(ctx app.Context, _ app.Action) {
	if p.halted == nil {
		return
	}
	q := *p.halted
	p.halted = nil
	p.postPicture(q)
	p.mark(ctx)
}

// takeSight puts a picture on show.
func (p *page) takeSight(s sight) {
	p.shown.sight, p.shown.fine = &s, true
	p.plotting, p.count = nil, count{}
	p.replot()
}

// replot lets the picture draw the answer on show, if that belongs to what is
// on show; until then it draws the one before.
func (p *page) replot() {
	if s := p.shown.sight; s != nil && s.of.alongside(p.shown.of.run, p.shown.of.question) {
		p.shown.plotted, p.shown.plottedOf = p.shown.result, p.shown.of
	}
}

// alongside reports whether the picture of an inquiry is that of a run and a
// question, whatever the value of what it varies: a curve along T is the same
// for all T, and one along α or δ for all questions.
func (q inquiry) alongside(r run.Run, c claim.Question) bool {
	switch {
	case !q.tab.Curved():
		return q.run == r && (q.question == c || !q.ordered) // most schedules are those of every order
	case q.parameter == "alpha" || q.parameter == "delta":
		return q.run == r
	}
	return q.question == c && neutral(q.run, q.parameter) == neutral(r, q.parameter)
}

// neutral is the run without its value of a parameter.
func neutral(r run.Run, parameter string) run.Run {
	if parameter == "n" && r.Scheme == run.Full {
		r.B = 1
	}
	_ = r.SetNumber(parameter, 1) // every parameter can be 1
	return r
}

// whole are the lines that were computed together with those that were known.
func (q inquiry) whole(c protocol.CurveResult) protocol.CurveResult {
	if len(q.kept) > 0 {
		c.LevelsOff = q.levelsOff // which belongs to the lines that tell the story
	}
	c.Series = slices.Concat(q.kept, c.Series)
	return c
}

// Rows that take their time are first computed at few values; then, if those came
// quickly, at as many more as fit into a little patience where the lines bend.
const (
	fewValues = 16
	patience  = 3 * time.Second
	// leastEach is what a value is taken to cost at least: those that the engine
	// remembers come at once and say nothing about the others.
	leastEach = 20 * time.Millisecond
	// soon is how long the picture before stays in place of a coarse one that a
	// finer one will follow.
	soon = time.Second
)

// refine asks for a finer curve where there is something to gain in a time
// that a person would wait, and reports whether it does and nothing need be shown
// before.
func (p *page) refine(c protocol.CurveResult, q inquiry) (wait bool) {
	coarse := slices.ContainsFunc(c.Series, func(s protocol.Series) bool { return s.Coarse })
	if q.slow > fewValues || !coarse {
		return false
	}
	took := time.Since(p.began)
	more := int(patience / max(took/fewValues, leastEach))
	if more < 2*fewValues {
		return false
	}
	if took > soon {
		p.takeSight(sight{of: q, curve: q.whole(c)})
	}
	p.shown.fine = false
	q.slow = min(more, len(q.at))
	p.postPicture(q)
	return true
}

// plotted is the answer that belongs to the picture on show.
func (p *page) plotted() words.Subject {
	return words.About(p.shown.plottedOf.run, p.shown.plottedOf.question, p.shown.plotted, p.model.Departures())
}

// scene is what the picture shows, and why pinned runs are left out.
func (p *page) scene() (s picture.Scene, left []string) {
	subject := p.plotted()
	s = picture.Scene{View: p.view(), Tab: picture.TabOf(p.model.View), Run: subject.Run, Question: subject.Question, Result: subject.Result}
	on := p.shown.sight
	if on == nil {
		return s, nil
	}
	s.Tab, s.Parameter, s.At, s.Curve, s.Plan = on.of.tab, on.of.parameter, on.of.at, on.curve, on.plan
	left = p.beside(&s)
	if here, ok := picture.Here(s.Parameter, p.model.Run, p.model.Question); ok && s.Tab.Handled() {
		s.Here = here
	}
	return s, left
}

// fits reports whether the picture on show is that of the state's run and tab.
func (p *page) fits() bool {
	s := p.shown.sight
	return s != nil && s.of.alongside(p.model.Run, p.model.Question) && s.of.tab == picture.TabOf(p.model.View) &&
		(!s.of.tab.Curved() || s.of.parameter == picture.Parameter(p.model.View, p.model.Run))
}

// drawn reports whether the picture on show serves the state and no finer one
// is on its way.
func (p *page) drawn() bool {
	if !p.shows(state.ShowChart) {
		return true
	}
	return p.shown.sight != nil && p.shown.fine && p.serve(p.shown.sight.of)
}

// serve reports whether the picture of an inquiry has the state's run, axis and lines.
func (p *page) serve(q inquiry) bool {
	if q.tab != picture.TabOf(p.model.View) || !q.alongside(p.model.Run, p.model.Question) {
		return false
	}
	if !q.tab.Curved() {
		return q.row == picture.PlanRow(p.model.View, p.subject().Result)
	}
	return q.parameter == picture.Parameter(p.model.View, p.model.Run) && q.span == p.span() &&
		!slices.ContainsFunc(p.wanted(), func(row string) bool { return !q.has(row) })
}

// outdated reports whether the picture shows another run than the form's.
func (p *page) outdated() bool {
	return !(p.fits() || p.shown.sight == nil && p.serves()) || !p.model.Settled()
}

// chart is the picture.
func (p *page) chart() app.UI {
	scene, left := p.scene()
	c := &chart{Subject: p.plotted(), Scene: scene, Left: left, Now: p.model.Run, Asked: p.model.Question, Shown: p.shown.sight != nil, Stale: p.outdated(), First: p.first.Chart,
		Err: p.job.CurveErr, Count: p.count, Busy: p.plotting != nil, Halted: p.halted != nil, Bare: p.embedded && p.model.View.Size != state.SizeFull,
		Small: p.embedded && p.model.View.Size == state.SizeChart}
	if p.shown.sight != nil {
		c.Why = p.shown.sight.why
	}
	if c.Shown && c.Why == "" && !picture.Drawable(c.Subject.Result) && len(c.Scene.Beside) == 0 {
		c.Why = "no bound of this calculator applies, so there is nothing to draw"
	}
	return c
}
