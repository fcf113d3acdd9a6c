package house

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lastiterate/bounds/run"
)

// Each field of a run is in what other people's programs read.
func TestFieldsAreTold(t *testing.T) {
	var schema struct {
		Defs struct {
			Run struct{ Properties map[string]any }
		} `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(read(t, "wasm/protocol/schema.json")), &schema); err != nil {
		t.Fatal(err)
	}
	_, types, _ := strings.Cut(read(t, "web/embed/engine.d.ts"), "export interface Run {")
	types, _, _ = strings.Cut(types, "\n}")
	for _, f := range run.Fields() {
		if schema.Defs.Run.Properties[f.Name] == nil {
			t.Errorf("wasm/protocol/schema.json lacks the field %s of a run", f.Name)
		}
		if !regexp.MustCompile(`\n  ` + f.Name + `\??: `).MatchString(types) {
			t.Errorf("web/embed/engine.d.ts lacks the field %s of a run", f.Name)
		}
	}
	if n := len(schema.Defs.Run.Properties); n != len(run.Fields()) {
		t.Errorf("wasm/protocol/schema.json has %d fields, of %d", n, len(run.Fields()))
	}
}

// exampleTest looks at the field of the worked example where users meet it.
const exampleTest = `package picture_test

import (
	"strings"
	"testing"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/picture"
	"lastiterate/bounds"
	"lastiterate/wasm/protocol"
)

func TestTheExample(t *testing.T) {
	s := link.State{Query: bounds.DefaultQuery()}
	if strings.Contains(link.Encode(s), "devices") {
		t.Error("a link says how many devices where that is not stated")
	}
	s.Run.Devices = 3
	text := link.Encode(s)
	if back, problems := link.DecodeFrom(s, strings.Replace(text, "devices=3", "devices=4", 1)); len(problems) > 0 || back.Run.Devices != 4 {
		t.Errorf("%s, with four, is read as %d devices: %v", text, back.Run.Devices, problems)
	}
	if back, err := protocol.DecodeRun(protocol.EncodeRun(s.Run)); err != nil || back.Devices != 3 {
		t.Errorf("a message has %d devices: %v", back.Devices, err)
	}
	if l := form.LabelOf(s.Run, "devices"); l.Symbol != "k" || form.Help(s.Run, "devices") == "" || !form.Shown(s.Run, "devices") {
		t.Errorf("the form calls it %+v", l)
	}
	if span := picture.SpanOf(link.View{}, "devices", s.Query, protocol.Result{}); !(span.From <= 3 && 3 <= span.To) {
		t.Errorf("a curve goes along %+v", span)
	}
	s.Run.Devices = -1
	if s.Run.Fault("devices") == "" {
		t.Error("-1 devices are accepted")
	}
}
`

// TestWorkedExample adds a field to a run as CONTRIBUTING says, on a copy: the three files
// that it names are enough for links, messages, form and curves, and for the tests of all
// fields.
func TestWorkedExample(t *testing.T) {
	_, example, found := strings.Cut(read(t, "CONTRIBUTING.md"), "### Adding a field of a run")
	_, example, begins := strings.Cut(example, "```diff\n")
	example, _, ends := strings.Cut(example, "```\n")
	if !found || !begins || !ends {
		t.Fatal("CONTRIBUTING.md has no worked example")
	}
	base, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	replaced := map[string]string{}
	put := func(name, text string) {
		copied := filepath.Join(folder, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(copied, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		replaced[filepath.Join(base, filepath.FromSlash(name))] = copied
	}
	for _, part := range strings.Split(example, "+++ ")[1:] {
		name, change, _ := strings.Cut(part, "\n")
		put(name, applied(t, name, read(t, name), change))
	}
	if len(replaced) != 3 {
		t.Errorf("the example changes %d files, not three", len(replaced))
	}
	put("app/picture/the_example_test.go", exampleTest)
	overlay := filepath.Join(folder, "overlay.json")
	text, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(overlay, text, 0o644); err != nil {
		t.Fatal(err)
	}
	tests := exec.Command("go", "test", "-overlay", overlay, "-run",
		"^Test(TheExample|Spans|.*Field.*|.*Label.*|.*Help.*|Shown.*|RunRoundTrip|DecodeRun.*|Validate.*|.*Step.*|.*Link.*RoundTrip.*)$",
		"./bounds/run", "./app/form", "./app/state", "./app/picture", "./wasm/protocol")
	tests.Dir = base
	out, err := tests.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if strings.Count(string(out), "ok  ") != 5 || strings.Contains(string(out), "no tests to run") {
		t.Errorf("not all of the tests were run:\n%s", out)
	}
}

// applied is a file with the lines that a change adds: after a member of a type, before
// an entry of a table.
func applied(t *testing.T, name, text, change string) string {
	t.Helper()
	at, added := "", ""
	for line := range strings.Lines(change) {
		if rest, is := strings.CutPrefix(line, "+"); is {
			added += rest
		} else {
			at = strings.TrimSuffix(strings.TrimPrefix(line, " "), "\n")
		}
	}
	if at == "" || added == "" || strings.Count(text, at) != 1 {
		t.Fatalf("%s: the example's line %q is there %d times", name, at, strings.Count(text, at))
	}
	before, after, _ := strings.Cut(text, at)
	if strings.HasPrefix(strings.TrimSpace(at), "{") {
		return before + added + at + after
	}
	rest, after, _ := strings.Cut(after, "\n")
	return before + at + rest + "\n" + added + after
}
