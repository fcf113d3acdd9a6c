package attained

import (
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/row/rowtest"
)

// Whose loss it is, is written out.
func TestLinearAtAPosition(t *testing.T) {
	linear := adversary.Linear{Excess: -0.1, Sensitivity: 1, Sigma: 1, Diameter: 1, T: 95, Period: 10, Rest: 2}
	text := writeLinear(rowtest.RowAtPosition(), linear, claim.Bound{Question: claim.Question{Delta: 1e-5}, Epsilon: 0.4})
	if want := `^{2 + 10 e}`; !strings.Contains(text, want) {
		t.Errorf("%s has no %s", text, want)
	}
}
