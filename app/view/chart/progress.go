package chart

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/session"
	"lastiterate/app/view"
)

// progressBar shows the progress of a slow picture, and stops it.
type progressBar struct {
	app.Compo

	Of session.Drawing
}

func (p *progressBar) onStop(ctx app.Context, _ app.Event) {
	view.Command(ctx, (*session.Session).Halt)
}
func (p *progressBar) onGoOn(ctx app.Context, _ app.Event) {
	view.Command(ctx, (*session.Session).GoOn)
}

func (p *progressBar) Render() app.UI {
	switch {
	case p.Of.Halted:
		return app.Div().ID("plotting").Class("plotting").Body(
			app.P().Text(p.stopped()),
			app.Button().ID("plot-go-on").Type("button").OnClick(p.onGoOn).Text("Continue"),
		)
	case p.Of.Busy && p.Of.Count.Long:
		bar := app.Progress().Max(p.Of.Count.Of).Aria("label", "values computed")
		if p.Of.Count.Done < p.Of.Count.Of {
			bar = bar.Value(p.Of.Count.Done) // a full bar would stand still
		}
		return app.Div().ID("plotting").Class("plotting").Body(
			app.P().Text(p.doing()),
			bar,
			app.Button().ID("plot-stop").Type("button").OnClick(p.onStop).Text("Stop"),
		)
	}
	return app.Div().ID("plotting").Class("plotting")
}

func (p *progressBar) doing() string {
	what := "Computing the picture"
	if p.Of.Count.Finer {
		what = "Refining the picture"
	}
	if p.Of.Count.Done >= p.Of.Count.Of {
		return what + ": only the slowest theorems are left"
	}
	return fmt.Sprintf("%s: %d of %d values", what, p.Of.Count.Done, p.Of.Count.Of)
}

func (p *progressBar) stopped() string {
	if p.Of.Count.Done == 0 {
		return "Stopped."
	}
	return fmt.Sprintf("Stopped after %d of %d values.", p.Of.Count.Done, p.Of.Count.Of)
}
