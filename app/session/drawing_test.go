package session_test

import (
	"testing"
	"time"

	"lastiterate/app/picture"
	"lastiterate/app/session"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/wasm/protocol"
)

// The lines of the first paint stay until the engine's own take their place: no dots between
// them, which looked as if the picture went out once. Of another picture they show nothing.
func TestFirstChartStaysUntilTheNext(t *testing.T) {
	v := visiting(t, painted)
	v.answer(1.5)
	v.browser.Pass(time.Second)
	if d := v.Drawing(); d.Shown || d.Stale || !d.Busy {
		t.Errorf("while its lines are computed: %+v", d)
	}
	v.draw(false)
	if d := v.Drawing(); !d.Shown || d.Stale || d.Busy {
		t.Errorf("when they have come: %+v", d)
	}
	for name, action := range map[string]state.Action{
		"another tab": state.Look{Tab: picture.OverDelta}, "a stretch": state.Range{From: 1, To: 50},
		"another run": state.Type{Field: "sigma", Text: "2"},
	} {
		v := visiting(t, painted)
		v.Do(action)
		v.browser.Pass(0)
		if !v.Drawing().Stale {
			t.Errorf("%s: the first paint's picture is in ink", name)
		}
		v.answer(1.5)
		if v.Stale() {
			v.answer(1.4) // that was the answer to the run before
		}
		v.browser.Pass(time.Second)
		if scene, _ := v.Scene(); !v.Drawing().Shown || !scene.Unfinished {
			t.Errorf("%s: no dots stand for its lines", name)
		}
	}
}

// The picture before stays, as one of another run, until the first lines of the new one: no dots take its place. Of
// another axis it does not.
func TestPictureBeforeStays(t *testing.T) {
	v := visiting(t)
	v.answer(1.5)
	v.draw(false)
	v.typed("eta", "0.05")
	v.browser.Pass(0)
	if d := v.Drawing(); !d.Stale || !d.Coming {
		t.Errorf("while the answer is computed: %+v", d)
	}
	v.answer(1.4)
	v.browser.Pass(time.Second)
	scene, _ := v.Scene()
	if d := v.Drawing(); !d.Stale || !d.Coming || scene.Curve.Series[0].Epsilon[0] == nil || scene.Run.Eta == v.Model.Run.Eta {
		t.Errorf("while its lines are computed: %+v of %v", d, scene.Run)
	}
	v.draw(false)
	scene, _ = v.Scene()
	if d := v.Drawing(); d.Stale || d.Coming || scene.Run.Eta != v.Model.Run.Eta {
		t.Errorf("when they have come: %+v of %v", d, scene.Run)
	}
	v.Do(state.Look{Tab: picture.OverDelta})
	v.browser.Pass(time.Second)
	if scene, _ := v.Scene(); v.Drawing().Stale || scene.Tab != picture.OverDelta || !scene.Unfinished {
		t.Errorf("at the tab %v the picture is stale: %t, unfinished: %t; want the tab over δ, fresh and unfinished, with dots for the lines",
			scene.Tab,
			v.Drawing().Stale, scene.Unfinished)
	}
}

// The picture of the setting before keeps that setting's value, title and answer, whatever the form now says.
func TestPictureBeforeIsOfThatSetting(t *testing.T) {
	v := visiting(t)
	v.answer(1.5)
	v.draw(false)
	before, _ := v.Scene()
	about := v.Plotted()
	for _, now := range []state.Action{
		state.Type{Field: "eta", Text: "0.05"}, state.Type{Field: "T", Text: "3525"}, state.Draw{Rows: []string{"composition"}},
		state.Depart{Departure: words.Averaging, On: true},
	} {
		v.Do(now)
		v.browser.Pass(0)
		if scene, _ := v.Scene(); !v.Drawing().Stale || !scene.Same(before) || v.Plotted().Result.Answer != about.Result.Answer {
			t.Errorf("after %+v it has the value %v and the answer %+v", now, scene.Here, v.Plotted().Result.Answer)
		}
	}
}

// Where no bound covers what the form says, the picture before goes at once: no answer will take its place.
func TestPictureOfNothingGoesAtOnce(t *testing.T) {
	v := visiting(t)
	v.answer(1.5)
	v.draw(false)
	v.Scene()
	v.Do(state.Depart{Departure: words.Stopping, On: true})
	v.typed("eta", "0.05")
	if d := v.Drawing(); d.Why == "" {
		t.Errorf("the picture before stays: %+v", d)
	}
	v = visiting(t, painted)
	v.Do(state.Depart{Departure: words.Stopping, On: true})
	if svg := v.FirstPicture(); svg != "" {
		t.Errorf("after a departure the first paint's picture is\n%s\nwant none", svg)
	}
}

// Who goes back to the picture on show, while that of another tab is under way, keeps it.
func TestBackToThePictureOnShow(t *testing.T) {
	v := visiting(t)
	v.answer(1.5)
	v.draw(false)
	v.Do(state.Look{Tab: picture.OverAlpha})
	v.browser.Pass(0)
	v.stands("while the other is computed", session.Computing, false, 1.5)
	v.Do(state.Look{Tab: picture.OverT})
	v.browser.Pass(0)
	v.stands("back at the first", "ready", false, 1.5)
	v.draw(false)
	if scene, _ := v.Scene(); scene.Tab != picture.OverT || v.Drawing().Busy {
		t.Errorf("then %s is shown, busy %v", scene.Tab, v.Drawing().Busy)
	}
}

// Where no row has a value nothing is asked for, and it is said why nothing is drawn.
func TestNothingToDraw(t *testing.T) {
	v := visiting(t)
	v.asked(protocol.MethodEvaluate).Answer(protocol.Result{Answers: protocol.Answers{Rows: []protocol.Row{{ID: "shift", Side: "upper",
		Status: "proved"}}}})
	v.browser.Pass(0)
	v.stands("without a value", "ready", false, 0)
	if d := v.Drawing(); !d.Shown || d.Why == "" || v.browser.Asked(protocol.MethodCurve) != nil {
		t.Errorf("the picture: %+v", d)
	}
	v = visiting(t)
	v.answer(1.5)
	v.draw(false)
	if why := v.Drawing().Why; why != "" {
		t.Errorf("beside a picture it is said that %s", why)
	}
}
