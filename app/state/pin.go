package state

import (
	"fmt"
	"slices"

	"lastiterate/app/link"
	"lastiterate/app/picture"
)

// Pin keeps the present run and question for comparison, under a label that no other pinned run has. It does nothing if a link
// can hold no more of them, if this one is pinned already, or if a field is blank. The new line is not drawn if the visitor has
// chosen as many lines as a link can list.
type Pin struct{}

func (Pin) deliberate() {}

func (Pin) Do(m Model) Model {
	if _, already := m.PinnedAs(); already || len(m.View.Pinned) >= link.MaxPinned || m.View.Blank != nil {
		return m
	}
	if m.View.Rows != nil && len(m.View.Rows) < link.MaxRows { // if the visitor has chosen lines, the new one is added
		m.View.Rows = append(slices.Clone(m.View.Rows), picture.BesideID(len(m.View.Pinned)))
	}
	m.View.Pinned = append(slices.Clone(m.View.Pinned), link.Pinned{Label: m.freeLabel(), Query: m.Query})
	return m
}

// PinnedAs returns the name under which the present run and question are pinned; ok is false if they are not.
func (m Model) PinnedAs() (name string, ok bool) {
	i := slices.IndexFunc(m.View.Pinned, func(p link.Pinned) bool { return m.View.Blank == nil && p.Query.Same(m.Query) })
	if i < 0 {
		return "", false
	}
	return m.View.PinName(i), true
}

// freeLabel is the first of "run 1", "run 2", … that is not the name of a pinned run.
func (m Model) freeLabel() string {
	taken := map[string]bool{}
	for i := range m.View.Pinned {
		taken[m.View.PinName(i)] = true
	}
	for i := 1; ; i++ {
		if label := fmt.Sprintf("run %d", i); !taken[label] {
			return label
		}
	}
}

// Unpin lets a pinned configuration go.
type Unpin struct{ Index int }

func (Unpin) deliberate() {}

func (a Unpin) Do(m Model) Model {
	if a.Index < 0 || a.Index >= len(m.View.Pinned) {
		return m
	}
	m.View.Pinned = slices.Delete(slices.Clone(m.View.Pinned), a.Index, a.Index+1)
	m.View.Rows = withoutPin(m.View.Rows, a.Index)
	if len(m.View.Pinned) == 0 {
		m.View.Pinned = nil
	}
	m.suit()
	return m
}

// withoutPin takes the line of a pinned run out of those chosen; runs pinned
// after it move up.
func withoutPin(rows []string, pin int) []string {
	rows = slices.Clone(rows)
	gone := slices.Index(rows, picture.BesideID(pin))
	if gone >= 0 {
		rows = slices.Delete(rows, gone, gone+1)
	}
	for i := pin + 1; i < link.MaxPinned; i++ {
		if at := slices.Index(rows, picture.BesideID(i)); at >= 0 {
			rows[at] = picture.BesideID(i - 1)
		}
	}
	return rows
}

// Rename gives a pinned configuration another label, which must be one that a
// link can hold. Another pinned run may have it already: whoever types "run 12" passes "run 1".
type Rename struct {
	Index int
	Label string
}

func (a Rename) Do(m Model) Model {
	if a.Index < 0 || a.Index >= len(m.View.Pinned) || link.LabelFault(a.Label) != "" {
		return m
	}
	m.View.Pinned = slices.Clone(m.View.Pinned)
	m.View.Pinned[a.Index].Label = a.Label
	return m
}

// Load makes a pinned configuration the present one.
type Load struct{ Index int }

func (Load) deliberate() {}

func (a Load) Do(m Model) Model {
	if a.Index < 0 || a.Index >= len(m.View.Pinned) {
		return m
	}
	pin := m.View.Pinned[a.Index]
	s := m.State
	s.Query, s.View.Blank = pin.Query, nil
	return New(s)
}
