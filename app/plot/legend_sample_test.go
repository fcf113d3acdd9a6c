package plot

import (
	"fmt"
	"strings"
	"testing"
)

// Each of the lines that dashes tell apart is told from the others in its sample, too: a sample holds
// a whole round of its dashes, and no two are alike.
func TestSamplesOfDashes(t *testing.T) {
	seen := map[string]string{}
	for _, dash := range bestDashes {
		p := pencil{dash: dash}.ofSample()
		if other, twice := seen[p.dash]; twice {
			t.Errorf("%q and %q have one sample", dash, other)
		}
		seen[p.dash] = dash
		sum, x := 0.0, 0.0
		for _, part := range strings.Fields(p.dash) {
			if _, err := fmt.Sscan(part, &x); err != nil {
				t.Fatal(err)
			}
			sum += x
		}
		if sum > sample {
			t.Errorf("a round of %q takes %v of %v pixels", p.dash, sum, sample)
		}
	}
}
