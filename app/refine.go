package app

import (
	"time"

	"lastiterate/wasm/protocol"
)

// Rows that take their time are first computed at few values of T, so that
// there is a picture soon; then, if the first took no longer than it did, at as
// many as fit into a little patience.
const (
	fewValues = 16
	patience  = 3 * time.Second
)

// refine asks for a finer curve where there is something to gain in a time
// that a person would wait.
func (p *page) refine(c protocol.CurveResult, q inquiry, latest bool) {
	p.shown.fine = true
	if !latest || !sparse(c, q) || q.slow > fewValues {
		return
	}
	each := time.Since(p.began) / fewValues
	more := int(patience / max(each, time.Microsecond))
	if more < 2*fewValues {
		return
	}
	p.shown.fine = false
	q.slow = min(more, len(q.at))
	p.post(q, q.curve())
}

// sparse reports whether a row was computed at fewer values than others.
func sparse(c protocol.CurveResult, q inquiry) bool {
	if len(q.at) <= q.slow {
		return false
	}
	for _, s := range c.Series {
		n := 0
		for _, e := range s.Epsilon {
			if e != nil {
				n++
			}
		}
		if n > 0 && n <= q.slow {
			return true
		}
	}
	return false
}
