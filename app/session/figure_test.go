package session_test

import (
	"slices"
	"strings"
	"testing"

	"lastiterate/app/engine"
	"lastiterate/app/link"
	"lastiterate/app/session"
	"lastiterate/app/session/sessiontest"
	"lastiterate/app/state"
	"lastiterate/wasm/protocol"
)

// A paper's figure is computed once, given up when another is chosen, and asked for again
// only after a failure.
func TestFigures(t *testing.T) {
	v := visiting(t)
	choose := func(name string) { v.Do(state.Reproduce{Figure: name}); v.browser.Pass(0) }
	choose("chien-li-1a")
	e := v.asked(protocol.MethodFigure)
	choose("chien-li-1b")
	if !e.Stopped || v.asked(protocol.MethodFigure).Last().Figure != "chien-li-1b" {
		t.Errorf("the engine with the first figure is stopped: %t, the latest request is for %s; want true and chien-li-1b", e.Stopped,
			v.asked(protocol.MethodFigure).Last().Figure)
	}
	e = v.asked(protocol.MethodFigure)
	e.Fail("internal", "it says why")
	if r := v.Reproduction(); r.Status != engine.Failed || r.Err != "it says why" {
		t.Errorf("failed: %+v", r)
	}
	v.Redraw()
	v.asked(protocol.MethodFigure).Answer(protocol.FigureResult{Figure: "chien-li-1b"})
	choose("")
	if r := v.Reproduction(); r.Status != engine.Idle || r.Result != nil {
		t.Errorf("none is chosen: %+v", r)
	}
	asked := len(e.Asked)
	choose("chien-li-1b")
	if r := v.Reproduction(); r.Status != engine.Done || r.Result == nil || len(e.Asked) != asked {
		t.Errorf("chosen again: %+v, asked %d times after %d", r, len(e.Asked), asked)
	}
}

// Lines that are complete are on show until the figure is, or until another figure is chosen, or none can be drawn. Only the
// whole figure can be shared and is kept.
func TestFigureLineByLine(t *testing.T) {
	begun := func() (visit, *sessiontest.Engine) {
		v := visiting(t)
		v.Do(state.Reproduce{Figure: "chien-li-1a"})
		v.browser.Pass(0)
		e := v.asked(protocol.MethodFigure)
		if q := e.Last(); !q.Progress || !q.Lines {
			t.Fatalf("the figure is asked for with progress: %t, lines: %t; want both", q.Progress, q.Lines)
		}
		e.FigureLines(2, 5, protocol.FigureResult{Figure: "chien-li-1a", Lines: make([]protocol.FigureLine, 2)})
		e.Count(3, 5)
		if r := v.Reproduction(); r.Unfinished == nil || len(r.Unfinished.Lines) != 2 || r.Result != nil || r.Status != engine.Running || r.Done != 3 {
			t.Errorf("after two lines: %+v", r)
		}
		return v, e
	}
	v, e := begun()
	e.Answer(protocol.FigureResult{Figure: "chien-li-1a"})
	if r := v.Reproduction(); r.Unfinished != nil || r.Result == nil {
		t.Errorf("finished: %+v", r)
	}
	v, e = begun()
	e.Fail("internal", "it says why")
	if r := v.Reproduction(); r.Unfinished != nil || r.Status != engine.Failed {
		t.Errorf("failed: %+v", r)
	}
	v, _ = begun()
	v.Do(state.Reproduce{Figure: "chien-li-1b"})
	v.browser.Pass(0)
	if r := v.Reproduction(); r.Unfinished != nil || r.Done != 0 {
		t.Errorf("another figure begins with %+v", r)
	}
}

