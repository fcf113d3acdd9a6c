package session_test

import (
	"slices"
	"testing"
	"time"

	"lastiterate/app/engine"
	"lastiterate/app/link"
	"lastiterate/app/session"
	"lastiterate/app/session/sessiontest"
	"lastiterate/app/state"
	"lastiterate/bounds"
	"lastiterate/wasm/protocol"
)

// painted has the build's first paint on show.
func painted(s *session.Setting, _ *sessiontest.Browser) {
	s.FirstAnswer, s.FirstChart = "answer", "chart"
}

// A visit is a session in a browser that the test plays.
type visit struct {
	*testing.T
	*session.Session
	browser *sessiontest.Browser
}

// visiting is a visit to the page that has just been opened, whose engine is ready.
func visiting(t *testing.T, change ...func(*session.Setting, *sessiontest.Browser)) visit {
	t.Helper()
	b := &sessiontest.Browser{}
	setting := session.Setting{Base: link.State{Query: bounds.DefaultQuery()}, Home: "https://calculator.example/"}
	for _, f := range change {
		f(&setting, b)
	}
	v := visit{t, session.New(b, setting), b}
	v.Open(nil)
	v.Start()
	v.browser.Pass(0)
	return v
}

// embedded makes the visit one to an embed, justAnswer to one that shows no picture.
func embedded(s *session.Setting, _ *sessiontest.Browser)   { s.Embedded = true }
func justAnswer(_ *session.Setting, b *sessiontest.Browser) { b.Text = "v=1&show=answer" }

// result is an answer of two rows.
func result(epsilon float64) protocol.Result {
	n := protocol.Number(epsilon)
	other := protocol.Number(2 * epsilon)
	return protocol.Result{
		Answers: protocol.Answers{
			Answer:    &protocol.Answer{Row: "shift", Epsilon: n},
			Published: &protocol.Answer{Row: "composition", Epsilon: other},
			Rows: []protocol.Row{
				{ID: "shift", Name: "Shift optimum", Side: "upper", Status: "proved", Applies: true, HiddenState: true, Epsilon: &n,
					Source: &protocol.Source{Authors: "Last Iterate"}},
				{ID: "composition", Name: "Composition", Side: "upper", Status: "proved", Applies: true, Epsilon: &other},
			},
		},
		Verdict: protocol.Verdict{Helps: true},
	}
}

// part is a part of that answer: all of it but a row and the verdict where one is pending.
func part(epsilon float64, pending ...string) protocol.Partial {
	r := result(epsilon)
	return protocol.Partial{Answers: protocol.Answers{Rows: r.Rows, Answer: r.Answer, Published: r.Published}, Helps: true,
		Pending: pending}
}

// asked is the engine that was asked last by a method; the test ends where none was.
func (v visit) asked(method string) *sessiontest.Engine {
	v.Helper()
	e := v.browser.Asked(method)
	if e == nil {
		v.Fatalf("no engine is asked by %s", method)
	}
	return e
}

// answer answers the question, and pass has everything done that follows at once.
func (v visit) answer(epsilon float64) {
	v.Helper()
	v.asked(protocol.MethodEvaluate).Answer(result(epsilon))
	v.browser.Pass(0)
}

// draw answers the request for a curve.
func (v visit) draw(coarse bool) {
	v.Helper()
	v.drawRows(v.asked(protocol.MethodCurve).Last().Rows, coarse)
}

// drawRows answers that request with the lines of these rows.
func (v visit) drawRows(rows []string, coarse bool) {
	v.Helper()
	e := v.asked(protocol.MethodCurve)
	var c protocol.CurveResult
	for _, row := range rows {
		s := protocol.Series{Row: row, Coarse: coarse}
		for range e.Last().Values {
			n := protocol.Number(1)
			s.Epsilon = append(s.Epsilon, &n)
		}
		c.Series = append(c.Series, s)
	}
	e.Answer(c)
	v.browser.Pass(0)
}

// typed types a text into a field.
func (v visit) typed(field, text string) {
	v.Do(state.Type{Field: field, Text: text})
	v.browser.Pass(0)
}

