package engine

import (
	"encoding/json"
	"strings"
	"testing"

	"lastiterate/wasm/protocol"
)

const fullRun = `{"n":5,"b":5,"T":20,"eta":0.1,"clip":2,"sigma":1,"diameter":1,"scheme":"full","loss":"convex","smoothness":1,"clipping":"never"}`

// refused is the error that a request is answered with.
func refused(t *testing.T, line string) (protocol.Error, string) {
	t.Helper()
	var last protocol.Response
	var text []byte
	Handle(t.Context(), []byte(line), func(r protocol.Response) {
		last = r
		text, _ = json.Marshal(r)
	})
	if last.Error == nil {
		t.Fatalf("%.200s is answered with %.200s", line, text)
	}
	return *last.Error, string(text)
}

// However long what is wrong is, an error quotes at most 200 characters of it,
// wherever it stands in the request.
func TestErrorsQuoteLittle(t *testing.T) {
	long := strings.Repeat("w", 100_000)
	digits := strings.Repeat("7", 100_000)
	for _, line := range []string{
		`{"v":1,"id":1,"method":"` + long + `"}`,
		`{"v":"` + long + `","id":1,"method":"evaluate"}`,
		`{"v":` + digits + `,"id":1,"method":"evaluate"}`,
		`{"v":1,"id":1,"method":"evaluate","` + long + `":1}`,
		`{"v":1,"id":1,"method":"evaluate","rows":"` + long + `"}`,
		`{"v":1,"id":1,"method":"evaluate","slow_values":` + digits + `}`,
		`{"v":1,"id":1,"method":"evaluate","run":"` + long + `","question":{"delta":1e-5}}`,
		`{"v":1,"id":1,"method":"evaluate","run":{"` + long + `":1},"question":{"delta":1e-5}}`,
		`{"v":1,"id":1,"method":"evaluate","run":{"` + long + `":1,"` + long + `":1},"question":{"delta":1e-5}}`,
		`{"v":1,"id":1,"method":"evaluate","run":` + strings.Replace(fullRun, `"full"`, `"`+long+`"`, 1) + `,"question":{"delta":1e-5}}`,
		`{"v":1,"id":1,"method":"evaluate","run":` + strings.Replace(fullRun, `"n":5`, `"n":`+digits, 1) + `,"question":{"delta":1e-5}}`,
		`{"v":1,"id":1,"method":"evaluate","run":` + strings.Replace(fullRun, `"n":5`, `"n":"`+long+`"`, 1) + `,"question":{"delta":1e-5}}`,
		`{"v":1,"id":1,"method":"evaluate","run":` + fullRun + `,"question":{"` + long + `":1}}`,
		`{"v":1,"id":1,"method":"evaluate","run":` + fullRun + `,"question":{"delta":` + digits + `}}`,
		`{"v":1,"id":1,"method":"evaluate","run":` + fullRun + `,"question":"` + long + `"}`,
		`{"v":1,"id":1,"method":"evaluate","run":` + fullRun + `,"question":{"delta":1e-5},"rows":["` + long + `"]}`,
		`{"v":1,"id":1,"method":"curve","run":` + fullRun + `,"question":{"delta":1e-5},"values":[1],"parameter":"` + long + `"}`,
		`{"v":1,"id":1,"method":"curve","run":` + fullRun + `,"question":{"delta":1e-5},"values":["` + long + `"],"parameter":"T"}`,
		`{"v":1,"id":1,"method":"schedule","run":` + fullRun + `,"row":"` + long + `"}`,
		`{"v":1,"id":1,"method":"figure","figure":"` + long + `"}`,
		`{"v":1,"id":1,"method":"solve","run":` + fullRun + `,"field":"` + long + `","target":{"epsilon":1,"delta":1e-5}}`,
		`{"v":1,"id":1,"method":"solve","run":` + fullRun + `,"field":"sigma","target":{"epsilon":"` + long + `","delta":1e-5}}`,
		`{"v":1,"id":1,"method":"solve","run":` + fullRun + `,"field":"sigma","target":{"` + long + `":1}}`,
		`{"v":1,"id":1,"method":"solve","run":` + fullRun + `,"field":"sigma","steps":"` + long + `","target":{"epsilon":1,"delta":1e-5}}`,
		`{"v":1,"id":1,"method":"compare","runs":"` + long + `"}`,
		long,
	} {
		_, text := refused(t, line)
		for _, part := range []string{strings.Repeat("w", 201), strings.Repeat("7", 201)} {
			if strings.Contains(text, part) {
				t.Errorf("%.150s… is quoted in %d characters", line, len(text))
			}
		}
	}
	var answer []byte
	Handle(t.Context(), []byte(`{"v":1,"id":1,"method":"compare","runs":["`+long+`",{"run":{"n":"`+long+`"}},{"`+long+`":1}]}`),
		func(r protocol.Response) { answer, _ = json.Marshal(r) })
	if strings.Contains(string(answer), strings.Repeat("w", 201)) {
		t.Errorf("compare quotes in %d characters", len(answer))
	}
}

