package engine

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"lastiterate/wasm/protocol"
)

// stage is a browser whose workers do what the test says.
type stage struct {
	workers []*actor
	timers  []func()
}

// actor is a worker: it records what it is sent.
type actor struct {
	line    func(string)
	crash   func(string)
	posted  []protocol.Request
	stopped bool
}

func (s *stage) Start(line func(string), crash func(string)) Worker {
	a := &actor{line: line, crash: crash}
	s.workers = append(s.workers, a)
	return a
}

func (s *stage) After(_ time.Duration, f func()) { s.timers = append(s.timers, f) }

// elapse lets all graces run out.
func (s *stage) elapse() {
	timers := s.timers
	s.timers = nil
	for _, f := range timers {
		f()
	}
}

func (a *actor) Post(line string) {
	var r protocol.Request
	if err := json.Unmarshal([]byte(line), &r); err != nil {
		panic(err)
	}
	a.posted = append(a.posted, r)
}

func (a *actor) Stop() { a.stopped = true }

func (a *actor) ready() { a.readyAs("b1") }

func (a *actor) readyAs(build string) {
	a.line(fmt.Sprintf(`{"v":1,"ready":{"engine":"0.1.0","build":%q,"methods":["evaluate","curve"]}}`, build))
}

// answers answers the last request.
func (a *actor) answers(rest string) {
	a.line(fmt.Sprintf(`{"v":1,"id":%s,%s}`, a.posted[len(a.posted)-1].ID, rest))
}

const (
	aResult = `"result":{"answer":{"row":"shift","epsilon":1.5,"certified":false},"verdict":{"helps":true,"changes":[]},"warnings":[],"statement":"","rows":[]}`
	aCurve  = `"result":{"series":[{"row":"shift","epsilon":[1,null,"inf"]}]}`
)

// scene is a client on a stage, with the outcomes it delivered.
type scene struct {
	*stage
	*Client
	outcomes []Outcome
}

func newScene() *scene {
	s := &scene{stage: &stage{}}
	s.Client = New(s.stage, "b1", func(o Outcome) { s.outcomes = append(s.outcomes, o) })
	return s
}

// heard is the outcomes as "asking method status; …".
func (s *scene) heard() string {
	var lines []string
	for _, o := range s.outcomes {
		lines = append(lines, fmt.Sprintf("%d %s %v", o.Question, o.Method, o.Status))
	}
	return strings.Join(lines, "; ")
}

var (
	evaluate = protocol.Request{Method: protocol.MethodEvaluate}
	curve    = protocol.Request{Method: protocol.MethodCurve}
)

func TestQuestionWaitsForReadyAndAnswersInOrder(t *testing.T) {
	s := newScene()
	s.Ask(evaluate, curve)
	worker := s.workers[0]
	if len(worker.posted) != 0 {
		t.Fatalf("%d requests were posted before the engine was ready, want 0", len(worker.posted))
	}
	worker.ready()
	if len(worker.posted) != 1 {
		t.Fatalf("posted %d requests, want the first alone", len(worker.posted))
	}
	worker.answers(`"partial":{"rows":[],"pending":["shift"]}`)
	worker.answers(aResult)
	worker.answers(aCurve)
	want := "1 evaluate running; 1 evaluate running; 1 evaluate done; 1 curve running; 1 curve done"
	if got := s.heard(); got != want {
		t.Errorf("heard %s\nwant  %s", got, want)
	}
	if got := s.outcomes[2].Result.Answer.Epsilon; got != 1.5 {
		t.Errorf("ε = %v, want 1.5", got)
	}
	if got := s.outcomes[4].Curve.Series[0].Epsilon; len(got) != 3 || got[1] != nil {
		t.Errorf("the curve is %v, want three values of which the second is unknown", got)
	}
	if len(s.workers) != 2 {
		t.Errorf("%d workers, want a spare beside the active one", len(s.workers))
	}
}

