package engine

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"lastiterate/wasm/protocol"
	"lastiterate/wasm/protocol/protocoltest"
)

// comparing asks for so many runs, none of which is valid, so that only reading takes time.
func comparing(runs int) string {
	return `{"v":1,"id":1,"method":"compare","runs":[{}` + strings.Repeat(`,{}`, runs-1) + `]}`
}

// As many runs as are compared are answered, one more is refused in words, by the
// schema too.
func TestCompareHasALimit(t *testing.T) {
	var last protocol.Response
	Handle(t.Context(), []byte(comparing(protocol.MaxRuns)), func(r protocol.Response) { last = r })
	if last.Error != nil {
		t.Errorf("%d runs are refused: %v", protocol.MaxRuns, last.Error)
	}
	fault, _ := refused(t, comparing(protocol.MaxRuns+1))
	if fault.Code != protocol.CodeBadRequest || fault.Message != "at most 100 runs are compared in one request; this one has 101" {
		t.Errorf("one run too many is answered with %s: %s", fault.Code, fault.Message)
	}
	schema := protocoltest.ReadSchema(t, "")
	run := `{"run":` + fullRun + `,"question":{"delta":1e-5}}`
	ask := func(runs int) string {
		return `{"v":1,"method":"compare","runs":[` + run + strings.Repeat(`,`+run, runs-1) + `]}`
	}
	if err := schema.Validate(ask(protocol.MaxRuns)); err != nil {
		t.Errorf("the schema refuses %d runs: %v", protocol.MaxRuns, err)
	}
	if schema.Validate(ask(protocol.MaxRuns+1)) == nil {
		t.Error("the schema takes one run too many")
	}
}

// A request that is too long is refused, of Lines and by Handle, and the next one is answered.
func TestRequestsHaveALimit(t *testing.T) {
	rest := `{"v":1,"id":1,"method":"lab.x","input":{"table":"`
	longest := rest + strings.Repeat("x", protocol.MaxBytes-len(rest)-3) + `"}}`
	if fault, _ := refused(t, longest); fault.Code == protocol.CodeBadRequest {
		t.Errorf("%d bytes are refused: %s", len(longest), fault.Message)
	}
	got := serve(t, longest+strings.Repeat(" ", 5000)+"x", `{"v":1,"id":2,"method":"x"}`)
	if len(got) != 3 || got[1].Error == nil || got[1].Error.Code != protocol.CodeBadRequest || string(got[2].ID) != "2" {
		t.Fatalf("%d messages", len(got))
	}
	if want := "a request has at most 32000000 bytes; this one is longer and was not read"; got[1].Error.Message != want {
		t.Errorf("it says %q, want %q", got[1].Error.Message, want)
	}
}

// The limits are stated where they are looked for.
func TestLimitsAreStated(t *testing.T) {
	for file, words := range map[string][]string{
		"../protocol/README.md":   {fmt.Sprintf("at most %d configurations", protocol.MaxRuns), "at most 32,000,000 bytes"},
		"../protocol/schema.json": {fmt.Sprintf(`"maxItems": %d`, protocol.MaxRuns), "At most 32,000,000 bytes"},
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, each := range words {
			if !strings.Contains(string(text), each) {
				t.Errorf("%s does not say %q", file, each)
			}
		}
		if strings.HasSuffix(file, ".json") && !json.Valid(text) {
			t.Errorf("%s is no JSON", file)
		}
	}
}
