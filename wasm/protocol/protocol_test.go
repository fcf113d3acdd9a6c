package protocol

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// example is the run of the protocol's own example message.
const example = `{"n":5,"b":5,"T":200,"eta":0.1,"clip":2,"sigma":1,"noise":"iterate","diameter":1,"adjacency":"replace","scheme":"full","loss":"strongly-convex","smoothness":1,"strong_convexity":1,"clipping":"never"}`

func TestDecodeRun(t *testing.T) {
	r, fault := DecodeRun([]byte(example))
	if fault != nil {
		t.Fatal(fault)
	}
	want := bounds.DefaultRun()
	want.WeakConvexity, want.HolderOrder = 0, 0 // not used by the class, not in the message
	want.ScheduleEvery, want.ScheduleFactor, want.TuningMean, want.Every = 0, 0, 0, 0
	if r != want {
		t.Errorf("got %+v, want %+v", r, want)
	}
	if got := string(EncodeRun(r)); got != example {
		t.Errorf("written back as %s, want %s", got, example)
	}
}

func TestDecodeRunFaults(t *testing.T) {
	for name, c := range map[string]struct {
		from, to       string // a replacement in the example
		code           string
		field, message string
	}{
		"negative":      {`"eta":0.1`, `"eta":-0.1`, CodeBadRun, "eta", "learning rate must be positive"},
		"string number": {`"eta":0.1`, `"eta":"0.1"`, CodeBadRun, "eta", "must be a JSON number"},
		"null":          {`"eta":0.1`, `"eta":null`, CodeBadRun, "eta", "must be a JSON number"},
		"fraction":      {`"n":5`, `"n":5.5`, CodeBadRun, "n", "whole number"},
		"unknown":       {`"eta":0.1`, `"eta":0.1,"momentum":0.9`, CodeUnknownField, "momentum", "no field"},
		"wrong case":    {`"eta":0.1`, `"Eta":0.1`, CodeUnknownField, "Eta", "no field"},
		"missing":       {`"eta":0.1,`, ``, CodeBadRun, "eta", "missing"},
		"bad choice":    {`"full"`, `"some"`, CodeBadRun, "scheme", "must be one of full"},
		"infinite rate": {`"eta":0.1`, `"eta":"inf"`, CodeBadRun, "eta", "between"},
		"other batch":   {`"b":5`, `"b":2`, CodeBadRun, "b", "set b = 5"},
	} {
		_, fault := DecodeRun([]byte(strings.Replace(example, c.from, c.to, 1)))
		if fault == nil || fault.Code != c.code || len(fault.Errors) == 0 ||
			fault.Errors[0].Field != c.field || !strings.Contains(fault.Errors[0].Message, c.message) {
			t.Errorf("%s: got %+v, want %s about %s: …%s…", name, fault, c.code, c.field, c.message)
		}
	}
	if _, fault := DecodeRun([]byte(strings.Replace(example, `"eta":0.1`, `"eta":0.1,"eta":0.2`, 1))); fault == nil {
		t.Error("a field given twice was accepted")
	}
}

func TestInfinity(t *testing.T) {
	r, fault := DecodeRun([]byte(strings.Replace(example, `"diameter":1`, `"diameter":"inf"`, 1)))
	if fault != nil || !math.IsInf(r.Diameter, 1) {
		t.Errorf("diameter %v, fault %v, want +Inf and none", r.Diameter, fault)
	}
	if text, err := json.Marshal(Number(math.Inf(1))); err != nil || string(text) != `"inf"` {
		t.Errorf("infinity is written as %s (%v), want \"inf\"", text, err)
	}
	for _, x := range []float64{math.NaN(), math.Inf(-1)} {
		if text, err := json.Marshal(Number(x)); err == nil {
			t.Errorf("%v is written as %s, want an error", x, text)
		}
	}
}

// Only JSON's numbers and "inf" are numbers: not what Go would read as one.
func TestNumberForms(t *testing.T) {
	for _, text := range []string{`"1"`, `null`, `true`, `"Inf"`, `"nan"`, `[1]`, `{}`, `1e999`} {
		var n Number
		if err := n.UnmarshalJSON([]byte(text)); err == nil {
			t.Errorf("%s was read as %v, want an error", text, n)
		}
	}
	for text, want := range map[string]float64{`0`: 0, `-2.5e-3`: -0.0025, `1E6`: 1e6, `1e-400`: 0} {
		var n Number
		if err := json.Unmarshal([]byte(text), &n); err != nil || float64(n) != want {
			t.Errorf("%s: %v, %v, want %v", text, n, err, want)
		}
	}
}

func TestQuestion(t *testing.T) {
	for text, want := range map[string]claim.Question{`{"alpha":2}`: {Alpha: 2}, `{"delta":1e-5}`: {Delta: 1e-5}} {
		q, fault := DecodeQuestion([]byte(text))
		if fault != nil || q != want || string(EncodeQuestion(q)) != text {
			t.Errorf("%s: %+v, %v, written back as %s, want %+v and the same text", text, q, fault, EncodeQuestion(q), want)
		}
	}
	for _, text := range []string{`{"beta":2}`, `{"alpha":"2"}`, `[]`, `{"alpha":0}`, ``} {
		if q, fault := DecodeQuestion([]byte(text)); fault == nil {
			t.Errorf("%s was read as %+v, want an error", text, q)
		}
	}
}

