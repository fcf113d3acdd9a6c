package session_test

import (
	"slices"
	"strings"
	"testing"

	"lastiterate/app/picture"
	"lastiterate/app/session"
	"lastiterate/app/session/sessiontest"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/wasm/protocol"
)

// incomplete opens a link that does not say n.
func incomplete(_ *session.Setting, b *sessiontest.Browser) {
	b.Text = "v=1&n=&b=5&scheme=poisson"
}

// Without one of its numbers a run has no answer: nothing is asked, nothing is shown, and
// what is needed is said, to the page around an embed as well.
func TestWithheldUntilAllIsSaid(t *testing.T) {
	v := visiting(t, painted, embedded, incomplete)
	if v.browser.Asked(protocol.MethodEvaluate) != nil || v.Known() || v.FirstAnswer != "" || v.Status() != "failed" {
		t.Fatalf("asked, known %v, first paint %q, %s", v.Known(), v.FirstAnswer, v.Status())
	}
	if v.Job().Needs != "dataset size is needed" || v.Waiting() != "" || !strings.Contains(v.Announced(), "dataset size is needed") {
		t.Errorf("needs %q, waits %q, announced %q", v.Job().Needs, v.Waiting(), v.Announced())
	}
	if !slices.ContainsFunc(v.browser.Told, func(s string) bool {
		return strings.HasPrefix(s, "failure ") && strings.Contains(s, "dataset size is needed")
	}) {
		t.Errorf("the page around is told %q", v.browser.Told)
	}
	if !v.Drawing().Waits {
		t.Errorf("the picture of a run with a blank: %+v, want it to wait", v.Drawing())
	}
	v.Do(state.Type{Field: "n", Text: "50"})
	v.browser.Pass(0) // its engine starts with the first question
	if got := v.asked(protocol.MethodEvaluate).Last(); !strings.Contains(string(got.Run), `"n":50,`) || v.Job().Needs != "" || v.Drawing().Waits {
		t.Errorf("asked %s, needs %q", got.Run, v.Job().Needs)
	}
}

// An answer that is under way or on show does not stay over a run that lacks a number.
func TestWithheldAfterAnAnswer(t *testing.T) {
	v := visiting(t)
	e := v.asked(protocol.MethodEvaluate)
	e.Answer(result(1))
	v.browser.Pass(0)
	if !v.Known() {
		t.Fatal("Known() after the answer = false, want true")
	}
	v.Do(state.Type{Field: "T", Text: "90"})
	later := v.asked(protocol.MethodEvaluate)
	from := state.Opened(v.Base, "v=1&n=50&b=5&scheme=poisson&sigma=").State
	v.Do(state.Start{From: from})
	later.Answer(result(2))
	v.browser.Pass(1e9)
	if v.Known() || v.Job().Needs == "" {
		t.Errorf("known %v, needs %q", v.Known(), v.Job().Needs)
	}
	if len(v.Comparison().Columns) > 0 {
		t.Errorf("the comparison has %d columns, want 0: the run has a blank", len(v.Comparison().Columns))
	}
	v.Do(state.Reset{To: v.Base})
	v.asked(protocol.MethodEvaluate).Answer(result(1))
	v.browser.Pass(0)
	if !v.Known() || v.Status() == "failed" {
		t.Errorf("after a reset: known %v, %s", v.Known(), v.Status())
	}
}

// What keeps a run from being shared is said in words: what is needed, what is wrong, that it is
// computed, or that there is no answer.
func TestWhyNothingIsShared(t *testing.T) {
	v := visiting(t, painted, incomplete)
	if v.Shareable() || v.Unshareable() != "No answer yet: dataset size is needed." {
		t.Errorf("blank: %q", v.Unshareable())
	}
	v = visiting(t)
	if v.Shareable() || v.Unshareable() != words.ShareWait {
		t.Errorf("on its way: %q", v.Unshareable())
	}
	v.answer(1.5)
	if v.Shareable() || v.Unshareable() != words.ShareRest {
		t.Errorf("shown without its picture: %q, want %q", v.Unshareable(), words.ShareRest)
	}
	v.draw(false)
	if !v.Shareable() {
		t.Errorf("a whole answer cannot be shared: %q, want it to be shared", v.Unshareable())
	}
	v.Do(state.Type{Field: "eta", Text: "-1"})
	if want := "The link contains η = " + v.Model.Held("eta") + "; fix the marked field."; v.Shareable() || v.Unshareable() != want {
		t.Errorf("refused: %q, want %q", v.Unshareable(), want)
	}
}

