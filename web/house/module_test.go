package house

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Another module uses the engine by a replace directive, as web/docs/architecture.md says it.
func TestEngineIsUsedFromAnotherModule(t *testing.T) {
	article := read(t, "web/docs/architecture.md")
	_, rest, found := strings.Cut(article, "```go\n")
	program, _, closed := strings.Cut(rest, "```\n")
	if !found || !closed {
		t.Fatal("web/docs/architecture.md shows no program")
	}
	_, rest, found = strings.Cut(article, "```sh\n")
	commands, _, closed := strings.Cut(rest, "```\n")
	if !found || !closed {
		t.Fatal("web/docs/architecture.md shows no commands")
	}
	here, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	run := exec.Command("sh", "-ec", strings.ReplaceAll(commands, "../last-iterate", here))
	run.Dir = dir
	run.Env = append(os.Environ(), "GOWORK=off")
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if want := "ε ≤ 1.3360 by shift\n"; !strings.HasSuffix(string(out), want) {
		t.Errorf("the program prints\n%s\nwant %s", out, want)
	}
}
