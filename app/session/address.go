package session

import (
	"encoding/json"
	"time"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/state"
)

// linkPause is the time for which the state must not change before it is written into the address: browsers refuse more than
// about a hundred changes in ten seconds.
const linkPause = 400 * time.Millisecond

// draftsKey is the key under which half-typed fields, and a link that is not in the address yet, are kept for a reload of this
// tab.
const draftsKey = "last-iterate-drafts"

// address is the text after "#", and whether it lags behind the state.
type address struct {
	written string // the last text read or written
	waiting bool   // a write is due
	turn    int    // number of the write that is due
	step    string // names the latest edit while further edits of the same kind rewrite its entry; see history.go
	fresh   bool   // the write that is due makes a new entry of the history
}

// Open reads the address before anything is drawn, so that no other run is ever shown for it. Then it restores the text typed
// before a reload, and takes over the text typed into the first paint: choices first, since they say what the numbers beside
// them mean.
func (s *Session) Open(early []form.Edit) {
	s.completeAddress()
	s.openAddress()
	s.restoreDrafts()
	for _, choices := range []bool{true, false} {
		for _, made := range early {
			if action := Meaning(made); action != nil && form.IsChoice(made.Name) == choices {
				s.Model = action.Do(s.Model)
			}
		}
	}
}

// openAddress shows the state of the address, if it has one. A link in the query, for tools that drop fragments, moves to the
// fragment, which browsers never send to a server.
func (s *Session) openAddress() {
	text, query := s.browser.Fragment(), s.browser.Query()
	if text == "" && link.IsLink(query) {
		text = query
	}
	s.address.written = text
	s.edited = s.Embedded && s.browser.Edited()
	if text == "" {
		s.recognise()
		return
	}
	s.Model = state.Opened(s.Base, text)
	s.reproducing.arriving = s.followedToFigure()
	s.recollect()
	if link.IsLink(query) || s.reproducing.arriving {
		s.replaceAddress(text) // so that a reload shows the same state
	}
}

// replaceAddress rewrites the address without a new entry in the history.
func (s *Session) replaceAddress(text string) {
	s.browser.Replace(text, s.edited, s.note())
	s.address.written = text
}

// enterHistory writes the state as a new entry of the history, so that Back returns to the previous state.
func (s *Session) enterHistory() {
	s.address.waiting, s.address.fresh = false, false
	s.address.written = link.Encode(s.Model.State)
	s.browser.Push(s.address.written, s.edited, s.note())
}

// noteAddress updates the address: at once, with an entry in the history, after a deliberate action, otherwise once the state
// rests. An edit of the run makes an entry too.
func (s *Session) noteAddress(before state.Model, action state.Action) {
	defer s.keepDrafts() // once it is known whether the address has the link
	if link.Encode(s.Model.State) == link.Encode(before.State) {
		return
	}
	if _, deliberate := action.(state.Deliberate); deliberate {
		s.address.step = ""
		s.enterHistory()
		return
	}
	s.noteStep(before, action)
	s.address.waiting = true
	s.address.turn++
	turn := s.address.turn
	s.browser.After(linkPause, func() {
		if turn == s.address.turn {
			s.Flush()
		}
	})
}

// Flush writes a link that is due, as when a field was left or Enter pressed, unless the visitor has moved to another entry of
// the history meanwhile.
func (s *Session) Flush() {
	s.flush()
	s.keepDrafts()
}

func (s *Session) flush() {
	if !s.address.waiting || s.browser.Fragment() != s.address.written {
		return
	}
	fresh := s.address.fresh
	s.address.waiting, s.address.fresh = false, false
	switch text := link.Encode(s.Model.State); {
	case text == s.address.written && fresh:
		s.address.step = "" // the edit was undone, so it has no entry for further edits to rewrite
	case text == s.address.written:
	case fresh:
		s.enterHistory()
	default:
		s.replaceAddress(text)
	}
}

// LeaveField handles that the visitor leaves a field of the form, or presses Enter in it.
func (s *Session) LeaveField() {
	if left := (state.Leave{}).Do(s.Model); left.Asks(s.Model) && len(left.View.Blank) == len(s.Model.View.Blank) {
		s.Model = left
	} else {
		s.Do(state.Leave{}) // a field was left empty
	}
	s.Flush()
	s.address.step = ""
}

// Leave handles that the page is left or hidden. It makes no entry in the history, since the browser may be on its way to
// another. The text kept for a reload stays until the page is known to live on: a browser that is leaving a page ignores
// changes of the address.
func (s *Session) Leave() {
	s.address.fresh = false
	s.flush()
	s.browser.After(linkPause, s.keepDrafts)
}

// AddressChanged reads the address after someone else has changed it.
func (s *Session) AddressChanged() {
	if s.browser.Fragment() == s.address.written {
		return
	}
	s.keepShown()
	s.address.waiting, s.address.fresh, s.address.step = false, false, ""
	s.Model = state.New(s.Base)
	s.reading = reading{}
	s.openAddress()
	s.keepDrafts()
	s.ask()
	s.follow()
	s.arrive()
}

// keepDrafts saves half-typed fields with the link to which they belong, and this link itself while the address does not have
// it. Several embeds of one page share their storage.
func (s *Session) keepDrafts() {
	if s.Embedded {
		return
	}
	var text []byte
	if len(s.Model.Drafts) > 0 || s.address.waiting {
		saved := savedDrafts{Link: link.Encode(s.Model.State), Drafts: s.Model.Drafts}
		if s.address.waiting {
			saved.Ahead = &aheadOf{s.address.written, s.note()}
		}
		text, _ = json.Marshal(saved) // strings always encode
	}
	s.browser.Keep(draftsKey, string(text))
}

type savedDrafts struct {
	Link   string            `json:"link"`
	Drafts map[string]string `json:"drafts"`
	Ahead  *aheadOf          `json:"ahead,omitempty"` // nil if the address has the link
}

// aheadOf is the old text of the address while a newer link is not in it yet, and the newer link's note.
type aheadOf struct {
	Address string `json:"address"`
	Note    string `json:"note"`
}

func (s *Session) savedDrafts() (saved savedDrafts, ok bool) {
	return saved, !s.Embedded && json.Unmarshal([]byte(s.browser.Kept(draftsKey)), &saved) == nil
}

// completeAddress writes a link into the address that it lacked when the page was reloaded.
func (s *Session) completeAddress() {
	if saved, ok := s.savedDrafts(); ok && saved.Ahead != nil && saved.Ahead.Address == s.browser.Fragment() {
		s.browser.Replace(saved.Link, s.edited, saved.Ahead.Note)
	}
}

// restoreDrafts restores half-typed fields after a reload, if the page shows the link to which they belong.
func (s *Session) restoreDrafts() {
	saved, ok := s.savedDrafts()
	if !ok || saved.Link != link.Encode(s.Model.State) {
		return
	}
	for _, name := range form.Names() {
		if text, ok := saved.Drafts[name]; ok {
			s.Model = state.Type{Field: name, Text: text}.Do(s.Model)
		}
	}
}
