package app

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/plot"
	"lastiterate/app/state"
)

// tableRows is how many points of the chart its table shows.
const tableRows = 12

// legend lists the lines; a click draws one or takes it away.
func (c *chart) legend() app.UI {
	if c.svg == "" {
		return app.Ul().Class("legend").Hidden(true)
	}
	entries := c.drawn.Legend()
	var shown []string
	for _, e := range entries {
		if !e.Hidden {
			shown = append(shown, e.ID)
		}
	}
	items := make([]app.UI, len(entries))
	for i, e := range entries {
		items[i] = &legendItem{ID: e.ID, Name: e.Name, Hidden: e.Hidden, Sample: e.Sample, Shown: shown}
	}
	list := app.Ul().Class("legend").Aria("label", "Lines").Body(items...)
	if c.width >= roomForLegend {
		return list
	}
	return app.Details().Class("lines").Body(app.Summary().Text("Choose lines"), list)
}

// roomForLegend is the width from which the legend is shown unfolded. Below it
// the chart itself has a key.
const roomForLegend = 560

// legendItem is one line in the legend.
type legendItem struct {
	app.Compo

	ID, Name string
	Hidden   bool
	Sample   string   // a small SVG of the line
	Shown    []string // all lines that are drawn
}

func (l *legendItem) CompoID() string { return l.ID }

func (l *legendItem) OnMount(app.Context)  { setProperty("legend-"+l.ID, "checked", !l.Hidden) }
func (l *legendItem) OnUpdate(app.Context) { setProperty("legend-"+l.ID, "checked", !l.Hidden) }

func (l *legendItem) onChange(ctx app.Context, _ app.Event) {
	act(ctx, toggled(l.Shown, l.ID, ctx.JSSrc().Get("checked").Bool()))
}

func (l *legendItem) Render() app.UI {
	return app.Li().Body(app.Label().Class("tick").Body(
		app.Input().Type("checkbox").ID("legend-"+l.ID).OnChange(l.onChange),
		app.Raw(l.Sample),
		app.Span().Text(l.Name),
	))
}

// toggled draws the rows with one more, or one less.
func toggled(drawn []string, id string, on bool) state.Action {
	rows := slices.DeleteFunc(slices.Clone(drawn), func(other string) bool { return other == id })
	if on {
		rows = append(rows, id)
	}
	if rows == nil {
		rows = []string{} // none, which is not the page's own choice
	}
	return state.Draw{Rows: rows}
}

// table is the chart for those who do not see it.
func (c *chart) table() app.UI {
	var t plot.Table
	if c.svg != "" {
		t = c.drawn.Table(tableRows)
	}
	head := make([]app.UI, len(t.Head))
	for i, text := range t.Head {
		head[i] = app.Th().Scope("col").Text(text)
	}
	body := make([]app.UI, len(t.Rows))
	for i, row := range t.Rows {
		cells := make([]app.UI, len(row))
		for j, text := range row {
			cells[j] = app.Td().Text(text)
		}
		body[i] = app.Tr().Body(cells...)
	}
	return app.Details().ID("chart-table").Class("chart-table").Body(
		app.Summary().Text("The chart as a table"),
		app.Div().Class("scrolls").TabIndex(0).Role("region").Aria("label", "The chart as a table").Body(
			app.Table().Body(
				app.THead().Body(app.Tr().Body(head...)),
				app.TBody().Body(body...),
			),
		),
	)
}
