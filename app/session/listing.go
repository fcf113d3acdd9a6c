package session

import (
	"lastiterate/app/words"
	"lastiterate/bounds/claim"
	"lastiterate/wasm/protocol"
)

// listing is the answer in the table. It follows the displayed answer a frame later, because visitors wait for the answer and
// the table takes most of the drawing.
type listing struct {
	claim.Query
	result protocol.Result
	rows   int  // number of rows in the table
	behind bool // the table must still follow
}

// rowsAtOnce is the number of rows that enter the table in one frame, so that no frame takes long. Once all are in the table,
// they change together.
const rowsAtOnce = 9

// list makes the table follow the displayed answer.
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

// Listed returns the table's answer, the number of its rows listed so far, and whether it belongs to another state than the
// form's.
func (s *Session) Listed() (about words.Subject, rows int, stale bool) {
	l := s.displayed.listed
	return words.About(l.Query, l.result, s.Model.Departures()), l.rows, s.Stale() || l.behind
}
