package view

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/snippet"
	"lastiterate/app/snippet/preset"
	"lastiterate/app/state"
	"lastiterate/app/tex"
	"lastiterate/app/words"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// report shows which settings the page has found in a pasted text.
type report struct {
	snippet.Reading

	current *link.State // the state of the form; nil before the text has been used
}

// lists returns the lists of the report: first the fields that are missing, the parts of the text that no field can hold, and
// those for which only composition holds, then the parts that were not used, those that were understood, and the assumed values.
func (r report) lists() []app.UI {
	return append([]app.UI{
		app.If(!r.Understood(), func() app.UI {
			return app.P().ID("start-none").Text("Nothing here reads as a setting of a training run. Try “n = 60000, Poisson " +
				"batches of 256, add or remove one, 15 epochs, lr 0.1, noise multiplier 1.1, clip 1, δ = 1e-5”.")
		}),
		app.If(len(r.needs()) > 0 && r.Understood(), func() app.UI {
			return app.P().Class("needed").Text(r.open())
		}),
		r.outside(),
	}, r.inside()...)
}

// inside returns the lists of what was read, and the assumed values.
func (r report) inside() []app.UI {
	var taken []app.UI
	for _, t := range r.Taken {
		meaning := "→ " + r.meaning(t.Field, t.Value)
		if r.changed(t.Field) {
			meaning += changedSince
		}
		taken = append(taken, listItem(t.Said, meaning))
	}
	return []app.UI{
		titledList("waits", "Read once the sizes of dataset and batch are known", "", partsAlone(r.unheard(true))),
		titledList("heard", "In the form", ". Only composition holds with these.", r.departing()),
		titledList("left", "Not used", "", partsWithReasons(r.Left)),
		titledList("taken", "Understood", "", taken),
		app.If(len(r.Assumed) > 0 && r.Understood(), func() app.UI { return app.P().Class("assumed note").Text(r.assumed()) }),
		app.If(r.Defaults, func() app.UI {
			return app.P().Class("note").Text("Defaults of command-line options were used; the command line may override them.")
		}),
		app.If(len(r.Aside) > 0, func() app.UI {
			return app.P().Class("note").Text("Ignored, since no setting here has such a name: " + strings.Join(r.Aside, ", ") + ".")
		}),
	}
}

// summary returns the report in one line. Each of its counts is that of a list.
func (r report) summary() string {
	changed := 0
	for _, t := range r.Taken {
		if r.changed(t.Field) {
			changed++
		}
	}
	parts := []string{form.Counted(len(r.Taken), "value") + " understood"}
	for _, p := range []struct {
		n    int
		what string
	}{
		{len(r.departing()), "that only composition covers"},
		{len(byReason(r.unheard(false))), "to check"}, {len(r.needs()), "left open"}, {len(r.unheard(true)), "waiting"},
		{len(r.Left), "not used"},
		{len(r.answers(true)), "assumed"}, {changed, "changed since"},
	} {
		if p.n > 0 {
			parts = append(parts, strconv.Itoa(p.n)+" "+p.what)
		}
	}
	return strings.Join(parts, ", ")
}

// needs returns the blank fields without which the text has no answer. Fields that do not affect the answer are
// not among them, nor those that follow from the dataset size.
func (r report) needs() []string {
	return state.Start{From: r.State, ByN: r.ByN}.Do(state.Model{}).Needs()
}

// open lists the blank fields without which there is no answer. Before the text has been used, it says where values are
// offered for them.
func (r report) open() string {
	text := "Left open by the text: " + form.Missing(r.State.Run, r.needs()) + "."
	if r.current == nil {
		text += " “" + form.Use + "” asks for what is missing."
	}
	return text
}

// unheard returns the parts of the text that no field can hold: if waiting is true, those that depend on a dataset or
// batch size that the text leaves open, otherwise the others.
func (r report) unheard(waiting bool) (list []snippet.Left) {
	for _, u := range r.Unheard {
		if waiting == u.Waits && (waiting || !r.stands(u)) {
			list = append(list, u)
		}
	}
	return list
}

// stands reports whether a choice of the form shows a part of the text as a departure.
func (r report) stands(u snippet.Left) bool {
	_, _, ok := state.Stands(r.State, u.Departs)
	return ok && !u.Waits
}

// departing lists the parts of the text that the form's choices show as departures, with the reason if it says more than that
// only composition holds.
func (r report) departing() (items []app.UI) {
	for _, u := range byReason(slices.DeleteFunc(slices.Clone(r.Unheard), func(u snippet.Left) bool { return !r.stands(u) })) {
		field, option, _ := state.Stands(r.State, u.Departs)
		meaning, _, _ := strings.Cut("→ "+r.meaning(field, option), form.OnlyComposition)
		if !strings.HasSuffix(u.Why, form.OnlyComposition) {
			meaning += "; " + u.Why
		}
		if r.current != nil {
			if _, now, _ := state.Stands(*r.current, u.Departs); now != option {
				meaning += changedSince
			}
		}
		items = append(items, listItem(u.Said, meaning))
	}
	return items
}

