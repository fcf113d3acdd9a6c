package lab

import "testing"

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
	check("with two counts entered", "Example inputs, changed", "Still at the example’s values: non-members shown, false positives.")
	v["non_members"], v["false_positives"] = "1000", "20"
	check("with all counts entered", "", "")

	v = audit.Defaults()
	v["table"] = "tp,fp\n60,10\n"
	check("with a table, which replaces two counts", "Example inputs, changed", "Still at the example’s values: members shown, non-members shown.")

	for _, tool := range Tools() {
		if mark, _ := tool.Example(tool.Defaults()); mark == "" {
			t.Errorf("%s opens with an answer that is not marked", tool.Name)
		}
	}
}
