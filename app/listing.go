package app

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/words"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// listing is the answer that the table shows. It follows the one on show a frame
// later: the answer is what is waited for, and the table most of what there is to
// draw.
type listing struct {
	run      run.Run
	question claim.Question
	result   protocol.Result
	rows     int  // that are in the table
	behind   bool // it is yet to follow
}

// rowsAtOnce is how many rows enter the table in one frame, so that none takes
// long; once there, all change at once.
const rowsAtOnce = 9

// list has the table follow the answer on show.
func (p *page) list(ctx app.Context) {
	if !p.shown.listed.behind {
		p.shown.listed.behind = true
		p.catchUp(ctx)
	}
}

func (p *page) catchUp(ctx app.Context) {
	ctx.Defer(func(ctx app.Context) { // when this frame has been drawn
		dom.NextTask(ctx, func(ctx app.Context) {
			l := &p.shown.listed
			l.run, l.question, l.result = p.shown.of.run, p.shown.of.question, p.shown.result
			all := len(l.result.Rows)
			l.rows = min(l.rows+rowsAtOnce, all)
			if l.behind = l.rows < all; l.behind {
				p.catchUp(ctx)
			}
			p.mark(ctx)
		})
	})
}

// table lists the rows.
func (p *page) table() app.UI {
	l := p.shown.listed
	return &rows{Subject: words.About(l.run, l.question, l.result, p.model.Departures()), Count: l.rows,
		View: p.view(), Stale: p.stale() || l.behind}
}
