package view

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/bounds/run"
)

// scope says what the answer covers, with a checklist of what it does not.
type scope struct {
	app.Compo

	Departures words.Departures
	Run        run.Run
}

func (c *scope) Render() app.UI {
	var items []app.UI
	for _, d := range words.AllDepartures {
		on := c.Departures.Has(d.ID)
		if d.Field != "" && !on || !d.ID.Meets(c.Run.Scheme) {
			continue // the form has a field for this departure, or the run cannot have it
		}
		_, why := words.Consequence(d.ID, c.Run)
		items = append(items, app.Li().Body(
			&tick{ID: "departure-" + string(d.ID), Name: string(d.ID), Text: d.Label, On: on,
				Do: func(on bool) state.Action { return state.Depart{Departure: d.ID, On: on} }},
			app.If(on, func() app.UI { return app.P().Class("why").Text(why) }),
		))
	}
	return app.Details().ID("cover").Class("cover").Body(
		app.Summary().Body(
			app.Span().Class("cover-label").Text("What this covers"),
			app.Text(" "+words.Covered(c.Run, c.Departures)),
		),
		app.P().Text("Does your training differ? Tick what applies:"),
		app.Ul().Class("departures").Body(items...),
	)
}
