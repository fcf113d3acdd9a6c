package session

import (
	"encoding/json"
	"slices"

	"lastiterate/app/engine"
	"lastiterate/app/link"
	"lastiterate/app/words"
	"lastiterate/bounds/claim"
	"lastiterate/wasm/protocol"
)

// comparing finds the answers of the pinned configurations, with an engine of its own.
type comparing struct {
	client *engine.Client
	known  map[string]protocol.Compared // by configuration
	asked  []string                     // configurations whose answers are requested

	curves  []pinnedCurve // of pinned runs, the latest last
	drawing *pinnedCurve  // the curve that is being computed

	Comparison
}

// Comparison holds the columns of the comparison and its progress.
type Comparison struct {
	Columns  []Column
	Status   engine.Status
	Err      string // why the last request failed
	Done, Of int
}

// Column is one configuration of the comparison.
type Column struct {
	Label   string
	Pin     int  // its number among those pinned; −1 for the form's own run
	Present bool // it equals the form's run and question
	Subject words.Subject
	Err     string // why there is no answer
}

// configuration names a run and a question.
func (s *Session) configuration(q claim.Query) string {
	return s.Model.View.Only + string(protocol.EncodeRun(q.Run)) + string(protocol.EncodeQuestion(q.Question))
}

// holds reports whether the form holds the pinned run.
func (s *Session) holds(pin link.Pinned) bool {
	return s.Model.View.Blank == nil && pin.Query.Same(s.Model.Query)
}

// comparePinned requests the answers of pinned configurations that are neither known nor requested.
func (s *Session) comparePinned() {
	c := &s.comparing
	if s.Embedded {
		return // an embed has no comparison
	}
	if s.current() && len(s.Model.View.Pinned) > 0 {
		result := s.displayed.result // a copy, since displayed changes
		c.learn(s.configuration(s.displayed.of.Query), protocol.Compared{Result: &result})
	}
	var entries []json.RawMessage
	var names []string
	for _, pin := range s.Model.View.Pinned {
		name := s.configuration(pin.Query)
		if _, known := c.known[name]; !known && !slices.Contains(names, name) {
			names = append(names, name)
			entries = append(entries, protocol.EncodeEntry(protocol.Entry{Label: pin.Label, Query: pin.Query}))
		}
	}
	if len(names) == 0 || slices.Equal(names, c.asked) {
		return
	}
	c.asked, c.drawing, c.Comparison = names, nil, Comparison{Status: engine.Running}
	c.client.Cancel()
	c.client.Ask(protocol.Request{Method: protocol.MethodCompare, Progress: true, Runs: entries, PublishedOnly: s.Published()})
}

func (c *comparing) learn(name string, answer protocol.Compared) {
	if c.known == nil {
		c.known = map[string]protocol.Compared{}
	}
	c.known[name] = answer
}

// receiveCompared stores the answers. Outcomes of an older request never arrive, because it was cancelled.
func (s *Session) receiveCompared(o engine.Outcome) {
	c := &s.comparing
	switch {
	case o.Method == protocol.MethodCurve:
		s.receivePinned(o)
	case o.Progress != nil:
		c.Done, c.Of = o.Progress.Done, o.Progress.Of
	case o.Compare != nil:
		for i, answer := range o.Compare.Runs {
			c.learn(c.asked[i], answer)
		}
		c.asked, c.Status = nil, engine.Done
		s.drawPinned()
	case o.Status == engine.Failed:
		c.Status, c.Err = engine.Failed, o.Err.Error()
	}
}

// Comparison lists the form's own run, unless it is pinned, and the pinned runs. Departures of the training from plain SGD
// count for all of them.
func (s *Session) Comparison() Comparison {
	out := s.comparing.Comparison
	pinned := s.Model.View.Pinned
	if len(pinned) == 0 {
		return out
	}
	if _, already := s.Model.PinnedAs(); !already && !s.isWithheld() {
		own := Column{Label: "this run", Pin: -1, Present: true}
		own.Subject = words.About(s.Model.Query, protocol.Result{}, nil)
		if s.current() {
			own.Subject = s.Subject()
		}
		out.Columns = append(out.Columns, own)
	}
	for i, pin := range pinned {
		out.Columns = append(out.Columns, s.pinnedColumn(i, pin))
	}
	return out
}

func (s *Session) pinnedColumn(i int, pin link.Pinned) Column {
	col := Column{Label: s.Model.View.PinName(i), Pin: i, Present: s.holds(pin)}
	result := protocol.Result{}
	switch answer := s.comparing.known[s.configuration(pin.Query)]; {
	case answer.Result != nil:
		result = *answer.Result
	case answer.Error != nil:
		col.Err = answer.Error.Error()
	}
	col.Subject = words.About(pin.Query, result, s.Model.TickedFor(pin.Run.Scheme))
	return col
}

// Pinned tells the form about the pinned runs.
type Pinned struct {
	Count   int
	Present bool // the form's run is among them
	Full    bool // no more can be pinned
}

// Pinned returns whether runs are pinned, whether the form's run is one of them, and whether more can be pinned.
func (s *Session) Pinned() Pinned {
	_, present := s.Model.PinnedAs()
	n := len(s.Model.View.Pinned)
	return Pinned{Count: n, Present: present, Full: n >= link.MaxPinned}
}
