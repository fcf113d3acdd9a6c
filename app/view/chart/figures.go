package chart

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/engine"
	"lastiterate/app/picture"
	"lastiterate/app/plot"
	"lastiterate/app/reproduce"
	"lastiterate/app/session"
	"lastiterate/app/state"
	"lastiterate/app/tex"
	"lastiterate/app/view"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/figure"
	"lastiterate/wasm/protocol"
)

// Figures is the menu of the papers' figures, and the chosen figure: its picture with the paper's lines and ours, a
// description, and the numbers that were checked.
type Figures struct {
	app.Compo

	Chosen string // empty for none
	claim.Query
	Of session.Reproduction
	// Alone says that the figure is shown without the menu and the checked numbers, as in an embed.
	Alone bool
}

func (v *Figures) OnMount(app.Context)  { v.write() }
func (v *Figures) OnUpdate(app.Context) { v.write() }

// noFigure is the menu's first entry; an empty value would be no attribute.
const noFigure = "none"

func (v *Figures) write() {
	value := v.Chosen
	if value == "" {
		value = noFigure
	}
	dom.SetProperty("figure-choice", "value", value)
}

func (v *Figures) onChoose(ctx app.Context, _ app.Event) {
	value := ctx.JSSrc().Get("value").String()
	if value == noFigure {
		value = ""
	}
	view.Act(ctx, state.Reproduce{Figure: value})
	view.Command(ctx, (*session.Session).ShowFigures)
}

func (v *Figures) onLoad(ctx app.Context, _ app.Event) {
	view.Act(ctx, state.Reproduce{Figure: v.Chosen})
}

func (v *Figures) onAgain(ctx app.Context, _ app.Event) { view.Command(ctx, (*session.Session).Redraw) }

func (v *Figures) onShare(ctx app.Context, _ app.Event) { view.ShareFigure(ctx) }

func (v *Figures) Render() app.UI {
	f, ok := figure.ByID(v.Chosen)
	if v.Alone {
		return app.Section().ID("figures").Class("figures").DataSet("status", v.Of.Status.String()).Body(
			app.If(ok, func() app.UI { return app.Div().Class("figure-shown").Body(v.alone(f)...) }))
	}
	body := []app.UI{
		app.H2().ID(session.FiguresPart).Text("Figures of the papers"),
		app.P().Class("lead").Text("Each loads the paper’s parameters into the form and draws the paper’s lines with ours beside them."),
		v.menu(),
	}
	if ok {
		body = append(body, app.Div().Class("figure-shown").Body(v.shown(f)...))
	}
	return app.Section().ID("figures").Class("figures").Aria("labelledby", session.FiguresPart).DataSet("status",
		v.Of.Status.String()).Body(body...)
}

func (v *Figures) menu() app.UI {
	options := []app.UI{app.Option().Value(noFigure).Selected(v.Chosen == "").Text(noFigure)}
	for _, paper := range reproduce.Papers() {
		var entries []app.UI
		for _, f := range paper {
			entries = append(entries, app.Option().Value(f.ID).Selected(f.ID == v.Chosen).Text(reproduce.Name(f)))
		}
		options = append(options, app.OptGroup().Label(paper[0].Paper).Body(entries...))
	}
	return app.Div().Class("field choice").Body(
		app.Label().Class("label").For("figure-choice").Text("figure"),
		app.Select().ID("figure-choice").OnChange(v.onChoose).Body(options...),
	)
}

// caption names the figure, to those who see no picture as well: on the screen the picture has its own. A
// link to the figure leads here.
func (v *Figures) caption(f figure.Figure) app.UI {
	class := "hidden-text"
	if v.Of.Status == engine.Failed {
		class = "figure-caption"
	}
	return app.H3().ID(session.FigurePart).Class(class).TabIndex(-1).Text(f.Paper + ", " + reproduce.Name(f))
}

// alone is the figure as far as it is computed, with its caption and description.
func (v *Figures) alone(f figure.Figure) []app.UI {
	if v.Of.Result == nil {
		return []app.UI{v.caption(f), v.waiting(f)}
	}
	return []app.UI{v.caption(f), &figureChart{ID: f.ID, Result: v.Of.Result}, told("", f.Seen)}
}

