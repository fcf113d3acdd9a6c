package session

import (
	"slices"
	"strconv"
	"time"

	"lastiterate/app/engine"
	"lastiterate/app/form"
	"lastiterate/app/picture"
	"lastiterate/app/words"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// lowering searches for single changes that lower ε, when the visitor asks. For a large ε another batch scheme is tried unasked.
type lowering struct {
	of         query
	departures words.Departures
	inEpochs   bool
	asked      bool            // the visitor has asked
	sampled    protocol.Number // ε with Poisson batches, if they lower it; 0 if that is not known
	trials[protocol.Change]
}

// Lowering is the progress of the search for changes.
type Lowering = Trials[protocol.Change]

// mostLowering is the largest number of changes that the page lists.
const mostLowering = 3

// Lowering returns the progress of the search for the displayed answer; ok is false if there is no answer that changes could
// lower.
func (s *Session) Lowering() (l Lowering, ok bool) {
	answer := s.Subject().Result.Answer
	ok = !s.Embedded && s.current() && s.Model.Settled() && s.job.Status == engine.Done && answer != nil && answer.Epsilon > 0 &&
		s.Subject().Contradiction() == "" && s.Subject().Impossible() == ""
	if !s.lowering.asked {
		return Lowering{}, ok
	}
	return s.lowering.Trials, ok
}

// Lower starts the search for changes that lower ε.
func (s *Session) Lower() { s.lower(true) }

// lower tries all changes if the visitor has asked, otherwise another batch scheme alone.
func (s *Session) lower(asked bool) {
	if _, ok := s.Lowering(); !ok {
		return
	}
	l := &s.lowering
	l.of, l.departures, l.inEpochs, l.asked = s.query(), s.Model.Departures(), s.Model.View.Steps == form.Epochs, asked
	l.most, l.ask, l.value = mostLowering, s.lowerRequest, func(c protocol.Change) float64 { return float64(c.Epsilon) }
	levers := slices.DeleteFunc(l.wanted().Levers(), func(c protocol.Change) bool {
		return s.Model.View.IsBlank(c.Field) || !asked && c.Field != "scheme"
	})
	l.start(levers, float64(s.Subject().Result.Answer.Epsilon))
}

// restBeforeTrying is the time for which an answer stands before another batch scheme is tried unasked.
const restBeforeTrying = 500 * time.Millisecond

// trySampling tries another batch scheme, when the answer has rested, if ε is large for want of one.
func (s *Session) trySampling() {
	s.browser.After(restBeforeTrying, func() {
		if s.lowering.Status == engine.Idle && s.Large() != "" {
			s.lower(false)
		}
	})
}

// Large says why a large ε is large, and what Poisson batches would make of it; empty if there is nothing to say. It does not wait
// for the rest of the answer.
func (s *Session) Large() string {
	about := s.Subject()
	if s.Embedded || !s.answers() || !s.Model.Settled() || about.Contradiction() != "" || about.Impossible() != "" {
		return ""
	}
	return about.Large(float64(s.lowering.sampled), s.lowering.Status != engine.Done)
}

// StopLowering ends the search and keeps its results.
func (s *Session) StopLowering() { s.lowering.stop() }

// wanted is the subject of the search.
func (l *lowering) wanted() words.Wanted {
	return words.Wanted{Query: l.of.Query, Epochs: l.inEpochs, Departures: l.departures}
}

// lowerRequest is the request for ε with a change.
func (s *Session) lowerRequest(c protocol.Change) (request protocol.Request, ok bool) {
	l := &s.lowering
	q, w := l.of, l.wanted()
	value, err := strconv.ParseFloat(c.Value, 64)
	q.tab, q.parameter, q.epochs = picture.Sweep, c.Field, l.inEpochs && c.Field == "b"
	switch q.parameter {
	case form.Epochs:
		q.parameter, value = "T", value*float64(q.Run.EpochSteps())
	case "scheme", "differs": // the run of another loader
		if c.Field == "scheme" {
			w.Run, w.Departures = w.Drawn()
		} else {
			w.Departures = w.Departures.Less(words.Departure(c.Value))
		}
		q.Query, q.parameter, value, err = w.Query, "T", float64(w.Run.T), nil
	}
	q.at, q.rows = []float64{value}, w.Rows()
	if q.rows == nil {
		for _, row := range s.displayed.result.Rows {
			if row.Kind() == claim.UpperBound {
				q.rows = append(q.rows, row.ID)
			}
		}
	}
	return q.request(), err == nil
}

// receiveLowered handles ε with the current change.
func (s *Session) receiveLowered(o engine.Outcome) {
	l := &s.lowering
	if !l.expects(o.Curve != nil, o) {
		return
	}
	change := l.left[0]
	if o.Curve != nil {
		for _, line := range o.Curve.Series {
			if e := line.Epsilon[0]; e != nil && *e > 0 && (change.Epsilon == 0 || *e < change.Epsilon) {
				change.Epsilon = *e
			}
		}
	}
	if l.tried(change, change.Epsilon > 0); change.Value == string(run.Poisson) && float64(change.Epsilon) < l.least {
		l.sampled = change.Epsilon
	}
}

// followLowering drops a search and its results if the state no longer asks its question.
func (s *Session) followLowering() {
	l := &s.lowering
	if !s.asks(l.of) || !s.Model.Settled() || !slices.Equal(l.departures, s.Model.Departures()) ||
		l.inEpochs != (s.Model.View.Steps == form.Epochs) {
		l.drop()
		l.asked, l.sampled = false, 0
		s.trySampling()
	}
}
