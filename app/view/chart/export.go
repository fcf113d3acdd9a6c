package chart

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/export"
	"lastiterate/app/link"
	"lastiterate/app/picture"
	"lastiterate/app/plot"
	"lastiterate/app/words"
	"lastiterate/bounds"
)

// exporter is the menu of files that a visitor can download: the chart and its data and, for
// the run's own picture, the result.
type exporter struct {
	app.Compo

	Figure  string // the figure of a paper that the chart is; empty for none
	Subject words.Subject
	View    link.View
	Drawn   []string // the rows with lines
	Chart   plot.Chart
	Ready   bool // there is a chart and a result
	// Unfinished says that lines are still missing, Stale that chart and result are of the previous run.
	Unfinished, Stale bool

	said string // the outcome of the last click, in words
}

// exports are the entries of the menu, and which of them a figure has.
var exports = []struct {
	id, text string
	ofFigure bool
}{
	{"svg", "Picture as SVG", true},
	{"png", "Picture as PNG", true},
	{"csv", "Lines as CSV", true},
	{"json", "Result as JSON", false},
	{"tex", "Theorems as a table for LaTeX", true},
	{"bib", "Sources for BibTeX", false},
}

// id begins the ids of the menu.
func (x *exporter) id() string {
	if x.Figure != "" {
		return "figure-export"
	}
	return "export"
}

// document is the data of the picture, for its files.
func (x *exporter) document() export.Document {
	return export.Document{
		Subject: x.Subject,
		Drawn:   x.Drawn,
		Figure:  x.Figure,
		Along:   picture.Along(x.View, x.Subject.Run),
		Engine:  bounds.Version,
		Link:    dom.Here() + "#" + link.Encode(link.State{Query: x.Subject.Query, View: x.View}),
	}
}

func (x *exporter) onExport(ctx app.Context, _ app.Event) {
	kind := ctx.JSSrc().Get("dataset").Get("export").String()
	if x.Stale {
		return // the menu has disappeared since the click
	}
	d := x.document()
	name := d.Name(kind)
	keep := func(text, media string) {
		dom.Save(name, text, media)
		x.said = "Saved " + name + "."
	}
	switch kind {
	case "svg":
		keep(d.SVG(x.Chart), "image/svg+xml")
	case "png":
		dom.SavePNG(ctx, name, d.LightSVG(x.Chart), func(err error) {
			x.said = "Saved " + name + "."
			if err != nil {
				x.said = "The picture could not be saved: " + err.Error() + ". SVG may work."
			}
		})
	case "csv":
		keep(d.LinesCSV(x.Chart), "text/csv")
	case "json":
		text, err := d.JSON()
		if err != nil {
			x.said = "The result could not be written: " + err.Error() + "."
			return
		}
		keep(text, "application/json")
	case "tex":
		table := d.LaTeX
		if x.Figure != "" {
			table = func() string { return d.LinesLaTeX(x.Chart) }
		}
		keep(table(), "application/x-tex")
	case "bib":
		keep(d.BibTeX(), "application/x-bibtex")
	}
}

// label is the text of a menu entry. The table of a figure holds its lines, not an answer's rows.
func (x *exporter) label(id, text string) string {
	if id == "tex" && x.Figure != "" {
		return "Lines as a table for LaTeX"
	}
	return text
}

func (x *exporter) Render() app.UI {
	if !x.Ready || dom.IsEmbed() { // an embed links to the calculator, which offers the files
		return app.Details().Class("export").Hidden(true)
	}
	var items []app.UI
	for _, e := range exports {
		if x.Figure != "" && !e.ofFigure {
			continue
		}
		items = append(items, app.Li().Body(app.Button().Type("button").ID(x.id()+"-"+e.id).DataSet("export", e.id).
			OnClick(x.onExport, app.EventScope(e.id)).Text(x.label(e.id, e.text))))
	}
	return app.Details().ID(x.id()).Class("export").Body(
		app.Summary().Text("Export"),
		app.If(x.Unfinished && !x.Stale, func() app.UI {
			return app.P().ID(x.id() + "-part").Class("note").Text("The lines are not whole yet. A file has what is drawn now.")
		}),
		app.If(x.Stale, func() app.UI {
			return app.P().ID(x.id() + "-wait").Class("note").
				Text("This is still the picture of the last setting. Its files are not offered.")
		}),
		app.Ul().Hidden(x.Stale).Body(items...),
		app.P().ID(x.id()+"ed").Role("status").Text(x.said),
	)
}
