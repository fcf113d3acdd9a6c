package session

import (
	"slices"

	"lastiterate/app/state"
)

// A settled edit is one step back: what is typed in a field until it is left, a choice, a handle that was dragged. The
// strokes on the way rewrite the step's entry, at most one in linkPause, and what only concerns the look, such as a tab,
// rewrites the entry on show. How many entries there are the browsers bound: at fifty they forget the oldest. An embed
// makes no entries of edits, since they would be steps of the page around it.

// stepOf names what an edit is of; edits of one field, one after the other, are one step. It is empty for an edit that
// is a step of its own.
func stepOf(action state.Action) string {
	switch a := action.(type) {
	case state.Type:
		return a.Field
	case state.Step:
		return a.Field
	case state.Restore:
		return a.Field
	case state.Choose:
		return a.Field
	case state.Drag:
		return "handle"
	case state.Project:
		return "diameter"
	case state.Smooth:
		return "smoothness"
	}
	return ""
}

// noteStep notes whether an edit of the run begins a step.
func (s *Session) noteStep(before state.Model, action state.Action) {
	now, was := s.Model, before
	if s.Embedded || now.Query == was.Query && now.View.Only == was.View.Only && slices.Equal(now.View.Blank, was.View.Blank) &&
		slices.Equal(now.View.Differs, was.View.Differs) {
		return
	}
	if step := stepOf(action); step == "" || step != s.address.step {
		s.address.step, s.address.fresh = step, true
	}
}
