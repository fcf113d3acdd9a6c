package engine

import (
	"fmt"
)

// The client gives up when maxBadStarts engines in a row have stopped before they were ready.
const maxBadStarts = 3

// crashed replaces the active engine if it ended by itself. It asks its question again unless a newer one waits or it was
// asked again before. A spare engine that ended is dropped; the next question starts another.
func (c *Client) crashed(s *slot, reason string) {
	if s != c.active && s != c.spare {
		return
	}
	s.worker.Stop()
	if !s.ready {
		c.badStarts++
	}
	if c.badStarts >= maxBadStarts {
		c.giveUp(fmt.Errorf("the engine does not start: %s", reason))
		return
	}
	if s == c.spare {
		c.spare = nil
		return
	}
	failed := c.running
	c.active, c.spare, c.running = c.spare, nil, nil
	if c.active == nil {
		c.active = c.launch()
	}
	switch {
	case failed != nil && c.next == nil && !failed.retried:
		failed.retried, failed.late = true, false
		c.next = failed
		c.deliver(Outcome{Question: failed.question, Method: failed.requests[0].Method, Status: Running, Restarted: reason})
	case failed != nil && c.next == nil:
		c.fail(failed, fmt.Errorf("the engine stopped twice at this run and was restarted: %s", reason))
	}
	c.proceed()
}

// giveUp ends all work for good.
func (c *Client) giveUp(err error) {
	c.broken = err
	for _, s := range []*slot{c.active, c.spare} {
		if s != nil {
			s.worker.Stop()
		}
	}
	unanswered := []*job{c.running, c.next}
	c.active, c.spare, c.running, c.next = nil, nil, nil, nil
	for _, j := range unanswered {
		if j != nil {
			c.fail(j, err)
		}
	}
}

func (c *Client) fail(j *job, err error) {
	c.deliver(Outcome{Question: j.question, Method: j.requests[0].Method, Status: Failed, Err: err})
}
