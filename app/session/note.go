package session

import (
	"cmp"
	"encoding/json"

	"lastiterate/app/link"
	"lastiterate/app/snippet"
	"lastiterate/app/snippet/preset"
	"lastiterate/app/state"
)

// remembered is what an entry of the history keeps of a run beside its link: whose its values are. A link that is copied
// has none of it.
type remembered struct {
	Of      string   `json:"of,omitempty"`      // example, link, or a preset's name
	Link    string   `json:"link,omitempty"`    // that was followed
	Assumed []string `json:"assumed,omitempty"` // what a text left open
	Read    string   `json:"read,omitempty"`    // the state that was read of it, as a link
	Text    int64    `json:"text,omitempty"`    // when it was read
}

const ofExample, ofLink = "example", "link"

// note is the text that the current entry of the history keeps: a remembered, as JSON.
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

// recollect takes whose the values are from the entry on show; those of one that the page has not written came with a
// link.
func (s *Session) recollect() {
	if s.Embedded { // whose link is its only source
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
			s.marked()
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
		s.marked()
	default:
		for _, p := range preset.All {
			if p.Name == r.Of {
				s.origin = &origin{preset: p.Name, run: p.State(s.Base)}
			}
		}
	}
}

// marked takes over what the link that was followed marks as assumed.
func (s *Session) marked() {
	if of := s.origin.run; of.View.Assumed != nil {
		s.reading.kept = &snippet.Reading{State: of, Assumed: of.View.Assumed}
	}
}

// rereadKept takes what was read of a text from this visit, or what an entry has kept of it.
func (s *Session) rereadKept(r remembered) {
	if r.Read == "" {
		return
	}
	if known, ok := s.texts[r.Text]; ok {
		is, _ := known.alone.Answered(s.Model.State)
		s.reading = reading{alone: known.alone, now: &is, from: &is, at: r.Text}
		return
	}
	s.reading = reading{kept: &snippet.Reading{State: state.Opened(s.Base, r.Read).State, Assumed: r.Assumed}, at: r.Text}
}