// epsilon is the answer on show; 0 where there is none.
func (v visit) epsilon() float64 {
	if a := v.Subject().Result.Answer; a != nil {
		return float64(a.Epsilon)
	}
	return 0
}

// stands fails unless the page stands so.
func (v visit) stands(when, status string, stale bool, epsilon float64) {
	v.Helper()
	if v.Status() != status || v.browser.Status != status || v.Stale() != stale || v.epsilon() != epsilon {
		v.Errorf("%s: %s (told as %s), stale %v, ε = %v; want %s, stale %v, ε = %v", when, v.Status(), v.browser.Status, v.Stale(),
			v.epsilon(),
			status, stale, epsilon)
	}
}

// A question is answered, its picture asked for and drawn; then the page is ready.
func TestAnswerThenPicture(t *testing.T) {
	v := visiting(t)
	v.stands("at first", session.Computing, true, 0)
	v.answer(1.5)
	v.stands("when the answer has come", session.Computing, false, 1.5)
	e := v.asked(protocol.MethodCurve)
	if got := e.Last(); got.Parameter != "T" || !slices.Contains(got.Rows, "shift") || len(got.Values) < 10 {
		t.Errorf("asked for a curve along %s of %v at %d values", got.Parameter, got.Rows, len(got.Values))
	}
	v.draw(false)
	v.stands("when the picture is drawn", "ready", false, 1.5)
	if d := v.Drawing(); !d.Shown || d.Busy || d.Stale {
		t.Errorf("the picture: %+v", d)
	}
	v.browser.Pass(time.Second)
	if v.Announced() == "" {
		t.Error("a second after the answer Announced() is empty, want the answer")
	}
}

// An older question's answer that comes after a newer question is shown as what it is,
// an older one, and ends nothing; the newer one's answer takes its place.
func TestOldAnswerAfterNewerQuestion(t *testing.T) {
	v := visiting(t)
	first := v.asked(protocol.MethodEvaluate)
	v.typed("eta", "0.05")
	first.Answer(result(9))
	v.browser.Pass(0)
	v.stands("after the older answer", session.Computing, true, 9)
	if v.browser.Asked(protocol.MethodCurve) != nil {
		t.Error("a picture is asked for after an answer to an older form, want no request")
	}
	if run := string(v.asked(protocol.MethodEvaluate).Last().Run); run != string(protocol.EncodeRun(v.Model.Run)) {
		t.Errorf("the engine works on %s", run)
	}
	if v.Job().Status != engine.Running {
		t.Errorf("with an older answer the newer question counts as %v", v.Job().Status)
	}
	v.answer(1.5)
	v.stands("after the newer answer", session.Computing, false, 1.5)
}

// Nor does the failure of an older question tell of the newer, or take away what is shown.
func TestOldFailureAfterNewerQuestion(t *testing.T) {
	v := visiting(t)
	v.answer(1.5)
	v.draw(false)
	v.typed("eta", "0.05")
	older := v.asked(protocol.MethodEvaluate)
	v.typed("eta", "0.06")
	older.Fail("internal", "it says why")
	v.browser.Pass(0)
	v.stands("after the older failure", session.Computing, true, 1.5)
}

// What an engine says that was stopped, since its question was overtaken, is not heard.
func TestStoppedEngineIsNotHeard(t *testing.T) {
	v := visiting(t)
	first := v.asked(protocol.MethodEvaluate)
	v.typed("eta", "0.05")
	v.browser.Pass(time.Second)
	if !first.Stopped {
		t.Fatal("the engine with an overtaken question runs, want it stopped")
	}
	first.Answer(result(9))
	v.browser.Pass(0)
	v.stands("after its last words", session.Computing, true, 0)
}

