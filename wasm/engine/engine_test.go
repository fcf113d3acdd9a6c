package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"lastiterate/wasm/protocol"
	"lastiterate/wasm/protocol/protocoltest"
)

const defaultRun = `{"n":5,"b":5,"T":200,"eta":0.1,"clip":2,"sigma":1,"noise":"iterate","diameter":1,"adjacency":"replace","scheme":"full","loss":"strongly-convex","smoothness":1,"strong_convexity":1,"clipping":"never"}`

// serve sends lines to the engine and returns its messages.
func serve(t *testing.T, lines ...string) []protocol.Response {
	t.Helper()
	return protocoltest.Serve(t, Lines, lines...)
}

func TestReadyComesFirst(t *testing.T) {
	messages := serve(t)
	if len(messages) != 1 || messages[0].Ready == nil {
		t.Fatalf("got %+v, want one ready message", messages)
	}
	if got := strings.Join(messages[0].Ready.Methods, " "); !strings.HasPrefix(got, "evaluate curve") {
		t.Errorf("methods %q", got)
	}
}

// The example of the protocol. The shift optimum, 0.1216, is not the answer any
// more: contraction gives 0.0221622 (bounds/internal/contraction).
func TestEvaluate(t *testing.T) {
	pause := partialPause
	partialPause = 0
	defer func() { partialPause = pause }()
	messages := serve(t, `{"v":1,"id":7,"method":"evaluate","progress":true,"run":`+defaultRun+`,"question":{"alpha":2}}`)
	last := messages[len(messages)-1]
	if string(last.ID) != "7" || last.Error != nil {
		t.Fatalf("got %+v", last)
	}
	var result protocol.Result
	if err := json.Unmarshal(last.Result, &result); err != nil {
		t.Fatal(err)
	}
	if result.Answer == nil || !(result.Answer.Epsilon > 0.01 && result.Answer.Epsilon < 0.0221623) {
		t.Errorf("answer %+v, want at most 0.0221622", result.Answer)
	}
	for _, row := range result.Rows {
		if row.ID == "shift" && math.Abs(float64(*row.Epsilon)-0.1216) > 1e-8 {
			t.Errorf("shift is %v, want 0.1216", *row.Epsilon)
		}
	}
	partials := 0
	for _, m := range messages[1 : len(messages)-1] {
		if m.Partial == nil {
			t.Fatalf("between ready and result: %+v", m)
		}
		partials++
		if len(m.Partial.Rows) != partials || len(m.Partial.Rows)+len(m.Partial.Pending) != len(result.Rows) {
			t.Errorf("partial %d: %d rows known, %d pending, %d in all", partials, len(m.Partial.Rows), len(m.Partial.Pending),
				len(result.Rows))
		}
	}
	if partials != len(result.Rows) {
		t.Errorf("%d partial results for %d rows", partials, len(result.Rows))
	}
}

// helplessRun gains nothing by hidden state, so that the verdict looks for what
// would change that.
const helplessRun = `{"n":600,"b":6,"T":50,"eta":0.1,"clip":1,"sigma":1,"noise":"multiplier","diameter":100,"adjacency":"replace","scheme":"without-replacement","loss":"convex","smoothness":1,"clipping":"never"}`

// While the engine looks for what would make hidden state help, it tells all rows,
// but only once.
func TestRowsAreToldOnceBeforeTheVerdict(t *testing.T) {
	pause := partialPause
	partialPause = 0
	defer func() { partialPause = pause }()
	messages := serve(t, `{"v":1,"id":7,"method":"evaluate","progress":true,"run":`+helplessRun+`,"question":{"alpha":2}}`)
	var result protocol.Result
	if err := json.Unmarshal(messages[len(messages)-1].Result, &result); err != nil {
		t.Fatal(err)
	}
	if result.Verdict.Helps || len(result.Verdict.Changes) == 0 {
		t.Fatalf("verdict %+v, want changes to look for", result.Verdict)
	}
	whole := 0
	for _, m := range messages[1 : len(messages)-1] {
		if m.Partial != nil && len(m.Partial.Pending) == 0 && len(m.Partial.Rows) == len(result.Rows) {
			whole++
		}
	}
	if whole != 1 {
		t.Errorf("all rows were told %d times before the result", whole)
	}
}

