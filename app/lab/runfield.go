package lab

import (
	"iter"
	"maps"
	"math"
	"net/url"
	"strings"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/number"
	"lastiterate/app/words"
	"lastiterate/bounds/run"
)

// RunLine is one field of a run as a person reads it.
type RunLine struct{ Label, Symbol, Value string }

// RunLines lists the fields of a run that a link of the calculator states, with their labels there. It is nil if
// the link cannot be read.
func RunLines(text string) (lines []RunLine) {
	s, fault := ReadRun(strings.TrimSpace(text))
	if fault != "" {
		return nil
	}
	said, err := url.ParseQuery(link.Encode(s))
	if err != nil {
		return nil
	}
	for _, f := range run.Fields() {
		if said.Has(f.Name) && f.Name != "noise" { // the label of sigma names the noise convention
			l := form.LabelOf(s.Run, f.Name)
			lines = append(lines, RunLine{l.Name, l.Symbol, stated(s.Run, f)})
		}
	}
	if s.View.Only == link.OnlyPublished {
		lines = append(lines, RunLine{"theorems", "", "published only"})
	}
	if ds := departures(s); len(ds) > 0 {
		lines = append(lines, RunLine{"departs by", "", words.Departing(ds)})
	}
	return lines
}

// stated is a field's value in words.
func stated(r run.Run, f run.Field) string {
	switch x, _ := r.Number(f.Name); {
	case f.Kind == run.Choice:
		return f.Words(r.Get(f.Name))
	case math.IsInf(x, 1):
		return form.Infinite(f.Name)
	default:
		return number.Plain(x)
	}
}

// RunInWords describes a tool's run by the short summaries of the calculator's form. It is empty if the tool has no run.
func RunInWords(t *Tool, v Values) string {
	for _, s := range t.runs(v) {
		return summary(s)
	}
	return ""
}

// RunSummary describes the run of a link in the same words. It is empty if the link cannot be read.
func RunSummary(text string) string {
	s, fault := ReadRun(strings.TrimSpace(text))
	if fault != "" {
		return ""
	}
	return summary(s)
}

func summary(s link.State) string {
	return form.Summary(s.Query, "data") + ", " + form.Summary(s.Query, "training") + ", " + form.Summary(s.Query, "noise") +
		departs(s)
}

// runIn is the run in a tool's field for one. ok is false if the field has none that can be read.
func runIn(v Values) (s link.State, ok bool) {
	s, fault := ReadRun(strings.TrimSpace(v["run"]))
	if fault != "" {
		return link.State{}, false
	}
	return s, true
}

// runs yields each field that has a run, with the run.
func (t *Tool) runs(v Values) iter.Seq2[Field, link.State] {
	return func(yield func(Field, link.State) bool) {
		for _, f := range t.Fields {
			text := strings.TrimSpace(v[f.Name])
			if f.Kind != Run || text == "" {
				continue
			}
			if s, fault := ReadRun(text); fault == "" && !yield(f, s) {
				return
			}
		}
	}
}

// departs is a clause about the departures of a run's training, to follow the run's description.
func departs(s link.State) string {
	if ds := departures(s); len(ds) > 0 {
		return ", departing by " + words.Departing(ds)
	}
	return ""
}

// Fragment is the text after "#" in the calculator's address for the link in a field; empty if the link
// cannot be read.
func Fragment(text string) string {
	s, fault := ReadRun(strings.TrimSpace(text))
	if fault != "" {
		return ""
	}
	return link.Encode(s)
}

// RunOf returns the link of the run that a visitor has entered in a tool. It is empty if no field has a run that can be
// read and is not the one that the tool opens with.
func RunOf(t *Tool, v Values) string {
	for _, f := range t.Fields {
		if text := strings.TrimSpace(v[f.Name]); f.Kind == Run && text != "" && text != f.Default {
			if _, fault := ReadRun(text); fault == "" {
				return text
			}
		}
	}
	return ""
}

// With are the values of other fields that belong to a run, if the run says them.
func (t *Tool) With(s link.State) Values {
	if t.takes == nil {
		return nil
	}
	return t.takes(s)
}

// Enter puts a text into a field. If the text is another run, the values that belong to it take the place of the example's and of
// those of the run before; changed has their names. Values that belong to both runs stay as they are.
func (t *Tool) Enter(v Values, name, text string) (changed []string) {
	before := v[name]
	v[name] = text
	if t.field(name).Kind != Run || text == before {
		return nil
	}
	s, fault := ReadRun(strings.TrimSpace(text))
	if fault != "" {
		return nil
	}
	var had Values
	if was, fault := ReadRun(strings.TrimSpace(before)); fault == "" && before != t.field(name).Default {
		had = t.With(was)
	}
	for other, belongs := range t.With(s) {
		if kept, ok := had[other]; !ok || kept != belongs {
			v[other] = belongs
			changed = append(changed, other)
		}
	}
	return changed
}

// Open returns the values with which a tool opens if the visitor comes from the run atHand: the defaults, with that run in the field for
// a run, if it has one, and the values that belong to the run.
func (t *Tool) Open(atHand string) Values {
	v := t.Defaults()
	if atHand == "" {
		return v
	}
	for _, f := range t.Fields {
		if f.Kind == Run {
			v[f.Name] = atHand
		}
	}
	if s, fault := ReadRun(strings.TrimSpace(atHand)); fault == "" {
		maps.Copy(v, t.With(s))
	}
	return v
}
