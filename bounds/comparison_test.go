package bounds

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/internal/errfloat"
)

// TestEqualRowDoesNotHelp compares composition, a Gaussian mechanism, with itself by its δ: where δ hardly falls
// with ε, half of the margin in ε is next to nothing in δ.
func TestEqualRowDoesNotHelp(t *testing.T) {
	const mu = 0.05
	r := DefaultRun()
	r.Sigma *= 1e6 // no floor is above
	for _, delta := range []float64{1e-5, 1e-3, 0.01, 0.0199} {
		c := againstComposition(context.Background(), claim.Question{Delta: delta}, catalog.All(), catalog.All(), func() {})
		for share, helps := range map[float64]bool{1: false, 1 - 1e-6: true} {
			p := claim.Proof{Delta: func(epsilon, _ float64) (float64, error) { return errfloat.Profile(share*mu, epsilon), nil }}
			if gain := c.compareAt(p, r, convert.GaussianEpsilonUpper(mu, delta)); gain > surelyBelow != helps {
				t.Errorf("δ = %g: of %v of composition’s μ the gain is %g, above %g should be %v", delta, share, gain, surelyBelow, helps)
			}
		}
	}
}

// A row that leaves nothing of δ at composition's ε is below composition; one whose δ is not a number is not.
func TestRowsThatLeaveNoDelta(t *testing.T) {
	c := againstComposition(context.Background(), claim.Question{Delta: 1e-5}, catalog.All(), catalog.All(), func() {})
	r := DefaultRun()
	r.Sigma *= 1e6 // no floor is above
	for found, helps := range map[float64]bool{0: true, 1e-300: true, 1e-4: false, math.NaN(): false} {
		p := claim.Proof{Delta: func(float64, float64) (float64, error) { return found, nil }}
		if gain := c.compareAt(p, r, 1); gain > surelyBelow != helps {
			t.Errorf("of δ = 1e-5 the row leaves %v: the gain is %v, above %v should be %v", found, gain, surelyBelow, helps)
		}
	}
}
