package words

import (
	"slices"
	"strings"

	"lastiterate/app/form"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// About is the subject of an answer for a training that departs from the run
// in the given ways: rows that do not cover the training no longer apply, and say so.
func About(q claim.Query, result protocol.Result, ds Departures) Subject {
	s := Subject{Query: q, Result: result, Departures: ds}
	cover := ds.Coverage(q.Run)
	if cover == Everything {
		return s
	}
	rows := make([]protocol.Row, len(result.Rows))
	for i, row := range result.Rows {
		if cover == Nothing || row.HiddenState || row.Side != "upper" ||
			slices.Contains(AllIteratesRows, row.ID) && !slices.Contains(ds.Rows(), row.ID) {
			row = s.uncovered(row)
		}
		if s.Unmeasured() {
			row.Substituted, row.Schedule = "", false
		}
		rows[i] = row
	}
	s.Result = protocol.Result{Answers: protocol.Answers{Rows: rows, Warnings: result.Warnings, Contradiction: result.Contradiction}}
	if ds.Lacking() != nil { // a blank field's value may be what makes the losses impossible
		s.Result.Warnings = slices.DeleteFunc(slices.Clone(result.Warnings), func(w string) bool { return strings.HasPrefix(w, noLoss) })
	}
	if cover == Composition {
		s.Result.Published, s.Result.PublishedStatement = holding(result, ds.Rows())
		s.Result.Answer = s.Result.Published
	}
	return s
}

// holding is the answer if every iterate is public, by the given rows, and its paragraph. The paragraph is
// empty if the engine wrote one for another row.
func holding(result protocol.Result, rows []string) (*protocol.Answer, string) {
	if a := result.Published; a == nil || slices.Contains(rows, a.Row) {
		return a, result.PublishedStatement
	}
	i := slices.IndexFunc(result.Rows, func(row protocol.Row) bool { return row.ID == rows[0] })
	if i < 0 || result.Rows[i].Epsilon == nil {
		return nil, ""
	}
	row := result.Rows[i]
	return &protocol.Answer{Row: row.ID, Epsilon: *row.Epsilon, Certified: row.Certified}, ""
}

// uncovered returns the row as the page shows it for a training that it does not cover.
func (s Subject) uncovered(row protocol.Row) protocol.Row {
	row.Applies, row.Epsilon, row.RDP, row.Mu, row.Optimum, row.Gap = false, nil, nil, nil, nil, nil
	row.Substituted = ""
	why := protocol.Hypothesis{Name: "does not cover " + s.ticked(Everything), Detail: "needs plain SGD as stated in the form"}
	rest := row.Hypotheses
	if fields := s.Departures.Lacking(); fields != nil {
		rest = slices.DeleteFunc(slices.Clone(rest), func(h protocol.Hypothesis) bool { return !choices[h.Name] })
		if s.ticked(Everything) == "" {
			why = protocol.Hypothesis{Name: "needs " + Symbolic(s.Run, fields), Detail: "left blank in the form"}
		}
	}
	row.Hypotheses = append([]protocol.Hypothesis{why}, rest...)
	return row
}

// choices are the hypotheses that depend only on choices of the form; if there is an answer, no choice is blank.
var choices = map[string]bool{"batch scheme": true, "adjacency": true, "loss": true, "clipping never active": true,
	"bounded contributions": true}

// lacks is the prefix of a member of Departures that stands for a blank field on which composition does not depend. Links do not
// contain such members, since they list blank fields separately.
const lacks = "lacks "

// Without adds the blank fields of a run to its departures: without their values only composition holds.
func (ds Departures) Without(fields []string) Departures {
	ds = slices.Clip(ds)
	for i := len(fields) - 1; i >= 0; i-- { // at the front: what is scheduled comes last
		ds = slices.Insert(ds, 0, Departure(lacks+fields[i]))
	}
	return ds
}

// Lacking lists the blank fields; nil if there are none.
func (ds Departures) Lacking() (fields []string) {
	for _, d := range ds {
		if field, ok := strings.CutPrefix(string(d), lacks); ok {
			fields = append(fields, field)
		}
	}
	return fields
}

// Unmeasured reports whether distances between weights depend on a blank field. Composition's bound needs
// no distances, but its formula with numbers and its steps do.
func (s Subject) Unmeasured() bool {
	return slices.ContainsFunc(s.Departures.Lacking(), func(field string) bool { return field == "eta" || field == "clip" })
}

// NoSteps replaces the steps of an unmeasured run.
const NoSteps = "The steps are distances between weights, which need the learning rate and the clipping norm."

// Texts about a blank field without which only composition answers: in the form, and in a folded group.
const (
	OnlyHidden = "Blank: only hidden state needs it. "
	IsBlank    = ": blank"
)

// Symbolic lists fields by name and symbol: "the learning rate η and the smoothness L".
func Symbolic(r run.Run, fields []string) string {
	var names []string
	for _, field := range fields {
		l := form.LabelOf(r, field)
		names = append(names, strings.TrimSpace("the "+l.Name+" "+strings.ReplaceAll(l.Symbol, "_", "")))
	}
	return and(names)
}

// and lists names: "a, b and c".
func and(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// Awaits says, beside an answer by composition, which blank fields have to be filled in, and which rows can then be
// checked. It is empty if a departure excludes these rows in any case.
func (s Subject) Awaits() string {
	fields := s.Departures.Lacking()
	if fields == nil || s.ticked(Composition) != "" || s.Result.Answer == nil || s.Contradiction() != "" {
		return ""
	}
	var names []string
	for _, row := range s.Result.Rows {
		fails := func(h protocol.Hypothesis) bool { return !h.Holds }
		if row.HiddenState && row.Kind() == claim.UpperBound && len(row.Hypotheses) > 0 && !slices.ContainsFunc(row.Hypotheses[1:], fails) {
			names = append(names, row.Name)
		}
	}
	if s.Unfinished {
		return ""
	}
	blank := "Blank: " + Symbolic(s.Run, fields) + ". "
	if len(names) == 0 {
		return blank + "No hidden-state theorem here covers these batches, neighbours and gradients, whatever " + thoseAre(fields) + "."
	}
	if more := len(names) - mostAwaited; more > 0 {
		names = append(names[:mostAwaited], whole(more)+" more")
	}
	return blank + "Once " + thoseAre(fields) + " given, these are checked: " + and(names) + "."
}

// mostAwaited is the largest number of rows that Awaits names.
const mostAwaited = 3

func thoseAre(fields []string) string {
	if len(fields) == 1 {
		return "it is"
	}
	return "they are"
}
