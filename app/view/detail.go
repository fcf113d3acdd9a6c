package view

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/tex"
	"lastiterate/app/words"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// rowDetail is the part of the table that opens under a row: the theorem as a formula, the same formula with the run's
// numbers, the optimal parameters, and remarks.
type rowDetail struct {
	app.Compo

	Row protocol.Row
	Run run.Run
	// Lacking are the fields of the run that are blank.
	Lacking []string
}

func (d *rowDetail) CompoID() string { return "detail-" + d.Row.ID }

func (d *rowDetail) onKey(ctx app.Context, e app.Event) { closeOnEscape(ctx, e, d.Row.ID) }

func (d *rowDetail) Render() app.UI {
	paragraph := func(label, text string) app.UI {
		return app.If(text != "", func() app.UI {
			return app.P().Body(app.If(label != "", func() app.UI { return app.B().Text(label + " ") }),
				app.Raw("<span>"+tex.Prose(text)+"</span>"))
		})
	}
	return app.Tr().ID("detail-"+d.Row.ID).Class("detail").OnKeyDown(d.onKey).Body(app.Td(), app.Td().ColSpan(5).Body(
		app.Div().Class("detail-body").Body(
			app.Div().Class("mathematics").Body(
				paragraph("", d.Row.Note),
				app.If(d.Row.Formula != "", func() app.UI { return &formula{TeX: d.Row.Formula} }),
				app.If(d.Row.Substituted != "", func() app.UI {
					return app.Div().Body(app.P().Text("With this run’s numbers:"), &formula{TeX: d.Row.Substituted})
				}),
				paragraph("Symbols:", words.Symbols(d.Row, d.Run, d.Lacking)),
				paragraph("Before rounding:", words.Exact(d.Row)),
				paragraph("", words.Certified(d.Row)),
				paragraph("Optimum:", words.Found(d.Row, d.Run.T)),
				paragraph("Converted:", words.Converted(d.Row)),
				paragraph("In print:", d.Row.Errata),
				app.P().Body(app.A().Href(theoremPage(d.Row.ID)).Target("_blank").Rel("noopener").Text(words.TheoremPage)),
			),
			hypotheses(d.Row.Hypotheses),
		)))
}

// hypotheses lists the theorem's conditions: whether each holds, what it needs, and the value in this run.
func hypotheses(list []protocol.Hypothesis) app.UI {
	items := make([]app.UI, 0, 2*len(list))
	for _, h := range list {
		state := "holds"
		if !h.Holds {
			state = "fails"
		}
		text := state
		if h.Needed != "" {
			text += "; needs " + h.Needed
		}
		if h.Actual != "" {
			text += "; here " + h.Actual
		}
		if h.Detail != "" {
			text += " — " + h.Detail
		}
		items = append(items, app.Dt().Text(h.Name), app.Dd().Class(state).Text(text))
	}
	return app.Dl().Class("hypotheses").Body(items...)
}

// formula shows a formula on a line of its own, as MathML. If some of the TeX cannot be translated, all of it is shown as
// code, since a formula with a part missing would be wrong.
type formula struct {
	app.Compo

	TeX string

	mathML string
	err    error
}

func (f *formula) OnInit()              { f.write() }
func (f *formula) OnUpdate(app.Context) { f.write() }

func (f *formula) write() { f.mathML, f.err = tex.Display(f.TeX) }

func (f *formula) Render() app.UI {
	if f.err != nil {
		return app.Div().Class("formula").Body(app.Code().Text(f.TeX))
	}
	return app.Div().Class("formula").TabIndex(0).Role("group").Aria("label", "formula").Body(app.Raw(f.mathML))
}