// A run that lacks what only hidden state needs is answered, by composition alone, and the first paint is not taken for its
// answer. A field that is left empty has the same effect.
func TestCompositionWithoutAnswersForBlanks(t *testing.T) {
	v := visiting(t, painted, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = "v=1&noise=gradient&eta=" })
	if v.Status() == "failed" || v.Stale() != true {
		t.Fatalf("%s, stale %v", v.Status(), v.Stale())
	}
	v.asked(protocol.MethodEvaluate).Answer(result(1))
	v.browser.Pass(0)
	if got := v.Subject().Result.Answer; got == nil || got.Row != "composition" || v.Subject().Awaits() == "" {
		t.Errorf("answered by %+v: %q", got, v.Subject().Awaits())
	}
	v.Do(state.Look{Tab: picture.Schedule})
	if d := v.Drawing(); d.Why != words.NoSteps {
		t.Errorf("the steps of a run whose learning rate is blank: %+v", d)
	}
	if v.Do(state.Pin{}); v.Pinned().Count > 0 {
		t.Errorf("%d runs are pinned, want 0: the run has a blank", v.Pinned().Count)
	}

	if opening := visiting(t, painted, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = "v=1&smoothness=" }); !opening.Stale() {
		t.Error("a run with a blank smoothness shows the first paint's answer as its own, want it stale")
	}
	pinned := visiting(t, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = "v=1&eta=&noise=gradient&T.1=3" })
	r := result(1)
	pinned.asked(protocol.MethodCompare).Answer(protocol.CompareResult{Runs: []protocol.Compared{{Result: &r}}})
	pinned.browser.Pass(0)
	if columns := pinned.Comparison().Columns; len(columns) != 2 || columns[1].Subject.Result.Answer.Row != "shift" {
		t.Errorf("a blank takes rows from a pinned run, which is whole: %+v", columns)
	}

	v = visiting(t, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = "v=1&noise=gradient" })
	v.answer(1.5)
	v.Do(state.Type{Field: "eta", Text: ""})
	if !v.Stale() || v.Subject().Result.Answer.Row != "shift" {
		t.Errorf("while a field is typed in the answer is stale: %t, by the row %s; want true and shift",
			v.Stale(), v.Subject().Result.Answer.Row)
	}
	v.LeaveField()
	if v.Stale() || v.Subject().Result.Answer.Row != "composition" || v.Waiting() != "" {
		t.Errorf("left empty: stale %v, by %s, waits %q", v.Stale(), v.Subject().Result.Answer.Row, v.Waiting())
	}
	v.browser.Pass(1e9)
	if !strings.Contains(v.browser.Text, "eta=&") {
		t.Errorf("the address is %s", v.browser.Text)
	}
}

// A link may mark any field as assumed: only those that the form has for this run and question are told.
func TestAssumedInALinkIsOfTheRun(t *testing.T) {
	v := visiting(t, func(_ *session.Setting, b *sessiontest.Browser) {
		b.Text = "v=1&clip=7&assumed=holder_order~alpha~clip"
	})
	v.answer(1.5)
	said := v.Assumed("")
	if !strings.Contains(said, "C\u00a0=\u00a07") && !strings.Contains(said, "C = 7") || strings.Contains(said, "α") || strings.Contains(said, "λ") {
		t.Errorf("%q", said)
	}
}

// An embed says of its link's values, as the page does, which were assumed.
func TestEmbedSaysWhatIsAssumed(t *testing.T) {
	for _, where := range []func(*session.Setting, *sessiontest.Browser){func(*session.Setting, *sessiontest.Browser) {}, embedded} {
		v := visiting(t, where, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = "v=1&clip=7&assumed=clip" })
		if got := v.Assumed(""); !strings.HasPrefix(got, "Assumed when the link was made") || !strings.Contains(got, "7") {
			t.Errorf("%q", got)
		}
	}
}
