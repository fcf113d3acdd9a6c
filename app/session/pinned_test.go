package session_test

import (
	"testing"

	"lastiterate/app/engine"
	"lastiterate/app/link"
	"lastiterate/app/session"
	"lastiterate/app/session/sessiontest"
	"lastiterate/app/state"
	"lastiterate/wasm/protocol"
)

// A pinned run keeps its answer when the form changes; runs that are not known are asked
// for together, by an engine of their own, and their curves one after the other once the
// picture is there.
func TestPinsAndComparison(t *testing.T) {
	v := visiting(t)
	v.answer(1.5)
	v.draw(false)
	v.Do(state.Pin{})
	if e := v.browser.Asked(protocol.MethodCompare); e != nil {
		t.Error("the run whose answer is on show is asked for")
	}
	if p := v.Pinned(); p.Count != 1 || !p.Present || p.Full {
		t.Errorf("pinned: %+v", p)
	}
	v.typed("eta", "0.05")
	v.answer(1.2)
	columns := v.Comparison().Columns
	if len(columns) != 2 || columns[0].Pin != -1 || columns[1].Pin != 0 || columns[1].Present ||
		columns[0].Subject.Result.Answer.Epsilon != 1.2 || columns[1].Subject.Result.Answer.Epsilon != 1.5 {
		t.Fatalf("compared: %+v", columns)
	}
	own := v.asked(protocol.MethodCurve)
	v.draw(false)
	pinned := v.asked(protocol.MethodCurve)
	if pinned == own || string(pinned.Last().Run) == string(protocol.EncodeRun(v.Model.Run)) {
		t.Fatal("the pinned run's curve is not asked for, by an engine of its own")
	}
	if scene, _ := v.Scene(); len(scene.Beside) != 0 {
		t.Error("a line is drawn before it is known")
	}
	asked := len(pinned.Asked)
	v.draw(false)
	if scene, _ := v.Scene(); len(scene.Beside) != 1 || scene.Beside[0].Pin != 0 {
		t.Errorf("beside the run there are %d lines", len(scene.Beside))
	}
	v.Do(state.Open{Row: "shift"})
	v.browser.Pass(0)
	if len(pinned.Asked) != asked {
		t.Error("a curve that is known is asked for again")
	}
}

// Runs that a link has pinned are computed, each once; one that cannot be says why.
func TestPinsOfALink(t *testing.T) {
	m := state.New(visiting(t).Base)
	for _, eta := range []string{"0.05", "0.06"} {
		m = state.Pin{}.Do(state.Type{Field: "eta", Text: eta}.Do(m))
	}
	v := visiting(t, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = link.Encode(m.State) })
	e := v.asked(protocol.MethodCompare)
	if n := len(e.Last().Runs); n != 2 {
		t.Fatalf("%d runs are asked for", n)
	}
	v.Do(state.Open{Row: "shift"})
	if len(e.Asked) != 1 || e.Stopped {
		t.Error("what is under way is asked for again")
	}
	e.Count(1, 2)
	if c := v.Comparison(); c.Status != engine.Running || c.Done != 1 || c.Of != 2 {
		t.Errorf("under way: %+v", c)
	}
	r := result(1.1)
	e.Answer(protocol.CompareResult{Runs: []protocol.Compared{{Result: &r}, {Error: &protocol.Error{Message: "it says why"}}}})
	v.browser.Pass(0)
	c := v.Comparison()
	if c.Status != engine.Done || c.Columns[0].Subject.Result.Answer == nil || c.Columns[1].Err != "it says why" {
		t.Errorf("compared: %+v", c)
	}
	if embed := visiting(t, embedded, func(_ *session.Setting,
		b *sessiontest.Browser) {
		b.Text = link.Encode(m.State)
	}); len(embed.browser.Engines) != 1 {
		t.Error("an embed compares")
	}
}
