package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"lastiterate/wasm/protocol"
)

// Worker is a running engine.
type Worker interface {
	Post(line string)
	Stop() // at once, even in the middle of a computation
}

// Browser starts engines and timers for the client. It must call all callbacks on the goroutine that calls the client's
// methods.
type Browser interface {
	// Start starts an engine. It calls line with each message of the engine, and crash, at most once, if the engine ends
	// by itself.
	Start(line func(string), crash func(reason string)) Worker
	// After calls f once when the time d has passed.
	After(d time.Duration, f func())
}

// Grace is how long an overtaken question may go on before its worker is stopped,
// because its answer may still be useful. A picture gets no grace: once something
// else has been asked, nobody looks at it.
const Grace = 150 * time.Millisecond

// Client asks the engine on behalf of the page.
type Client struct {
	browser Browser
	build   string        // engines of another build are refused; "" accepts any
	deliver func(Outcome) // called with every outcome
	lone    bool          // whether the client keeps no spare engine
	texts   textCache

	active, spare *slot
	running, next *job
	asked         int   // number of the latest question
	sent          int   // id of the latest request
	badStarts     int   // how many engines in a row have ended before they were ready
	broken        error // why no engine can be started; nil if one can
}

// slot is an engine that was started.
type slot struct {
	worker Worker
	ready  bool // its first message has arrived
}

// job is one question: requests that are sent one after the other.
type job struct {
	question int                // its number
	requests []protocol.Request // those without an answer, the current one first
	id       int                // of the current request, 0 if it has not been sent
	brief    bool               // whether the answer leaves out the texts of its rows
	retried  bool
	late     bool // a newer question has been asked, and the grace is running
}

// drawing reports whether the current request is for a picture.
func (j *job) drawing() bool {
	method := j.requests[0].Method
	return j.id != 0 && (method == protocol.MethodCurve || method == protocol.MethodSchedule)
}

// New returns a client whose engines start at once.
func New(browser Browser, build string, deliver func(Outcome)) *Client {
	c := &Client{browser: browser, build: build, deliver: deliver}
	c.active = c.launch()
	return c
}

// NewLone returns a client for occasional work: its engine starts with the first
// question, and it keeps no spare, so the first question after a Cancel waits for
// another engine to start.
func NewLone(browser Browser, build string, deliver func(Outcome)) *Client {
	return &Client{browser: browser, build: build, deliver: deliver, lone: true}
}

// Ask sends the requests of a question, one after the other, and abandons any earlier question, whose outcome is still delivered
// if it comes within Grace. The number of the new question is what Next returned before the call: its outcomes carry it,
// and a caller needs it before Ask returns, because an engine that cannot be started any more fails at once.
func (c *Client) Ask(requests ...protocol.Request) {
	c.asked++
	c.next = &job{question: c.asked, requests: requests}
	if c.broken != nil {
		c.fail(c.next, c.broken)
		c.next = nil
		return
	}
	if c.active == nil {
		c.active = c.launch()
	}
	switch {
	case c.running != nil && c.running.drawing():
		c.replace()
		return
	case c.running != nil && !c.running.late:
		overtaken := c.running
		overtaken.late = true
		c.browser.After(Grace, func() {
			if c.running == overtaken {
				c.replace()
			}
		})
	}
	c.proceed()
}

// Cancel stops the current and the next question at once. No more of their outcomes are delivered.
func (c *Client) Cancel() {
	c.next = nil
	if c.running != nil {
		c.replace()
	}
}

// Next is the number that the next call of Ask gives its question.
func (c *Client) Next() int { return c.asked + 1 }

// proceed starts the next question if the engine is free.
func (c *Client) proceed() {
	if c.running != nil || c.next == nil || c.active == nil || !c.active.ready {
		return
	}
	c.running, c.next = c.next, nil
	c.send()
	// The spare starts behind the first question, so as not to slow it.
	if c.spare == nil && !c.lone {
		c.spare = c.launch()
	}
}

// send posts the first of the running question's requests.
func (c *Client) send() {
	c.sent++
	request := c.running.requests[0]
	request.V = protocol.Version
	request.Brief = request.Method == protocol.MethodEvaluate && c.texts.complete
	request.ID = json.RawMessage(strconv.Itoa(c.sent))
	line, err := json.Marshal(request)
	if err != nil {
		failed := c.running
		c.running = nil
		c.fail(failed, fmt.Errorf("the question could not be written: %w", err))
		return
	}
	c.running.id, c.running.brief = c.sent, request.Brief
	c.active.worker.Post(string(line))
	// The last statement, since the receiver may call Ask or Cancel.
	c.deliver(Outcome{Question: c.running.question, Method: request.Method, Status: Running})
}

