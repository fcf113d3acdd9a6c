package chart

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/plot"
	"lastiterate/app/tex"
)

// tableRows is the largest number of points of a chart that its table shows.
const tableRows = 12

// tables are the charts as tables, for readers who do not see the charts.
func (c *Chart) tables() app.UI {
	body := []app.UI{app.Summary().Text("The chart as a table")}
	for _, p := range c.reader.panes {
		body = append(body, c.current(table(p.chart.Title, p.table)))
	}
	return app.Details().ID("chart-table").Class("chart-table").Hidden(len(c.reader.panes) == 0).Body(body...)
}

// table returns a table as one piece of markup rather than as components, since a table has many elements, changes as a
// whole and is seldom unfolded.
func table(title string, t plot.Table) app.HTMLDiv {
	var b strings.Builder
	write := func(parts ...string) {
		for _, part := range parts {
			b.WriteString(part)
		}
	}
	write(`<table><caption>`, tex.Escape(title), `</caption><thead><tr>`)
	for _, text := range t.Head {
		write(`<th scope="col">`, tex.Escape(text), `</th>`)
	}
	write(`</tr></thead><tbody>`)
	for _, row := range t.Rows {
		write(`<tr>`)
		for _, text := range row {
			write(`<td>`, tex.Escape(text), `</td>`)
		}
		write(`</tr>`)
	}
	write(`</tbody></table>`)
	return app.Div().Class("scrolls").TabIndex(0).Role("region").Aria("label", title).Body(app.Raw(b.String()))
}
