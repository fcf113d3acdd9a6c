package session_test

import (
	"slices"
	"testing"

	"lastiterate/app/engine"
	"lastiterate/app/link"
	"lastiterate/app/session"
	"lastiterate/app/session/sessiontest"
	"lastiterate/app/state"
	"lastiterate/app/words"
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

// Beside Poisson batches, a pinned run of a shuffled loader keeps its smaller last batch, without which hidden state would count.
func TestPinsKeepTheirOwnDepartures(t *testing.T) {
	v := visiting(t, func(_ *session.Setting, b *sessiontest.Browser) {
		b.Text = "v=1&n=64&b=10&T=12&noise=multiplier&adjacency=zero-out&scheme=reshuffle&differs=remainder"
	})
	v.Do(state.Pin{})
	v.Do(state.Lower{Field: "scheme", Value: "poisson"})
	own, pinned := v.Subject().Departures, v.Comparison().Columns[1].Subject.Departures
	if len(own) > 0 || !slices.Equal(pinned, words.Departures{words.Remainder}) {
		t.Errorf("the form's run has %q, the pinned one %q", own, pinned)
	}
}

// A bound that jumps at the ends of epochs is slow and computed at few numbers of iterations. The answer's line and those of the pinned
// runs then have values at the same ones.
func TestPinnedLinesShareTheirPlaces(t *testing.T) {
	v := visiting(t, shuffled)
	m := v.Model
	for _, eta := range []string{"0.2", "0.3"} {
		m = state.Pin{}.Do(state.Type{Field: "eta", Text: eta}.Do(m))
	}
	m = state.Type{Field: "eta", Text: "0.4"}.Do(m)
	v = visiting(t, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = link.Encode(m.State) })
	v.answer(1.5)
	r := result(1.1)
	v.asked(protocol.MethodCompare).Answer(protocol.CompareResult{Runs: []protocol.Compared{{Result: &r}, {Result: &r}}})
	v.browser.Pass(0)
	v.sparse(5)
	v.sparse(3)
	v.sparse(1)
	v.sparse(1)
	scene, _ := v.Scene()
	if len(scene.Beside) != 2 {
		t.Fatalf("%d lines beside the run, want 2", len(scene.Beside))
	}
	first, second := known(scene.Beside[0].Curve), known(scene.Beside[1].Curve)
	if len(first) < 10 || len(first) == len(scene.At) || !slices.Equal(first, second) {
		t.Errorf("the pinned lines have values at %v and %v, want the same few", first, second)
	}
	own := known(scene.Curve)
	for _, i := range first {
		if !slices.Contains(own, i) {
			t.Errorf("the answer's line has no value at %v, where the pinned ones have: it has %v", scene.At[i], own)
		}
	}
}

// shuffled opens a run that is shuffled afresh every epoch.
func shuffled(_ *session.Setting, b *sessiontest.Browser) {
	b.Text = "v=1&n=1000&b=100&T=100&eta=0.5&clip=1&sigma=2&noise=multiplier&diameter=2&adjacency=zero-out&scheme=reshuffle&loss=convex" +
		"&smoothness=1&clipping=never&delta=1e-5"
}

// sparse answers the request for a curve at one in `every` values.
func (v visit) sparse(every int) {
	v.Helper()
	e := v.asked(protocol.MethodCurve)
	var c protocol.CurveResult
	for _, row := range e.Last().Rows {
		s := protocol.Series{Row: row, Epsilon: make([]*protocol.Number, len(e.Last().Values))}
		for i := 0; i < len(s.Epsilon); i += every {
			n := protocol.Number(1)
			s.Epsilon[i] = &n
		}
		c.Series = append(c.Series, s)
	}
	e.Answer(c)
	v.browser.Pass(0)
}

// known lists the indices at which the first line of a curve has values.
func known(c protocol.CurveResult) (out []int) {
	for i, e := range c.Series[0].Epsilon {
		if e != nil {
			out = append(out, i)
		}
	}
	return out
}
