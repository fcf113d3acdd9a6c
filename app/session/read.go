package session

import (
	"cmp"
	"slices"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/snippet"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/bounds/run"
)

// reading is the result of reading the text with which the run began; nil if it began otherwise.
type reading struct {
	alone *snippet.Reading // with the values that the text left open and the form has
	now   *snippet.Reading // the reading before the current field was edited
	from  *snippet.Reading // the one before the field was typed in that is typed in now
	// kept is the reading that a history entry has kept of a text that is gone after a reload: the state read, and the
	// assumed fields.
	kept *snippet.Reading
	at   int64 // the time at which the text was read
}

// Use shows the run of a text, and keeps the reading, so that the visitor can check it later.
func (s *Session) Use(r snippet.Reading) {
	s.Do(state.Start{From: r.State, Schedules: r.Schedules, ByN: r.ByN})
	s.reading, s.origin = reading{alone: &r, now: &r, from: &r, at: s.browser.Now().UnixNano()}, nil
	s.carryAssumed()
	if s.texts == nil {
		s.texts = map[int64]reading{}
	}
	s.texts[s.reading.at] = s.reading
	if !s.address.waiting && s.browser.Fragment() == s.address.written {
		s.replaceAddress(link.Encode(s.Model.State)) // with the assumed fields, and the note of the text
	}
}

// Offers are the values that the text at hand suggests for what the form still lacks.
func (s *Session) Offers() (open []snippet.Offer) {
	if s.reading.now == nil {
		return nil
	}
	for _, o := range s.reading.now.Offers {
		if o.Open(s.Model.State) {
			open = append(open, o)
		}
	}
	return open
}

// Accept takes a value that the text suggests as if the text had stated it.
func (s *Session) Accept(o snippet.Offer) {
	if s.reading.now == nil {
		return
	}
	was := s.reading.now.State
	alone := s.reading.alone.With(o)
	s.reading.alone = &alone
	is, given := s.reading.with(s.Model.State)
	s.reading = reading{alone: &alone, now: &is, from: &is, at: s.browser.Now().UnixNano()}
	s.texts[s.reading.at] = s.reading
	s.Do(state.Reread{Was: was, Is: is.State, Given: given, Schedules: is.Schedules, ByN: is.ByN})
}

// FromText reports whether the run at hand began with a text.
func (s *Session) FromText() bool { return s.reading.now != nil || s.reading.kept != nil }

// reread reads the text again with the dataset and batch sizes that the text left open and the form has. Parts that depend on
// them are known then, unless the visitor has changed them.
func (s *Session) reread(before state.Model, action state.Action) {
	r := &s.reading
	if r.alone == nil {
		return
	}
	typed, ok := action.(state.Type)
	again := ok && (typed.Field == "n" || typed.Field == "b") && typed.Continues(before)
	if !again {
		r.from = r.now
		if now := s.Model; now.Run.N == before.Run.N && now.Run.B == before.Run.B && len(now.View.Blank) == len(before.View.Blank) {
			return
		}
	}
	is, given := r.with(s.Model.State)
	s.Model = state.Reread{Was: r.from.State, Is: is.State, Given: given, Schedules: is.Schedules, ByN: is.ByN}.Do(s.Model)
	r.now = &is
}

// with reads the text again with the sizes that the form has: those that the text leaves open, and another n than the text's if b
// follows from it. given names these.
func (r *reading) with(form link.State) (is snippet.Reading, given []string) {
	n, was := r.alone.State.Run.N, r.from.State.Run.N
	if v := form.View; r.alone.Loads && (form.Run.N != n || was != n) && !v.IsBlank("n") && !v.IsBlank("b") {
		return r.alone.Resized(form, was)
	}
	return r.alone.Answered(form)
}

// Read returns the reading of the text with which the run began; nil if it began otherwise. Edits do not end it.
func (s *Session) Read() *snippet.Reading { return s.reading.now }

// Assumed names the values that matter to the answer and that nobody has stated: they were filled in when a text was read, or
// are those of the opening run or a preset. The field except, which is solved for, is left out.
func (s *Session) Assumed(except string) string {
	if cmp.Or(s.reading.now, s.reading.kept) == nil {
		return s.left(except)
	}
	differs := s.Model.Departures()
	fields := slices.DeleteFunc(s.assumed(), func(field string) bool { return field == except || differs.Unused(s.Model.Run, field) })
	if s.Embedded || s.origin != nil && s.origin.link != "" {
		return words.AssumedInLink(s.Model.Query, fields)
	}
	return words.Assumed(s.Model.Query, fields)
}

// assumed lists the fields that were filled in when a text was read and that nobody has changed since.
func (s *Session) assumed() (fields []string) {
	read := cmp.Or(s.reading.now, s.reading.kept)
	if read == nil {
		return nil
	}
	for _, field := range read.Assumed {
		if s.shows(field) && !s.Model.View.IsBlank(field) && !read.Changed(s.Model.State, field) {
			fields = append(fields, field)
		}
	}
	return fields
}

// shows reports whether the form has the field for this run and question. A link may name any field.
func (s *Session) shows(field string) bool {
	switch field {
	case form.Alpha:
		return s.Model.Question.Renyi()
	case form.Delta:
		return !s.Model.Question.Renyi()
	}
	_, ofRun := run.FieldByName(field)
	return slices.Contains(form.Names(), field) && (!ofRun || s.Model.Run.Uses(field))
}

// carryAssumed makes the link say which fields are assumed.
func (s *Session) carryAssumed() {
	if s.Embedded {
		return // the page around has set an embed's link
	}
	s.Model.View.Assumed = s.assumed()
}

// forget drops the reading if another run replaces the one that was read. That run may be the opening run or a preset.
func (s *Session) forget(action state.Action) {
	switch a := action.(type) {
	case state.Start, state.Reset:
		s.reading = reading{}
		s.recognise()
	case state.Reproduce:
		if a.Figure != "" {
			s.reading = reading{}
			s.recognise()
		}
	}
}
