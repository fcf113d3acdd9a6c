package app

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
)

// player shows an answer step by step, controlled by hand or by a timer.
type player struct {
	step    int
	playing bool
	turn    int // counts the scheduled steps, so that only the latest is shown
}

// stepPause is the time for which each step is shown.
const stepPause = 150 * time.Millisecond

// toEnd stops the player and sets it to the last step, at which the whole answer is visible.
func (p *labPage) toEnd() {
	p.player = player{turn: p.player.turn + 1}
	if p.view != nil && p.view.Playing != nil {
		p.player.step = p.view.Playing.Steps
		p.ctx.Defer(func(app.Context) { dom.SetProperty("lab-step", "value", p.player.step) }) // its new maximum is written by then
	}
}

// show goes to a step, or to the nearest that exists.
func (p *labPage) show(step int) {
	if p.view == nil || p.view.Playing == nil {
		return
	}
	p.player.step = min(max(step, 0), p.view.Playing.Steps)
	p.draw(p.from, p.to)
	p.ctx.Defer(func(app.Context) { dom.SetProperty("lab-step", "value", p.player.step) })
}

func (p *labPage) onStep(ctx app.Context, _ app.Event) {
	by := 1
	if ctx.JSSrc().Get("id").String() == "lab-back" {
		by = -1
	}
	p.player.playing = false
	p.show(p.player.step + by)
}

func (p *labPage) onSlide(ctx app.Context, _ app.Event) {
	p.player.playing = false
	p.show(ctx.JSSrc().Get("valueAsNumber").Int())
}

// onPlay starts to play, from the first step if the last is shown. If the answer plays already, it pauses.
func (p *labPage) onPlay(app.Context, app.Event) {
	if p.player.playing = !p.player.playing; !p.player.playing {
		return
	}
	if p.player.step == p.view.Playing.Steps {
		p.show(0)
	}
	p.next()
}

// next shows the next step after a pause, and so on to the last.
func (p *labPage) next() {
	p.player.turn++
	turn := p.player.turn
	p.ctx.After(stepPause, func(app.Context) {
		if turn != p.player.turn || !p.player.playing || p.view == nil || p.view.Playing == nil {
			return
		}
		p.show(p.player.step + 1)
		if p.player.playing = p.player.step < p.view.Playing.Steps; p.player.playing {
			p.next()
		}
	})
}

// controls are the buttons and the slider that step through an answer. A visitor who has asked for reduced motion
// gets no button to play it.
func (p *labPage) controls() app.UI {
	playing, text := p.view.Playing, "Play"
	if p.player.playing {
		text = "Pause"
	}
	said := app.P().ID("lab-said").Text(playing.Say(p.player.step) + ".")
	if !p.player.playing {
		said = said.Aria("live", "polite")
	}
	return app.Div().Class("lab-player").Body(
		app.Button().Type("button").ID("lab-back").Disabled(p.player.step == 0).OnClick(p.onStep).Text("Step back"),
		app.Button().Type("button").ID("lab-next").Disabled(p.player.step == playing.Steps).OnClick(p.onStep).Text("Step"),
		app.If(!dom.Still(), func() app.UI {
			return app.Button().Type("button").ID("lab-play").OnClick(p.onPlay).Text(text)
		}),
		app.Input().ID("lab-step").Type("range").Min(0).Max(playing.Steps).Step(1).Value(p.player.step).Aria("label",
			"step").OnInput(p.onSlide),
		said,
	)
}