// Who follows a link to a figure comes to the figure: at once, and in the open page. A link to a
// run beside which a figure is drawn leads to the run, and who reloads the page or goes back
// stays where they were.
func TestLinksToFiguresArrive(t *testing.T) {
	of := state.Reproduce{Figure: "chien-li-1b"}.Do(state.New(visiting(t).Base))
	own := link.Encode(of.State)
	for name, c := range map[string]struct {
		text    string
		arrives bool
	}{
		"the figure's own run": {own, true},
		"no run":               {"v=1&figure=chien-li-1b", true},
		"another run":          {strings.Replace(own, "eta=0.1", "eta=0.05", 1), false},
		"no figure":            {strings.Replace(own, "&figure=chien-li-1b", "", 1), false},
		"an unknown figure":    {"v=1&figure=no-such", false},
	} {
		v := visiting(t, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = c.text })
		if v.AtFigure() != c.arrives {
			t.Errorf("%s: the page is at the figure: %v", name, v.AtFigure())
		}
		if got := slices.Equal(v.browser.Arrived, []string{session.FigurePart}); got != c.arrives {
			t.Errorf("%s: the page arrives at %v", name, v.browser.Arrived)
		}
		if c.arrives != v.browser.Ours || v.browser.Text != c.text {
			t.Errorf("%s: the address is %s, written: %v", name, v.browser.Text, v.browser.Ours)
		}
	}
	if v := visiting(t, func(_ *session.Setting, b *sessiontest.Browser) { b.Text, b.Ours = own, true }); len(v.browser.Arrived) > 0 {
		t.Errorf("a page that is loaded again arrives at %v", v.browser.Arrived)
	}
	v := visiting(t)
	for _, ours := range []bool{true, false} {
		v.browser.Text, v.browser.Ours = "v=1&eta=0.07", true
		v.AddressChanged()
		v.browser.Text, v.browser.Ours = own, ours
		v.AddressChanged()
		v.browser.Pass(0)
		if got := len(v.browser.Arrived) > 0; got == ours {
			t.Errorf("an address that the page has written (%v) arrives at %v", ours, v.browser.Arrived)
		}
	}
	if v := visiting(t, embedded, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = own }); len(v.browser.Arrived) > 0 {
		t.Errorf("an embed arrives at %v, want nowhere", v.browser.Arrived)
	}
	v = visiting(t)
	v.Do(state.Reproduce{Figure: "chien-li-1b"})
	v.ShowFigures()
	v.browser.Pass(0)
	if !slices.Equal(v.browser.Arrived, []string{session.FiguresPart}) {
		t.Errorf("a choice in the menu arrives at %v", v.browser.Arrived)
	}
}

// An embed that shows a figure asks for that alone; the page around it hears when it is there,
// or why not.
func TestEmbedOfAFigure(t *testing.T) {
	at := func(text string) visit {
		return visiting(t, embedded, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = text })
	}
	v := at("v=1&figure=chien-li-1b&show=figure")
	if v.browser.Asked(protocol.MethodEvaluate) != nil {
		t.Error("an embed of a figure asks for the run's answer, want it not to: nobody sees it")
	}
	if v.Shows(state.ShowAnswer) || v.Shows(state.ShowChart) || !v.FigureAlone() || v.browser.Status != session.Computing {
		t.Errorf("it is %s", v.browser.Status)
	}
	v.asked(protocol.MethodFigure).Answer(protocol.FigureResult{Figure: "chien-li-1b"})
	v.browser.Pass(0)
	if v.browser.Status != "ready" || !slices.Contains(v.browser.Told, "state ready") {
		t.Errorf("it is %s, and the host hears %v", v.browser.Status, v.browser.Told)
	}
	v = at("v=1&figure=chien-li-1b&show=figure")
	v.asked(protocol.MethodFigure).Fail("internal", "it says why")
	v.browser.Pass(0)
	if v.browser.Status != "failed" || !strings.Contains(strings.Join(v.browser.Told, "\n"), "failure The figure could not be drawn: it says why.") {
		t.Errorf("it is %s, and the host hears %v", v.browser.Status, v.browser.Told)
	}
	for _, text := range []string{"v=1&show=figure", "v=1&show=figure&figure=no-such"} {
		v = at(text)
		told := strings.Join(v.browser.Told, "\n")
		if len(v.browser.Engines) > 0 && v.browser.Requests() > 0 || v.browser.Status != "failed" || !strings.Contains(told, "failure The link could not be read") {
			t.Errorf("%s: it is %s, and the host hears %s", text, v.browser.Status, told)
		}
		if n := len(v.Model.Problems); n != 1 {
			t.Errorf("%s: %d problems", text, n)
		}
	}
	// A figure beside the other parts is not drawn, as ever.
	v = at("v=1&figure=chien-li-1b&show=answer")
	figure, answer := v.browser.Asked(protocol.MethodFigure) != nil, v.browser.Asked(protocol.MethodEvaluate) != nil
	if figure || !answer {
		t.Errorf("an embed of an answer asks for the figure: %t, for the answer: %t; want false and true", figure, answer)
	}
	// The page around it may set a run in its place.
	v = at("v=1&figure=chien-li-1b&show=figure")
	v.browser.Text = "v=1&show=answer"
	v.AddressChanged()
	v.browser.Pass(0)
	v.answer(1.5)
	if v.browser.Status != "ready" || v.epsilon() != 1.5 {
		t.Errorf("of the run it is %s", v.browser.Status)
	}
}