func TestNewestQuestionWins(t *testing.T) {
	s := newScene()
	first := s.workers[0]
	first.ready()
	s.Ask(evaluate, curve)
	s.workers[1].ready()
	s.Ask(evaluate)
	s.Ask(evaluate)
	if first.stopped || len(first.posted) != 1 {
		t.Fatalf("within its grace the first engine is stopped: %t, with %d requests; want false and 1", first.stopped, len(first.posted))
	}
	s.elapse()
	second := s.workers[1]
	if !first.stopped || len(second.posted) != 1 {
		t.Fatalf("after its grace the first engine is stopped: %t, and the spare has %d requests; want true and 1",
			first.stopped, len(second.posted))
	}
	first.line(`{"v":1,"id":1,` + aResult + `}`)
	second.answers(aResult)
	want := "1 evaluate running; 3 evaluate running; 3 evaluate done"
	if got := s.heard(); got != want {
		t.Errorf("heard %s\nwant  %s", got, want)
	}
}

func TestOvertakenQuestionMayFinishInItsGrace(t *testing.T) {
	s := newScene()
	s.workers[0].ready()
	s.Ask(evaluate, curve)
	s.Ask(evaluate)
	s.workers[0].answers(aResult)
	s.elapse()
	if s.workers[0].stopped {
		t.Error("an engine that answered within its grace is stopped, want it to run")
	}
	s.workers[0].answers(aResult)
	want := "1 evaluate running; 1 evaluate done; 2 evaluate running; 2 evaluate done"
	if got := s.heard(); got != want {
		t.Errorf("heard %s\nwant  %s", got, want)
	}
}

// Nobody waits for the picture of a question that is overtaken.
func TestOvertakenPictureIsStoppedAtOnce(t *testing.T) {
	s := newScene()
	s.workers[0].ready()
	s.Ask(curve)
	s.workers[1].ready()
	s.Ask(evaluate)
	if !s.workers[0].stopped || len(s.workers[1].posted) != 1 {
		t.Fatalf("the engine with the picture is stopped: %t, and the spare has %d requests; want true and 1", s.workers[0].stopped,
			len(s.workers[1].posted))
	}
	s.workers[1].answers(aResult)
	s.elapse()
	if s.workers[1].stopped {
		t.Error("an idle engine is stopped, want it to run")
	}
	if got, want := s.heard(), "1 curve running; 2 evaluate running; 2 evaluate done"; got != want {
		t.Errorf("heard %s\nwant  %s", got, want)
	}
}

func TestAskingInsideAnOutcome(t *testing.T) {
	s := newScene()
	asked := false
	s.deliver = func(o Outcome) {
		s.outcomes = append(s.outcomes, o)
		if o.Status == Done && !asked {
			asked = true
			s.Ask(evaluate)
		}
	}
	s.workers[0].ready()
	s.Ask(evaluate, curve)
	s.workers[0].answers(aResult)
	if n := len(s.workers[0].posted); n != 2 {
		t.Fatalf("posted %d requests, want 2: the curve is overtaken", n)
	}
	if m := s.workers[0].posted[1].Method; m != protocol.MethodEvaluate {
		t.Errorf("the second request is %s, want evaluate", m)
	}
}

func TestCrashIsToldAndAskedOnceMore(t *testing.T) {
	s := newScene()
	s.workers[0].ready()
	s.Ask(evaluate)
	s.workers[0].crash("out of memory")
	s.workers[1].ready()
	if len(s.workers[1].posted) != 1 {
		t.Fatalf("%d requests after a crash, want the question once more", len(s.workers[1].posted))
	}
	if i := slices.IndexFunc(s.outcomes, func(o Outcome) bool { return o.Restarted == "out of memory" }); i < 0 {
		t.Errorf("the outcomes are %+v, want one that was restarted for out of memory", s.outcomes)
	}
	s.workers[1].crash("out of memory")
	last := s.outcomes[len(s.outcomes)-1]
	if last.Status != Failed || !strings.Contains(last.Err.Error(), "out of memory") {
		t.Errorf("after the second crash: %v, %v, want a failure that says why", last.Status, last.Err)
	}
	// The engine that was started again serves the next question.
	s.Ask(evaluate)
	again := s.workers[len(s.workers)-1]
	again.ready()
	again.answers(aResult)
	if last := s.outcomes[len(s.outcomes)-1]; last.Status != Done {
		t.Errorf("after the restart: %v, %v, want done", last.Status, last.Err)
	}
}