// replace stops the active engine and lets the spare take over.
func (c *Client) replace() {
	c.active.worker.Stop()
	c.active, c.spare = c.spare, nil
	if c.active == nil {
		c.active = c.launch()
	}
	c.running = nil
	c.proceed()
}

// launch starts an engine.
func (c *Client) launch() *slot {
	s := &slot{}
	s.worker = c.browser.Start(
		func(line string) { c.hear(s, line) },
		func(reason string) { c.crashed(s, reason) },
	)
	return s
}

// hear handles one message of an engine.
func (c *Client) hear(s *slot, line string) {
	if s != c.active && s != c.spare {
		return // the engine sent this line before it was stopped
	}
	message, result, err := c.read([]byte(line))
	if err != nil {
		c.crashed(s, "it sent something that is not a message: "+err.Error())
		return
	}
	if message.Ready != nil {
		c.greet(s, *message.Ready)
		return
	}
	if s != c.active || c.running == nil || string(message.ID) != strconv.Itoa(c.running.id) {
		return
	}
	c.advance(message, result)
}

// read decodes a message. It decodes an answer of "evaluate" in the same pass, to save time that visitors would wait;
// Outcome.read decodes all other results, and reports one that cannot be decoded.
func (c *Client) read(line []byte) (message protocol.Response, result *protocol.Result, err error) {
	if c.running != nil && c.running.requests[0].Method == protocol.MethodEvaluate {
		var whole struct {
			protocol.Response
			Result *protocol.Result `json:"result"`
		}
		if json.Unmarshal(line, &whole) == nil {
			return whole.Response, whole.Result, nil
		}
	}
	err = json.Unmarshal(line, &message)
	return message, nil, err
}

// greet handles an engine's first message. An engine of another build than the page's is not used.
func (c *Client) greet(s *slot, ready protocol.Ready) {
	if c.build != "" && ready.Build != c.build {
		c.giveUp(fmt.Errorf("the engine is of build %q and the page of build %q: reload the page", ready.Build, c.build))
		return
	}
	s.ready = true
	c.badStarts = 0
	if s == c.active {
		c.proceed()
	}
}

// advance handles an answer to the current request, a part of the answer, or an error.
func (c *Client) advance(message protocol.Response, result *protocol.Result) {
	o := Outcome{Question: c.running.question, Method: c.running.requests[0].Method, Status: Running,
		Partial: message.Partial, Progress: message.Progress, Result: result}
	var err error
	switch {
	case message.Error != nil:
		err = message.Error
	case result != nil:
		c.fillTexts(result.Rows)
	case message.Result != nil:
		err = o.read(message.Result)
	case message.Partial == nil && message.Progress == nil:
		err = errors.New("the engine’s answer is empty")
	default:
		if o.Partial != nil && c.running.brief {
			c.texts.fill(o.Partial.Rows)
		}
		c.deliver(o)
		return
	}
	o.Status = Done
	if err != nil {
		o = Outcome{Question: o.Question, Method: o.Method, Status: Failed, Err: err}
	}
	c.finish()
	rest := c.running // the question, if it has more requests
	c.deliver(o)      // the receiver may call Ask or Cancel
	switch {
	case rest == nil:
		c.proceed()
	case c.running == rest && c.next != nil: // deliver has called Ask
		c.running = nil
		c.proceed()
	case c.running == rest:
		c.send()
	}
}

// fillTexts adds the texts that a brief answer leaves out, and stores those of any other answer.
func (c *Client) fillTexts(rows []protocol.Row) {
	if c.running.brief {
		c.texts.fill(rows)
		return
	}
	asked := c.running.requests[0]
	c.texts.store(rows, len(asked.Rows) == 0 && !asked.PublishedOnly)
}

// finish removes the current request from its question. The question ends if it has no more requests, or
// if a newer one waits.
func (c *Client) finish() {
	c.running.requests, c.running.id = c.running.requests[1:], 0
	if len(c.running.requests) == 0 || c.next != nil {
		c.running = nil
	}
}
