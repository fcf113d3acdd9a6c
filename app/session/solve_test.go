package session_test

import (
	"strings"
	"testing"

	"lastiterate/app/engine"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/wasm/protocol"
)

func (v visit) solving() words.Wanted {
	w := words.Wanted{Query: v.Model.Query, Epsilon: 1, Field: "sigma"}
	v.Solve(w)
	v.browser.Pass(0)
	return w
}

// The field that is solved for may be blank; what was found is then written into it.
func TestSearchForABlankField(t *testing.T) {
	v := visiting(t)
	s := v.Model.State
	s.View.Blank = []string{"sigma"}
	v.Do(state.Start{From: s})
	if why := v.Model.Hinders("sigma"); why != "" {
		t.Errorf("the noise cannot be solved for: %s", why)
	}
	if why := v.Model.Hinders("T"); !strings.Contains(why, "is needed first") {
		t.Errorf("iterations are solved for without a noise: %q", why)
	}
	v.solving()
	held, _ := v.Model.Run.Number("sigma")
	v.asked(protocol.MethodSolve).Answer(protocol.SolveResult{Value: protocol.Number(held), Row: "shift"})
	if found := v.Search(); found.Status != engine.Done || found.Written(v.Model.Run) {
		t.Errorf("what stands for a blank field is taken for the value found: %+v", found)
	}
	if got := v.Unwritten(); got != "" {
		t.Errorf("without an answer it says %q", got)
	}
	v.Do(state.ApplySolution{Field: "sigma", Value: "0.5"})
	if v.Model.Needs() != nil || v.Model.Run.Sigma != 0.5 {
		t.Errorf("σ = %v, %v are needed", v.Model.Run.Sigma, v.Model.Needs())
	}
	v.typed("sigma", "")
	if why := v.Model.Hinders("sigma"); why != "" {
		t.Errorf("an emptied field cannot be solved for: %s", why)
	}
	v.typed("eta", "fast")
	if why := v.Model.Hinders("sigma"); why == "" {
		t.Error("with the learning rate \"fast\" nothing hinders solving for σ, want a reason: the run has a fault")
	}
}

// A search has an engine of its own. It is given up when the run changes in anything but
// what is solved for, and outlives its solution's being written into the run.
func TestSearchFollowsTheRun(t *testing.T) {
	v := visiting(t)
	v.solving()
	e := v.asked(protocol.MethodSolve)
	e.Count(2, 40)
	if s := v.Search(); s.Status != engine.Running || s.Done != 2 || s.Of != 40 {
		t.Errorf("under way: %+v", s)
	}
	v.typed("eta", "0.05")
	if s := v.Search(); !e.Stopped || s.Status != engine.Idle {
		t.Errorf("stopped %v: %+v", e.Stopped, s)
	}
	v.answer(1.5)
	v.solving()
	v.asked(protocol.MethodSolve).Answer(protocol.SolveResult{Value: 0.5, Row: "shift"})
	if s := v.Search(); s.Status != engine.Done || s.Result.Row != "shift" {
		t.Errorf("done: %+v", s)
	}
	if got := v.Unwritten(); !strings.HasPrefix(got, "This is the answer for σ = 1.") {
		t.Errorf("beside the answer to the value before it says %q", got)
	}
	v.Do(state.ApplySolution{Field: "sigma", Value: "0.5"})
	if got := v.Unwritten(); got != "" {
		t.Errorf("beside the answer to the value that was found it says %q", got)
	}
	if got := v.Search().Status; got != engine.Done {
		t.Errorf("after the value was written into the run the solution is %v, want done", got)
	}
	longer := words.Wanted{Query: v.Model.Query, Epsilon: 1, Field: "after"}
	v.Solve(longer)
	v.browser.Pass(0)
	if e = v.asked(protocol.MethodSolve); e.Last().Steps != protocol.StepsBefore {
		t.Errorf("steps after a deletion are looked for with %q stated", e.Last().Steps)
	}
	found := protocol.SolveResult{Value: 30, Row: "shift"}
	e.Answer(found)
	length := v.Model.Run.T + 30
	v.Do(state.ApplySolution{Field: "after", Value: "30", T: longer.LongerT(found)})
	if v.Search().Status != engine.Done || v.Model.Run.T != length || v.Model.Run.After != 30 {
		t.Errorf("steps after a deletion are written as T = %d, K = %d: %v", v.Model.Run.T, v.Model.Run.After, v.Search().Status)
	}
	v.Do(state.Depart{Departure: words.Tuning, On: true})
	if got := v.Search().Status; got != engine.Idle {
		t.Errorf("for a training that differs the solution is %v, want idle", got)
	}
	v.Do(state.Depart{Departure: words.Tuning})
	v.solving()
	v.asked(protocol.MethodSolve).Answer(found)
	v.Do(state.Restrict{On: true})
	if got := v.Search().Status; got != engine.Idle {
		t.Errorf("with published theorems only the solution by all theorems is %v, want idle", got)
	}
	v.answer(1.5)
	v.solving()
	v.asked(protocol.MethodSolve).Fail("internal", "it says why")
	if s := v.Search(); s.Status != engine.Failed || s.Err != "it says why" {
		t.Errorf("failed: %+v", s)
	}
	v.solving()
	e = v.asked(protocol.MethodSolve)
	v.solving()
	if !e.Stopped || v.Search().Status != engine.Running {
		t.Errorf("in place of an older search: %+v", v.Search())
	}
	e = v.asked(protocol.MethodSolve)
	v.StopSolving()
	if !e.Stopped || v.Search().Status != engine.Idle {
		t.Errorf("given up: %+v", v.Search())
	}
}

