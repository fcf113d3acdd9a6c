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

// lowering looks for single changes that lower ε, when a person asks. It has an engine of its own, so that no answer
// waits for it.
type lowering struct {
	client     *engine.Client
	of         query
	departures words.Departures
	inEpochs   bool
	left       []protocol.Change // those to be tried, the first of them under way
	Lowering
}

// Lowering is how far the search for changes has come.
type Lowering struct {
	Status  engine.Status
	Changes []protocol.Change // those that lower ε, the smallest first
}

// mostLowering is how many changes are told, and leastLowered what ε must fall to for one to be.
const (
	mostLowering = 3
	leastLowered = 0.99
)

// Lowering is how far the search for changes of the answer on show has come; ok is false while there is no
// answer that changes could lower.
func (s *Session) Lowering() (l Lowering, ok bool) {
	answer := s.Subject().Result.Answer
	ok = !s.Embedded && s.current() && s.Model.Settled() && s.job.Status == engine.Done && answer != nil && answer.Epsilon > 0 &&
		s.Subject().Contradiction() == "" && s.Subject().Impossible() == ""
	return s.lowering.Lowering, ok
}

// Lower asks what would lower ε.
func (s *Session) Lower() {
	if _, ok := s.Lowering(); !ok {
		return
	}
	l := &s.lowering
	l.client.Cancel()
	l.of, l.departures, l.inEpochs = s.query(), s.Model.Departures(), s.Model.View.Steps == form.Epochs
	l.left, l.Lowering = words.Levers(l.of.Run, l.inEpochs), Lowering{Status: engine.Running}
	s.tryLowering()
}

// tryLowering asks for ε with the next change.
func (s *Session) tryLowering() {
	l := &s.lowering
	if len(l.left) == 0 {
		l.Status = engine.Done
		l.Changes = l.Changes[:min(len(l.Changes), mostLowering)]
		return
	}
	q := l.of
	value, err := strconv.ParseFloat(l.left[0].Value, 64)
	q.tab, q.parameter, q.epochs = picture.Sweep, l.left[0].Field, l.inEpochs && l.left[0].Field == "b"
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
	if err != nil {
		l.left = l.left[1:]
		s.tryLowering()
		return
	}
	request := q.request()
	request.Progress = false // it is short
	l.client.Ask(request)
}

// receiveLowered takes ε with the change under way. One for which there is none, such as a run that is not valid, is
// passed over.
func (s *Session) receiveLowered(o engine.Outcome) {
	l := &s.lowering
	if l.Status != engine.Running || len(l.left) == 0 || o.Curve == nil && o.Status != engine.Failed {
		return
	}
	change, answer := l.left[0], s.Subject().Result.Answer
	l.left = l.left[1:]
	if o.Curve != nil && answer != nil {
		for _, line := range o.Curve.Series {
			if e := line.Epsilon[0]; e != nil && *e > 0 && (change.Epsilon == 0 || *e < change.Epsilon) {
				change.Epsilon = *e
			}
		}
		if change.Epsilon > 0 && change.Epsilon < leastLowered*answer.Epsilon {
			at := 0
			for at < len(l.Changes) && l.Changes[at].Epsilon <= change.Epsilon {
				at++
			}
			l.Changes = slices.Insert(l.Changes, at, change)
		}
	}
	s.tryLowering()
}

// followLowering drops a search, and what it found, of a question that the state no longer asks.
func (s *Session) followLowering() {
	l := &s.lowering
	if l.Status == engine.Idle || s.asks(l.of) && s.Model.Settled() && slices.Equal(l.departures, s.Model.Departures()) &&
		l.inEpochs == (s.Model.View.Steps == form.Epochs) {
		return
	}
	l.client.Cancel()
	l.left, l.Lowering = nil, Lowering{}
}
