package session

import (
	"cmp"
	"encoding/json"

	"lastiterate/app/link"
	"lastiterate/app/snippet"
	"lastiterate/app/snippet/preset"
	"lastiterate/app/state"
)

// remembered is the part of a history entry that says where the run's values come from. A copied link has none of it.
type remembered struct {
	Of      string   `json:"of,omitempty"`      // example, link, or a preset's name
	Link    string   `json:"link,omitempty"`    // the link that was followed
	Assumed []string `json:"assumed,omitempty"` // fields that a pasted text left open
	Read    string   `json:"read,omitempty"`    // the state read from the text, as a link
	Text    int64    `json:"text,omitempty"`    // the time at which the text was read
}

const ofExample, ofLink = "example", "link"

// note is the text stored with the current entry of the history: a remembered, as JSON.
func (s *Session) note() string {
	var r remembered
	switch o := s.origin; {
	case s.Embedded:
		return ""
	case s.FromText() && (o == nil || o.link == ""):
		read := cmp.Or(s.reading.now, s.reading.kept)
		r = remembered{Assumed: read.Assumed, Read: link.Encode(read.State), Text: s.reading.at}
	case o == nil:
	case o.link != "":
		r = remembered{Of: ofLink, Link: o.link}
	case o.preset == "":
		r.Of = ofExample
	default:
		r.Of = o.preset
	}
	text, _ := json.Marshal(r) // strings and numbers always encode
	return string(text)
}

// recollect reads from the current entry where the values come from. If the page has not written the entry, they came with a
// link.
func (s *Session) recollect() {
	if s.Embedded { // an embed's link is its only source
		if of := s.Model.State; of.View.Assumed != nil {
			s.reading.kept = &snippet.Reading{State: of, Assumed: of.View.Assumed}
		}
		return
	}
	var r remembered
	if !s.browser.Written() || json.Unmarshal([]byte(s.browser.Note()), &r) != nil {
		s.recognise()
		if s.origin == nil && !s.browser.Written() {
			s.origin = &origin{link: s.address.written, run: s.Model.State}
			s.takeMarked()
		}
		return
	}
	s.origin = nil
	switch r.Of {
	case "":
		s.rereadKept(r)
	case ofExample:
		s.origin = &origin{run: s.Base}
	case ofLink:
		s.origin = &origin{link: r.Link, run: state.Opened(s.Base, r.Link).State}
		s.takeMarked()
	default:
		for _, p := range preset.All {
			if p.Name == r.Of {
				s.origin = &origin{preset: p.Name, run: p.State(s.Base)}
			}
		}
	}
}

// takeMarked takes over the fields that the followed link marks as assumed.
func (s *Session) takeMarked() {
	if of := s.origin.run; of.View.Assumed != nil {
		s.reading.kept = &snippet.Reading{State: of, Assumed: of.View.Assumed}
	}
}

// rereadKept restores the reading of a text, from this visit or from an entry of the history.
func (s *Session) rereadKept(r remembered) {
	if r.Read == "" {
		return
	}
	if known, ok := s.texts[r.Text]; ok {
		is, _ := known.with(s.Model.State)
		s.reading = reading{alone: known.alone, now: &is, from: &is, at: r.Text}
		s.Model = state.Reread{Was: is.State, Is: is.State, ByN: is.ByN}.Do(s.Model)
		return
	}
	s.reading = reading{kept: &snippet.Reading{State: state.Opened(s.Base, r.Read).State, Assumed: r.Assumed}, at: r.Text}
}
