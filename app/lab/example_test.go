package lab

import (
	"strings"
	"testing"
)

func TestExampleInputsAreMarked(t *testing.T) {
	audit := ByName("audit")
	v := audit.Defaults()
	check := func(when, mark, left string) {
		t.Helper()
		if m, l := audit.Example(v); m != mark || l != left {
			t.Errorf("%s: %q, %q; want %q, %q", when, m, l, mark, left)
		}
	}
	check("as opened", "Example inputs", "")
	v["level"] = "0.9"
	check("with another confidence", "Example inputs", "")
	v["members"], v["true_positives"] = "1000", "200"
	check("with two counts entered", "Partly example inputs", "Still at the example’s values: non-members shown, false positives.")
	v["non_members"], v["false_positives"] = "1000", "20"
	check("with all counts entered", "", "")

	v = audit.Defaults()
	v["table"] = "tp,fp\n60,10\n"
	check("with a table, which replaces two counts", "Partly example inputs", "Still at the example’s values: members shown, non-members shown.")

	// A visitor's run is no example's, also if it is the same. A run on which the answer does not depend changes nothing.
	own := "#" + Fragment("opening")
	other := strings.Replace(own, "clip=2&", "clip=3&", 1)
	for _, c := range []struct{ tool, run, mark string }{
		{"regression", own, "Example inputs"}, {"regression", other, "Example inputs"}, {"account", own, "Partly example inputs"}, {"tradeoff", own, ""},
		{"account", other, "Partly example inputs"}, {"account", own + "&differs=momentum", "Partly example inputs"},
		{"account", own + "&only=published", "Partly example inputs"},
	} {
		tool := ByName(c.tool)
		if mark, left := tool.Example(with(tool, "run", c.run)); mark != c.mark {
			t.Errorf("%s with the run %s: %q, %q; want %q", c.tool, c.run, mark, left, c.mark)
		}
	}

	for _, tool := range Tools() {
		if mark, _ := tool.Example(tool.Defaults()); mark == "" {
			t.Errorf("%s opens with an answer that is not marked", tool.Name)
		}
	}
}
