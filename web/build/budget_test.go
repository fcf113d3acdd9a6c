package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestBudget(t *testing.T) {
	name := filepath.Join(t.TempDir(), "budget.json")
	if err := os.WriteFile(name, []byte(`{"why":"a test","brotli":{"app.wasm":10,"index.html":5}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	app := func(brotli int) compressedFile {
		return compressedFile{name: "assets/app-0123456789abcdef.wasm", raw: make([]byte, 100), br: make([]byte, brotli)}
	}
	for _, c := range []struct {
		all   []compressedFile
		fault string
	}{
		{[]compressedFile{app(10)}, ""},
		{[]compressedFile{app(11)}, "app.wasm is 11 bytes in brotli, 1 over its budget"},
		{[]compressedFile{app(10), {name: "index.html", raw: make([]byte, 6)}}, "index.html is 6 bytes"}, // sent as it is
		{[]compressedFile{{name: "assets/new-0123456789abcdef.js", raw: []byte("x")}}, "new.js has no budget"},
	} {
		var out strings.Builder
		err := checkBudget(&out, name, c.all)
		switch {
		case c.fault == "" && err != nil:
			t.Error(err)
		case c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)):
			t.Errorf("error %v, want one that says %q", err, c.fault)
		}
		if !strings.Contains(out.String(), plainName(c.all[0].name)) {
			t.Errorf("the table lacks the file: %s", out.String())
		}
	}
	if err := checkBudget(io.Discard, "no such file", nil); err == nil {
		t.Error("a missing budget was taken for none")
	}
}
