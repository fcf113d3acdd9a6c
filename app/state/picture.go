package state

import (
	"math"
	"slices"

	"lastiterate/app/form"
	"lastiterate/app/picture"
	"lastiterate/bounds/run"
)

// Look chooses a tab of the picture.
type Look struct{ Tab picture.Tab }

func (a Look) Do(m Model) Model {
	m.View.Tab = string(a.Tab)
	if a.Tab == picture.FirstTab(m.Run) && (a.Tab != picture.Sweep || m.View.Sweep == "") {
		m.View.Tab = ""
	}
	m.View.From, m.View.To, m.View.XScale = 0, 0, ""
	return m
}

// Vary chooses the parameter that the picture varies.
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

// Range shows a range of the horizontal axis; the zero value shows all of it.
type Range struct{ From, To float64 }

func (a Range) Do(m Model) Model {
	if a.To != 0 && !(a.From >= 0 && a.From < a.To && a.To <= run.MaxMagnitude) {
		return m
	}
	m.View.From, m.View.To = a.From, a.To
	return m
}

// Drag changes a number by its handle on the chart. Held says that the handle has not been released.
type Drag struct {
	Field string // empty means "T"
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

// ResetView shows the chart's tab with its default view.
type ResetView struct{}

func (ResetView) Do(m Model) Model {
	m.View.XScale, m.View.YScale, m.View.Rows, m.View.From, m.View.To = "", "", nil, 0, 0
	return m
}

// Draw draws exactly these rows; nil draws the chart's default rows.
type Draw struct{ Rows []string }

func (a Draw) Do(m Model) Model {
	m.View.Rows = slices.Clone(a.Rows)
	return m
}

// Toggled draws the rows with one more, or one fewer.
func Toggled(drawn []string, id string, on bool) Draw {
	rows := slices.DeleteFunc(slices.Clone(drawn), func(other string) bool { return other == id })
	if on {
		rows = append(rows, id)
	}
	if rows == nil {
		rows = []string{} // no rows, which differs from the default rows
	}
	return Draw{Rows: rows}
}
