package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

const root = "../.." // of the repository

// The same sources give the same program, wherever they lie.
func TestTwoBuildsAreTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	first, second := buildIn(t, "one place"), buildIn(t, "another place altogether")
	if !bytes.Equal(first, second) {
		t.Error("two builds of the same sources differ")
	}
	if bytes.Contains(first, []byte("one place")) {
		t.Error("the program tells where it was built")
	}
}

// buildIn builds the server in a copy of its sources in a folder of that name.
// The site itself is compared by web/build; any will do here.
func buildIn(t *testing.T, name string) []byte {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	for _, part := range []string{"go.mod", "go.sum", "server", "web/embed.go", "web/headers"} {
		copyTo(t, filepath.Join(dir, part), filepath.Join(root, part))
	}
	copyTo(t, filepath.Join(dir, "web/dist/index.html"), filepath.Join(root, "web/index.html"))
	copyTo(t, filepath.Join(dir, "web/dist/404.html"), filepath.Join(root, "web/404.html"))
	program, err := build(t.Context(), dir, "server-program", "linux", runtime.GOARCH)
	if err != nil {
		t.Fatal(err)
	}
	return program
}

func copyTo(t *testing.T, to, from string) {
	t.Helper()
	info, err := os.Stat(from)
	if err != nil {
		t.Fatal(err)
	}
	if info.IsDir() {
		if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
		return
	}
	content, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, content, 0o644); err != nil {
		t.Fatal(err)
	}
}
