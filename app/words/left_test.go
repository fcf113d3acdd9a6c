package words

import (
	"strings"
	"testing"

	"lastiterate/bounds"
)

// Up to eight values that are still the example's are named by their fields; more are only counted.
func TestLeftNamesTheFields(t *testing.T) {
	q := bounds.DefaultQuery()
	fields := []string{"n", "eta", "clip", "sigma", "diameter", "smoothness", "delta", "loss", "noise"}
	for n := listedLeft + 1; n <= len(fields); n++ {
		said := Left(q, "the example’s", []string{"T", "b", "scheme"}, fields[:n])
		if named := strings.Contains(said, " values are the example’s: dataset size, learning rate, "); named != (n <= namedLeft) {
			t.Errorf("of %d: %q", n, said)
		}
	}
	if said := Left(q, "the example’s", []string{"T"}, fields[:2]); !strings.Contains(said, "Still the example’s") {
		t.Errorf("of two: %q", said)
	}
}
