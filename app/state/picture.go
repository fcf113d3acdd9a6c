package state

import (
	"math"
	"slices"

	"lastiterate/app/form"
	"lastiterate/app/picture"
	"lastiterate/bounds/run"
)

// Look chooses one way to look at the answer.
type Look struct{ Tab picture.Tab }

func (a Look) Do(m Model) Model {
	m.View.Tab = string(a.Tab)
	if a.Tab == picture.FirstTab(m.Run) && (a.Tab != picture.Sweep || m.View.Sweep == "") {
		m.View.Tab = ""
	}
	m.View.From, m.View.To, m.View.XScale = 0, 0, ""
	return m
}

// Vary has the picture vary a number of the run.
type Vary struct{ Parameter string }

func (a Vary) Do(m Model) Model {
	m.View.Tab, m.View.Sweep = string(picture.Sweep), a.Parameter
	m.View.From, m.View.To, m.View.XScale = 0, 0, ""
	return m
}

// Follow shows the schedule of a row.
type Follow struct{ Row string }

func (a Follow) Do(m Model) Model {
	m.View.Plan = a.Row
	m.View.From, m.View.To = 0, 0
	return m
}

// Range shows a stretch of the horizontal axis; without one, all of it.
type Range struct{ From, To float64 }

func (a Range) Do(m Model) Model {
	if a.To != 0 && !(a.From >= 0 && a.From < a.To && a.To <= run.MaxMagnitude) {
		return m
	}
	m.View.From, m.View.To = a.From, a.To
	return m
}

// Drag moves a number by its handle on the chart. Held says that the handle is
// still in hand.
type Drag struct {
	Field string // "T" where it is empty
	Value float64
	Held  bool
}

func (a Drag) Do(m Model) Model {
	name := a.Field
	if name == "" {
		name = "T"
	}
	value := run.Digits(a.Value, 3)
	if form.IsWhole(name) {
		value = min(max(math.Round(a.Value), 1), run.MaxCount)
	}
	return m.enter(name, run.FormatNumber(value))
}

// Scale makes an axis of the chart linear or logarithmic.
type Scale struct {
	Axis  string // "x" or "y"
	Value string // "linear" or "log"
}

func (a Scale) Do(m Model) Model {
	if a.Axis == "x" {
		m.View.XScale = a.Value
	} else {
		m.View.YScale = a.Value
	}
	return m
}

// ResetView shows the chart's tab as it is first shown.
type ResetView struct{}

func (ResetView) Do(m Model) Model {
	m.View.XScale, m.View.YScale, m.View.Rows, m.View.From, m.View.To = "", "", nil, 0, 0
	return m
}

// Draw draws exactly these rows; nil draws those that the chart chooses.
type Draw struct{ Rows []string }

func (a Draw) Do(m Model) Model {
	m.View.Rows = slices.Clone(a.Rows)
	return m
}

// Toggled draws the rows with one more, or one less.
func Toggled(drawn []string, id string, on bool) Draw {
	rows := slices.DeleteFunc(slices.Clone(drawn), func(other string) bool { return other == id })
	if on {
		rows = append(rows, id)
	}
	if rows == nil {
		rows = []string{} // none, which is not the page's own choice
	}
	return Draw{Rows: rows}
}