// waiting shows the axes of the picture with the lines that are complete, until all are.
func (v *Figures) waiting(f figure.Figure) app.UI {
	if v.Of.Status == engine.Failed {
		return app.Div().Class("failure").Role("alert").Body(
			app.P().Text(v.Of.Failure()),
			app.Button().Type("button").OnClick(v.onAgain).Text("Ask again"),
		)
	}
	return app.Div().Class("figure-wait").Body(
		&figureChart{ID: f.ID, Result: v.Of.Unfinished, Waits: picture.Waiting(v.Of.Done, v.Of.Of)},
		app.If(v.Of.Unfinished != nil, func() app.UI { return app.P().Class("note").Text(reproduce.StillComputing(f, *v.Of.Unfinished)) }),
	)
}

// shown is the chosen figure as far as it is computed, with its notes.
func (v *Figures) shown(f figure.Figure) []app.UI {
	body := []app.UI{v.caption(f)}
	if !v.Query.Same(f.Query) {
		body = append(body, app.P().ID("figure-other").Class("note").Body(
			app.Text("This figure keeps the paper’s parameters. The form holds others: the chart beside the answer draws the theorems "+
				"with those, and the page’s link keeps them. "),
			app.Button().Type("button").ID("figure-load").OnClick(v.onLoad).Text("Load the figure’s parameters"),
		))
	}
	if v.Of.Result == nil {
		return append(body, v.waiting(f))
	}
	return append(body,
		app.Div().Class("figure-body").Body(
			&figureChart{ID: f.ID, Result: v.Of.Result},
			app.Div().Class("figure-words").Body(
				app.Button().Type("button").ID("figure-share").OnClick(v.onShare).Text("Share this figure"),
				told("", f.Seen), told("Parameters:", f.Setting), told("Caveats:", f.Open),
				app.P().Body(app.A().Href(f.URL).Target("_blank").Rel("noopener noreferrer").Text(f.Paper)),
			),
		),
		app.If(len(f.Checks) > 0, func() app.UI { return checks(*v.Of.Result) }),
		figureTable(reproduce.Chart(f, *v.Of.Result, 0)),
	)
}

// told is a paragraph about a figure, in which symbols are set as mathematics.
func told(label, text string) app.UI {
	return app.P().Body(app.If(label != "", func() app.UI { return app.B().Text(label + " ") }),
		app.Raw("<span>"+tex.Prose(text)+"</span>"))
}

// checked names the table of checks.
const checked = "Numbers that were checked"

// checks is the table of our numbers that were compared with numbers from other sources.
func checks(r protocol.FigureResult) app.UI {
	along := "T"
	if r.Epochs {
		along = "E"
	}
	var body []app.UI
	for _, c := range reproduce.Checks(r) {
		class := "holds"
		if !c.Agrees {
			class = "fails"
		}
		body = append(body, app.Tr().Body(
			app.Th().Scope("row").Text(c.Line),
			app.Td().DataSet("name", along).Text(c.T), app.Td().DataSet("name", "expected").Text(c.Want),
			app.Td().DataSet("name", "computed").Text(c.Got),
			app.Td().Class(class).Text(c.Explanation), app.Td().Body(app.Raw("<span>"+tex.Prose(c.Source)+"</span>")),
		))
	}
	head := make([]app.UI, 0, 6)
	for _, text := range []string{"line", along, "expected", "computed here", "", "source"} {
		if text == "" {
			head = append(head, app.Td())
			continue
		}
		head = append(head, app.Th().Scope("col").Text(text))
	}
	return app.Div().ID("figure-checks").Class("scrolls").TabIndex(0).Role("region").Aria("label", checked).Body(
		app.Table().Class("checks").Body(
			app.Caption().Text(checked),
			app.THead().Body(app.Tr().Body(head...)),
			app.TBody().Body(body...),
		),
		app.P().Class("note").Text(reproduce.Roundings),
	)
}

// figureTable is the figure as a table, for readers who do not see it.
func figureTable(c plot.Chart) app.UI {
	return app.Details().ID("figure-table").Class("chart-table").Body(
		app.Summary().Text("The figure as a table"),
		app.Div().Class("scrolls").TabIndex(0).Role("region").Aria("label", "The figure as a table").Body(plotTable(c.Table(tableRows))),
	)
}

// plotTable draws a chart's table.
func plotTable(t plot.Table) app.UI {
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
	return app.Table().Body(app.THead().Body(app.Tr().Body(head...)), app.TBody().Body(body...))
}