func TestEngineOfAnotherBuildIsRefused(t *testing.T) {
	s := newScene()
	s.Ask(evaluate)
	s.workers[0].readyAs("b2")
	if got := s.heard(); got != "1 evaluate failed" {
		t.Fatalf("heard %s", got)
	}
	if err := s.outcomes[0].Err.Error(); !strings.Contains(err, "reload") {
		t.Errorf("error %q does not say what to do", err)
	}
	s.Ask(evaluate)
	if got := s.heard(); got != "1 evaluate failed; 2 evaluate failed" {
		t.Errorf("heard %s", got)
	}
	if !s.workers[0].stopped {
		t.Error("the refused engine runs, want it stopped")
	}
}

func TestEngineThatNeverStartsIsGivenUp(t *testing.T) {
	s := newScene()
	s.Ask(evaluate)
	for i := 0; i < maxBadStarts; i++ {
		if i >= len(s.workers) {
			t.Fatalf("no attempt %d", i+1)
		}
		s.workers[i].crash("blocked")
	}
	if len(s.workers) != maxBadStarts {
		t.Errorf("%d attempts, want %d", len(s.workers), maxBadStarts)
	}
	last := s.outcomes[len(s.outcomes)-1]
	if last.Status != Failed || !strings.Contains(last.Err.Error(), "blocked") {
		t.Errorf("after %d attempts: %v, %v, want a failure that says why", maxBadStarts, last.Status, last.Err)
	}
}

func TestErrorsOfTheEngine(t *testing.T) {
	s := newScene()
	s.workers[0].ready()
	s.Ask(evaluate, curve)
	s.workers[0].answers(`"error":{"code":"bad-run","errors":[{"field":"eta","value":"-1","message":"learning rate must be positive"}]}`)
	if o := s.outcomes[len(s.outcomes)-2]; o.Status != Failed || !strings.Contains(o.Err.Error(), "learning rate") {
		t.Errorf("an error of the engine: %v, %v, want a failure with its message", o.Status, o.Err)
	}
	s.workers[0].answers(aCurve)
	if o := s.outcomes[len(s.outcomes)-1]; o.Status != Done {
		t.Errorf("the curve after an error: %v, want done", o.Status)
	}
	s.Ask(evaluate)
	s.workers[0].answers(`"result":{"rows":7}`)
	if o := s.outcomes[len(s.outcomes)-1]; o.Status != Failed {
		t.Errorf("a result of the wrong shape: %v, want failed", o.Status)
	}
}

