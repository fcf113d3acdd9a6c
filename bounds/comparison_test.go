package bounds

import (
	"context"
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
		c := againstComposition(context.Background(), claim.Question{Delta: delta}, catalog.All(), func() {})
		for share, helps := range map[float64]bool{1: false, 1 - 1e-6: true} {
			p := claim.Proof{Delta: func(epsilon, _ float64) (float64, error) { return errfloat.Profile(share*mu, epsilon), nil }}
			if gain := c.compareAt(p, r, convert.GaussianEpsilonUpper(mu, delta)); gain > surelyBelow != helps {
				t.Errorf("δ = %g: of %v of composition’s μ the gain is %g, above %g should be %v", delta, share, gain, surelyBelow, helps)
			}
		}
	}
}