// Beside a solution by a result of ours stands what published theorems alone give, which is searched for afterwards, also while
// the field is blank. Beside one by a published theorem stands nothing.
func TestSearchByPublishedTheorems(t *testing.T) {
	v := visiting(t)
	v.answer(1.5)
	s := v.Model.State
	s.View.Blank = []string{"sigma"}
	v.Do(state.Start{From: s})
	v.solving()
	e := v.asked(protocol.MethodSolve)
	e.Answer(protocol.SolveResult{Value: 0.5, Row: "shift"})
	if got := v.Search(); got.Status != engine.Done || got.ByPublished != words.Seeking || got.Costly() || !e.Last().PublishedOnly {
		t.Fatalf("after a solution by a result of ours: %+v, asked %+v", got, e.Last())
	}
	e.Answer(protocol.SolveResult{Value: 0.75, Row: "composition"})
	const says = "By published theorems alone, the smallest noise on the iterate σ is 0.75."
	if got := v.Search(); got.ByPublished != says || got.Result.Value != 0.5 || !got.Costly() {
		t.Errorf("it says %q, want %q: %+v", got.ByPublished, says, got)
	}
	v.solving()
	v.asked(protocol.MethodSolve).Answer(protocol.SolveResult{Value: 0.5, Row: "shift"})
	v.asked(protocol.MethodSolve).Fail("internal", "it says why")
	if got := v.Search(); got.Status != engine.Done || got.ByPublished != "By published theorems alone: it says why." {
		t.Errorf("without a value it says %q: %+v", got.ByPublished, got)
	}
	v.solving()
	e = v.asked(protocol.MethodSolve)
	e.Answer(protocol.SolveResult{Value: 0.5, Row: "shift"})
	if v.StopSolving(); !e.Stopped || v.Search().Status != engine.Idle {
		t.Errorf("given up: %+v", v.Search())
	}
	v.solving()
	v.asked(protocol.MethodSolve).Answer(protocol.SolveResult{Value: 0.5, Row: "not listed"})
	if got := v.Search(); got.ByPublished != words.Seeking {
		t.Errorf("after a solution by a row that is not known here: %+v", got)
	}
	v = visiting(t)
	v.answer(1.5)
	v.solving()
	v.asked(protocol.MethodSolve).Answer(protocol.SolveResult{Value: 0.5, Row: "composition"})
	if got := v.Search(); got.ByPublished != "" || got.Published != nil {
		t.Errorf("after a published solution: %+v", got)
	}
}

// A solution is entered with the theorems that found it, so that the answer is the target: that by published theorems leaves our own
// results out.
func TestSolutionsAreApplied(t *testing.T) {
	for _, published := range []bool{false, true} {
		v := visiting(t)
		v.answer(1.5)
		v.solving()
		if v.ApplyPublished(); v.Model.Run.Sigma != 1 || v.Published() {
			t.Errorf("before there is a solution the run has σ = %v", v.Model.Run.Sigma)
		}
		e := v.asked(protocol.MethodSolve)
		e.Answer(protocol.SolveResult{Value: 0.5, Row: "shift"})
		e.Answer(protocol.SolveResult{Value: 0.75, Row: "composition"})
		want := 0.5
		if published {
			want = 0.75
			v.ApplyPublished()
		} else {
			v.Apply()
		}
		found := v.Search()
		if v.Model.Run.Sigma != want || v.Published() != published || found.Status != engine.Done || !found.Written(v.Model.Run) ||
			(found.Published == nil) != published {
			t.Errorf("by published theorems: %v; the run has σ = %v, want %v: %+v", published, v.Model.Run.Sigma, want, found)
		}
	}
}

// The noise for the target of a text is searched for once nothing but the noise is blank.
func TestFindNoise(t *testing.T) {
	v := visiting(t)
	s := v.Model.State
	s.View.Blank = []string{"n", "sigma"}
	v.Do(state.Start{From: s})
	if v.FindNoise(3); v.Search().Status != engine.Idle {
		t.Errorf("without a dataset size: %+v", v.Search())
	}
	v.typed("n", "5")
	if v.FindNoise(3); v.Search().Status != engine.Running || v.Search().Wanted.Epsilon != 3 || v.Search().Wanted.Field != "sigma" {
		t.Errorf("with everything but the noise: %+v", v.Search())
	}
}
