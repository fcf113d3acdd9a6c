package app

import (
	"encoding/json"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/state"
)

// flushAction writes the link at once: a field was left or Enter pressed.
const flushAction = "flush"

// addressAction reads the address, which somebody else has changed.
const addressAction = "address"

// linkPause is how long the state rests before it is written into the address:
// browsers refuse more than about a hundred changes in ten seconds.
const linkPause = 400 * time.Millisecond

// draftsKey is where half-typed fields wait for a reload of this tab.
const draftsKey = "last-iterate-drafts"

// address is what stands after "#" and whether it lags behind the state.
type address struct {
	written string // the last text read or written
	waiting bool   // a write is due
	turn    int    // of the write that is due
}

// addressOf is the whole address of the calculator that shows a state.
func addressOf(s link.State) string {
	return dom.Here() + "#" + link.Encode(s)
}

// openAddress shows what the address says, if it says anything. A link in the
// query moves to the fragment, which is never sent to a server.
func (p *page) openAddress() {
	text := dom.Fragment()
	query := dom.Query() // where tools drop fragments
	if text == "" && link.IsLink(query) {
		text = query
	}
	p.address.written = text
	p.edited = p.embedded && dom.Marked()
	if text == "" {
		return
	}
	p.model = state.Opened(p.base, text)
	if link.IsLink(query) {
		p.replaceAddress(text)
	}
}

// replaceAddress rewrites the address without a step in the history.
func (p *page) replaceAddress(text string) {
	dom.Replace(text, p.edited)
	p.address.written = text
}

// enterHistory writes the state as a new entry of the history, so that Back
// returns to what was there before.
func (p *page) enterHistory() {
	p.address.waiting = false
	text := link.Encode(p.model.State)
	dom.Push(text, p.edited)
	p.address.written = text
}

// noteAddress has the address follow the state: at once, with an entry in the
// history, after a deliberate action, else once the state rests.
func (p *page) noteAddress(ctx app.Context, before state.Model, action state.Action) {
	p.keepDrafts()
	if link.Encode(p.model.State) == link.Encode(before.State) {
		return
	}
	if _, deliberate := action.(state.Deliberate); deliberate {
		p.enterHistory()
		return
	}
	p.address.waiting = true
	p.address.turn++
	turn := p.address.turn
	ctx.After(linkPause, func(app.Context) {
		if turn == p.address.turn {
			p.flush()
		}
	})
}

func (p *page) onFlush(app.Context, app.Action) { p.flush() }

// flush writes a link that is due, but not into an entry of the history to which
// a step has led meanwhile.
func (p *page) flush() {
	if !p.address.waiting || dom.Fragment() != p.address.written {
		return
	}
	p.address.waiting = false
	if text := link.Encode(p.model.State); text != p.address.written {
		p.replaceAddress(text)
	}
}

// listen follows what happens outside of go-app's elements: a link pasted into
// the address bar, steps through the history, and the page going away.
func (p *page) listen(ctx app.Context) {
	// After the edits that were made before, which take the same way.
	ctx.Handle(addressAction, func(ctx app.Context, _ app.Action) { p.onAddress(ctx) })
	dom.OnAddress(ctx, func(ctx app.Context) { ctx.NewAction(addressAction) })
	dom.OnLeave(ctx, func(app.Context) { p.flush() })
}

// onAddress reads the address when somebody else has changed it.
func (p *page) onAddress(ctx app.Context) {
	if dom.Fragment() == p.address.written {
		return
	}
	p.address.waiting = false
	p.model = state.New(p.base)
	p.openAddress()
	p.followSolution(p.model)
	p.keepDrafts()
	p.ask(ctx)
	p.comparePinned(ctx)
	p.askBeside(ctx)
	p.drawFigure(ctx)
}

// keepDrafts saves half-typed fields, with the link that they belong to. Several embeds
// of one page share their storage.
func (p *page) keepDrafts() {
	if p.embedded {
		return
	}
	text := []byte{}
	if len(p.model.Drafts) > 0 {
		text, _ = json.Marshal(savedDrafts{Link: link.Encode(p.model.State), Drafts: p.model.Drafts}) // strings always encode
	}
	dom.Keep(draftsKey, string(text))
}

type savedDrafts struct {
	Link   string            `json:"link"`
	Drafts map[string]string `json:"drafts"`
}

// restoreDrafts puts half-typed fields back after a reload, if the page shows
// the link that they belong to.
func (p *page) restoreDrafts() {
	var saved savedDrafts
	if p.embedded || json.Unmarshal([]byte(dom.Kept(draftsKey)), &saved) != nil || saved.Link != link.Encode(p.model.State) {
		return
	}
	for _, name := range form.Names() {
		if text, ok := saved.Drafts[name]; ok {
			p.model = state.Type{Field: name, Text: text}.Do(p.model)
		}
	}
}
