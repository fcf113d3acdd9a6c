package lab

import "testing"

// Each row that proves a profile is quoted by itself.
func TestRowsAreQuotedEach(t *testing.T) {
	got := provedBy([]string{"composition", "profile"})
	const want = "At each δ the run’s privacy profile is the smallest ε that the calculator’s rows “Composition” and “Profile contraction” prove."
	if len(got) != 1 || got[0] != want {
		t.Errorf("%q, want %q", got, want)
	}
}
