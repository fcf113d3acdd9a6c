package paper

import (
	"math"
	"strings"
	"testing"

	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/theorem"
)

// What the steps after the last use forget is written out.
func TestPapersAtAPosition(t *testing.T) {
	r := rowtest.RowAtPosition()
	for _, c := range []struct {
		row  *theorem.Theorem
		want string
	}{
		{YeShokri33, `+ 0.329997 \right]`}, // c⁴/(1 + c² + c⁴), c = 0.995
		{Feldman, `\frac{9}{10} + 0.333333 \right]`},
	} {
		if _, text := rowtest.AtTwo(rowtest.Prove(t, c.row, r)).Explain(); !strings.Contains(text, c.want) {
			t.Errorf("%s has no %s", text, c.want)
		}
	}
	if got, want := lastUse(r), 0.995*0.995*0.995*0.995/(1+0.995*0.995+math.Pow(0.995, 4)); math.Abs(got-want) > 1e-12 {
		t.Errorf("θ_c(3) = %v, want %v", got, want)
	}
}
