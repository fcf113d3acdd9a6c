package session

import (
	"lastiterate/app/words"
	"lastiterate/bounds/claim"
	"lastiterate/wasm/protocol"
)

// listing is the answer that the table shows. It follows the one on show a frame
// later: the answer is what is waited for, and the table most of what there is to
// draw.
type listing struct {
	claim.Query
	result protocol.Result
	rows   int  // that are in the table
	behind bool // it is yet to follow
}

// rowsAtOnce is how many rows enter the table in one frame, so that none takes
// long; once there, all change at once.
const rowsAtOnce = 9

// list has the table follow the answer on show.
func (s *Session) list() {
	if !s.displayed.listed.behind {
		s.displayed.listed.behind = true
		s.browser.Later(s.catchUp)
	}
}

func (s *Session) catchUp() {
	l := &s.displayed.listed
	l.Query, l.result = s.displayed.of.Query, s.displayed.result
	all := len(l.result.Rows)
	l.rows = min(l.rows+rowsAtOnce, all)
	if l.behind = l.rows < all; l.behind {
		s.browser.Later(s.catchUp)
	}
	s.mark()
}

// Listed is what the table is about, how many of its rows are listed yet, and whether it
// is not that of the form.
func (s *Session) Listed() (about words.Subject, rows int, stale bool) {
	l := s.displayed.listed
	return words.About(l.Query, l.result, s.Model.Departures()), l.rows, s.Stale() || l.behind
}
