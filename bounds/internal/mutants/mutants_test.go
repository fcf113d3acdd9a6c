//go:build !mutants

package mutants

import (
	"slices"
	"testing"
)

// Without the tag no fault can be chosen, whatever the environment says.
func TestOff(t *testing.T) {
	for _, m := range All() {
		t.Setenv("MUTANT", string(m))
		if m.On() || Any() {
			t.Errorf("%s is on", m)
		}
	}
	if names := slices.Clone(All()); len(names) != len(slices.Compact(slices.Sorted(slices.Values(names)))) {
		t.Errorf("All() = %v, want each name once", names)
	}
}
