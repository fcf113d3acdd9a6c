package docs

import (
	"slices"
	"strings"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/theorem"
)

// The page of composition, which holds for any batches, says what it needs for each kind of them; one of a theorem that needs the
// same for all says it once.
func TestAssumptionsOfOtherBatches(t *testing.T) {
	of := func(id string) []assumptionSet {
		i := slices.IndexFunc(catalog.All(), func(t *theorem.Theorem) bool { return t.ID == id })
		return assumptions(catalog.All()[i])
	}
	sets := of("composition")
	if len(sets) < 2 {
		t.Fatalf("composition needs %+v", sets)
	}
	found, named := false, map[string]bool{}
	for _, set := range sets {
		for _, name := range set.batches {
			if named[name] {
				t.Errorf("%q has two lists", name)
			}
			named[name] = true
			found = found || strings.HasPrefix(name, "Poisson") && len(set.needed) > 0
		}
	}
	if !found {
		t.Error("nothing is said of Poisson batches")
	}
	if sets := of("shift"); len(sets) != 1 {
		t.Errorf("shift has %d lists", len(sets))
	}
	page := string(pages(t)["docs/theorems/linear-adversary.html"])
	if _, list, _ := strings.Cut(page, "<h2>Assumptions</h2>\n"); !strings.HasPrefix(list, "<p>full batch") {
		t.Errorf("the assumptions for full batches are not said to be theirs: %.80q", list)
	}
	page = string(pages(t)["docs/theorems/shift.html"])
	if _, list, _ := strings.Cut(page, "<h2>Assumptions</h2>\n"); !strings.HasPrefix(list, "<ul") {
		t.Errorf("the assumptions for all batches are said to be of some: %.80q", list)
	}
}
