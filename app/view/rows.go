package view

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/link"
	"lastiterate/app/session"
	"lastiterate/app/state"
	"lastiterate/app/tex"
	"lastiterate/app/words"
	"lastiterate/bounds/claim"
	"lastiterate/wasm/protocol"
)

// Rows is the table of all theorems. The theorems that apply come first; the others are folded away below them. A narrow
// screen shows the table as a list.
type Rows struct {
	app.Compo

	Subject words.Subject
	Count   int // the number of rows that are drawn so far
	View    link.View
	Drawn   []string // the lines of the picture
	Stale   bool

	unfolded bool // the rows that do not apply are shown
}

func (r *Rows) onFold(app.Context, app.Event) { r.unfolded = !r.unfolded }

func (r *Rows) Render() app.UI {
	class := "rows"
	if r.Stale {
		class += " stale"
	}
	ordered := words.Ordered(r.Subject.Result.Rows)
	fitting := words.Fitting(ordered)
	strip := newStrip(ordered[:fitting], r.Subject.Result.Answer)
	unfolded := r.unfolded || slices.ContainsFunc(ordered[fitting:], func(row protocol.Row) bool { return row.ID == r.View.Open })
	var body []app.UI
	remarked := false // a visible row has the mark
	for i, row := range ordered[:min(r.Count, len(ordered))] {
		if i == fitting {
			body = append(body, r.foldLine(len(ordered)-fitting, unfolded))
			if !unfolded {
				break // most rows do not apply, and drawing them would take most of the time
			}
		}
		remarked = remarked || row.Errata != ""
		body = append(body, &rowView{
			Row: row, Answer: r.Subject.Result.Answer, Best: r.Subject.Best() == row.ID, Strip: strip.draw(row),
			Drawn: slices.Contains(r.Drawn, row.ID), AllDrawn: r.Drawn, Open: r.View.Open == row.ID,
		})
		if r.View.Open == row.ID {
			body = append(body, &rowDetail{Row: row, Run: r.Subject.Run, Lacking: r.Subject.Departures.Lacking()})
		}
	}
	epsilon := "ε"
	if r.Subject.Question.Renyi() {
		epsilon = "ε(α)"
	}
	return app.Section().Class(class).Aria("labelledby", "rows-title").Body(
		app.H2().ID("rows-title").TabIndex(-1).Text("All theorems and their assumptions"),
		app.P().ID("rows-count").Text(words.Listed(ordered)),
		app.Table().ID("rows").Body(
			app.THead().Body(app.Tr().Body(
				app.Th().Scope("col").Text("drawn"),
				app.Th().Scope("col").Text("theorem"),
				app.Th().Scope("col").Text("needs"),
				app.Th().Scope("col").Class("strip").Text(epsilon+", logarithmic"),
				app.Th().Scope("col").Class("value").Text(epsilon),
				app.Th().Scope("col").Class("value").Text("× the answer"),
			)),
			app.TBody().Body(body...),
		),
		app.If(remarked, func() app.UI {
			return app.P().Class("note remark").Text(words.RemarkMark + " " + words.Remark + "; open the row to read it.")
		}),
	)
}

// foldLine is the line of the table whose button shows the rows that do not apply, or folds them away.
func (r *Rows) foldLine(count int, unfolded bool) app.UI {
	what, expanded := "show", "false"
	if unfolded {
		what, expanded = "hide", "true"
	}
	return app.Tr().Class("between").Body(app.Td().ColSpan(6).Body(
		app.Button().Type("button").ID("rows-unfit").Class("quiet").Aria("expanded", expanded).Aria("controls", "rows").OnClick(r.onFold).
			Text(strconv.Itoa(count) + " do not apply — " + what),
	))
}

// rowView is one theorem in the table.
type rowView struct {
	app.Compo

	Row         protocol.Row
	Answer      *protocol.Answer
	Best        bool
	Strip       string // the drawing with the dot of its value; empty if there is none
	Drawn, Open bool
	AllDrawn    []string // the ids of all lines that are drawn
}

// CompoID makes go-app keep a row's elements with the row when the order of the table changes.
func (r *rowView) CompoID() string { return r.Row.ID }

func (r *rowView) onOpen(ctx app.Context, _ app.Event) { Act(ctx, state.Open{Row: r.Row.ID}) }

// openerOf is the id of the button that opens a row.
func openerOf(row string) string { return "open-" + row }

func (r *rowView) onKey(ctx app.Context, e app.Event) {
	if r.Open {
		closeOnEscape(ctx, e, r.Row.ID)
	}
}

