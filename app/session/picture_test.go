package session_test

import (
	"slices"
	"testing"
	"time"

	"lastiterate/app/state"
	"lastiterate/wasm/protocol"
)

// A picture under way is given up at once when a field changes; nothing is heard of it,
// and the one before stays, greyed.
func TestPictureIsGivenUpWhenFieldsChange(t *testing.T) {
	v := visiting(t)
	v.answer(1.5)
	e := v.asked(protocol.MethodCurve)
	if !v.Drawing().Busy {
		t.Errorf("the picture after the answer: %+v, want it busy", v.Drawing())
	}
	v.typed("eta", "0.05")
	if d := v.Drawing(); !e.Stopped || d.Busy || d.Shown {
		t.Errorf("the engine is stopped: %v; the picture: %+v", e.Stopped, d)
	}
	v.answer(1.4)
	v.draw(false)
	v.stands("with the newer run's picture", "ready", false, 1.4)
	v.typed("eta", "0.06")
	if d := v.Drawing(); !d.Shown || !d.Stale {
		t.Errorf("the picture before, while the next is computed: %+v", d)
	}
}

// A curve along T is that of every T: neither is a newer one asked for when T changes
// within it, nor is the one on show greyed.
func TestCurveAlongItsOwnParameter(t *testing.T) {
	v := visiting(t)
	v.answer(1.5)
	v.draw(false)
	v.Do(state.Range{From: 1, To: 5000})
	v.draw(false)
	curves := len(v.asked(protocol.MethodCurve).Asked)
	v.typed("T", "700")
	if d := v.Drawing(); d.Stale {
		t.Errorf("the curve over T after T was typed: %+v, want it not stale", d)
	}
	v.answer(1.2)
	v.stands("with the answer", "ready", false, 1.2)
	if e := v.asked(protocol.MethodEvaluate); len(e.Asked) != curves+1 {
		t.Errorf("asked %d requests after %d", len(e.Asked), curves)
	}
}

// Of a picture that is there already only the lines that it lacks are computed.
func TestOnlyLinesThatLack(t *testing.T) {
	v := visiting(t)
	v.answer(1.5)
	v.draw(false)
	v.Do(state.Draw{Rows: []string{"shift"}})
	v.stands("with one line less", "ready", false, 1.5)
	v = visiting(t)
	v.Do(state.Draw{Rows: []string{"shift"}})
	v.answer(1.5)
	v.draw(false)
	v.Do(state.Draw{Rows: []string{"shift", "composition"}})
	if rows := v.asked(protocol.MethodCurve).Last().Rows; !slices.Equal(rows, []string{"composition"}) {
		t.Errorf("asked for %v", rows)
	}
	v.draw(false)
	scene, _ := v.Scene()
	if n := len(scene.Curve.Series); n != 2 {
		t.Errorf("%d lines are drawn", n)
	}
}

// The person can stop a picture and take it up again; while it is stopped nothing asks
// for it, and the page counts as ready.
func TestPictureIsStopped(t *testing.T) {
	v := visiting(t)
	v.answer(1.5)
	e := v.asked(protocol.MethodCurve)
	v.Halt()
	v.browser.Pass(0)
	v.stands("when it is stopped", "ready", false, 1.5)
	if !e.Stopped || !v.Drawing().Halted || v.browser.Asked(protocol.MethodCurve) != nil {
		t.Errorf("stopped %v, told %v, asked again %v", e.Stopped, v.Drawing().Halted, v.browser.Asked(protocol.MethodCurve) != nil)
	}
	v.Do(state.Open{Row: "shift"}) // asks nothing
	v.browser.Pass(0)
	if v.browser.Asked(protocol.MethodCurve) != nil {
		t.Error("a picture that was stopped is asked for again, want no request until the visitor asks")
	}
	v.GoOn()
	v.browser.Pass(0)
	v.draw(false)
	v.stands("when it went on", "ready", false, 1.5)
}

// How far a picture has come is told once it takes long, and what failed is said while the
// answer stays.
func TestPictureTakesLongAndFails(t *testing.T) {
	v := visiting(t)
	v.answer(1.5)
	e := v.asked(protocol.MethodCurve)
	e.Count(1, 9)
	if c := v.Drawing().Count; c.Long || c.Done != 1 || v.browser.Unmoved == 0 {
		t.Errorf("at once: %+v, %d messages unseen", c, v.browser.Unmoved)
	}
	v.browser.Pass(time.Second)
	unseen := v.browser.Unmoved
	e.Count(2, 9)
	if c := v.Drawing().Count; !c.Long || c.Of != 9 || v.browser.Unmoved != unseen {
		t.Errorf("after a second: %+v, %d more messages unseen", c, v.browser.Unmoved-unseen)
	}
	e.Fail("internal", "it says why")
	v.browser.Pass(0)
	v.stands("without a picture", "ready", false, 1.5)
	if d := v.Drawing(); d.Err != "it says why" || d.Busy {
		t.Errorf("the picture: %+v", d)
	}
}

// While a handle is in hand, its run is answered and no picture asked for; when it is let
// go, one is where the one on show does not serve.
func TestNoPictureWhileDragging(t *testing.T) {
	v := visiting(t)
	v.answer(1.5)
	v.draw(false)
	drag := state.Drag{Field: "T", Value: 77777, Held: true}
	v.Do(drag)
	v.browser.Pass(0)
	v.answer(1.2)
	if v.browser.Asked(protocol.MethodCurve) != nil {
		t.Error("a picture is asked for while a handle is held, want no request")
	}
	drag.Held = false
	v.Do(drag)
	if v.browser.Asked(protocol.MethodCurve) == nil {
		t.Error("no picture is asked for after the handle is let go, want a request")
	}
}

// An embed that shows no picture asks for none.
func TestEmbedWithoutPicture(t *testing.T) {
	v := visiting(t, embedded, justAnswer)
	v.answer(1.5)
	v.stands("with the answer", "ready", false, 1.5)
	if v.browser.Asked(protocol.MethodCurve) != nil {
		t.Error("an embed without a picture asks for one, want no request")
	}
}
