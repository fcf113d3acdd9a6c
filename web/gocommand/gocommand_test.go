package gocommand

import (
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	out, err := Run(t.Context(), t.TempDir(), ForBrowser, "env", "GOOS", "GOARCH")
	if err != nil || string(out) != "js\nwasm\n" {
		t.Errorf("go env for the browser: %q, %v", out, err)
	}
	// What it says on the other channel is no part of the answer, but of the error.
	_, err = Run(t.Context(), t.TempDir(), nil, "list", "./no-such-package")
	if err == nil || !strings.Contains(err.Error(), "go list ./no-such-package: exit status 1\n") ||
		!strings.Contains(err.Error(), "go.mod") {
		t.Errorf("the error of a command that fails: %v", err)
	}
}
