package words

import (
	"testing"

	"lastiterate/bounds/run"
)

// Every scheme has its reason, and one that is not known has none of another.
func TestUnfit(t *testing.T) {
	for _, s := range run.Schemes() {
		if Unfit(s) == "" {
			t.Errorf("nothing is said of %s", s)
		}
	}
	if got := Unfit("unknown"); got != "" {
		t.Errorf("of an unknown scheme it says %q, want nothing", got)
	}
}
