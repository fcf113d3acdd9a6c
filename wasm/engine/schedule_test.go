package engine

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"lastiterate/wasm/protocol"
)

// sampledRun draws its batches afresh, so that every order has a schedule of its own.
const sampledRun = `{"n":50,"b":5,"T":200,"eta":0.1,"clip":2,"sigma":1,"diameter":0.02,"scheme":"without-replacement","loss":"convex","smoothness":1,"clipping":"never"}`

// A schedule that depends on the question is made for the one of the request, says for
// which order, and adds up to what the row says there; without a question it says that it
// needs one. Other schedules are the same with a question and without.
func TestScheduleOfAQuestion(t *testing.T) {
	ask := func(row, run, question string) protocol.Response {
		t.Helper()
		return serve(t, `{"v":1,"id":1,"method":"schedule","row":"`+row+`","run":`+run+question+`}`)[1]
	}
	for _, question := range []string{`{"alpha":8}`, `{"delta":1e-5}`} {
		for _, row := range []string{"shift-sampled", "chien-li-3.12"} {
			var result protocol.Result
			if err := json.Unmarshal(serve(t, `{"v":1,"method":"evaluate","rows":["`+row+`"],"run":`+sampledRun+`,"question":`+question+`}`)[1].Result, &result); err != nil {
				t.Fatal(err)
			}
			var s protocol.ScheduleResult
			if m := ask(row, sampledRun, `,"question":`+question); json.Unmarshal(m.Result, &s) != nil || s.Alpha == nil {
				t.Fatalf("%s, %s: %s, %v", row, question, m.Result, m.Error)
			}
			of := result.Rows[0].RDP
			if got := float64(*s.Alpha * s.Paid[len(s.Paid)-1]); *s.Alpha != of.Alpha || !result.Rows[0].Schedule ||
				math.Abs(got-float64(of.Epsilon)) > 1e-9*got {
				t.Errorf("%s, %s: the schedule pays %v at α = %v, the row says %+v", row, question, got, *s.Alpha, of)
			}
		}
	}
	if m := ask("shift-sampled", sampledRun, ""); m.Error == nil || m.Error.Code != protocol.CodeNoSchedule ||
		!strings.Contains(m.Error.Message, "ask for an order or a δ") {
		t.Errorf("without a question: %s, %+v", m.Result, m.Error)
	}
	for _, row := range []string{"shift-sampled", "shift"} {
		if m := ask(row, sampledRun, `,"question":{"alpha":0.5}`); m.Error == nil || m.Error.Code != protocol.CodeBadQuestion {
			t.Errorf("%s at α = 0.5: %s, %+v", row, m.Result, m.Error)
		}
	}
	if with, without := ask("shift", defaultRun, `,"question":{"delta":1e-5}`), ask("shift", defaultRun, ""); without.Result == nil ||
		!bytes.Equal(with.Result, without.Result) || bytes.Contains(without.Result, []byte("alpha")) {
		t.Errorf("with a question %.200s, without %.200s", with.Result, without.Result)
	}
}
