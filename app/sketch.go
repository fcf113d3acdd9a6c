package app

import (
	"slices"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/engine"
	"lastiterate/app/picture"
	"lastiterate/wasm/protocol"
)

// A picture needs the rows of the answer and not the verdict, which may take
// several times as long. While the engine works on that, another draws the
// picture; and until its first lines are there, a dot stands where each of them
// will pass, at the value that the answer has told.

// sketching is the engine that draws while the other finds a verdict. It is
// started when that takes long for the first time.
type sketching struct {
	client *engine.Client
	of     inquiry
	asking int // number of the picture under way there, 0 for none
}

// tabled reports whether a picture may be asked for: every row of the answer to the
// state is on show, though the verdict may be missing. Embeds, of which a page may
// hold several, start no second engine and wait for that as well.
func (p *page) tabled() bool {
	return p.current() || !p.embedded && p.answers() && p.held != nil && len(p.held.Pending) == 0
}

// sketch asks the second engine for a picture.
func (p *page) sketch(q inquiry) {
	s := &p.sketching
	if s.client == nil {
		s.client = engine.NewLone(dom.Workers{Ctx: p.ctx}, dom.Build(), func(o engine.Outcome) { p.hearSketch(p.ctx, o) })
	}
	s.of, s.asking = q, s.client.Next()
	s.client.Ask(q.request())
}

// hearSketch takes what the second engine found out.
func (p *page) hearSketch(ctx app.Context, o engine.Outcome) {
	if o.Asking != p.sketching.asking || o.Restarted != "" {
		return
	}
	if o.Status != engine.Running {
		p.sketching.asking = 0
	}
	p.hearPicture(ctx, o, p.sketching.of, true)
	p.askBeside(ctx)
	p.mark(ctx)
}

// dropSketch gives up a picture that is under way there.
func (p *page) dropSketch() (dropped bool) {
	if p.sketching.asking == 0 {
		return false
	}
	p.sketching.asking = 0
	p.sketching.client.Cancel()
	return true
}

// dotsAfter is how long lines may take before dots stand for them.
const dotsAfter = 80 * time.Millisecond

// dots has dots stand for the lines of a picture that takes longer than that.
func (p *page) dots(of *inquiry) {
	p.ctx.After(dotsAfter, func(app.Context) {
		if p.plotting == of && p.tabled() {
			p.dot(*of)
		}
	})
}

// dotsOfParts has dots stand for the rows that are known of an answer of which
// others are still computed; a picture is not asked for before all are.
func (p *page) dotsOfParts() {
	if !p.dragging && !p.tabled() && p.answers() {
		p.dot(p.look())
	}
}

// dot puts dots on show in place of the lines of a picture, unless lines of the
// state's are there.
func (p *page) dot(of inquiry) {
	if !of.tab.Curved() || p.fits() && !p.shown.sight.dots || !picture.Drawable(p.shown.result) {
		return
	}
	s := sight{of: of, curve: protocol.CurveResult{Series: slices.Clone(of.kept)}, dots: true}
	for _, row := range of.rows {
		s.curve.Series = append(s.curve.Series, protocol.Series{Row: row, Epsilon: make([]*protocol.Number, len(of.at))})
	}
	p.shown.sight, p.shown.fine = &s, false
	p.replot()
}
