package session

import (
	"lastiterate/app/snippet"
	"lastiterate/app/state"
)

// Use shows the run of a text, and keeps what was read of it: a person checks later what was
// taken for what.
func (s *Session) Use(r snippet.Reading) {
	s.Do(state.Start{From: r.State})
	s.read = &r
}

// Read is what was read of the text that the run at hand began with; nil where it began with
// something else. Edits are of the same run.
func (s *Session) Read() *snippet.Reading { return s.read }

// forget forgets what was read where another run takes the place of that one.
func (s *Session) forget(action state.Action) {
	switch a := action.(type) {
	case state.Start, state.Reset:
		s.read = nil
	case state.Reproduce:
		if a.Figure != "" {
			s.read = nil
		}
	}
}
