package picture

import (
	"cmp"
	"math"
	"slices"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/words"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// Tab is one way to look at the answer; the names are those of links.
type Tab string

const (
	OverT     Tab = "T"
	OverAlpha Tab = "alpha"
	OverDelta Tab = "delta"
	Attack    Tab = "attacker"
	Sweep     Tab = "sweep"
	Schedule  Tab = "schedule"
	Parts     Tab = "parts"
)

// Tabs lists all of them in the order shown.
func Tabs() []Tab { return []Tab{OverT, OverDelta, OverAlpha, Sweep, Attack, Schedule, Parts} }

// TabsTitle names the choice among them for screen readers.
const TabsTitle = "The picture shows privacy loss against"

// TabOf is the tab that a view asks for; where it asks for no known one, the run's own.
func TabOf(v link.View, r run.Run) Tab {
	if t := Tab(v.Tab); slices.Contains(Tabs(), t) {
		return t
	}
	return FirstTab(r)
}

// FirstTab is the tab that a run shows by default: privacy loss against the iterations, or, after
// a deletion, against the steps since then, which are what one may still choose.
func FirstTab(r run.Run) Tab {
	if r.After > 0 {
		return Sweep
	}
	return OverT
}

// Name is what the tab is called.
func (t Tab) Name() string {
	switch t {
	case OverAlpha:
		return "order α"
	case OverDelta:
		return "δ"
	case Attack:
		return "attacker"
	case Sweep:
		return "any parameter"
	case Schedule:
		return "step by step"
	case Parts:
		return "breakdown"
	}
	return "iterations"
}

// Curved reports whether the tab shows ε along a parameter, or what is made of that.
func (t Tab) Curved() bool { return t != Schedule && t != Parts }

// Sweepable lists what the tab Sweep can vary for a run.
func Sweepable(r run.Run) []string {
	var out []string
	for _, f := range run.Fields() {
		full := f.Name == "b" && r.Scheme.UsesAll() // moves with n
		if f.Kind != run.Choice && r.Uses(f.Name) && !full {
			out = append(out, f.Name)
		}
	}
	return out
}

// Parameter is what the view's curve varies: the tab's own, or for the tab Sweep
// the one chosen, the noise where none is that the run has.
func Parameter(v link.View, r run.Run) string {
	switch t := TabOf(v, r); t {
	case OverAlpha, OverDelta:
		return string(t)
	case Attack:
		return string(OverDelta)
	case Sweep:
		if t != Tab(v.Tab) { // unasked
			return "after"
		}
		if slices.Contains(Sweepable(r), v.Sweep) {
			return v.Sweep
		}
		return "sigma"
	}
	return "T"
}

// Along is what a view's picture is along, as in links: "sigma", "schedule"; empty for T, of which most are.
func Along(v link.View, r run.Run) string {
	switch t := TabOf(v, r); t {
	case OverT:
		return ""
	case Sweep:
		return Parameter(v, r)
	default:
		return string(t)
	}
}

// Here is the value that a run and a question have of a parameter; ok is false
// where they have none: no projection, nothing stated, or a question of the other kind.
func Here(parameter string, q claim.Query) (value float64, ok bool) {
	switch parameter {
	case "alpha":
		return q.Question.Alpha, q.Question.Renyi()
	case "delta":
		return q.Question.Delta, !q.Question.Renyi()
	}
	f, _ := run.FieldByName(parameter)
	x, ok := q.Run.Number(parameter)
	return x, ok && !math.IsInf(x, 0) && !f.Lacks(q.Run)
}

// Field is the field of the form that holds a parameter.
func Field(parameter string) string {
	switch parameter {
	case "alpha":
		return form.Alpha
	case "delta":
		return form.Delta
	}
	return parameter
}

// LogX reports whether the horizontal axis is logarithmic: as the view says, or
// where it says nothing, for what ranges over decades.
func LogX(v link.View, parameter string) bool {
	if v.XScale != "" {
		return v.XScale == "log"
	}
	return !form.Linear(parameter)
}

// LogY reports the same of the vertical axis of a curve: the Rényi bound grows with
// its order, so over the decades of one it runs over decades too.
func LogY(v link.View, parameter string) bool {
	if v.YScale != "" {
		return v.YScale == "log"
	}
	return parameter == "alpha"
}

// PlanRows are the rows that apply to the run and make their bounds step by step.
func PlanRows(r protocol.Result) []protocol.Row {
	var out []protocol.Row
	for _, row := range r.Rows {
		if words.HasSteps(row) {
			out = append(out, row)
		}
	}
	return out
}

// PlanRow is the row whose steps both tabs show: the one chosen, or the one that is open, or that of the answer. Where
// these have none it is the proved row with the smallest ε that has; one that hides the iterates, where two are equal.
// Where no row has steps it is the answer's, and the engine says why.
func PlanRow(v link.View, r protocol.Result) string {
	rows := PlanRows(r)
	for _, asked := range []string{v.Plan, v.Open, answerRow(r)} {
		if slices.ContainsFunc(rows, func(row protocol.Row) bool { return row.ID == asked }) {
			return asked
		}
	}
	best := protocol.Row{ID: cmp.Or(answerRow(r), "composition")}
	for _, row := range rows {
		if row.Status == string(claim.Proved) && (best.Epsilon == nil || nearer(row, best)) {
			best = row
		}
	}
	return best.ID
}

// nearer reports whether a row's ε is the smaller, or the same and this row alone hides the iterates.
func nearer(row, than protocol.Row) bool {
	e, least := float64(*row.Epsilon), float64(*than.Epsilon)
	return e < least*(1-1e-9) || e <= least*(1+1e-9) && row.HiddenState && !than.HiddenState
}

// answerRow is the row of the answer; empty if there is none.
func answerRow(r protocol.Result) string {
	if r.Answer == nil {
		return ""
	}
	return r.Answer.Row
}
