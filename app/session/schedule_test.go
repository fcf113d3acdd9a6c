package session_test

import (
	"slices"
	"testing"

	"lastiterate/app/picture"
	"lastiterate/app/state"
	"lastiterate/wasm/protocol"
)

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
