package app

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/link"
	"lastiterate/app/picture"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/wasm/protocol"
)

// rows is the table of all theorems; a narrow screen reads it as a list.
type rows struct {
	app.Compo

	Subject words.Subject
	Count   int // of the rows that are listed yet
	View    link.View
	Stale   bool
}

func (r *rows) Render() app.UI {
	class := "rows"
	if r.Stale {
		class += " stale"
	}
	ordered := words.Ordered(r.Subject.Result.Rows)
	ordered = ordered[:min(r.Count, len(ordered))]
	drawn := picture.Lines(r.View, r.Subject.Result)
	var body []app.UI
	for _, row := range ordered {
		body = append(body, &rowView{
			Row: row, Answer: r.Subject.Result.Answer, Best: r.Subject.Best() == row.ID,
			Drawn: slices.Contains(drawn, row.ID), AllDrawn: drawn, Open: r.View.Open == row.ID,
		})
		if r.View.Open == row.ID {
			body = append(body, &rowDetail{Row: row, Run: r.Subject.Run})
		}
	}
	epsilon := "ε"
	if r.Subject.Question.Renyi() {
		epsilon = "ε(α)"
	}
	return app.Section().Class(class).Aria("labelledby", "rows-title").Body(
		app.H2().ID("rows-title").Text("All theorems and their assumptions"),
		app.Table().ID("rows").Body(
			app.THead().Body(app.Tr().Body(
				app.Th().Scope("col").Text("drawn"),
				app.Th().Scope("col").Text("theorem"),
				app.Th().Scope("col").Text("needs"),
				app.Th().Scope("col").Class("value").Text(epsilon),
				app.Th().Scope("col").Class("value").Text("× the answer"),
			)),
			app.TBody().Body(body...),
		),
	)
}

// rowView is one theorem in the table.
type rowView struct {
	app.Compo

	Row         protocol.Row
	Answer      *protocol.Answer
	Best        bool
	Drawn, Open bool
	AllDrawn    []string // of all lines, what is drawn
}

// CompoID keeps a row's switch and button with their row when values change
// the order of the table.
func (r *rowView) CompoID() string { return r.Row.ID }

func (r *rowView) onOpen(ctx app.Context, _ app.Event) { act(ctx, state.Open{Row: r.Row.ID}) }

// draw is what the switch means: the rows drawn with this one or without it.
func (r *rowView) draw(on bool) state.Action { return toggled(r.AllDrawn, r.Row.ID, on) }

func (r *rowView) Render() app.UI {
	class := "row"
	switch {
	case !r.Row.Applies:
		class += " unfit"
	case r.Best:
		class += " best"
	}
	expanded := "false"
	if r.Open {
		expanded = "true"
	}
	tr := app.Tr().Class(class).DataSet("row", r.Row.ID)
	if r.Row.Epsilon != nil {
		tr = tr.DataSet("epsilon", exact(*r.Row.Epsilon))
	}
	return tr.Body(
		app.Td().Class("draw").Body(r.drawSwitch()),
		app.Th().Class("theorem").Scope("row").Body(
			app.Button().Type("button").Class("open").Aria("expanded", expanded).Aria("controls", "detail-"+r.Row.ID).OnClick(r.onOpen).Text(r.Row.Name),
			r.subtitle(),
		),
		app.Td().Class("needs").Body(app.Ul().Class("chips").Body(r.chips()...)),
		app.Td().Class("value").DataSet("label", "ε").Title(words.Rounding(r.Row)).Text(words.Value(r.Row)),
		app.Td().Class("ratio").DataSet("label", "× the answer").Text(words.Ratio(r.Row, r.Answer)),
	)
}

func (r *rowView) drawSwitch() app.UI {
	if r.Row.Epsilon == nil {
		return app.Span().Class("hidden-text").Text("cannot be drawn")
	}
	return &tick{ID: "draw-" + r.Row.ID, Name: "draw", Text: "draw " + r.Row.Name, On: r.Drawn, Do: r.draw}
}

// subtitle is where the theorem was published, and what kind of line it is.
func (r *rowView) subtitle() app.UI {
	var body []app.UI
	if s := r.Row.Source; s != nil {
		body = append(body, sourceLink(r.Row.ID, *s))
	}
	if kind := words.Kind(r.Row); kind != "" {
		if len(body) > 0 {
			body = append(body, app.Text(" · "))
		}
		body = append(body, app.Span().Class("kind").Text(kind))
	}
	if r.Row.Errata != "" {
		body = append(body, app.Text(" · "), app.Span().Class("kind").Text("with a remark on the printed text"))
	}
	if r.Row.Failed != "" {
		return app.Div().Class("subtitle").Body(app.Div().Body(body...), app.Div().Class("failed").Text(r.Row.Failed))
	}
	return app.Div().Class("subtitle").Body(body...)
}

func (r *rowView) chips() []app.UI {
	var failing, holding []app.UI
	for _, c := range words.Chips(r.Row) {
		chip := app.Li().Class("chip")
		mark, said := "✓", "holds: "
		if !c.Holds {
			chip = app.Li().Class("chip fails")
			mark, said = "✗", "fails: "
		}
		chip = chip.Title(c.Why).Body(
			app.Span().Class("mark").Aria("hidden", "true").Text(mark),
			app.Span().Class("hidden-text").Text(said),
			app.Text(c.Text),
		)
		if c.Holds {
			holding = append(holding, chip)
		} else {
			failing = append(failing, chip)
		}
	}
	return append(failing, holding...)
}
