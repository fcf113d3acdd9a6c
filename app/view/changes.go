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

// askLower offers to search for single changes of the run that lower ε. If it offers nothing, it is invisible but takes
// the same room, so that the picture keeps its place.
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

// loweringView shows the search for changes that lower ε, and lists each change with its ε as soon as it is found. A click on a
// change applies it to the run.
type loweringView struct {
	app.Compo

	session.Lowering
	Run run.Run
}

func (l *loweringView) onStop(ctx app.Context, _ app.Event) {
	Command(ctx, (*session.Session).StopLowering)
}

func (l *loweringView) Render() app.UI {
	running := l.Status == engine.Running
	text := progressText(l.Lowering, words.LowerMost, words.NoneLower, words.Lower)
	return &trialView{ID: "lower", Text: text, Line: progressLine{Running: running, Done: l.Done, Of: l.Of}, Stop: l.onStop,
		Found: app.If(len(l.Found) > 0, func() app.UI { return &changes{Run: l.Run, Changes: l.Found, Say: words.Lever, Lower: true} })}
}

// trialView shows the progress of a search among changes and the changes that it has found. The search can be cancelled
// while it runs.
type trialView struct {
	app.Compo

	ID, Text string
	Line     progressLine
	Stop     app.EventHandler
	Found    app.UI
}

// OnMount moves the focus here, because the button that began the search is no longer shown.
func (t *trialView) OnMount(app.Context) {
	if t.Line.Running && t.Line.Done == 0 {
		dom.Focus(t.ID)
	}
}

func (t *trialView) onStop(ctx app.Context, e app.Event) {
	t.Stop(ctx, e)
	dom.Focus(t.ID) // the button disappears when the search stops
}

func (t *trialView) Render() app.UI {
	return app.Div().ID(t.ID).Class("lower").TabIndex(-1).Body(
		app.P().Role("status").Text(t.Text),
		&progressLine{Running: t.Line.Running, Done: t.Line.Done, Of: t.Line.Of},
		app.If(t.Line.Running, func() app.UI {
			return app.Button().Type("button").ID(t.ID + "-stop").Class("quiet").OnClick(t.onStop).Text("Cancel")
		}),
		t.Found,
	)
}

// changes lists single changes of the run that would make hidden state help, or lower ε. A click on a change applies it.
type changes struct {
	app.Compo

	Run     run.Run
	Changes []protocol.Change
	Say     func(run.Run, protocol.Change) string // names a change and its ε
	Lower   bool                                  // they have been found to lower ε
}

func (c *changes) onApply(ctx app.Context, _ app.Event) {
	i, err := strconv.Atoi(ctx.JSSrc().Get("dataset").Get("change").String())
	if err != nil || i >= len(c.Changes) {
		return
	}
	if change := c.Changes[i]; c.Lower {
		Act(ctx, state.Lower{Field: change.Field, Value: change.Value})
	} else {
		Act(ctx, state.Apply{Field: change.Field, Value: change.Value})
	}
}

func (c *changes) Render() app.UI {
	items := make([]app.UI, len(c.Changes))
	for i, change := range c.Changes {
		items[i] = app.Li().Body(app.Button().Type("button").DataSet("change", i).
			OnClick(c.onApply, app.EventScope(change.Field+change.Value)).Text(c.Say(c.Run, change)))
	}
	return app.Ul().Class("changes").Body(items...)
}

// progressText describes a search. While it runs, or after it was stopped, the text is its progress, with partialIntro before
// the changes found so far. When it has finished, the text is nothingFound or intro.
func progressText[T any](t session.Trials[T], partialIntro, nothingFound, intro string) string {
	text := words.Tried(t.Status == engine.Running, t.Done, t.Of, len(t.Found), partialIntro)
	switch {
	case text != "":
		return text
	case len(t.Found) == 0:
		return nothingFound
	}
	return intro
}
