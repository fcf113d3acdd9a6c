package main

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lastiterate/web/gocommand"
)

// crash is a program that ends in a trace.
const crash = `package main

import "sort"

func main() { sort.Slice([]int{2, 1}, func(int, int) bool { fall(nil); return false }) }

//go:noinline
func fall(m map[string]int) { m["x"] = 1 }
`

// compiled is a small program for the browser.
func compiled(t *testing.T) []byte {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{"go.mod": "module crash\n", "main.go": crash} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := gocommand.Run(context.Background(), dir, gocommand.ForBrowser, "build", "-trimpath", "-ldflags=-s -w", "-o", "out.wasm",
		"."); err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(filepath.Join(dir, "out.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// withoutLines removes line numbers and keeps our names: it changes bytes only to zeros, to the mark of missing
// data, or to the offset of the first cleared name. If Node is installed the program runs, and its trace names our functions.
func TestWithoutLines(t *testing.T) {
	program := compiled(t)
	got, err := withoutLines(program)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(program) {
		t.Fatalf("%d bytes, were %d", len(got), len(program))
	}
	zeroed, others := 0, map[byte]bool{}
	for i, b := range got {
		switch {
		case b == program[i]:
		case b == 0:
			zeroed++
		case b != 0xff: // a byte of none, the mark of missing data
			others[b] = true
		}
	}
	if len(others) > 4 { // the bytes of the offset of the first cleared name
		t.Fatalf("bytes became %v", others)
	}
	if least := len(program) / 60; zeroed < least {
		t.Errorf("%d bytes of lines, want %d at least", zeroed, least)
	}
	if again, err := withoutLines(got); err != nil || !bytes.Equal(again, got) {
		t.Errorf("a second time something changes: %v", err)
	}
	for what, program := range map[string][]byte{"with lines": program, "without": got} {
		trace := traceOf(t, program)
		if trace == "" {
			continue // no Node
		}
		if !strings.Contains(trace, "assignment to entry in nil map") || !strings.Contains(trace, "main.fall") ||
			!strings.Contains(trace, "main.main") || strings.Contains(trace, "main.go:") != (what == "with lines") ||
			strings.Contains(trace, "sort.") != (what == "with lines") {
			t.Errorf("%s:\n%s", what, trace)
		}
	}
}

// traceOf runs a program under Node; empty if there is none.
func traceOf(t *testing.T, program []byte) string {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		return ""
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "crash.wasm")
	if err := os.WriteFile(name, program, 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js"), name)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
	out, _ := cmd.CombinedOutput() // it ends with a status of its own
	return string(out)
}

// Whatever is not such a program is an error that says what to do.
func TestNoTableOfFunctions(t *testing.T) {
	program := compiled(t)
	otherMark := bytes.Replace(program, tableStart, []byte{0xf3, 0xff, 0xff, 0xff, 0, 0, 1, 8}, 1)
	for what, b := range map[string][]byte{"empty": nil, "short": program[:7], "no data": program[:200], "another mark": otherMark} {
		if _, err := withoutLines(b); !errors.Is(err, errLayout) {
			t.Errorf("%s: %v", what, err)
		}
	}
	// Spoiled bytes never take it down.
	rng := rand.New(rand.NewPCG(1, 1))
	at := bytes.Index(program, tableStart)
	for range 30 {
		spoiled := bytes.Clone(program)
		for range 20 {
			spoiled[at+rng.IntN(len(program)-at)] = byte(rng.IntN(256))
		}
		for range 3 {
			spoiled[at+8+rng.IntN(64)] = byte(rng.IntN(256))
		}
		_, _ = withoutLines(spoiled)
	}
}
