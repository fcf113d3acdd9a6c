package session_test

import (
	"slices"
	"testing"
	"time"

	"lastiterate/app/picture"
	"lastiterate/app/session"
	"lastiterate/app/session/sessiontest"
	"lastiterate/app/state"
	"lastiterate/app/words"
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

// Lines that took their time come coarse first and are made finer, if those values came
// soon enough that there is something to gain. The coarse ones are shown where they took
// long, or the finer ones will, and the page is not ready before the fine ones.
func TestCurveIsMadeFiner(t *testing.T) {
	for _, c := range []struct {
		took         time.Duration
		shown, finer bool
	}{
		{20 * time.Millisecond, false, true},
		{300 * time.Millisecond, true, true}, // the finer ones will take their time
		{1200 * time.Millisecond, true, true},
		{20 * time.Second, true, false},
	} {
		v := visiting(t)
		v.answer(1.5)
		v.browser.Pass(c.took)
		coarse := v.asked(protocol.MethodCurve).Last().SlowValues
		v.draw(true)
		if scene, _ := v.Scene(); c.shown != (v.Drawing().Shown && len(scene.Curve.Series) > 0 && scene.Curve.Series[0].Epsilon[0] != nil) {
			t.Errorf("after %v: the coarse lines are shown: %v", c.took, !c.shown)
		}
		if busy := v.Drawing().Busy; busy != c.finer || (v.Status() == "ready") == c.finer {
			t.Errorf("after %v: a finer picture is on its way: %v, %s", c.took, busy, v.Status())
		}
		if c.finer {
			if fine := v.asked(protocol.MethodCurve).Last().SlowValues; fine < 2*coarse || !v.Drawing().Count.Finer {
				t.Errorf("%d values after %d, told as finer: %v", fine, coarse, v.Drawing().Count.Finer)
			}
			v.draw(true)
			v.stands("with the finer lines", "ready", false, 1.5)
		}
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

// A line is on show as soon as it is complete, while dots stand for the others. The page is not ready before all are there,
// and the picture states no result. The first paint's picture stays until then, an older one for a second. Finer lines come
// together.
func TestLinesAreDrawnAsTheyCome(t *testing.T) {
	line := func(e *sessiontest.Engine, row string) protocol.Series {
		s := protocol.Series{Row: row}
		for range e.Last().Values {
			n := protocol.Number(2)
			s.Epsilon = append(s.Epsilon, &n)
		}
		return s
	}
	drawn := func(v visit) (rows []string) {
		scene, _ := v.Scene()
		for _, s := range scene.Curve.Series {
			if s.Epsilon[0] != nil {
				rows = append(rows, s.Row)
			}
		}
		return rows
	}
	v := visiting(t, painted)
	v.answer(1.5)
	e := v.asked(protocol.MethodCurve)
	v.browser.Pass(2 * time.Second)
	e.Lines(1, 9, line(e, e.Last().Rows[1]))
	if got := drawn(v); len(got) > 0 {
		t.Errorf("the first paint's picture, which has every line, gave way to %v", got)
	}

	v = visiting(t)
	v.answer(1.5)
	e = v.asked(protocol.MethodCurve)
	rows := e.Last().Rows
	if len(rows) < 2 || !e.Last().Lines {
		t.Fatalf("asked for the lines %v one by one: %t", rows, e.Last().Lines)
	}
	v.browser.Pass(300 * time.Millisecond)
	e.Lines(1, 9, line(e, rows[1]))
	scene, _ := v.Scene()
	if got := drawn(v); !slices.Equal(got, rows[1:2]) || len(scene.Curve.Series) != len(rows) || !scene.Unfinished || !v.Drawing().Busy {
		t.Errorf("drawn %v of %d, unfinished %t: %+v", got, len(scene.Curve.Series), scene.Unfinished, v.Drawing())
	}
	v.stands("with one line", session.Computing, false, 1.5)
	v.draw(true)
	if fine := v.asked(protocol.MethodCurve).Last(); fine.Lines || !slices.Equal(drawn(v), rows) {
		t.Errorf("finer lines one by one: %t; drawn %v", fine.Lines, drawn(v))
	}
	v.draw(false)
	v.stands("with all lines", "ready", false, 1.5)

	v.typed("eta", "0.05")
	v.answer(1.4)
	e = v.asked(protocol.MethodCurve)
	v.browser.Pass(300 * time.Millisecond)
	e.Lines(1, 9, line(e, rows[1]))
	if got := drawn(v); !slices.Equal(got, rows) || !v.Drawing().Stale {
		t.Errorf("the older picture gave way at once: %v", got)
	}
	v.browser.Pass(time.Second)
	e.Lines(2, 9, line(e, rows[1]))
	if got := drawn(v); !slices.Equal(got, rows[1:2]) || v.Drawing().Stale {
		t.Errorf("after a second %v are drawn", got)
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

// Where all rows are known and the verdict alone is to come, a second engine draws the
// picture: dots first, then lines. Embeds wait. What it does is given up with the question.
func TestPictureBeforeTheVerdict(t *testing.T) {
	v := visiting(t)
	v.asked(protocol.MethodEvaluate).Part(part(1.5))
	v.browser.Pass(time.Second)
	e := v.asked(protocol.MethodCurve)
	if e == v.asked(protocol.MethodEvaluate) {
		t.Fatal("the picture is asked of the engine that looks for the verdict, want another engine")
	}
	scene, _ := v.Scene()
	if d := v.Drawing(); !d.Shown || !d.Busy || len(scene.Curve.Series) == 0 || scene.Curve.Series[0].Epsilon[0] != nil {
		t.Errorf("dots stand for the lines: %+v, %d lines", d, len(scene.Curve.Series))
	}
	v.draw(false)
	if scene, _ := v.Scene(); scene.Curve.Series[0].Epsilon[0] == nil || v.Drawing().Busy {
		t.Errorf("once drawn the picture is %+v, and its first value %v; want a value, and the picture not busy", v.Drawing(),
			scene.Curve.Series[0].Epsilon[0])
	}
	v.stands("without the verdict", session.Computing, false, 1.5)
	v.answer(1.5)
	v.stands("with it", "ready", false, 1.5)

	v = visiting(t)
	v.asked(protocol.MethodEvaluate).Part(part(1.5))
	v.browser.Pass(time.Second)
	e = v.asked(protocol.MethodCurve)
	v.typed("eta", "0.05")
	if !e.Stopped || v.Drawing().Busy {
		t.Errorf("after another run the second engine is stopped: %t, and the picture busy: %t; want true and false",
			e.Stopped, v.Drawing().Busy)
	}
	v = visiting(t, embedded)
	v.asked(protocol.MethodEvaluate).Part(part(1.5))
	v.browser.Pass(time.Second)
	if v.browser.Asked(protocol.MethodCurve) != nil || len(v.browser.Engines) != 1 {
		t.Errorf("an embed has %d engines", len(v.browser.Engines))
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

// A schedule is asked for by its row; why there is none is said in its place.
func TestSchedule(t *testing.T) {
	v := visiting(t)
	v.answer(1.5)
	v.draw(false)
	v.Do(state.Look{Tab: picture.Schedule})
	v.browser.Pass(0)
	if row := v.asked(protocol.MethodSchedule).Last().Row; row != "shift" {
		t.Errorf("where no row has a schedule, %q is asked for, not the answer's", row)
	}
	v = visiting(t)
	r := result(1.5)
	r.Rows[slices.IndexFunc(r.Rows, func(row protocol.Row) bool { return row.ID == "composition" })].Schedule = true
	v.asked(protocol.MethodEvaluate).Answer(r)
	v.browser.Pass(0)
	v.Do(state.Look{Tab: picture.Schedule})
	v.browser.Pass(0)
	e := v.asked(protocol.MethodSchedule)
	if e.Last().Row != "composition" {
		t.Errorf("asked for the schedule of %q", e.Last().Row)
	}
	e.Fail(protocol.CodeNoSchedule, "it says why")
	v.browser.Pass(0)
	v.stands("without a schedule", "ready", false, 1.5)
	if why := v.Drawing().Why; why != "it says why" {
		t.Errorf("said: %q", why)
	}
}

// A schedule serves every question, unless it is that of one; it is asked for with the
// question.
func TestScheduleServesQuestions(t *testing.T) {
	for _, ordered := range []bool{false, true} {
		v := visiting(t)
		v.answer(1.5)
		v.draw(false)
		v.Do(state.Look{Tab: picture.Schedule})
		v.browser.Pass(0)
		e := v.asked(protocol.MethodSchedule)
		if got, want := string(e.Last().Question), string(protocol.EncodeQuestion(v.Model.Question)); got != want {
			t.Errorf("the schedule is asked for with the question %s, want %s", got, want)
		}
		plan := protocol.ScheduleResult{}
		if ordered {
			alpha := protocol.Number(3)
			plan.Alpha = &alpha
		}
		e.Answer(plan)
		v.browser.Pass(0)
		v.stands("with the schedule", "ready", false, 1.5)
		v.typed("delta", "1e-6")
		if stale := v.Drawing().Stale; stale != ordered {
			t.Errorf("a schedule of one question (%v) is greyed for another: %v", ordered, stale)
		}
		v.answer(1.6)
		if again := v.browser.Asked(protocol.MethodSchedule) != nil; again != ordered {
			t.Errorf("a schedule of one question (%v) is asked for again for another: %v", ordered, again)
		}
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
