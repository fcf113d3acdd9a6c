package app

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/plot"
)

// tableRows is how many points of a chart its table shows.
const tableRows = 12

// tables are the charts for those who do not see them.
func (c *chart) tables() app.UI {
	body := []app.UI{app.Summary().Text("The chart as a table")}
	for _, p := range c.reader.panes {
		body = append(body, table(p.chart.Title, p.table))
	}
	return app.Details().ID("chart-table").Class("chart-table").Hidden(len(c.reader.panes) == 0).Body(body...)
}

func table(title string, t plot.Table) app.UI {
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
	return app.Div().Class("scrolls").TabIndex(0).Role("region").Aria("label", title).Body(
		app.Table().Body(
			app.Caption().Text(title),
			app.THead().Body(app.Tr().Body(head...)),
			app.TBody().Body(body...),
		),
	)
}
