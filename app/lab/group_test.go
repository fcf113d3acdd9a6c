package lab

import (
	"slices"
	"testing"
)

// The page shows the tools group by group: each is in one, in the order of
// the list.
func TestEveryToolIsInAGroup(t *testing.T) {
	var shown []*Tool
	headings := map[string]bool{}
	for _, g := range Groups() {
		if g.Name() == "" || g.Heading() == "" || headings[g.Heading()] || len(g.Tools()) < 2 {
			t.Errorf("group %d: %q, %q, %d tools", g, g.Name(), g.Heading(), len(g.Tools()))
		}
		headings[g.Heading()] = true
		shown = append(shown, g.Tools()...)
	}
	if !slices.Equal(shown, Tools()) {
		t.Errorf("%d tools are shown of %d, or in another order", len(shown), len(Tools()))
	}
	// The laboratory opens with the audit, in links that name no tool too.
	if Tools()[0].Name != "audit" {
		t.Errorf("it opens with %s", Tools()[0].Name)
	}
}