func TestProvisional(t *testing.T) {
	part := protocol.Partial{
		Answers: protocol.Answers{
			Rows:          []protocol.Row{{ID: "shift"}},
			Warnings:      []string{"careful"},
			Answer:        &protocol.Answer{Row: "shift"},
			Published:     &protocol.Answer{Row: "composition"},
			Lower:         &protocol.Answer{Row: "linear-adversary"},
			LowerEstimate: &protocol.Answer{Row: "projected-adversary"},
			Contradiction: &protocol.Contradiction{},
		},
		Helps: true,
	}
	got := Provisional(part)
	want := protocol.Result{
		Answers: protocol.Answers{
			Rows:          part.Rows,
			Warnings:      part.Warnings,
			Answer:        part.Answer,
			Published:     part.Published,
			Lower:         part.Lower,
			LowerEstimate: part.LowerEstimate,
			Contradiction: part.Contradiction,
		},
		Verdict: protocol.Verdict{Helps: true},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestEveryMethodIsRead(t *testing.T) {
	s := newScene()
	s.workers[0].ready()
	s.Ask(protocol.Request{Method: protocol.MethodSolve}, protocol.Request{Method: protocol.MethodCompare},
		protocol.Request{Method: "unheard-of"})
	s.workers[0].answers(`"result":{"value":0.5,"epsilon":1,"row":"shift","bracket":[0.5]}`)
	s.workers[0].answers(`"result":{"runs":[{"label":"a","error":{"code":"bad-run"}}]}`)
	s.workers[0].answers(`"result":{}`)
	want := "1 solve running; 1 solve done; 1 compare running; 1 compare done; 1 unheard-of running; 1 unheard-of failed"
	if got := s.heard(); got != want {
		t.Fatalf("heard %s\nwant  %s", got, want)
	}
	if got := s.outcomes[1].Solve; got == nil || got.Value != 0.5 {
		t.Errorf("solve: %+v, want 0.5", got)
	}
	if got := s.outcomes[3].Compare; got == nil || got.Runs[0].Error.Code != "bad-run" {
		t.Errorf("compare: %+v, want a bad run", got)
	}
}

// A cancelled question is stopped without its grace, says nothing more, and
// the spare answers what is asked next.
func TestCancel(t *testing.T) {
	s := newScene()
	s.workers[0].ready()
	s.Ask(evaluate)
	s.workers[1].ready()
	s.Cancel()
	if !s.workers[0].stopped || s.workers[1].stopped {
		t.Fatalf("after Cancel the engine at work is stopped: %t, the spare: %t; want true and false",
			s.workers[0].stopped, s.workers[1].stopped)
	}
	s.workers[0].line(`{"v":1,"id":1,` + aResult + `}`)
	s.Ask(curve)
	s.workers[1].answers(aCurve)
	s.elapse()
	if got, want := s.heard(), "1 evaluate running; 2 curve running; 2 curve done"; got != want {
		t.Errorf("heard %s\nwant  %s", got, want)
	}
	s.Cancel() // nothing is under way
	if s.workers[1].stopped {
		t.Error("Cancel stops an idle engine, want it to run")
	}
}

func TestLoneClientKeepsOneEngine(t *testing.T) {
	s := &scene{stage: &stage{}}
	s.Client = NewLone(s.stage, "b1", func(o Outcome) { s.outcomes = append(s.outcomes, o) })
	s.Cancel() // nothing was asked
	if len(s.workers) != 0 {
		t.Fatalf("%d engines have started before the first question, want 0", len(s.workers))
	}
	s.Ask(evaluate)
	s.workers[0].ready()
	if len(s.workers) != 1 {
		t.Fatalf("%d workers, want 1", len(s.workers))
	}
	s.Cancel()
	if len(s.workers) != 2 || !s.workers[0].stopped {
		t.Fatalf("%d workers after a cancel, want another in place of the first", len(s.workers))
	}
	s.Ask(curve)
	s.workers[1].ready()
	s.workers[1].answers(aCurve)
	if got, want := s.heard(), "1 evaluate running; 2 curve running; 2 curve done"; got != want {
		t.Errorf("heard %s\nwant  %s", got, want)
	}
}

// TestOutcomesMayCancel: a receiver may cancel as soon as it hears that a question runs, and when the client gives up. The
// question is not posted to the next engine, and no engine is left running.
func TestOutcomesMayCancel(t *testing.T) {
	s := &scene{stage: &stage{}}
	s.Client = New(s.stage, "b1", func(o Outcome) {
		s.outcomes = append(s.outcomes, o)
		s.Cancel()
	})
	s.Ask(evaluate)
	s.workers[0].ready()
	if first := s.workers[0]; len(first.posted) != 1 || !first.stopped {
		t.Errorf("the first engine got %d requests (want 1), stopped: %v (want true)", len(first.posted), first.stopped)
	}
	for _, w := range s.workers[1:] {
		if len(w.posted) > 0 {
			t.Errorf("another engine got %d requests after the question was cancelled, want 0", len(w.posted))
		}
	}
	s.Ask(curve)
	s.workers[len(s.workers)-1].readyAs("b2") // the page is of another build
	for i, w := range s.workers {
		if !w.stopped {
			t.Errorf("engine %d of %d runs after the client has given up", i+1, len(s.workers))
		}
	}
}
