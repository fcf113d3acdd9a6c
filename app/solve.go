package app

import (
	"encoding/json"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/engine"
	"lastiterate/app/form"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// Names under which the solve panel asks the page to solve and to stop.
const (
	solveAction = "solve"
	stopAction  = "stop-solving"
)

// solving is the search for a value that meets a target. It has an engine of
// its own, started with the first search, so that the answer to the form never
// waits for it.
type solving struct {
	client *engine.Client
	search search
}

// search is how far one search has come.
type search struct {
	Wanted   words.Wanted
	Status   engine.Status
	Err      string
	Done, Of int
	Result   protocol.SolveResult
	Row      string // the name of the theorem that gave it
}

// solve is the panel.
func (p *page) solve() app.UI {
	hindered := ""
	if !p.model.Settled() {
		hindered = "a field of the run needs attention first"
	}
	return &solveView{Departures: p.model.Departures(), Run: p.model.Run, Question: p.model.Question, Epochs: p.model.View.Steps == form.Epochs,
		Hindered: hindered, Search: p.solving.search}
}

// onSolve starts a search in place of any older one.
func (p *page) onSolve(ctx app.Context, a app.Action) {
	w, ok := a.Value.(words.Wanted)
	if !ok {
		return
	}
	if p.solving.client == nil {
		p.solving.client = engine.NewLone(dom.Workers{Ctx: ctx}, dom.Build(), p.hearSolved)
	}
	p.solving.search = search{Wanted: w, Status: engine.Running}
	p.solving.client.Cancel()
	request := solveRequest(w)
	request.PublishedOnly = p.published()
	p.solving.client.Ask(request)
}

// solveRequest is the search as the engine is asked.
func solveRequest(w words.Wanted) protocol.Request {
	steps := "T"
	if w.Epochs {
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

// onStopSolving gives the search up.
func (p *page) onStopSolving(app.Context, app.Action) { p.stopSolving() }

func (p *page) stopSolving() {
	if p.solving.search.Status == engine.Running {
		p.solving.client.Cancel()
	}
	p.solving.search = search{}
}

// hearSolved takes what the engine found. What is left of an older search
// never arrives: it was cancelled.
func (p *page) hearSolved(o engine.Outcome) {
	s := &p.solving.search
	switch {
	case o.Progress != nil:
		s.Done, s.Of = o.Progress.Done, o.Progress.Of
	case o.Solve != nil:
		s.Status, s.Result = engine.Done, *o.Solve
		s.Row = s.Result.Row
		if row, ok := p.subject().RowOf(s.Result.Row); ok {
			s.Row = row.Name
		}
	case o.Status == engine.Failed:
		s.Status, s.Err = engine.Failed, o.Err.Error()
	}
}

// followSolution drops a search that the run no longer agrees with. A
// solution outlives its being written into the run.
func (p *page) followSolution(m state.Model) {
	if s := p.solving.search; s.Status != engine.Idle && !s.stands(m) {
		p.stopSolving()
	}
}

// stands reports whether the search is about the state: about its run, whatever
// the field that is solved for holds.
func (s search) stands(m state.Model) bool {
	if !slices.Equal(s.Wanted.Departures, m.Departures()) || s.Wanted.Question != m.Question || s.Wanted.Epochs != (m.View.Steps == form.Epochs) {
		return false
	}
	asked := s.Wanted.Run
	if value, ok := m.Run.Number(s.Wanted.Field); !ok || asked.SetNumber(s.Wanted.Field, value) != nil {
		return false
	}
	if s.Wanted.Field == "b" && s.Wanted.Epochs {
		asked = asked.InEpochsOf(s.Wanted.Run)
	}
	return asked.Same(m.Run)
}
