package session

import (
	"slices"
	"strconv"

	"lastiterate/app/engine"
	"lastiterate/app/form"
	"lastiterate/app/picture"
	"lastiterate/app/words"
	"lastiterate/bounds/claim"
	"lastiterate/wasm/protocol"
)

// lowering searches for single changes that lower ε, when the visitor asks.
type lowering struct {
	of         query
	departures words.Departures
	inEpochs   bool
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
	return s.lowering.Trials, ok
}

// Lower starts the search for changes that lower ε.
func (s *Session) Lower() {
	if _, ok := s.Lowering(); !ok {
		return
	}
	l := &s.lowering
	l.of, l.departures, l.inEpochs = s.query(), s.Model.Departures(), s.Model.View.Steps == form.Epochs
	l.most, l.ask, l.value = mostLowering, s.lowerRequest, func(c protocol.Change) float64 { return float64(c.Epsilon) }
	levers := slices.DeleteFunc(words.Levers(l.of.Run, l.inEpochs), func(c protocol.Change) bool { return s.Model.View.IsBlank(c.Field) })
	l.start(levers, float64(s.Subject().Result.Answer.Epsilon))
}

// StopLowering ends the search and keeps its results.
func (s *Session) StopLowering() { s.lowering.stop() }

// lowerRequest is the request for ε with a change.
func (s *Session) lowerRequest(c protocol.Change) (request protocol.Request, ok bool) {
	l := &s.lowering
	q := l.of
	value, err := strconv.ParseFloat(c.Value, 64)
	q.tab, q.parameter, q.epochs = picture.Sweep, c.Field, l.inEpochs && c.Field == "b"
	if q.parameter == form.Epochs {
		q.parameter, value = "T", value*float64(q.Run.EpochSteps())
	}
	q.at, q.rows = []float64{value}, words.Wanted{Query: q.Query, Departures: l.departures}.Rows()
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
	l.tried(change, change.Epsilon > 0)
}

// followLowering drops a search and its results if the state no longer asks its question.
func (s *Session) followLowering() {
	l := &s.lowering
	if !s.asks(l.of) || !s.Model.Settled() || !slices.Equal(l.departures, s.Model.Departures()) ||
		l.inEpochs != (s.Model.View.Steps == form.Epochs) {
		l.drop()
	}
}
