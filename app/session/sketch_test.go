package session_test

import (
	"slices"
	"testing"
	"time"

	"lastiterate/app/session"
	"lastiterate/app/session/sessiontest"
	"lastiterate/wasm/protocol"
)

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