const changedSince = " (changed in the form since)"

// changed reports whether the form now holds another value of a field than the text has filled in. A field that was blank
// then does not count.
func (r report) changed(field string) bool { return r.current != nil && r.Changed(*r.current, field) }

// outside lists the parts of the text that no field can hold.
func (r report) outside() app.UI {
	return titledList("unheard", "Not in the form", ". The answer says what still holds with these.",
		partsWithReasons(byReason(r.unheard(false))))
}

// titledList is a list under its title, the number of its items, and the text `more`. An empty list is not shown.
func titledList(class, title, more string, items []app.UI) app.UI {
	return app.If(len(items) > 0, func() app.UI {
		return app.Div().Class(class).Body(app.P().Text(title+" ("+strconv.Itoa(len(items))+")"+more), app.Ul().Body(items...))
	})
}

// listItem shows a part of the text, followed by a remark about this part.
func listItem(part, remark string) app.UI {
	return app.Li().Body(app.Code().Text(part), app.Text(" "+tex.Unbroken(remark)))
}

// byReason groups parts of the text by the reason why no field can hold them. Each reason appears once, with all of its
// parts.
func byReason(unheard []snippet.Left) (list []snippet.Left) {
	for _, u := range unheard {
		i := slices.IndexFunc(list, func(l snippet.Left) bool { return l.Why == u.Why })
		if i < 0 {
			list = append(list, u)
			continue
		}
		list[i].Said += ", " + u.Said
	}
	return list
}

// partsAlone shows the parts of a text without reasons.
func partsAlone(list []snippet.Left) (items []app.UI) {
	for _, l := range list {
		items = append(items, listItem(l.Said, ""))
	}
	return items
}

// partsWithReasons shows each part of a text with the reason why it is not in the form.
func partsWithReasons(list []snippet.Left) (items []app.UI) {
	for _, l := range list {
		items = append(items, listItem(l.Said, "– "+l.Why))
	}
	return items
}

// answers returns the assumed fields on which the answer depends, as the line beside it does; if used is false, the others.
func (r report) answers(used bool) (fields []string) {
	now := r.State
	if r.current != nil {
		now = *r.current
	}
	differs := state.Start{From: now, ByN: r.ByN}.Do(state.Model{}).Departures()
	for _, field := range r.Assumed {
		if used != differs.Unused(now.Run, field) {
			fields = append(fields, field)
		}
	}
	return fields
}

// assumed lists the assumed values of the fields that the text leaves open, and says where these values come from.
func (r report) assumed() string {
	from := "Not found in the text; "
	switch {
	case !r.Whole:
		from = "Kept as they are: "
	case r.Preset == "":
		from += "assumed: "
	default:
		from += "assumed from the " + preset.Name(r.Preset) + " preset: "
	}
	why := ""
	if of := r.State.Run; slices.Contains(r.Assumed, "adjacency") && of.Adjacency == run.ZeroOut && of.Scheme.FixedSize() {
		why = " No theorem covers add or remove one for batches of a fixed size."
	}
	without := ""
	if unused := r.answers(false); len(unused) > 0 {
		without = " Without effect on the answer: " + words.Values(r.State.Query, unused) + "."
	}
	used := r.answers(true)
	if len(used) == 0 {
		return strings.TrimSpace(without)
	}
	return from + words.Values(r.State.Query, used) + "." + why + without
}

// meaning returns a field and its value in the words of the form.
func (r report) meaning(field, value string) string {
	switch field {
	case "":
		return value
	case "sigma":
		if r.State.View.IsBlank("noise") {
			return "noise = " + value + ", in a convention that the text leaves open"
		}
	case "differs":
		departures, _ := words.Known(strings.Split(value, "~"))
		return words.Departing(departures)
	}
	return words.ChangeText(r.State.Run, protocol.Change{Field: field, Value: value})
}

// readText is the report on the text from which the form was filled. It is one line, which unfolds into the lists.
type readText struct {
	app.Compo

	Reading *snippet.Reading // nil if the form was not filled from a text
	Now     link.State       // the state of the form
}

func (v *readText) Render() app.UI {
	if v.Reading == nil {
		return app.Details().ID("read-of").Class("start").Hidden(true)
	}
	r := report{Reading: *v.Reading, current: &v.Now}
	return app.Details().ID("read-of").Class("start").Body(
		app.Summary().Body(app.Span().Class("fold-name").Text("Read from your text"), app.Text(": "+r.summary())),
		app.Div().Class("start-read").Body(r.lists()...),
	)
}
