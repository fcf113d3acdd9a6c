package app

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/engine"
	"lastiterate/app/link"
	"lastiterate/app/picture"
	"lastiterate/app/words"
	"lastiterate/wasm/protocol"
)

// besideCurve is the curve of a pinned run: what was asked, and what came.
type besideCurve struct {
	name  string // its configuration, parameter and rows
	at    []float64
	slow  int
	curve protocol.CurveResult // empty where it could not be computed
}

// is reports whether the curve is the one that is wanted.
func (c besideCurve) is(want besideCurve) bool {
	return c.name == want.name && c.slow == want.slow && slices.Equal(c.at, want.at)
}

// mostCurves is how many curves of pinned runs are kept: all pinned runs on a few
// tabs.
const mostCurves = 4 * link.MaxPinned

// drawnWith lists the pinned runs that the picture on show draws, without their
// curves, and why others are left out. The form's own run is there already.
func (p *page) drawnWith() (list []picture.Beside, left []string) {
	on := p.shown.sight
	if p.embedded || on == nil || !on.of.tab.Handled() {
		return nil, nil
	}
	for i, pin := range p.model.View.Pinned {
		if pin.Run.Same(p.model.Run) && pin.Question == p.model.Question {
			continue
		}
		if why := picture.NotBeside(on.of.parameter, pin.Run, pin.Question, p.model.Question); why != "" {
			left = append(left, p.model.View.PinName(i)+" is not drawn: "+why)
			continue
		}
		answer := p.comparing.known[p.configuration(pin.Run, pin.Question)]
		if answer.Result == nil {
			continue // it comes, or the comparison says why not
		}
		s := words.About(pin.Run, pin.Question, *answer.Result, p.model.Departures())
		if s.Result.Answer == nil {
			left = append(left, p.model.View.PinName(i)+" is not drawn: no bound applies to it")
			continue
		}
		list = append(list, picture.Beside{Pin: i, Label: p.model.View.PinName(i), Run: pin.Run, Question: pin.Question, Result: s.Result})
	}
	return list, left
}

// wantedBeside is the curve of a pinned run that belongs to the picture on show.
func (p *page) wantedBeside(b picture.Beside) besideCurve {
	of := p.shown.sight.of
	rows := picture.BesideRows(b.Result)
	return besideCurve{name: strings.Join(append([]string{p.configuration(b.Run, b.Question), of.parameter}, rows...), " "), at: of.at, slow: max(of.slow, finerBeside)}
}

// finerBeside is at how many values a pinned run's rows that take their time are
// computed at least; nobody waits for them.
const finerBeside = 48

// curveOf is a curve of a pinned run as far as it is known.
func (c *comparing) curveOf(want besideCurve) (protocol.CurveResult, bool) {
	i := slices.IndexFunc(c.curves, func(k besideCurve) bool { return k.is(want) })
	if i < 0 {
		return protocol.CurveResult{}, false
	}
	return c.curves[i].curve, true
}

// askBeside asks for the next curve of a pinned run that the picture lacks, once
// the picture itself is there.
func (p *page) askBeside(ctx app.Context) {
	c := &p.comparing
	if c.status == engine.Running || c.drawing != nil || !p.current() || !p.drawn() {
		return
	}
	list, _ := p.drawnWith()
	for _, b := range list {
		want := p.wantedBeside(b)
		if _, known := c.curveOf(want); known {
			continue
		}
		c.start(p, ctx)
		c.drawing = &want
		q := p.shown.sight.of
		q.run, q.question, q.rows, q.slow = b.Run, b.Question, picture.BesideRows(b.Result), want.slow
		request := q.request()
		request.Progress = false // nobody waits for it
		c.client.Ask(request)
		return
	}
}

// hearBeside takes a curve. What could not be computed is not asked again.
func (p *page) hearBeside(ctx app.Context, o engine.Outcome) {
	c := &p.comparing
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
	p.askBeside(ctx)
}

// beside puts the pinned runs whose curves are known into a scene, and returns
// why others are left out.
func (p *page) beside(s *picture.Scene) (left []string) {
	list, left := p.drawnWith()
	for _, b := range list {
		if curve, known := p.comparing.curveOf(p.wantedBeside(b)); known && len(curve.Series) > 0 {
			b.Curve = curve
			s.Beside = append(s.Beside, b)
		}
	}
	s.Own, _ = p.model.PinnedAs()
	return left
}
