package view

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/session"
	"lastiterate/app/snippet"
	"lastiterate/app/state"
	"lastiterate/app/tex"
	"lastiterate/app/words"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// Form is the form of the run: groups of fields with headings. On a narrow screen a group is folded, and shows a summary
// of its values, until the visitor unfolds it or a field in it is wrong; from then on only the visitor folds it.
type Form struct {
	app.Compo

	State link.State // the page's state
	claim.Query
	Entries  map[string]entry
	Edits    *dom.Edits
	Pinned   session.Pinned
	Read     *snippet.Reading // the text from which the form was filled, as it was read; nil for none
	Base     link.State       // over which a pasted text is read; see Session.Stated
	Embedded bool             // the form in an embed, without the controls of the whole page
	Solver   *Solver          // the third door above the form
	Origin   string           // names the run that the page has filled in; empty if the visitor stated it

	unfolded map[string]bool
}

// entry is what a field shows.
type entry struct {
	Text, Message string
	Shown         bool
	Blank         bool // the field has no value, and there is no answer without one
	Unused        bool // the answer does not depend on the field
	Waits         bool // the field follows from the dataset size, which is blank
	Lacking       bool // the field has no value, so only composition gives a bound
	Heard         int  // the number of the field's latest edit that the session has received
}

// Entries reads the form's fields from the model.
func Entries(m state.Model, e *dom.Edits) map[string]entry {
	out := map[string]entry{}
	for _, name := range []string{form.Unbounded, form.Kind} {
		out[name] = entry{Heard: e.Heard(name)}
	}
	ticked, lacking := m.Ticked(), m.Departures().Lacking()
	for _, name := range form.Names() {
		text := m.Text(name)
		out[name] = entry{Text: text, Message: m.Message(name), Shown: m.Shown(name), Blank: slices.Contains(m.Needs(), name),
			Waits: m.Waits(name), Heard: e.Heard(name),
			Unused: ticked.Unused(m.Run, name) && text != form.Averaged && text != form.OtherSchedule}
		if e := out[name]; !e.Unused && slices.Contains(lacking, name) {
			e.Lacking = true
			out[name] = e
		}
	}
	return out
}

func (f *Form) OnInit() { f.unfolded = map[string]bool{} }

// OnUpdate moves the focus when a diameter or a smoothness is typed as infinite: its field
// disappears, and the check box above it gets the focus.
func (f *Form) OnUpdate(ctx app.Context) {
	field, box := dom.Focused(), ""
	switch {
	case field == "field-diameter" && !f.Run.Bounded():
		box = "field-unbounded"
	case field == "field-smoothness" && f.Run.Nonsmooth():
		box = "field-not-smooth"
	default:
		return
	}
	ctx.Defer(func(app.Context) {
		if !dom.Exists(field) {
			dom.Focus(box)
		}
	})
}

func (f *Form) Render() app.UI {
	groups := form.Groups()
	body := make([]app.UI, len(groups))
	for i, g := range groups {
		body[i] = f.group(g)
	}
	return app.Section().ID("run").Class("run").TabIndex(-1).Aria("labelledby", "run-title").Body(
		app.Div().Class("run-head").Body(f.head()...),
		app.P().ID("example-run").Class("help").Hidden(f.Origin == "").Text(f.Origin),
		app.If(!f.Embedded, func() app.UI {
			return app.Div().Class("doors").Body(&startFrom{Base: f.Base}, &theory{}, f.Solver,
				&readText{Reading: f.Read, Now: f.State}, &figureBelow{ID: f.State.View.Figure})
		}),
		app.Div().Class("groups").Body(body...),
	)
}

func (f *Form) group(g form.Group) app.UI {
	if f.wrong(g) {
		f.unfolded[g.ID] = true // and it stays so once the field is valid, perhaps in the middle of a number
	}
	class, expanded := "group", "false"
	if f.unfolded[g.ID] {
		class, expanded = "group unfolded", "true"
	}
	return app.Div().ID("part-"+g.ID).Class(class).Role("group").TabIndex(-1).Aria("labelledby", "group-"+g.ID).Body(
		app.H3().ID("group-"+g.ID).Text(g.Title),
		app.Button().Type("button").Class("fold").Aria("expanded", expanded).Aria("controls", "fields-"+g.ID).
			OnClick(f.onFold, app.EventScope(g.ID)).DataSet("group", g.ID).Body(
			app.Span().Class("fold-title").Text(g.Title),
			app.Span().Class("fold-value").Text(tex.Unbroken(f.summary(g))),
		),
		app.Div().ID("fields-"+g.ID).Class("fields").Body(f.fields(g)...),
	)
}

