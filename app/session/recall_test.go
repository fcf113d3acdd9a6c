package session_test

import (
	"strings"
	"testing"

	"lastiterate/wasm/protocol"
)

// The answers of a withdrawn build say so first, in the warnings and in the statement to copy. An answer
// that was shown before the list of withdrawn builds arrived says so when it is asked again.
func TestWithdrawnBuildSaysSo(t *testing.T) {
	v := visiting(t)
	answer := result(1)
	answer.Statement, answer.Warnings = "The model is private.", []string{"a warning"}
	v.asked(protocol.MethodEvaluate).Answer(answer)
	v.browser.Pass(0)
	if got := v.Subject().Result; len(got.Warnings) != 1 || strings.Contains(got.Statement, "ithdrawn") {
		t.Fatalf("a build that was not withdrawn says %q and %q", got.Warnings, got.Statement)
	}
	v.browser.Recalled = "ε was too low."
	v.Again()
	v.browser.Pass(0)
	v.asked(protocol.MethodEvaluate).Answer(answer)
	v.browser.Pass(0)
	got := v.Subject().Result
	if len(got.Warnings) != 2 || got.Warnings[0] != "Withdrawn: ε was too low." ||
		got.Statement != "Withdrawn: ε was too low. The model is private." {
		t.Errorf("a withdrawn build says %q and %q", got.Warnings, got.Statement)
	}
	if len(answer.Warnings) != 1 {
		t.Errorf("the engine's own list is %q now", answer.Warnings)
	}
}
