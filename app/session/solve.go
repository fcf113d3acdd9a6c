package session

import (
	"encoding/json"
	"slices"

	"lastiterate/app/engine"
	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// solving is the search for a value that meets a target. It has an engine of its own, so that the answer to the form never
// waits for it.
type solving struct {
	client *engine.Client
	search Search
	costs  trials[words.Cost] // by the same engine, once there is a solution
}

// Search is the state of a search.
type Search struct {
	Wanted   words.Wanted
	Only     string // View.Only of the search: which theorems were used
	Status   engine.Status
	Err      string
	Done, Of int
	Result   protocol.SolveResult
	// ByPublished is what published theorems alone give, if Result is by a result of ours or by a row without an answer here;
	// words.Seeking until that is known.
	ByPublished string
	// Published is that solution; nil if there is none, or not yet.
	Published *protocol.SolveResult
	Blank     bool // nobody has stated the run's own value of the field

	Costs Costs
}

// Costs is the progress of the search for assumptions without which less noise is enough.
type Costs = Trials[words.Cost]

// mostCosts is the largest number of such assumptions that the page lists.
const mostCosts = 2

// Costly reports whether such assumptions can be searched for.
func (s Search) Costly() bool {
	return s.Status == engine.Done && s.ByPublished != words.Seeking && s.Wanted.Field == "sigma" && s.Result.Value > 0
}

// Search returns the state of the latest search.
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

// Apply enters the solution into the run.
func (s *Session) Apply() {
	w, found := s.solving.search.Wanted, s.solving.search.Result
	field, text := w.Entry(found)
	s.Do(state.ApplySolution{Field: field, Value: text, T: w.LongerT(found), Only: s.solving.search.Only})
}

// ApplyPublished enters the solution by published theorems, and leaves our own results out of the answer, so that the answer is the
// target again. From then on that solution is the one that the search has found.
func (s *Session) ApplyPublished() {
	search := &s.solving.search
	if search.Published == nil {
		return
	}
	s.solving.costs.drop()
	search.Result, search.Only, search.Published, search.ByPublished = *search.Published, link.OnlyPublished, nil, ""
	s.Apply()
}

// Unwritten says that a value was found that the form does not hold, so that the displayed answer is for another value; empty
// otherwise.
func (s *Session) Unwritten() string {
	search := s.solving.search
	if s.isWithheld() || search.Status != engine.Done || search.Written(s.Model.Run) {
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

// FindNoise starts a search for the noise that meets a target, unless a field has to be completed first.
func (s *Session) FindNoise(epsilon float64) {
	if m := s.Model; m.Hinders("sigma") == "" {
		s.Solve(words.Wanted{Query: m.Query, Epsilon: epsilon, Field: "sigma", Epochs: m.View.Steps == form.Epochs,
			Departures: m.Departures()})
	}
}

// solveRequest is the request for a search.
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

// StopSolving cancels the search.
func (s *Session) StopSolving() {
	s.solving.client.Cancel()
	s.solving.costs.drop()
	s.solving.search = Search{}
}

// Cost searches for assumptions without which less noise is enough.
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

// StopCost ends the search of Cost and keeps its results.
func (s *Session) StopCost() { s.solving.costs.stop() }

// receiveSolved handles an outcome of the search. Outcomes of an older search never arrive, because it was cancelled.
func (s *Session) receiveSolved(o engine.Outcome) {
	search, costs := &s.solving.search, &s.solving.costs
	if costs.Status != engine.Idle {
		if costs.expects(o.Solve != nil, o) {
			cost, found := costs.left[0], o.Solve != nil
			if found {
				cost.Value = o.Solve.Value
			}
			if cost.Together && len(costs.Found) > 0 { // it must need less noise than the best of its parts
				found = found && float64(cost.Value) < enough*float64(costs.Found[0].Value)
			}
			costs.tried(cost, found)
		}
		return
	}
	switch {
	case search.ByPublished == words.Seeking && o.Solve != nil:
		search.ByPublished, search.Published = search.Wanted.ByPublished(*o.Solve), o.Solve
	case search.ByPublished == words.Seeking && o.Status == engine.Failed:
		search.ByPublished = "By published theorems alone: " + o.Err.Error() + "."
	case o.Progress != nil:
		search.Done, search.Of = o.Progress.Done, o.Progress.Of
	case o.Solve != nil:
		search.Status, search.Result = engine.Done, *o.Solve
		row, known := s.Subject().RowOf(o.Solve.Row)
		if search.Only == "" && (words.Ours(row) || !known) {
			search.ByPublished = words.Seeking
			request := solveRequest(search.Wanted)
			request.PublishedOnly, request.Progress = true, false
			s.solving.client.Ask(request)
		}
	case o.Status == engine.Failed:
		search.Status, search.Err = engine.Failed, o.Err.Error()
	}
}

// followSolution drops a search that no longer belongs to the run. A solution remains after it is written into the run.
func (s *Session) followSolution() {
	if search := s.solving.search; search.Status != engine.Idle && !search.stands(s.Model) {
		s.StopSolving()
	}
}

// stands reports whether the search belongs to the state: its theorems and its run, whatever value the solved field has.
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
