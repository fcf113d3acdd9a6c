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

// Tab is a picture of the answer, named as in links.
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

// Tabs lists all tabs in the order shown.
func Tabs() []Tab { return []Tab{OverT, OverDelta, OverAlpha, Sweep, Attack, Schedule, Parts} }

// Offered lists the tabs that have something to show for an answer, and the chosen one. Without a row that is written out step by step
// the two schedules are left out; before there is an answer all are listed.
func Offered(chosen Tab, r protocol.Result) []Tab {
	return slices.DeleteFunc(Tabs(), func(t Tab) bool {
		return !t.Curved() && t != chosen && r.Answer != nil && len(PlanRows(r)) == 0
	})
}

// TabsTitle is the heading of the tabs for screen readers.
const TabsTitle = "The picture shows privacy loss against"

// TabOf is the tab of a view or, if the view has no known one, the run's first tab.
func TabOf(v link.View, r run.Run) Tab {
	if t := Tab(v.Tab); slices.Contains(Tabs(), t) {
		return t
	}
	return FirstTab(r)
}

// FirstTab is the tab that a run shows by default: privacy loss against the iterations or, after a deletion, against the number
// of steps since the deletion, which can still be chosen.
func FirstTab(r run.Run) Tab {
	if r.After > 0 {
		return Sweep
	}
	return OverT
}

// Name is the tab's name on the page.
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

// Curved reports whether the tab shows ε along a parameter, or a quantity computed from such a curve.
func (t Tab) Curved() bool { return t != Schedule && t != Parts }

// Sweepable lists the parameters that the tab Sweep can vary for a run.
func Sweepable(r run.Run) []string {
	var out []string
	for _, f := range run.Fields() {
		full := f.Name == "b" && r.Scheme.UsesAll() // b equals n
		if f.Kind != run.Choice && r.Uses(f.Name) && !full {
			out = append(out, f.Name)
		}
	}
	return out
}

// Parameter is the parameter that the view's curve varies: the tab's own, or for the tab Sweep the chosen one. If the run does
// not have the chosen one, it is the noise. If Sweep is shown by default, after a deletion, it is the number of steps since then.
func Parameter(v link.View, r run.Run) string {
	switch t := TabOf(v, r); t {
	case OverAlpha, OverDelta:
		return string(t)
	case Attack:
		return string(OverDelta)
	case Sweep:
		if t != Tab(v.Tab) { // the tab is the default
			return "after"
		}
		if slices.Contains(Sweepable(r), v.Sweep) {
			return v.Sweep
		}
		return "sigma"
	}
	return "T"
}

// Along names what a view's picture is drawn along, as links do: the parameter for tab Sweep, nothing for tab T, otherwise the
// tab itself.
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

// Here is the value that a run and a question have for a parameter. ok is false if they have none: no projection, an unstated
// field, or a question of the other kind.
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

// LogX reports whether the horizontal axis is logarithmic: as the view says, or by default for parameters that range over
// decades.
func LogX(v link.View, parameter string) bool {
	if v.XScale != "" {
		return v.XScale == "log"
	}
	return !form.Linear(parameter)
}

// LogY is LogX for the vertical axis of a curve. The Rényi bound grows with its order, so along α both range over decades.
func LogY(v link.View, parameter string) bool {
	if v.YScale != "" {
		return v.YScale == "log"
	}
	return parameter == "alpha"
}

// logY is LogY for a scene. If along any parameter the bound ranges over decades, as its values do, a linear axis would show one end.
func (s Scene) logY() bool {
	if s.Tab == Sweep && s.View.YScale == "" && LogX(s.View, s.parameter()) {
		row, _ := find(s.Result, s.best())
		_, y := s.along(row)
		top := highest(y)
		return len(y) > 1 && slices.Min(y) > 0 && top > wholeFall*slices.Min(y)
	}
	return LogY(s.View, s.parameter())
}

// PlanRows lists the rows that apply to the run and have step-by-step schedules.
func PlanRows(r protocol.Result) []protocol.Row {
	var out []protocol.Row
	for _, row := range r.Rows {
		if words.HasSteps(row) {
			out = append(out, row)
		}
	}
	return out
}

// PlanRow is the row whose steps the tabs Schedule and Parts show: the first of the chosen row, the open row and the answer's
// row that has a schedule. If none of them has one, PlanRow is the proved row with the smallest ε that has one; of two equal
// ones, the one that uses hidden state. If no row has a schedule, it is the answer's row, or composition without an answer, and
// the engine says why there is none.
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

// nearer reports whether a row's ε is smaller, or equal and only this row uses hidden state.
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
