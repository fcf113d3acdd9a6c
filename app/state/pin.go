package state

import (
	"fmt"
	"slices"

	"lastiterate/app/link"
)

// Pin keeps the present run and question for comparison, under a label that no
// other has. Where as many are pinned as a link can hold, or the same one
// already is, nothing happens.
type Pin struct{}

func (Pin) deliberate() {}

func (Pin) Do(m Model) Model {
	if _, already := m.PinnedAs(); already || len(m.View.Pinned) >= link.MaxPinned {
		return m
	}
	m.View.Pinned = append(slices.Clone(m.View.Pinned), link.Pinned{Label: m.freeLabel(), Run: m.Run, Question: m.Question})
	return m
}

// PinnedAs is the label under which the present run and question are pinned.
func (m Model) PinnedAs() (label string, ok bool) {
	i := slices.IndexFunc(m.View.Pinned, func(p link.Pinned) bool { return p.Run.Same(m.Run) && p.Question == m.Question })
	if i < 0 {
		return "", false
	}
	return m.View.Pinned[i].Label, true
}

// freeLabel is the first of "run 1", "run 2", … that is not taken.
func (m Model) freeLabel() string {
	for i := 1; ; i++ {
		label := fmt.Sprintf("run %d", i)
		if !slices.ContainsFunc(m.View.Pinned, func(p link.Pinned) bool { return p.Label == label }) {
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
	if len(m.View.Pinned) == 0 {
		m.View.Pinned = nil
	}
	return m
}

// Rename gives a pinned configuration another label, which must be one that a
// link can hold.
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
	s.Run, s.Question = pin.Run, pin.Question
	return New(s)
}