// blank returns those of the named fields that are blank.
func (f *Form) blank(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !f.Entries[name].Blank })
}

// summary gives a group's values in a few words, or says which of them are missing.
func (f *Form) summary(g form.Group) string {
	if blank := f.blank(g.Fields); len(blank) > 0 {
		return form.Needed(f.Run, blank)
	}
	if loss := f.Entries["loss"]; g.ID == "model" && loss.Text == form.UnknownLoss {
		return "the loss is not known"
	}
	if g.ID == "release" && f.Entries["release"].Text == form.Averaged {
		return "an average of all iterates"
	}
	if lacking := slices.DeleteFunc(slices.Clone(g.Fields), func(name string) bool { return !f.Entries[name].Lacking }); len(lacking) > 0 {
		return form.Missing(f.Run, lacking) + words.IsBlank
	}
	used := false
	var unused []string
	for _, name := range g.Fields {
		if e := f.Entries[name]; e.Unused {
			unused = append(unused, name)
		} else {
			used = used || e.Shown
		}
	}
	if !used {
		return "not used"
	}
	length := "T = "
	if v := f.State.View; v.Pending() && v.Steps == form.Epochs {
		length = "E = " // while n or b is blank, T holds the number of epochs
	}
	text := form.SummaryFor(length+strconv.Itoa(f.Run.T), f.Query, g.ID, unused...)
	if batches := f.batches(); g.ID == "data" && batches != "" {
		text += " at 1/" + batches
	}
	if option := f.Entries[form.Optimiser].Text; g.ID == "training" && option != form.SGD && option != "" {
		optimiser, _, _ := strings.Cut(form.ChoiceLabel(form.Optimiser, option), form.OnlyComposition)
		text += ", " + optimiser
	}
	return text
}

// head is the heading, with the buttons for the run as a whole.
func (f *Form) head() []app.UI {
	title := app.H2().ID("run-title").TabIndex(-1).Text("The run")
	if f.Embedded {
		return []app.UI{title}
	}
	head := []app.UI{title}
	for _, g := range form.Groups() { // so that the keyboard can skip the doors and earlier groups
		head = append(head, skip("part-"+g.ID, g.Title))
	}
	return append(head,
		app.Span().Class("spring"),
		app.Button().Type("button").ID("pin").Class("quiet").
			Disabled(f.State.View.Blank != nil).OnClick(f.onPin).Text(pinButton(f.Pinned)),
		app.Button().Type("button").ID("reset").Class("quiet").OnClick(f.onReset).Text("Reset"),
	)
}

func (f *Form) onReset(ctx app.Context, _ app.Event) { Command(ctx, (*session.Session).Reset) }

func (f *Form) onFold(ctx app.Context, _ app.Event) {
	id := ctx.JSSrc().Get("dataset").Get("group").String()
	f.unfolded[id] = !f.unfolded[id]
}

// onPin pins the form's run. If the run is pinned already, or no more can be pinned,
// it shows the comparison.
func (f *Form) onPin(ctx app.Context, _ app.Event) {
	if f.Pinned.Full || f.Pinned.Present {
		dom.GoTo("compare")
		return
	}
	Act(ctx, state.Pin{})
}

// pinButton is the label of the button that pins.
func pinButton(p session.Pinned) string {
	switch {
	case p.Present, p.Full:
		return "See the comparison"
	case p.Count > 0:
		return "Pin this one too (" + strconv.Itoa(p.Count) + " of " + strconv.Itoa(link.MaxPinned) + ")"
	}
	return "Pin to compare"
}

// wrong reports whether a field of the group needs attention.
func (f *Form) wrong(g form.Group) bool {
	for _, name := range g.Fields {
		if f.Entries[name].Message != "" {
			return true
		}
	}
	return false
}

func (f *Form) fields(g form.Group) []app.UI {
	var out []app.UI
	if g.ID == "question" {
		out = append(out, f.question())
	}
	for _, name := range g.Fields {
		if !f.Entries[name].Shown || name == form.Delta || name == form.Alpha {
			continue
		}
		if name == "diameter" {
			out = append(out, &tick{ID: "field-unbounded", Name: form.Unbounded, Text: "no projection: the domain is unbounded",
				On:    !f.Run.Bounded(),
				Edits: f.Edits, Heard: f.Entries[form.Unbounded].Heard, Unused: f.Entries[name].Unused})
			if !f.Run.Bounded() && f.Entries[name].Message == "" {
				continue
			}
		}
		if name == "smoothness" && (f.Run.Loss == run.Convex || f.Run.Nonsmooth()) {
			out = append(out, &tick{ID: "field-not-smooth", Name: form.NotSmooth, Text: form.NotSmoothText, On: f.Run.Nonsmooth(),
				Edits: f.Edits, Heard: f.Edits.Heard(form.NotSmooth), Unused: f.Entries[name].Unused})
			if f.Run.Nonsmooth() && f.Entries[name].Message == "" {
				continue
			}
		}
		out = append(out, f.field(name))
	}
	return out
}