// What was given is quoted as it was given, not as a float64 holds it.
func TestErrorsQuoteAsGiven(t *testing.T) {
	for from, given := range map[string]string{`"n":5`: "9007199254740993", `"b":5`: "9007199254740993",
		`"eta":0.1`: "-0.10000000000000000001", `"T":20`: "20.00", `"sigma":1`: "1e400"} {
		name, _, _ := strings.Cut(from, ":")
		if given == "20.00" {
			given = "20.50"
		}
		fault, text := refused(t, `{"v":1,"id":1,"method":"evaluate","run":`+strings.Replace(fullRun, from, name+":"+given,
			1)+`,"question":{"delta":1e-5}}`)
		found := false
		for _, e := range fault.Errors {
			found = found || e.Field == strings.Trim(name, `"`) && e.Value == given
		}
		if !found {
			t.Errorf("%s = %s is answered with %s", name, given, text)
		}
	}
	if fault, text := refused(t, `{"v":1,"id":1,"method":"evaluate","run":`+fullRun+`,"question":{"delta":1.00000000000000000001}}`); len(fault.Errors) != 1 || fault.Errors[0].Value != "1.00000000000000000001" {
		t.Errorf("a bad δ is answered with %s", text)
	}
}

// What names something that there is not is the request's fault; so is a curve
// that asks for more than it may.
func TestUnknownNamesAreBadRequests(t *testing.T) {
	subject := `"run":` + fullRun + `,"question":{"delta":1e-5}`
	for line, words := range map[string]string{
		`{"v":1,"method":"evaluate",` + subject + `,"rows":["magic"]}`:                                       "magic",
		`{"v":1,"method":"curve",` + subject + `,"parameter":"T","values":[1],"rows":["magic"]}`:             "magic",
		`{"v":1,"method":"curve",` + subject + `,"parameter":"T","values":[1],"steps":"years"}`:              "years",
		`{"v":1,"method":"curve",` + subject + `,"parameter":"magic","values":[1]}`:                          "magic",
		`{"v":1,"method":"schedule","run":` + fullRun + `,"row":"magic"}`:                                    "magic",
		`{"v":1,"method":"figure","figure":"magic"}`:                                                         "magic",
		`{"v":1,"method":"solve","run":` + fullRun + `,"field":"magic","target":{"epsilon":1,"delta":1e-5}}`: "magic",
		`{"v":1,"method":"curve",` + subject + `,"parameter":"T","values":[1` + strings.Repeat(",1", protocol.MaxValues) +
			`]}`: "at most 10000 values",
	} {
		fault, text := refused(t, line)
		if fault.Code != protocol.CodeBadRequest || !strings.Contains(text, words) {
			t.Errorf("%.120s… is answered with %s", line, text)
		}
	}
	var last protocol.Response
	Handle(t.Context(), []byte(`{"v":1,"method":"curve",`+subject+`,"rows":["composition"],"parameter":"T","values":[1`+strings.Repeat(",1",
		protocol.MaxValues-1)+`]}`), func(r protocol.Response) { last = r })
	if last.Error != nil {
		t.Errorf("as many values as may be asked for are refused: %v", last.Error)
	}
}

// A version that is no number is not taken for version 0.
func TestVersionsAreToldApart(t *testing.T) {
	for line, words := range map[string]string{
		`{"v":"1","method":"evaluate"}`: `says "v":"1"`, `{"v":0,"method":"evaluate"}`: `says "v":0`,
		`{"method":"evaluate"}`:       "names no version",
		`{"v":2,"method":"evaluate"}`: `says "v":2`, `{"v":1.0,"method":"evaluate"}`: `says "v":1.0`,
		`{"v":null,"method":"evaluate"}`: `says "v":null`,
	} {
		if fault, _ := refused(t, line); fault.Code != protocol.CodeBadVersion || !strings.Contains(fault.Message, words) {
			t.Errorf("%s: %s, %s", line, fault.Code, fault.Message)
		}
	}
}
