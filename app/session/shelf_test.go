package session_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"lastiterate/app/picture"
	"lastiterate/app/session"
	"lastiterate/app/state"
	"lastiterate/wasm/protocol"
)

// curves counts the requests for curves so far.
func (v visit) curves() (n int) {
	for _, e := range v.browser.Engines {
		for _, r := range e.Asked {
			if r.Method == protocol.MethodCurve {
				n++
			}
		}
	}
	return n
}

// A tab whose picture is finished is there at once when it is opened again, though others
// were looked at meanwhile, another run among them; only lines that it lacks are asked for.
func TestFinishedTabIsThereAtOnce(t *testing.T) {
	v := visiting(t)
	v.answer(1.5)
	v.draw(false)
	look := func(tab picture.Tab) {
		v.Do(state.Look{Tab: tab})
		v.browser.Pass(0)
	}
	for _, tab := range []picture.Tab{picture.OverDelta, picture.Sweep} {
		look(tab)
		v.draw(false)
	}
	asked := v.curves()
	for _, tab := range []picture.Tab{picture.OverT, picture.OverDelta, picture.Sweep, picture.OverDelta} {
		look(tab)
		v.stands("at "+string(tab)+" again", "ready", false, 1.5)
		if scene, _ := v.Scene(); scene.Tab != tab || v.Drawing().Busy || v.Drawing().Stale {
			t.Errorf("at %s again %s is shown: %+v", tab, scene.Tab, v.Drawing())
		}
	}
	if n := v.curves(); n != asked {
		t.Errorf("%d more curves are asked for", n-asked)
	}

	v.Do(state.Draw{Rows: []string{"shift"}})
	look(picture.OverT)
	v.stands("with fewer lines", "ready", false, 1.5)
	before := v.Model.Run.Eta
	v.typed("eta", "0.05")
	v.answer(1.4)
	v.draw(false)
	v.Do(state.Type{Field: "eta", Text: "0.1"})
	v.browser.Pass(0)
	if v.Model.Run.Eta != before {
		t.Fatalf("η = %v, want %v: the test must come back to the first run", v.Model.Run.Eta, before)
	}
	asked = v.curves()
	v.answer(1.5)
	v.stands("at the first run again", "ready", false, 1.5)
	if n := v.curves(); n != asked {
		t.Errorf("at the first run again %d curves are asked for", n-asked)
	}
}

// A picture under way for another tab is given up when a finished one is opened again.
func TestFinishedTabEndsAnother(t *testing.T) {
	v := visiting(t)
	v.answer(1.5)
	v.draw(false)
	v.Do(state.Look{Tab: picture.OverDelta})
	v.browser.Pass(0)
	v.draw(false)
	v.Do(state.Look{Tab: picture.Sweep})
	v.browser.Pass(time.Second) // dots stand for its lines
	v.Do(state.Look{Tab: picture.OverT})
	v.browser.Pass(0)
	v.stands("at the first tab again", "ready", false, 1.5)
	if d := v.Drawing(); d.Busy || d.Halted {
		t.Errorf("the picture: %+v", d)
	}
	v.Do(state.Look{Tab: picture.Sweep})
	v.browser.Pass(0)
	v.stands("at the tab that was given up", session.Computing, false, 1.5)
	v.draw(false)
	v.stands("when it is drawn", "ready", false, 1.5)
}

// No headline is made of a picture that is not whole: not of the dots that stand for lines
// to come, and not of coarse lines while finer ones are computed, nor when they are stopped.
func TestNoHeadlineOfAPart(t *testing.T) {
	v := visiting(t)
	v.answer(1) // as the lines are
	v.draw(false)
	v.Do(state.Look{Tab: picture.Sweep})
	v.browser.Pass(time.Second)
	title := func() string {
		scene, _ := v.Scene()
		return scene.Charts()[0].Title
	}
	neutral := "Privacy loss against the noise"
	if got := title(); !strings.HasPrefix(got, neutral) {
		t.Errorf("of dots it is said: %q", got)
	}
	v.draw(true)
	if got := title(); !strings.HasPrefix(got, neutral) || !v.Drawing().Busy {
		t.Errorf("of coarse lines, finer ones on their way (%v), it is said: %q", v.Drawing().Busy, got)
	}
	v.Halt()
	if got := title(); !strings.HasPrefix(got, neutral) {
		t.Errorf("of coarse lines, stopped, it is said: %q", got)
	}
	v.GoOn()
	v.draw(true)
	if got := title(); !strings.Contains(got, "does not depend") {
		t.Errorf("of the whole, which is level, it is said: %q", got)
	}
	if d := v.Drawing(); d.Busy || slices.Contains([]bool{d.Halted, d.Stale}, true) {
		t.Errorf("the picture: %+v", d)
	}
}

// What the answer leaves to an attacker is one number above the tabs and in the tab: by ε and δ alone until the tab has the
// whole profile of this run, then by that, wherever one looks, and by ε and δ alone again once the run is another.
func TestOneAttackersNumber(t *testing.T) {
	v := visiting(t)
	v.answer(1.5)
	v.draw(false)
	above := func() (said string, tighter bool) {
		attack := v.Subject().Attacker()
		said, _, _ = strings.Cut(attack.Said, " (")
		said, _, _ = strings.Cut(said, ", by ")
		return said, attack.Tighter
	}
	first, tighter := above()
	if !tighter {
		t.Error("with one point of the profile tighter = false, want true: the whole profile is offered")
	}
	says := func(when, want string, offered bool) {
		t.Helper()
		if got, tighter := above(); got != want || tighter != offered {
			t.Errorf("%s: above %q (tighter: %v), want %q", when, got, tighter, want)
		}
	}
	title := func() string {
		t.Helper()
		scene, _ := v.Scene()
		if scene.Tab != picture.Attack {
			t.Errorf("the tab is %s", scene.Tab)
		}
		return scene.Charts()[0].Title
	}
	v.Do(state.Look{Tab: picture.Attack})
	v.browser.Pass(time.Second)
	says("of dots", first, true)
	if got := title(); got != first {
		t.Errorf("of dots the tab says %q, above it is %q", got, first)
	}
	v.draw(false) // ε = 1 at every δ
	share := strings.TrimPrefix(strings.TrimSuffix(first, " of the time"), "At a 1 % false-positive rate an attack notices a replaced example at most ")
	second, found := strings.CutSuffix(title(), ", by the whole profile, "+share+" by ε and δ alone")
	if !found || second == first {
		t.Errorf("of lines the tab says %q, before it was %q", title(), first)
	}
	says("of lines", second, false)
	v.Do(state.Look{Tab: picture.OverT})
	v.browser.Pass(0)
	says("at another tab", second, false)

	before := v.Model.Run.Eta
	v.Do(state.Type{Field: "eta", Text: "0.2"})
	v.browser.Pass(0)
	says("while another run is computed", second, false) // greyed with its number
	v.answer(1.5)
	says("of another run", first, true)
	v.Do(state.Type{Field: "eta", Text: "0.1"})
	v.browser.Pass(0)
	if v.Model.Run.Eta != before {
		t.Fatalf("η = %v, want %v: the test must come back to the first run", v.Model.Run.Eta, before)
	}
	v.answer(1.5)
	says("of the first run again", second, false)
}