// batches is the number of batches of the script's loader if b follows from that, empty otherwise.
func (f *Form) batches() string {
	if r := f.Read; r != nil && !r.Changed(f.State, "n") && !r.Changed(f.State, "b") && !r.Changed(f.State, "scheme") {
		return r.Batches
	}
	return ""
}

// said is the part of the pasted text that a choice shows as a departure; empty if there is none.
func (f *Form) said(name string) string {
	if f.Read == nil {
		return ""
	}
	for _, u := range byReason(f.Read.Unheard) {
		if field, _, ok := state.Stands(f.State, u.Departs); ok && field == name {
			return u.Said
		}
	}
	return ""
}

func (f *Form) field(name string) app.UI {
	e := f.Entries[name]
	label, about := form.LabelOf(f.Run, name), form.HelpOf(f.Run, name)
	if batches := f.batches(); name == "b" && batches != "" {
		about = form.Sampled(batches, e.Text)
	}
	switch {
	case e.Unused:
		about = words.NotUsed
	case e.Waits && f.Read != nil:
		about = form.Awaits(f.Read.SaidByN) + about
	case e.Lacking:
		about = words.OnlyHidden + about
	case e.Text == form.UnknownLoss:
		about = form.UnknownHelp
	case e.Text == form.Averaged:
		about = form.AveragedHelp
	case e.Text == form.OtherSchedule:
		about = form.OtherScheduleHelp
	}
	if said := f.said(name); said != "" {
		about = "Your text: `" + said + "`. " + about
	}
	if form.IsChoice(name) {
		return &choiceField{Name: name, Value: e.Text, Options: form.Options(name), Label: label, Help: about, Message: e.Message,
			Unused: e.Unused, Edits: f.Edits, Heard: e.Heard}
	}
	if name == form.Epochs && len(f.blank([]string{"n", "b"})) > 0 {
		label.Unit = "" // the number of steps in an epoch is not known
	}
	fixed := name == "b" && f.Run.Scheme.UsesAll() && e.Message == ""
	if fixed {
		label.Unit = "= n"
	}
	return &numberField{Name: name, Text: e.Text, Label: label, Help: about, Message: e.Message, ReadOnly: fixed, Unused: e.Unused,
		Edits: f.Edits, Heard: e.Heard}
}

// question is the choice between (ε, δ) and Rényi differential privacy, with the field for δ or α.
func (f *Form) question() app.UI {
	name := form.Delta
	if f.Question.Renyi() {
		name = form.Alpha
	}
	field := f.field(name).(*numberField)
	return app.Div().Class("question").Body(
		&questionKind{Alpha: f.Question.Renyi(), Edits: f.Edits, Heard: f.Entries[form.Kind].Heard},
		field,
	)
}

// questionKind chooses between (ε, δ) and Rényi differential privacy.
type questionKind struct {
	app.Compo

	Alpha bool
	Edits *dom.Edits
	Heard int // the number of the choice's latest edit that the session has received
}

func (q *questionKind) OnMount(app.Context)  { q.write() }
func (q *questionKind) OnUpdate(app.Context) { q.write() }

func (q *questionKind) write() {
	if q.Edits.Behind(form.Kind) {
		return
	}
	dom.SetProperty("question-kind-delta", "checked", !q.Alpha)
	dom.SetProperty("question-kind-alpha", "checked", q.Alpha)
}

func (q *questionKind) Render() app.UI {
	option := func(value, text string) app.UI {
		return Segment(app.Input().Type("radio").ID("question-kind-"+value).Name(form.Kind).Value(value), app.Text(text))
	}
	return app.FieldSet().ID("question-kind").Class("field choice").Body(
		app.Legend().Class("label").Text("the answer is"),
		app.Div().Class("segments").Body(
			option(form.Delta, "ε of (ε, δ)-DP"),
			option(form.Alpha, "ε(α) of Rényi DP"),
		),
	)
}
