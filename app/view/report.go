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

// report shows what was read in a text.
type report struct {
	snippet.Reading

	missing func() app.UI // says what there is no answer without
	paces   app.UI        // offers when the learning rate changes; nil if nothing can be chosen any more
	now     *link.State   // what the form holds since; nil before the text was used
}

// lists are what no field can hold and what is missing, then what was understood, what stands
// in for the rest, and what was left.
func (r report) lists() []app.UI {
	var taken []app.UI
	for _, t := range r.Taken {
		means := "→ " + r.means(t.Field, t.Value)
		if r.changed(t.Field) {
			means += " (changed in the form since)"
		}
		taken = append(taken, said(t.Said, means))
	}
	return []app.UI{
		app.If(!r.Understood(), func() app.UI {
			return app.P().ID("start-none").Text("Nothing here reads as a setting of a training run. Try “n = 60000, Poisson " +
				"batches of 256, add or remove one, 15 epochs, lr 0.1, noise multiplier 1.1, clip 1, δ = 1e-5”.")
		}),
		listed("unheard", "Not in the form", ". The answer says what still holds with these.", lefts(causes(r.unheard(false)))),
		app.If(r.paces != nil, func() app.UI { return r.paces }),
		app.If(len(needs(r.State)) > 0 && r.Understood(), r.missing),
		listed("waits", "Read once the sizes of dataset and batch are known", "", names(r.unheard(true))),
		listed("left", "Not used", "", lefts(r.Left)),
		listed("taken", "Understood", "", taken),
		app.If(len(r.Assumed) > 0 && r.Understood(), func() app.UI { return app.P().Class("assumed note").Text(r.assumed()) }),
		app.If(r.Defaults, func() app.UI {
			return app.P().Class("note").Text("Defaults of command-line options were used; the command line may override them.")
		}),
		app.If(len(r.Aside) > 0, func() app.UI {
			return app.P().Class("note").Text("Ignored, since no setting here has such a name: " + strings.Join(r.Aside, ", ") + ".")
		}),
	}
}

// summary is the report in one line.
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
		{len(causes(r.unheard(false))), "to check"}, {len(needs(r.State)), "left open"}, {len(r.unheard(true)), "waiting"},
		{len(r.Left), "not used"},
		{len(r.Assumed), "assumed"}, {changed, "changed since"},
	} {
		if p.n > 0 {
			parts = append(parts, strconv.Itoa(p.n)+" "+p.what)
		}
	}
	return strings.Join(parts, ", ")
}

// needs are the fields without which a state has no answer: not those that do not count for what still holds.
func needs(s link.State) []string { return state.New(s).Needs() }

// unheard are the parts that no field can hold: those that wait for a size that the text leaves open, or the others.
func (r report) unheard(waiting bool) (list []snippet.Left) {
	for _, u := range r.Unheard {
		if waiting == u.Waits {
			list = append(list, u)
		}
	}
	return list
}

// changed reports whether the form holds another value than was read, where it held one.
func (r report) changed(field string) bool { return r.now != nil && r.Changed(*r.now, field) }

// listed is a list with how long it is after its title, and what more is said of it; nothing where it is empty.
func listed(class, title, more string, items []app.UI) app.UI {
	return app.If(len(items) > 0, func() app.UI {
		return app.Div().Class(class).Body(app.P().Text(title+" ("+strconv.Itoa(len(items))+")"+more), app.Ul().Body(items...))
	})
}

// said is a part of the text with a remark on it.
func said(part, of string) app.UI {
	return app.Li().Body(app.Code().Text(part), app.Text(" "+tex.Unbroken(of)))
}

// causes lists once each reason why only part of the theory holds, with every place of the text that gives it.
func causes(unheard []snippet.Left) (list []snippet.Left) {
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

// names are the parts of a text alone.
func names(list []snippet.Left) (items []app.UI) {
	for _, l := range list {
		items = append(items, said(l.Said, ""))
	}
	return items
}

func lefts(list []snippet.Left) (items []app.UI) {
	for _, l := range list {
		items = append(items, said(l.Said, "– "+l.Why))
	}
	return items
}

// assumed says what stands in for what the text leaves open.
func (r report) assumed() string {
	from := "Not found in the code; "
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
	return from + words.Values(r.State.Query, r.Assumed) + "." + why
}

// means is a field and its value in the words of the form.
func (r report) means(field, value string) string {
	switch field {
	case "":
		return value
	case "differs":
		departures, _ := words.Known(strings.Split(value, "~"))
		return words.Departing(departures)
	}
	return words.ChangeText(r.State.Run, protocol.Change{Field: field, Value: value})
}

// readOf is what was read of the text that the form was filled from, in one line that opens.
type readOf struct {
	app.Compo

	Reading *snippet.Reading // nil if the form was not filled from a text
	Now     link.State       // what the form holds
}

func (v *readOf) Render() app.UI {
	if v.Reading == nil {
		return app.Details().ID("read-of").Class("start").Hidden(true)
	}
	r := report{Reading: *v.Reading, now: &v.Now}
	r.missing = func() app.UI {
		return app.P().Class("needed").Text("Left open by the text: " + form.Missing(r.State.Run, needs(r.State)) + ".")
	}
	return app.Details().ID("read-of").Class("start").Body(
		app.Summary().Body(app.Span().Class("fold-name").Text("Read from your text"), app.Text(": "+r.summary())),
		app.Div().Class("start-read").Body(r.lists()...),
	)
}