// Parts of an answer wait for the whole, a quarter of a second; then they are shown, as
// unfinished, and what is pending is told. A part that no rest can change heads the older
// answer at once; one that the rest may change does not.
func TestPartsOfAnAnswer(t *testing.T) {
	for _, final := range []bool{false, true} {
		v := visiting(t)
		v.answer(1.5)
		v.draw(false)
		v.typed("eta", "0.05")
		p := part(1.4, "profile")
		p.Answered = final
		before := v.browser.Unmoved
		v.asked(protocol.MethodEvaluate).Part(p)
		if headed := v.Head() != nil; headed != final {
			t.Errorf("a part that is final (%v) heads the older answer: %v", final, headed)
		}
		if unseen := v.browser.Unmoved > before; unseen == final {
			t.Errorf("a part that is final (%v) changes the screen: %v", final, !unseen)
		}
		v.stands("before a quarter of a second", session.Computing, true, 1.5)
		v.browser.Pass(time.Second)
		v.stands("after it", session.Computing, false, 1.4)
		if v.browser.Asked(protocol.MethodCurve) != nil || !v.Drawing().Shown {
			t.Errorf("after a part a curve is asked for: %t, and the picture before is shown: %t; want false and true",
				v.browser.Asked(protocol.MethodCurve) != nil, v.Drawing().Shown)
		}
		if job := v.Job(); !slices.Equal(job.Pending, []string{"profile"}) || v.Subject().Pending(job.Pending) == "" || v.Head() != nil ||
			!v.Subject().Unfinished {
			t.Errorf("what is shown of a part: %+v, head %v, unfinished %v", job, v.Head(), v.Subject().Unfinished)
		}
		v.answer(1.3)
		v.stands("when the whole has come", session.Computing, false, 1.3)
		if job := v.Job(); job.Pending != nil || v.Subject().Unfinished {
			t.Errorf("the whole answer is told as unfinished: %+v", job)
		}
	}
}

// A part is not shown where the whole answer came first, nor after a newer question.
func TestLatePartIsNotShown(t *testing.T) {
	v := visiting(t)
	v.asked(protocol.MethodEvaluate).Part(part(9, "profile"))
	v.answer(1.5)
	v.browser.Pass(time.Second)
	if v.epsilon() != 1.5 || v.Subject().Unfinished {
		t.Errorf("ε = %v, unfinished %v", v.epsilon(), v.Subject().Unfinished)
	}
	v = visiting(t, embedded, justAnswer) // where no picture is asked for next
	v.asked(protocol.MethodEvaluate).Part(part(9, "profile"))
	v.answer(1.5)
	v.browser.Pass(time.Second)
	if v.epsilon() != 1.5 {
		t.Errorf("a part is shown after the whole: ε = %v", v.epsilon())
	}
	v = visiting(t)
	v.asked(protocol.MethodEvaluate).Part(part(9, "profile"))
	v.typed("eta", "0.05")
	v.asked(protocol.MethodEvaluate).Part(part(8, "profile")) // of the older question, too
	v.browser.Pass(time.Second)
	if v.epsilon() != 0 {
		t.Errorf("a part of an older answer is shown: ε = %v", v.epsilon())
	}
}

// A quarter of a second after a part of an older question's answer nothing of the newer
// one's is shown before its own time.
func TestPartWaitsForItsOwnTime(t *testing.T) {
	v := visiting(t)
	older := v.asked(protocol.MethodEvaluate)
	older.Part(part(9, "profile"))
	v.browser.Pass(100 * time.Millisecond)
	v.typed("eta", "0.05")
	older.Answer(result(9))
	v.browser.Pass(100 * time.Millisecond)
	v.asked(protocol.MethodEvaluate).Part(part(8, "profile"))
	v.browser.Pass(100 * time.Millisecond)
	v.stands("before its time", session.Computing, true, 9)
	v.browser.Pass(time.Second)
	v.stands("after it", session.Computing, false, 8)
}

// A failed request keeps what is typed, shows no older number beside the failure, and can
// be asked again.
func TestFailureKeepsWhatIsTyped(t *testing.T) {
	v := visiting(t, painted)
	v.answer(1.5)
	v.draw(false)
	v.typed("eta", "1/32")
	v.asked(protocol.MethodEvaluate).Fail("internal", "it says why")
	v.browser.Pass(0)
	v.stands("when it has failed", "failed", true, 0)
	if got := v.Model.Text("eta"); got != "1/32" || v.Model.Run.Eta != 1./32 {
		t.Errorf("the field holds %q, the run %v", got, v.Model.Run.Eta)
	}
	if job := v.Job(); job.Err != "it says why" || v.Known() || v.FirstAnswer != "" || v.Drawing().Shown {
		t.Errorf("beside the failure %+v there is: answer %v, first paint %q, picture %+v", job, v.Known(), v.FirstAnswer, v.Drawing())
	}
	v.Again()
	v.answer(1.4)
	v.stands("when asked again", session.Computing, false, 1.4)
}

