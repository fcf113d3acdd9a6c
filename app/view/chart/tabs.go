package chart

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/form"
	"lastiterate/app/picture"
	"lastiterate/app/state"
	"lastiterate/app/tex"
	"lastiterate/app/view"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// tabs choose one way to look at the answer.
type tabs struct {
	app.Compo

	Tab     picture.Tab
	Offered []picture.Tab
}

func (t *tabs) OnMount(app.Context)  { t.write() }
func (t *tabs) OnUpdate(app.Context) { t.write() }

func (t *tabs) write() {
	for _, tab := range t.Offered {
		dom.SetProperty(tabID(tab), "checked", tab == t.Tab)
	}
}

func tabID(t picture.Tab) string { return "tab-" + string(t) }

func (t *tabs) onChange(ctx app.Context, _ app.Event) {
	view.Act(ctx, state.Look{Tab: picture.Tab(ctx.JSSrc().Get("value").String())})
}

func (t *tabs) Render() app.UI {
	var options []app.UI
	for _, tab := range t.Offered {
		options = append(options, app.Label().Class("tab").Body(
			app.Input().Type("radio").ID(tabID(tab)).Name("tab").Value(string(tab)).OnChange(t.onChange, app.EventScope(string(tab))),
			app.Span().Text(tab.Name()),
		))
	}
	return app.FieldSet().ID("tabs").Class("tabs").Body(
		app.Legend().Class("hidden-text").Text(picture.TabsTitle),
		app.Div().Class("tab-list").Body(options...),
	)
}

// choices lets the visitor choose, in the tabs that have them, the number that is varied or the
// theorem whose schedule is shown.
func (c *Chart) choices(tab picture.Tab) app.UI {
	switch {
	case c.Small: // offers no other picture
	case tab == picture.Sweep:
		pick := &picker{ID: "sweep", Label: "Parameter", Value: picture.Parameter(c.View, c.Now),
			Do: func(value string) state.Action { return state.Vary{Parameter: value} }}
		for _, name := range picture.Sweepable(c.Now) {
			pick.Names = append(pick.Names, name)
			pick.Texts = append(pick.Texts, fieldName(c.Now, name))
		}
		return app.Div().Class("choices").Body(pick)
	case !tab.Curved():
		row, rows := picture.PlanRow(c.Scene.View, c.Scene.Result), picture.PlanRows(c.Scene.Result)
		text := c.Subject.Explained(row, c.Scene.View.Open, tab == picture.Parts)
		if len(rows) > 1 || len(rows) == 1 && text != "" {
			said := explained(text)
			return app.Div().Class("choices").Body(app.If(len(rows) > 1, func() app.UI { return planPicker(rows, row) }), said)
		}
	}
	return app.Div().Class("choices").Hidden(true)
}

// explained says which row the picture is about if that is not the answer's row.
func explained(text string) app.UI {
	return app.If(text != "", func() app.UI {
		return app.P().ID("explained").Class("note").Text(tex.Unbroken(text))
	})
}

func planPicker(rows []protocol.Row, value string) *picker {
	pick := &picker{ID: "plan", Label: "Theorem", Value: value,
		Do: func(value string) state.Action { return state.Follow{Row: value} }}
	for _, row := range rows {
		pick.Names = append(pick.Names, row.ID)
		pick.Texts = append(pick.Texts, row.Name)
	}
	return pick
}

// fieldName is a field's noun and symbol in one line.
func fieldName(r run.Run, name string) string {
	l := form.LabelOf(r, name)
	if l.Symbol == "" {
		return l.Name
	}
	return l.Name + " " + picture.PlainSymbol(l.Symbol)
}

// picker is a native choice among many.
type picker struct {
	app.Compo

	ID, Label    string
	Value        string
	Names, Texts []string
	Do           func(value string) state.Action

	written string // the value that was last written
}

func (p *picker) CompoID() string { return p.ID }

func (p *picker) OnMount(app.Context) { p.write() }

// OnUpdate writes the value only if it has changed: otherwise it could undo a choice that the page has not received yet.
func (p *picker) OnUpdate(app.Context) {
	if p.Value != p.written {
		p.write()
	}
}

func (p *picker) write() {
	p.written = p.Value
	dom.SetProperty(p.ID, "value", p.Value)
}

func (p *picker) onChange(ctx app.Context, _ app.Event) {
	view.Act(ctx, p.Do(ctx.JSSrc().Get("value").String()))
}

func (p *picker) Render() app.UI {
	options := make([]app.UI, len(p.Names))
	for i, name := range p.Names {
		options[i] = app.Option().Value(name).Selected(name == p.Value).Text(p.Texts[i])
	}
	return app.Div().Class("picker").Body(
		app.Label().Class("label").For(p.ID).Text(p.Label),
		app.Select().ID(p.ID).OnChange(p.onChange).Body(options...),
	)
}
