package session

import (
	"slices"

	"lastiterate/app/state"
)

// A settled edit is one entry of the history: the text typed in a field until it is left, a choice, a handle that was dragged.
// Until then each change rewrites the entry, at most once in linkPause. A change of the look alone, such as a tab, rewrites the
// current entry. Browsers limit the number of entries: at fifty they drop the oldest. An embed makes no entries for edits,
// since they would be steps of the page around it.

// stepOf names the entry to which an edit belongs: successive edits of one field share an entry. It is empty for an edit with
// an entry of its own.
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

// noteStep notes whether an edit of the run begins a new entry.
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
