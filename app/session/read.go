package session

import (
	"lastiterate/app/snippet"
	"lastiterate/app/state"
	"lastiterate/app/words"
)

// Use shows the run of a text, and keeps what was read of it: a person checks later what was
// taken for what.
func (s *Session) Use(r snippet.Reading) {
	s.Do(state.Start{From: r.State})
	s.read, s.origin = &r, nil
}

// Read is what was read of the text that the run at hand began with; nil where it began with
// something else. Edits are of the same run.
func (s *Session) Read() *snippet.Reading { return s.read }

// Assumed names the values that the answer depends on and nobody has stated: they were filled in when a text was
// read, or are those of the opening run or a preset. The field except, which is solved for, is left out.
func (s *Session) Assumed(except string) string {
	if s.read == nil {
		return s.left(except)
	}
	var fields []string
	differs := s.Model.Departures()
	for _, field := range s.read.Assumed {
		if field != except && !s.read.Changed(s.Model.State, field) && !differs.Unused(s.Model.Run, field) {
			fields = append(fields, field)
		}
	}
	return words.Assumed(s.Model.Query, fields)
}

// forget forgets what was read where another run takes the place of that one, which may be the opening run or a preset.
func (s *Session) forget(action state.Action) {
	switch a := action.(type) {
	case state.Start, state.Reset:
		s.read = nil
		s.recognise()
	case state.Reproduce:
		if a.Figure != "" {
			s.read = nil
			s.recognise()
		}
	}
}
