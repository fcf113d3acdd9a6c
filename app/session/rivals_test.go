package session_test

import (
	"slices"
	"testing"

	"lastiterate/app/state"
	"lastiterate/wasm/protocol"
)

// The engine may draw rows of which the answer's run says nothing. They belong to the picture, which is not asked for again;
// lines that the visitor chooses come alone.
func TestRivalsBelongToThePicture(t *testing.T) {
	v := visiting(t)
	v.answer(1.5)
	e := v.asked(protocol.MethodCurve)
	if !e.Last().Rivals {
		t.Errorf("asked for %+v, want rivals", e.Last())
	}
	v.drawRows(append(slices.Clone(e.Last().Rows), "feldman"), false)
	v.stands("with a rival", "ready", false, 1.5)
	asked := len(e.Asked)
	if scene, _ := v.Scene(); !slices.ContainsFunc(scene.Curve.Series, func(l protocol.Series) bool { return l.Row == "feldman" }) {
		t.Error("the rival's line is lost")
	}
	v.Do(state.Draw{Rows: []string{"shift"}})
	v.stands("with the visitor's line", "ready", false, 1.5)
	if n := slices.IndexFunc(e.Asked[asked:], func(r protocol.Request) bool { return r.Method == protocol.MethodCurve }); n >= 0 {
		t.Errorf("a curve was asked for again: %+v", e.Asked[asked+n])
	}
	v = visiting(t)
	v.Do(state.Draw{Rows: []string{"shift"}})
	v.answer(1.5)
	if r := v.asked(protocol.MethodCurve).Last(); r.Rivals {
		t.Errorf("beside lines that the visitor chose: %+v, want no rivals", r)
	}
	v.draw(false)
	v.Do(state.Draw{})
	if r := v.asked(protocol.MethodCurve).Last(); !r.Rivals || len(r.Rows) < 2 {
		t.Errorf("once the choice is given up: %+v, want all lines and rivals", r)
	}
}
