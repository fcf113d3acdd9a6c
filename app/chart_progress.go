package app

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// plotting tells how far a picture has come that takes its time, and stops it.
type plotting struct {
	app.Compo

	Count  count
	Busy   bool
	Halted bool
}

func (p *plotting) onStop(ctx app.Context, _ app.Event) { ctx.NewAction(haltAction) }
func (p *plotting) onGoOn(ctx app.Context, _ app.Event) { ctx.NewAction(goOnAction) }

func (p *plotting) Render() app.UI {
	switch {
	case p.Halted:
		return app.Div().ID("plotting").Class("plotting").Body(
			app.P().Text(p.stopped()),
			app.Button().ID("plot-go-on").Type("button").OnClick(p.onGoOn).Text("Go on"),
		)
	case p.Busy && p.Count.Long:
		bar := app.Progress().Max(p.Count.Of).Aria("label", "values computed")
		if p.Count.Done < p.Count.Of {
			bar = bar.Value(p.Count.Done) // a full bar would stand still
		}
		return app.Div().ID("plotting").Class("plotting").Body(
			app.P().Text(p.doing()),
			bar,
			app.Button().ID("plot-stop").Type("button").OnClick(p.onStop).Text("Cancel"),
		)
	}
	return app.Div().ID("plotting").Class("plotting")
}

func (p *plotting) doing() string {
	what := "Computing the picture"
	if p.Count.Finer {
		what = "Making the picture finer"
	}
	if p.Count.Done >= p.Count.Of {
		return what + ": the slowest theorems are left"
	}
	return fmt.Sprintf("%s: %d of %d values", what, p.Count.Done, p.Count.Of)
}

func (p *plotting) stopped() string {
	if p.Count.Done == 0 {
		return "Stopped."
	}
	return fmt.Sprintf("Stopped after %d of %d values.", p.Count.Done, p.Count.Of)
}