// The answer comes as soon as it stands, in a message of its own: what the whole says
// later is the same, of the run and of one of which it warns.
func TestTheAnswerComesFirst(t *testing.T) {
	pause := partialPause
	partialPause = time.Hour
	defer func() { partialPause = pause }()
	contraction := strings.Replace(defaultRun, `"diameter":1`, `"diameter":0.01`, 1)
	for _, r := range []string{defaultRun, helplessRun, contraction} {
		for _, question := range []string{`{"alpha":2}`, `{"delta":1e-5}`} {
			messages := serve(t, `{"v":1,"id":7,"method":"evaluate","progress":true,"run":`+r+`,"question":`+question+`}`)
			if len(messages) != 3 || messages[1].Partial == nil {
				t.Fatalf("%d messages, want ready, the answer and the result", len(messages))
			}
			var result protocol.Result
			if err := json.Unmarshal(messages[2].Result, &result); err != nil {
				t.Fatal(err)
			}
			first := *messages[1].Partial
			if !first.Answered || !reflect.DeepEqual(first.Answer, result.Answer) ||
				!reflect.DeepEqual(first.Published, result.Published) ||
				first.Helps != result.Verdict.Helps || !reflect.DeepEqual(first.Warnings, result.Warnings) {
				t.Errorf("%s: first %+v, then %+v", r, first, result)
			}
			if n := len(first.Rows); n == 0 || n > 4 || n+len(first.Pending) != len(result.Rows) {
				t.Errorf("%s: %d rows first, %d to come, of %d", r, n, len(first.Pending), len(result.Rows))
			}
			for _, row := range first.Rows {
				i := slices.IndexFunc(result.Rows, func(r protocol.Row) bool { return r.ID == row.ID })
				if i < 0 || !reflect.DeepEqual(row, result.Rows[i]) {
					t.Errorf("%s: %s is first told as %+v", r, row.ID, row)
				}
			}
		}
	}
}

func TestCurve(t *testing.T) {
	messages := serve(t, `{"v":1,"id":"c","method":"curve","run":`+defaultRun+`,"question":{"alpha":2},"parameter":"T","values":[0,1,200,1e9],"rows":["shift","ye-shokri-4.3"]}`)
	var result protocol.CurveResult
	if err := json.Unmarshal(messages[1].Result, &result); err != nil {
		t.Fatalf("%v: %+v", err, messages[1])
	}
	if len(result.Series) != 2 {
		t.Fatalf("%d series, want 2", len(result.Series))
	}
	for _, s := range result.Series {
		if s.Epsilon[0] != nil {
			t.Errorf("%s has a value at T = 0", s.Row)
		}
		if applies := s.Epsilon[2] != nil; applies != (s.Row == "shift") {
			t.Errorf("%s applies: %v", s.Row, applies)
		}
	}
}

// Whatever comes in, every request is answered once and the engine goes on.
func TestBadRequestsAreAnswered(t *testing.T) {
	bad := []string{
		`}`, `{"v":1}`, `{"v":9,"id":1}`, `{"v":1,"id":2,"method":"solve-everything"}`,
		`{"v":1,"id":3,"method":"evaluate","question":{"alpha":2}}`,
		`{"v":1,"id":4,"method":"evaluate","run":` + defaultRun + `,"question":{"alpha":0.5}}`,
		`{"v":1,"id":5,"method":"evaluate","run":` + defaultRun + `,"question":{}}`,
		`{"v":1,"id":6,"method":"evaluate","run":` + defaultRun + `,"question":{"alpha":2},"rows":["nonsense"]}`,
		`{"v":1,"id":7,"method":"curve","run":` + defaultRun + `,"question":{"alpha":2},"parameter":"loss","values":[1]}`,
		`{"v":1,"id":8,"method":"curve","run":` + defaultRun + `,"question":{"alpha":2},"parameter":"T"}`,
		`{"v":1,"id":9,"method":"evaluate","run":` + defaultRun + `,"question":{"alpha":2},"values":[1]}`,
	}
	messages := serve(t, append(bad, "", `{"v":1,"id":"last","method":"evaluate","run":`+defaultRun+`,"question":{"delta":1e-5}}`)...)
	if len(messages) != len(bad)+2 {
		t.Fatalf("%d messages for %d requests and ready", len(messages), len(bad)+1)
	}
	for i, m := range messages[1 : len(bad)+1] {
		if m.Error == nil || m.Error.Code == "" || m.Error.Error() == "" {
			t.Errorf("%s: answered with %+v, want an error", bad[i], m)
		}
		if m.Error.Code == protocol.CodeFailed && !strings.Contains(bad[i], "nonsense") && !strings.Contains(bad[i], `"loss"`) {
			t.Errorf("%s: the engine blames itself: %s", bad[i], m.Error.Message)
		}
	}
	if last := messages[len(messages)-1]; string(last.ID) != `"last"` || last.Result == nil {
		t.Errorf("after bad requests a good one gets %+v", last)
	}
}

