package view

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/form"
	"lastiterate/app/reproduce"
	"lastiterate/app/session"
	"lastiterate/app/state"
	"lastiterate/bounds/figure"
)

// door is a panel above the form. Opening one closes the others, since all have the same name attribute.
func door(d form.Door, body ...app.UI) app.UI {
	summary := app.Summary().Body(app.Span().Class("fold-name").Text(d.Name), app.Text(d.What))
	return app.Details().ID(d.ID).Class("start").Attr("name", "door").Body(append([]app.UI{summary}, body...)...)
}

// theory is the door for people who come for the theorems. It has a button for each paper whose
// figures the page draws, and one that leads back to the opening run.
type theory struct {
	app.Compo
}

func (v *theory) onOpening(ctx app.Context, _ app.Event) {
	Command(ctx, (*session.Session).Reset)
	dom.SetProperty(form.Theory.ID, "open", false)
	dom.Focus("run-title")
}

// onPaper chooses the paper's first figure and scrolls to the place where it is drawn.
func (v *theory) onPaper(ctx app.Context, _ app.Event) {
	Act(ctx, state.Reproduce{Figure: ctx.JSSrc().Get("dataset").Get("figure").String()})
	dom.SetProperty(form.Theory.ID, "open", false)
	Command(ctx, (*session.Session).ShowFigure)
}

func (v *theory) Render() app.UI {
	var buttons []app.UI
	for _, paper := range reproduce.Papers() {
		first := paper[0]
		buttons = append(buttons, app.Button().Type("button").ID("theory-"+first.ID).DataSet("figure", first.ID).OnClick(v.onPaper,
			app.EventScope(first.ID)).Text(first.Paper+", "+first.Number))
	}
	buttons = append(buttons, app.Button().Type("button").ID("start-opening").OnClick(v.onOpening).Text("back to the opening run"))
	return door(form.Theory,
		app.P().Class("help").Text("Each paper’s figures are redrawn below the table, with our bounds beside the paper’s lines."),
		app.Div().Class("presets").Body(buttons...),
	)
}

// figureBelow says that the page draws a figure of a paper below the table, where it is out of sight. Its button scrolls
// there.
type figureBelow struct {
	app.Compo

	ID string // the id of the figure; figureBelow is hidden if there is no such figure
}

func (v *figureBelow) onGo(ctx app.Context, _ app.Event) { Command(ctx, (*session.Session).ShowFigure) }

func (v *figureBelow) Render() app.UI {
	f, ok := figure.ByID(v.ID)
	return app.P().ID("figure-below").Class("start").Hidden(!ok).Body(
		app.Text("Below the table: "),
		app.Button().Type("button").Class("quiet").OnClick(v.onGo).Text(f.Paper+", "+f.Number),
	)
}
