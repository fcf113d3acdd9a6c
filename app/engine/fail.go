package engine

import (
	"fmt"
)

// maxBadStarts is the number of engines in a row that may stop before they are ready; then the client gives up.
const maxBadStarts = 3

// crashed handles an engine that ended by itself. An active one is replaced, and its question is asked again unless a
// newer one waits; if that question has already been asked again, it fails. A spare that ended is dropped; the next
// question starts another. After maxBadStarts failed starts in a row the client gives up.
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
		c.fail(failed, fmt.Errorf("the engine stopped twice during this run and was restarted: %s", reason))
	}
	c.proceed()
}

// giveUp stops the engines and fails the questions that are unanswered. The client starts no engine again.
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