func FuzzHandle(f *testing.F) {
	f.Add([]byte(`{"v":1,"id":7,"method":"evaluate","run":` + defaultRun + `,"question":{"alpha":2},"rows":["shift"]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if bytes.Contains(raw, []byte(`"values"`)) && len(raw) > 1000 {
			return // long curves are slow, not wrong
		}
		ends := 0
		Handle(context.Background(), raw, func(m protocol.Response) {
			if m.Result != nil || m.Error != nil {
				ends++
			}
		})
		if ends != 1 {
			t.Errorf("%q was answered %d times", raw, ends)
		}
	})
}

// Solving and then evaluating at the value gives the ε that was promised.
func TestSolve(t *testing.T) {
	messages := serve(t, `{"v":1,"id":1,"method":"solve","run":`+defaultRun+`,"field":"sigma","target":{"epsilon":1,"delta":1e-5}}`)
	var solution protocol.SolveResult
	if err := json.Unmarshal(messages[1].Result, &solution); err != nil {
		t.Fatalf("%v: %+v", err, messages[1].Error)
	}
	text, err := json.Marshal(solution.Value)
	if err != nil {
		t.Fatal(err)
	}
	solved := strings.Replace(defaultRun, `"sigma":1`, `"sigma":`+string(text), 1)
	messages = serve(t, `{"v":1,"id":1,"method":"evaluate","run":`+solved+`,"question":{"delta":1e-5}}`)
	var result protocol.Result
	if err := json.Unmarshal(messages[1].Result, &result); err != nil {
		t.Fatal(err)
	}
	if got := result.Answer.Epsilon; got > 1 || got < 0.999 || got > solution.Epsilon*(1+1e-9) { // certified, to ten digits
		t.Errorf("at σ = %s ε is %v, the solution says %v", text, got, solution.Epsilon)
	}
	for _, bad := range []string{`"field":"eta","target":{"epsilon":1,"delta":1e-5}`, `"field":"sigma"`,
		`"field":"sigma","target":{"epsilon":-1,"delta":1e-5}`,
		`"field":"sigma","target":{"delta":1e-5}`, `"field":"b","steps":"years","target":{"epsilon":1,"delta":1e-5}`,
		`"field":"sigma","target":{"epsilon":1,"delta":1e-5},"question":{"delta":1e-5}`} {
		messages := serve(t, `{"v":1,"id":1,"method":"solve","run":`+defaultRun+`,`+bad+`}`)
		if messages[1].Error == nil {
			t.Errorf("%s was solved: %s", bad, messages[1].Result)
		}
	}
}

// compare gives each run what evaluate gives it alone, and lets one that is not
// valid stand beside the others.
func TestCompare(t *testing.T) {
	other := strings.Replace(defaultRun, `"T":200`, `"T":20`, 1)
	messages := serve(t, `{"v":1,"id":1,"method":"compare","progress":true,"runs":[{"label":"a","run":`+defaultRun+`,"question":{"alpha":2}},`+
		`{"label":"b","run":`+strings.Replace(defaultRun, `"eta":0.1`, `"eta":0`,
		1)+`,"question":{"alpha":2}},{"run":`+other+`,"question":{"delta":1e-5}}]}`)
	if len(messages) != 5 || messages[3].Progress == nil || messages[3].Progress.Done != 3 || messages[3].Progress.Of != 3 {
		t.Fatalf("%d messages, want ready, three counts and the result", len(messages))
	}
	var compared protocol.CompareResult
	if err := json.Unmarshal(messages[4].Result, &compared); err != nil || len(compared.Runs) != 3 {
		t.Fatalf("%v: %+v", err, messages[4])
	}
	if e := compared.Runs[1].Error; e == nil || e.Errors[0].Field != "eta" || compared.Runs[1].Label != "b" ||
		compared.Runs[1].Result != nil {
		t.Errorf("the run without a learning rate: %+v", compared.Runs[1])
	}
	for i, alone := range map[int]string{0: defaultRun + `,"question":{"alpha":2}}`, 2: other + `,"question":{"delta":1e-5}}`} {
		want := serve(t, `{"v":1,"id":1,"method":"evaluate","run":`+alone)[1].Result
		got, err := json.Marshal(compared.Runs[i].Result)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("run %d: %v: compared\n%.200s\nalone\n%.200s", i, err, got, want)
		}
	}
	for _, bad := range []string{``, `,"runs":[]`, `,"runs":{}`, `,"runs":[{"run":` + defaultRun +
		`,"question":{"alpha":2}}],"question":{"alpha":2}`} {
		if m := serve(t, `{"v":1,"id":1,"method":"compare"`+bad+`}`); m[len(m)-1].Error == nil {
			t.Errorf("%q was compared: %s", bad, m[len(m)-1].Result)
		}
	}
	for _, bad := range []string{`1`, `{}`, `{"run":` + defaultRun + `}`, `{"run":` + defaultRun + `,"question":{"alpha":2},"colour":1}`,
		`{"label":1,"run":` + defaultRun + `,"question":{"alpha":2}}`} {
		m := serve(t, `{"v":1,"id":1,"method":"compare","runs":[`+bad+`]}`)
		if !strings.Contains(string(m[len(m)-1].Result), `"error"`) {
			t.Errorf("the entry %s was compared: %s", bad, m[len(m)-1].Result)
		}
	}
}

// A brief answer is the answer but for what its rows say whatever the run is.
func TestBrief(t *testing.T) {
	ask := func(brief string) protocol.Result {
		t.Helper()
		var result protocol.Result
		Handle(t.Context(), []byte(`{"v":1,"method":"evaluate"`+brief+`,"run":`+defaultRun+`,"question":{"delta":1e-5}}`),
			func(r protocol.Response) {
				if err := json.Unmarshal(r.Result, &result); err != nil {
					t.Fatal(err, r.Error)
				}
			})
		return result
	}
	whole, brief := ask(""), ask(`,"brief":true`)
	for i, row := range whole.Rows {
		if row.Source == nil || row.Formula == "" {
			t.Errorf("the whole answer's row %s has source %v and formula %q", row.ID, row.Source, row.Formula)
		}
		if b := brief.Rows[i]; b.Source != nil || b.Formula+b.Symbols+b.Errata != "" {
			t.Errorf("the brief answer's row %s has source %v, formula %q, symbols %q, errata %q", b.ID, b.Source, b.Formula,
				b.Symbols, b.Errata)
		}
	}
	protocol.Brief(whole.Rows)
	if !reflect.DeepEqual(whole, brief) {
		t.Error("the brief answer differs in more")
	}
}

// The counts of a curve carry its complete lines, if they are asked for.
func TestCountsCarryLines(t *testing.T) {
	pause := linesPause
	linesPause = 0
	defer func() { linesPause = pause }()
	ask := func(more string) (told []string) {
		sampled := strings.NewReplacer(`"scheme":"full"`, `"scheme":"shuffle-once"`, `"n":5,"b":5`, `"n":60,"b":6`).Replace(defaultRun)
		var values []string
		for T := range 30 {
			values = append(values, strconv.Itoa(T+1))
		}
		messages := serve(t, `{"v":1,"id":1,"method":"curve","progress":true,"run":`+sampled+`,"question":{"delta":1e-5},"parameter":"T",`+
			`"rows":["composition","profile","shift"],"slow_values":4,"values":[`+strings.Join(values, ",")+`]`+more+`}`)
		for _, m := range messages {
			if m.Error != nil {
				t.Fatal(m.Error)
			}
			if m.Progress == nil {
				continue
			}
			for _, l := range m.Progress.Lines {
				if len(l.Epsilon) != len(values) {
					t.Errorf("%s has %d values", l.Row, len(l.Epsilon))
				}
				told = append(told, l.Row)
			}
		}
		return told
	}
	if told := ask(`,"lines":true`); len(told) == 0 {
		t.Error("no line came before the others")
	}
	if told := ask(""); told != nil {
		t.Errorf("unasked, the lines of %v came", told)
	}
}
