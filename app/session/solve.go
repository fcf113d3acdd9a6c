package session

import (
	"encoding/json"
	"slices"

	"lastiterate/app/engine"
	"lastiterate/app/form"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// solving is the search for a value that meets a target. It has an engine of
// its own, so that the answer to the form never waits for it.
type solving struct {
	client *engine.Client
	search Search
	costs  trials[words.Cost] // by the same engine, once there is a solution
}

// Search is how far one search has come.
type Search struct {
	Wanted   words.Wanted
	Only     string // which theorems were asked, as the view says it
	Status   engine.Status
	Err      string
	Done, Of int
	Result   protocol.SolveResult
	Row      string // the name of the theorem that gave it
	Blank    bool   // the run's own value is none that anybody stated

	Costs Costs
}

// Costs is how far the search has come for assumptions without which less noise is enough.
type Costs = Trials[words.Cost]

// mostCosts is the largest number of such assumptions that the page lists.
const mostCosts = 2

// Costly reports whether assumptions can be looked for without which less noise is enough.
func (s Search) Costly() bool {
	return s.Status == engine.Done && s.Wanted.Field == "sigma" && s.Result.Value > 0
}

// Search is how far the latest search has come.
func (s *Session) Search() Search {
	search := s.solving.search
	search.Costs = s.solving.costs.Trials
	search.Blank = s.Model.View.IsBlank(search.Wanted.Field)
	return search
}

// Written reports whether a run has the value that was found.
func (s Search) Written(r run.Run) bool {
	value, _ := r.Number(s.Wanted.Field)
	return !s.Blank && value == float64(s.Result.Value)
}

// Unwritten says that a value was found which the form does not hold, so that the answer on show is for
// another; empty if there is none.
func (s *Session) Unwritten() string {
	search := s.solving.search
	if s.withheld() || search.Status != engine.Done || search.Written(s.Model.Run) {
		return ""
	}
	return words.Unwritten(s.Model.Run, search.Wanted.Field, s.Model.Run.Get(search.Wanted.Field))
}

// Solve starts a search in place of any older one.
func (s *Session) Solve(w words.Wanted) {
	s.solving.costs.drop()
	s.solving.search = Search{Wanted: w, Only: s.Model.View.Only, Status: engine.Running}
	s.solving.client.Cancel()
	request := solveRequest(w)
	request.PublishedOnly = s.Published()
	s.solving.client.Ask(request)
}

// solveRequest is the search as the engine is asked.
func solveRequest(w words.Wanted) protocol.Request {
	steps := "T"
	switch {
	case w.Longer():
		steps = protocol.StepsBefore
	case w.Epochs:
		steps = form.Epochs
	}
	kind, value := form.Delta, w.Question.Delta
	if w.Question.Renyi() {
		kind, value = form.Alpha, w.Question.Alpha
	}
	target := `{"epsilon":` + run.FormatNumber(w.Epsilon) + `,"` + kind + `":` + run.FormatNumber(value) + `}`
	return protocol.Request{
		Method: protocol.MethodSolve, Progress: true, Run: protocol.EncodeRun(w.Run),
		Field: w.Field, Target: json.RawMessage(target), Steps: steps, Rows: w.Rows(),
	}
}

// StopSolving gives the search up.
func (s *Session) StopSolving() {
	if s.solving.search.Status == engine.Running {
		s.solving.client.Cancel()
	}
	s.solving.costs.drop()
	s.solving.search = Search{}
}

// Cost looks for assumptions without which less noise is enough.
func (s *Session) Cost() {
	search, costs := s.solving.search, &s.solving.costs
	if !search.Costly() {
		return
	}
	costs.client, costs.most, costs.value = s.solving.client, mostCosts, func(c words.Cost) float64 { return float64(c.Value) }
	costs.ask = func(c words.Cost) (protocol.Request, bool) {
		request := solveRequest(c.Wanted)
		request.PublishedOnly = search.Only != ""
		return request, true
	}
	costs.start(search.Wanted.Costing(), float64(search.Result.Value))
}

// StopCost ends that search and keeps what it found.
func (s *Session) StopCost() { s.solving.costs.stop() }

// receiveSolved takes what the engine found. What is left of an older search
// never arrives: it was cancelled.
func (s *Session) receiveSolved(o engine.Outcome) {
	search, costs := &s.solving.search, &s.solving.costs
	if costs.Status != engine.Idle {
		if costs.expects(o.Solve != nil, o) {
			cost := costs.left[0]
			if o.Solve != nil {
				cost.Value = o.Solve.Value
			}
			costs.tried(cost, o.Solve != nil)
		}
		return
	}
	switch {
	case o.Progress != nil:
		search.Done, search.Of = o.Progress.Done, o.Progress.Of
	case o.Solve != nil:
		search.Status, search.Result, search.Row = engine.Done, *o.Solve, o.Solve.Row
		if row, ok := s.Subject().RowOf(o.Solve.Row); ok {
			search.Row = row.Name
		}
	case o.Status == engine.Failed:
		search.Status, search.Err = engine.Failed, o.Err.Error()
	}
}

// followSolution drops a search that the run no longer agrees with. A
// solution outlives its being written into the run.
func (s *Session) followSolution() {
	if search := s.solving.search; search.Status != engine.Idle && !search.stands(s.Model) {
		s.StopSolving()
	}
}

// stands reports whether the search is about the state: about its theorems and its run, whatever
// the field that is solved for holds.
func (s Search) stands(m state.Model) bool {
	if !slices.Equal(s.Wanted.Departures, m.Departures()) || s.Wanted.Question != m.Question ||
		s.Wanted.Epochs != (m.View.Steps == form.Epochs) || s.Only != m.View.Only {
		return false
	}
	value, ok := m.Run.Number(s.Wanted.Field)
	if !ok {
		return false
	}
	asked, ok := s.Wanted.At(value)
	return ok && asked.Same(m.Run)
}