// closeOnEscape closes an open row if the key is Escape, and moves the focus to the button that opens the row.
func closeOnEscape(ctx app.Context, e app.Event, row string) {
	if e.Get("key").String() != "Escape" {
		return
	}
	Command(ctx, func(s *session.Session) {
		if s.Model.View.Open == row {
			s.Do(state.Open{Row: row})
		}
	})
	dom.Focus(openerOf(row))
}

// draw returns the action of the row's checkbox: it adds the row's line to the lines of the chart, or removes it.
func (r *rowView) draw(on bool) state.Action { return state.Toggled(r.AllDrawn, r.Row.ID, on) }

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
	tr := app.Tr().Class(class).DataSet("row", r.Row.ID).OnKeyDown(r.onKey)
	if r.Row.Epsilon != nil {
		tr = tr.DataSet("epsilon", exact(*r.Row.Epsilon))
	}
	return tr.Body(
		app.Td().Class("draw").Body(r.drawSwitch()),
		app.Th().Class("theorem").Scope("row").Body(
			app.Button().Type("button").ID(openerOf(r.Row.ID)).Class("open").Aria("expanded", expanded).Aria("controls",
				"detail-"+r.Row.ID).OnClick(r.onOpen).Text(r.Row.Name),
			r.subtitle(),
		),
		app.Td().Class("needs").Body(app.Raw(r.chips())),
		app.Td().Class("strip").Body(app.If(r.Strip != "", func() app.UI { return app.Raw(r.Strip) })),
		app.Td().Class("value").DataSet("label", "ε").Title(words.Rounding(r.Row)).Body(aligned(words.Value(r.Row))...),
		app.Td().Class("ratio").DataSet("label", "× the answer").Text(words.Ratio(r.Row, r.Answer)),
	)
}

func (r *rowView) drawSwitch() app.UI {
	if r.Row.Epsilon == nil {
		return app.Span().Class("hidden-text").Text("cannot be drawn")
	}
	return &tick{ID: "draw-" + r.Row.ID, Name: "draw", Text: "draw " + r.Row.Name, On: r.Drawn, Do: r.draw}
}

// subtitle shows where the theorem was published, of which kind the row is, and why it failed if it did.
func (r *rowView) subtitle() app.UI {
	body := sourceLinks(r.Row.ID, words.Sources(r.Row))
	if kind := words.Kind(r.Row); kind != "" {
		if len(body) > 0 {
			body = append(body, app.Text(" · "))
		}
		class := "kind"
		if r.Row.Kind() == claim.AsPrinted {
			class = "kind invalid"
		}
		body = append(body, app.Span().Class(class).Text(kind))
	}
	if r.Row.Errata != "" {
		body = append(body, app.Span().Class("mark").Title(words.Remark).Body(
			app.Span().Aria("hidden", "true").Text(" "+words.RemarkMark), app.Span().Class("hidden-text").Text(", "+words.Remark)))
	}
	if r.Row.Failed != "" {
		return app.Div().Class("subtitle").Body(app.Div().Body(body...), app.Div().Class("failed").Text(r.Row.Failed))
	}
	return app.Div().Class("subtitle").Body(body...)
}

// aligned splits a value at its decimal point, so that the style sheet aligns the points of a column.
func aligned(value string) []app.UI {
	whole, part, found := strings.Cut(value, ".")
	if found {
		part = "." + part
	}
	return []app.UI{app.Span().Class("whole").Text(whole), app.Span().Class("part").Text(part)}
}

// chips are the row's conditions as markup; conditions that fail come first. They are most of the table's elements, and a
// browser makes elements from markup in a third of the time.
func (r *rowView) chips() string {
	var failing, holding []string
	for _, c := range words.Chips(r.Row) {
		class, mark, said := "chip", "✓", "holds: "
		if !c.Holds {
			class, mark, said = "chip fails", "✗", "fails: "
		}
		chip := `<li class="` + class + `" title="` + tex.Escape(c.Why) + `"><span class="mark" aria-hidden="true">` + mark +
			`</span><span class="hidden-text">` + said + `</span>` + tex.Escape(c.Text) + `</li>`
		if c.Holds {
			holding = append(holding, chip)
		} else {
			failing = append(failing, chip)
		}
	}
	if !r.Row.Applies && len(failing) > 0 {
		failing, holding = failing[:1], nil // one failing condition is enough here; the open row lists all conditions
	}
	return `<ul class="chips">` + strings.Join(failing, "") + strings.Join(holding, "") + "</ul>"
}
