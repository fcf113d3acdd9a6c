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
		t.Errorf("the comparison asks for %+v, want no request: the only run's answer is on show", e.Last())
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
		t.Fatalf("the pinned run's curve is asked of an engine of its own: %t, for the run %s; want true and another run than the present one",
			pinned != own, pinned.Last().Run)
	}
	if scene, _ := v.Scene(); len(scene.Beside) != 0 {
		t.Errorf("before the pinned curve is known there are %d lines beside the run's, want 0", len(scene.Beside))
	}
	asked := len(pinned.Asked)
	v.draw(false)
	if scene, _ := v.Scene(); len(scene.Beside) != 1 || scene.Beside[0].Pin != 0 {
		t.Errorf("beside the run there are %d lines", len(scene.Beside))
	}
	v.Do(state.Open{Row: "shift"})
	v.browser.Pass(0)
	if len(pinned.Asked) != asked {
		t.Errorf("%d requests for the pinned curve, want %d: it is known", len(pinned.Asked), asked)
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
		t.Errorf("%d requests for the comparison, stopped: %t; want 1 and false: it is under way", len(e.Asked), e.Stopped)
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
		t.Errorf("an embed with pinned runs has %d engines, want 1: it does not compare", len(embed.browser.Engines))
	}
}
