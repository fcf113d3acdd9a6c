package words

import "testing"

// One field is marked, or several are.
func TestWaitingForFields(t *testing.T) {
	for want, held := range map[string][]string{
		"This is the answer for the last valid values; fix the marked field.": nil,
		"This is the answer for T = 200; fix the marked field.":               {"T = 200"},
		"This is the answer for T = 200 and b = 5; fix the marked fields.":    {"T = 200", "b = 5"},
	} {
		if got := Waiting(held); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// After a search the page says that the answer is still for the old value.
func TestUnwritten(t *testing.T) {
	if got := Unwritten(theRun, "sigma", "1"); got != "This is the answer for σ = 1. Apply enters the value found." {
		t.Error(got)
	}
}