func TestReadRequest(t *testing.T) {
	for text, want := range map[string]string{
		`nonsense`:                                 CodeBadJSON,
		`[1]`:                                      CodeBadJSON,
		`{"v":2,"id":1,"method":"evaluate"}`:       CodeBadVersion,
		`{"id":1,"method":"evaluate"}`:             CodeBadVersion,
		`{"v":1,"id":1,"metod":"evaluate"}`:        CodeUnknownField,
		`{"v":1,"id":{},"method":"evaluate"}`:      CodeBadRequest,
		`{"v":1,"id":1,"method":7}`:                CodeBadRequest,
		`{"v":1,"id":1,"method":"x","values":[1`:   CodeBadJSON,
		`{"v":1,"id":1,"method":"x","values":"1"}`: CodeBadRequest,
	} {
		if _, fault := ReadRequest([]byte(text)); fault == nil || fault.Code != want {
			t.Errorf("%s: %+v, want %s", text, fault, want)
		}
	}
	q, fault := ReadRequest([]byte(`{"v":1,"id":"a","method":"curve","parameter":"T","values":[1,"inf"],"rows":["shift"]}`))
	if fault != nil || string(q.ID) != `"a"` || len(q.Values) != 2 || !math.IsInf(float64(q.Values[1]), 1) {
		t.Errorf("got %+v, %v, want the id \"a\" and the values 1 and +Inf", q, fault)
	}
}

func FuzzReadRequest(f *testing.F) {
	f.Add([]byte(`{"v":1,"id":7,"method":"evaluate","run":` + example + `,"question":{"alpha":2}}`))
	f.Add([]byte(`{"v":1,"id":null}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		q, fault := ReadRequest(raw)
		if fault == nil {
			_, _ = DecodeRun(q.Run)
			_, _ = DecodeQuestion(q.Question)
		}
	})
}

// Every run that the codec writes it reads back the same.
func TestRunRoundTrip(t *testing.T) {
	for _, loss := range []run.Class{run.Smooth, run.Convex, run.StronglyConvex, run.WeaklyConvex, run.Holder} {
		r := bounds.DefaultRun()
		r.Loss, r.T, r.Diameter = loss, 1_000_000, math.Inf(1)
		back, fault := DecodeRun(EncodeRun(r))
		if fault != nil {
			t.Fatalf("%s: %v", loss, fault)
		}
		if string(EncodeRun(back)) != string(EncodeRun(r)) {
			t.Errorf("%s: %s reads back as %s", loss, EncodeRun(r), EncodeRun(back))
		}
	}
}

// An error in one line names the field and its value, where there is one.
func TestErrorInOneLine(t *testing.T) {
	for _, c := range []struct {
		of   Error
		want string
	}{
		{Error{Code: CodeFailed}, "failed"},
		{Error{Code: CodeBadRun, Message: "the run is not valid", Errors: []FieldError{{Field: "b", Value: "7", Message: "too large"}}}, "the run is not valid"},
		{Error{Code: CodeBadRun, Errors: []FieldError{{Field: "b", Value: "7", Message: "too large"}, {Field: "T", Value: "0", Message: "too small"}}}, "too large (b = 7)"},
		{Error{Code: CodeBadRun, Errors: []FieldError{{Field: "run", Value: "", Message: "no bound covers this run"}}}, "no bound covers this run"},
	} {
		if got := c.of.Error(); got != c.want {
			t.Errorf("the message of %+v is %q, want %q", c.of, got, c.want)
		}
	}
	several := run.Errors{{Field: "run", Message: "no bound covers this run"}, {Field: "b", Value: "7", Message: "too large"}}
	if got, want := several.Error(), "no bound covers this run; too large; got b = 7"; got != want {
		t.Errorf("the message of two errors is %q, want %q", got, want)
	}
}

// A target is read like a question, whose members it has beside epsilon; names are quoted as they were written.
func TestDecodeTarget(t *testing.T) {
	got, fault := DecodeTarget([]byte(`{"delta":1e-5,"epsilon":2}`), StepsEpochs)
	if want := (claim.Target{Epsilon: 2, Question: claim.Question{Delta: 1e-5}, Epochs: true}); fault != nil || got != want {
		t.Errorf("got %+v, %v, want %+v", got, fault, want)
	}
	for raw, want := range map[string]struct{ code, field, message string }{
		`{"epsilon":"two","delta":1e-5}`: {CodeBadQuestion, "epsilon", "epsilon must be a JSON number"},
		`{"epsilon":2,"delta":0}`:        {CodeBadQuestion, "delta", "delta must be a JSON number above 0"},
		`{"epsilon":2,"\u0007":1}`:       {CodeUnknownField, "\a", `a question has no field "\a": ask for alpha or delta`},
		`{"epsilon":2,"\u007f":1}`:       {CodeUnknownField, "\x7f", `a question has no field "\x7f": ask for alpha or delta`},
	} {
		_, fault := DecodeTarget([]byte(raw), "")
		if fault == nil || fault.Code != want.code || len(fault.Errors) != 1 || fault.Errors[0].Field != want.field ||
			fault.Errors[0].Message != want.message {
			t.Errorf("%s: %+v, want %+v", raw, fault, want)
		}
	}
	if _, fault := DecodeTarget([]byte(`[2]`), ""); fault == nil || fault.Message != "target must be a JSON object: got [2]" {
		t.Errorf("a list: %+v, want that the target must be an object", fault)
	}
}
