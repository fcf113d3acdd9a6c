package view

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/engine"
	"lastiterate/app/session"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// askLower offers to look for single changes that lower ε. It keeps its room where it offers nothing, so that the
// picture keeps its place.
type askLower struct {
	app.Compo

	Offered bool
}

func (l *askLower) onAsk(ctx app.Context, _ app.Event) {
	Command(ctx, (*session.Session).Lower)
}

func (l *askLower) Render() app.UI {
	class := "ask-lower"
	if !l.Offered {
		class += " not-offered"
	}
	return app.Span().Class(class).Body(
		app.Text(" · "),
		app.Button().Type("button").ID("ask-lower").Class("quiet").Disabled(!l.Offered).OnClick(l.onAsk).Text(words.AskLower),
	)
}

// lower lists changes that lower ε, with what they give, as they are found. A click makes one.
type lower struct {
	app.Compo

	session.Lowering
	Run run.Run
}

func (l *lower) onStop(ctx app.Context, _ app.Event) {
	Command(ctx, (*session.Session).StopLowering)
}

func (l *lower) Render() app.UI {
	running := l.Status == engine.Running
	text := saidOf(l.Lowering, words.LowerMost, words.NoneLower, words.Lower)
	return &trying{ID: "lower", Text: text, Line: progressLine{Running: running, Done: l.Done, Of: l.Of}, Stop: l.onStop,
		Found: app.If(len(l.Found) > 0, func() app.UI { return &changes{Run: l.Run, Changes: l.Found} })}
}

// trying is how far a search among changes has come, which can be cancelled while it goes on, and what it has found.
type trying struct {
	app.Compo

	ID, Text string
	Line     progressLine
	Stop     app.EventHandler
	Found    app.UI
}

// OnMount moves the focus here: the button that began the search has gone.
func (t *trying) OnMount(app.Context) {
	if t.Line.Running && t.Line.Done == 0 {
		dom.Focus(t.ID)
	}
}

func (t *trying) onStop(ctx app.Context, e app.Event) {
	t.Stop(ctx, e)
	dom.Focus(t.ID) // the button is gone then
}

func (t *trying) Render() app.UI {
	return app.Div().ID(t.ID).Class("lower").TabIndex(-1).Body(
		app.P().Role("status").Text(t.Text),
		&progressLine{Running: t.Line.Running, Done: t.Line.Done, Of: t.Line.Of},
		app.If(t.Line.Running, func() app.UI {
			return app.Button().Type("button").ID(t.ID + "-stop").Class("quiet").OnClick(t.onStop).Text("Cancel")
		}),
		t.Found,
	)
}

// changes are single changes of the run that would make hidden state help, or lower ε; a
// click makes one.
type changes struct {
	app.Compo

	Run     run.Run
	Changes []protocol.Change
}

func (c *changes) onApply(ctx app.Context, _ app.Event) {
	i, err := strconv.Atoi(ctx.JSSrc().Get("dataset").Get("change").String())
	if err != nil || i >= len(c.Changes) {
		return
	}
	Act(ctx, state.Apply{Field: c.Changes[i].Field, Value: c.Changes[i].Value})
}

func (c *changes) Render() app.UI {
	items := make([]app.UI, len(c.Changes))
	for i, change := range c.Changes {
		items[i] = app.Li().Body(app.Button().Type("button").DataSet("change", i).
			OnClick(c.onApply, app.EventScope(change.Field+change.Value)).Text(words.Miss(c.Run, change)))
	}
	return app.Ul().Class("changes").Body(items...)
}

// saidOf describes trials: their progress, with these to introduce the changes found so far; once they are done, none or all.
func saidOf[T any](t session.Trials[T], these, none, all string) string {
	text := words.Tried(t.Status == engine.Running, t.Done, t.Of, len(t.Found), these)
	switch {
	case text != "":
		return text
	case len(t.Found) == 0:
		return none
	}
	return all
}
