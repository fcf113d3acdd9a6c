package view

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/engine"
	"lastiterate/app/link"
	"lastiterate/app/session"
	"lastiterate/app/state"
	"lastiterate/app/words"
)

// Comparison shows the pinned configurations side by side: first their results, then the settings that differ. A narrow
// screen shows the table as a list.
type Comparison struct {
	app.Compo

	Comparison session.Comparison
}

func (v *Comparison) Render() app.UI {
	columns := v.Comparison.Columns
	if len(columns) == 0 {
		return app.Section().Class("compare").Hidden(true)
	}
	subjects := make([]words.Subject, len(columns))
	head := []app.UI{app.Td()}
	for i, c := range columns {
		subjects[i] = c.Subject
		head = append(head, app.Th().Scope("col").Class(presence(c)).Body(v.heading(c)))
	}
	differ, same := words.Differences(subjects)
	var body []app.UI
	for _, line := range words.Outcomes(subjects) {
		body = append(body, v.line(line, "outcome", ""))
	}
	for _, line := range differ {
		body = append(body, v.line(line, "differs", "differs: "))
	}
	return app.Section().ID("compare").Class("compare").TabIndex(-1).Aria("labelledby", "compare-title").Body(
		app.H2().ID("compare-title").Text("Side by side"),
		app.Table().ID("compared").Body(
			app.THead().Body(app.Tr().Body(head...)),
			app.TBody().Body(body...),
		),
		app.P().Class("same").Text(same),
		app.P().ID("compare-status").Class("compare-status").Role("status").Text(v.says()),
	)
}

func presence(c session.Column) string {
	if c.Present {
		return "present"
	}
	return ""
}

// heading names a column. The heading of a pinned run has buttons that load and unpin it.
func (v *Comparison) heading(c session.Column) app.UI {
	if c.Pin < 0 {
		return app.Span().Class("pin-label own").Text(c.Label)
	}
	return &pinHead{Index: c.Pin, Label: c.Label, Present: c.Present, Err: c.Err}
}

func (v *Comparison) line(l words.Line, class, mark string) app.UI {
	cells := []app.UI{app.Th().Scope("row").Body(
		app.If(mark != "", func() app.UI { return app.Span().Class("hidden-text").Text(mark) }),
		app.Text(l.Name),
		app.If(l.Symbol != "", func() app.UI { return app.I().Class("symbol").Body(Symbol(l.Symbol)...) }),
	)}
	for i, value := range l.Values {
		c := v.Comparison.Columns[i]
		cells = append(cells, app.Td().Class(presence(c)).DataSet("label", c.Label).Text(value))
	}
	return app.Tr().Class(class).DataSet("line", strings.ReplaceAll(l.Name, " ", "-")).Body(cells...)
}

// says describes the progress of the answers, or says why no more runs can be pinned.
func (v *Comparison) says() string {
	c := v.Comparison
	switch {
	case c.Status == engine.Running && c.Of > 0:
		return "Computed " + strconv.Itoa(c.Done) + " of " + strconv.Itoa(c.Of) + "."
	case c.Status == engine.Running:
		return "Computing …"
	case c.Status == engine.Failed:
		return "The comparison could not be computed: " + c.Err + "."
	case len(c.Columns) < 2:
		return "Change the run above to compare it with the pinned one."
	case c.Columns[len(c.Columns)-1].Pin == link.MaxPinned-1:
		return "A link holds " + strconv.Itoa(link.MaxPinned) + " pinned runs: unpin one to pin another."
	}
	return ""
}

// pinHead is the heading of a pinned configuration: its label, which can be edited, and buttons that load and unpin it.
type pinHead struct {
	app.Compo

	Index   int
	Label   string
	Present bool
	Err     string

	message string // what is wrong with the typed label
}

func (h *pinHead) id() string { return "label-" + strconv.Itoa(h.Index+1) }

// CompoID makes go-app keep one element for each heading. If a heading took over another's element, its input would keep
// the other's label.
func (h *pinHead) CompoID() string { return h.id() }

func (h *pinHead) OnMount(app.Context) { h.write() }

// OnUpdate does not write the model's label while the visitor types, because it is older than the typed one. onBlur
// writes it.
func (h *pinHead) OnUpdate(app.Context) {
	if dom.Focused() != h.id() {
		h.write()
	}
}

func (h *pinHead) write() {
	h.message = ""
	dom.SetProperty(h.id(), "value", h.Label)
}

func (h *pinHead) onInput(ctx app.Context, _ app.Event) {
	label := strings.TrimSpace(ctx.JSSrc().Get("value").String())
	if h.message = link.LabelFault(label); h.message == "" {
		Act(ctx, state.Rename{Index: h.Index, Label: label})
	}
}

func (h *pinHead) onKey(ctx app.Context, e app.Event) {
	switch e.Get("key").String() {
	case "Enter":
		Flush(ctx)
	case "Escape":
		h.write()
	}
}

// onBlur writes the model's label back, which replaces a typed label that a link cannot hold.
func (h *pinHead) onBlur(ctx app.Context, _ app.Event) {
	h.write()
	Flush(ctx)
}

func (h *pinHead) onLoad(ctx app.Context, _ app.Event)  { Act(ctx, state.Load{Index: h.Index}) }
func (h *pinHead) onUnpin(ctx app.Context, _ app.Event) { Act(ctx, state.Unpin{Index: h.Index}) }

func (h *pinHead) Render() app.UI {
	input := app.Input().ID(h.id()).Type("text").Class("pin-label").AutoComplete(false).
		Aria("label", "label of pinned run "+strconv.Itoa(h.Index+1)).
		Aria("describedby", ErrorID(h.id(), h.message)).
		OnInput(h.onInput).OnKeyDown(h.onKey).OnBlur(h.onBlur)
	if h.message != "" {
		input = input.Aria("invalid", "true")
	}
	load := app.UI(app.Button().Type("button").Class("quiet").ID("load-"+strconv.Itoa(h.Index+1)).OnClick(h.onLoad).
		Body(app.Text("Load"), app.Span().Class("hidden-text").Text(" "+h.Label)))
	if h.Present {
		load = app.Span().Class("in-form").Text("in the form")
	}
	message := h.message
	if message == "" {
		message = h.Err
	}
	return app.Div().Class("pin-head").Body(
		input,
		FieldError(h.id(), message),
		app.Div().Class("pin-actions").Body(
			load,
			app.Button().Type("button").Class("quiet").ID("unpin-"+strconv.Itoa(h.Index+1)).OnClick(h.onUnpin).
				Body(app.Text("Unpin"), app.Span().Class("hidden-text").Text(" "+h.Label)),
		),
	)
}