// A field that is typed wrong asks nothing; what is on show is greyed, and the page says
// what it waits for.
func TestWrongFieldAsksNothing(t *testing.T) {
	v := visiting(t)
	v.answer(1.5)
	v.draw(false)
	asked := len(v.asked(protocol.MethodCurve).Asked)
	v.typed("eta", "-1")
	v.stands("beside a wrong field", "failed", true, 1.5)
	if v.Waiting() == "" || len(v.browser.Asked(protocol.MethodCurve).Asked) != asked {
		t.Errorf("waits for %q; asked %d requests, %d before", v.Waiting(), len(v.browser.Asked(protocol.MethodCurve).Asked), asked)
	}
}

// An answer by all theorems is none by those of papers only.
func TestPublishedOnly(t *testing.T) {
	v := visiting(t)
	v.answer(1.5)
	v.Do(state.Restrict{On: true})
	v.browser.Pass(0)
	v.stands("with other theorems", session.Computing, true, 1.5)
	if !v.asked(protocol.MethodEvaluate).Last().PublishedOnly {
		t.Error("the request has PublishedOnly = false, want true")
	}
	v.answer(3)
	v.stands("with their answer", session.Computing, false, 3)
}

// An engine that crashes is started again and asked the same; that is told.
func TestCrashIsTold(t *testing.T) {
	v := visiting(t)
	v.asked(protocol.MethodEvaluate).Crash("out of memory")
	if v.Job().Restart != "out of memory" || v.Announced() == "" {
		t.Errorf("told: %+v, said %q", v.Job(), v.Announced())
	}
	v.browser.Pass(0)
	v.browser.Engines[0].Stopped = true
	v.answer(1.5)
	v.stands("when it was asked again", session.Computing, false, 1.5)
}

// The first paint's answer stays on show, and counts, as long as the form holds its run
// and the engine has not spoken.
func TestFirstPaintServes(t *testing.T) {
	v := visiting(t, painted)
	if v.Stale() || v.Drawing().Stale {
		t.Errorf("the first paint is stale: %t, its picture: %t; want neither", v.Stale(), v.Drawing().Stale)
	}
	v.asked(protocol.MethodEvaluate).Part(part(9, "profile"))
	v.browser.Pass(time.Second)
	if v.Known() {
		t.Error("Known() after a part of the answer = true, want false: the first paint's answer, which is whole, stays")
	}
	v.typed("eta", "0.05")
	if !v.Stale() || !v.Drawing().Stale {
		t.Errorf("after an edit the first paint is stale: %t, its picture: %t; want both", v.Stale(), v.Drawing().Stale)
	}
	published := visiting(t, painted, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = "v=1&only=published" })
	if !published.Stale() || !published.Drawing().Stale {
		t.Errorf("with published theorems only the first paint is stale: %t, its picture: %t; want both",
			published.Stale(), published.Drawing().Stale)
	}
}

// The table follows the answer a task later, nine rows in each.
func TestTableFollows(t *testing.T) {
	v := visiting(t, embedded, justAnswer)
	r := result(1.5)
	for range 10 {
		r.Rows = append(r.Rows, r.Rows[1])
	}
	v.asked(protocol.MethodEvaluate).Answer(r)
	if v.Status() == "ready" {
		t.Error("the status before the table is \"ready\", want another")
	}
	if _, rows, stale := v.Listed(); rows != 0 || !stale {
		t.Errorf("with the answer there are %d rows, stale %v", rows, stale)
	}
	v.browser.Pass(0)
	if _, rows, stale := v.Listed(); rows != 12 || stale {
		t.Errorf("then %d rows, stale %v", rows, stale)
	}
}
