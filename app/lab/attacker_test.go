package lab

import (
	"strings"
	"testing"

	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/bounds/lab/tradeoff"
)

// Each row that proves a profile is quoted by itself.
func TestRowsAreQuotedEach(t *testing.T) {
	got := provedBy([]string{"composition", "profile"})
	const want = "At each δ the run’s privacy profile is the smallest ε that the calculator’s rows “Composition” and “Profile contraction” prove."
	if len(got) != 1 || got[0] != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The calculator's tab has only the profile's fixed points; the tool adds some, and its limits for the opening run are
// smaller by that. So its notes do not promise the same number.
func TestTabIsSlightlyLooser(t *testing.T) {
	tool := ByName("tradeoff")
	view, fault := answered(t, tool, tool.Defaults())
	s, _ := ReadRun("opening")
	fixed, _, err := tradeoff.OfRun(t.Context(), s.Run, bounds.Settings{})
	if fault != nil || err != nil {
		t.Fatal(fault, err)
	}
	for i, rate := range []float64{0.001, 0.01} {
		tab := words.MembersFound(fixed, rate)
		if here, there := view.Facts[i].Value, "at most "+words.Percent(tab); here == there {
			t.Errorf("at a rate of %v the tool and the tab both say %q: the notes may say so", rate, here)
		}
	}
	said := strings.Join(view.Notes, " ")
	if strings.Contains(said, "same number") || !strings.Contains(said, "fewer values of δ, so its limit") ||
		!strings.Contains(said, "slightly larger") {
		t.Errorf("the notes do not say how the tab differs: %s", said)
	}
}
