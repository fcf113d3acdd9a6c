package proof

import (
	"errors"
	"math"
	"testing"

	"lastiterate/bounds/claim"
)

var (
	order = claim.Question{Alpha: 3}
	delta = claim.Question{Delta: 1e-5}
)

func epsilon(t *testing.T, p claim.Proof, q claim.Question) float64 {
	t.Helper()
	s, err := p.At(q)
	if err != nil {
		t.Fatal(err)
	}
	return s.Epsilon
}

// Parts that state nothing prove nothing, and no arithmetic that failed becomes a small loss.
func TestNothingIsNoBound(t *testing.T) {
	failed := func(float64) float64 { return math.NaN() }
	overflowed := func(float64) float64 { return math.Inf(1) }
	for name, p := range map[string]Parts{"nothing": {}, "NaN": {Renyi: failed}, "overflow": {Renyi: overflowed}} {
		if e := epsilon(t, p.Upper(), delta); !math.IsInf(e, 1) {
			t.Errorf("%s: at most %v", name, e)
		}
		if e := epsilon(t, p.Lower(), delta); e != 0 {
			t.Errorf("%s: at least %v", name, e)
		}
		if e := epsilon(t, p.Upper(), order); !(math.IsInf(e, 1) || name == "nothing" && math.IsNaN(e)) {
			t.Errorf("%s: at most %v", name, e)
		}
		if e := epsilon(t, p.Lower(), order); !(e == 0 || name == "nothing" && math.IsNaN(e)) {
			t.Errorf("%s: at least %v", name, e)
		}
	}
	if s, _ := (Parts{}).Upper().At(delta); !math.IsNaN(s.Mu) || !math.IsNaN(s.Gap) {
		t.Errorf("nothing has μ = %v and a gap of %v", s.Mu, s.Gap)
	}
}

// At a δ the least of what the parts prove counts, and a part that fails takes nothing away
// from another: μ-GDP says less than what ε(α) = αμ²/2 converts to
// (1.13177 against 1.23493 at μ = 0.3, both by bisection and a scan in double precision).
func TestLeastPartCounts(t *testing.T) {
	const mu = 0.3
	converted := epsilon(t, Linear(mu*mu/2).Upper(), delta)
	if e := epsilon(t, Gaussian(mu*mu).Upper(), delta); math.Abs(e-1.13177) > 1e-5 || math.Abs(converted-1.23493) > 1e-5 {
		t.Errorf("μ-GDP: %v, converted %v", e, converted)
	}
	direct := Linear(mu * mu / 2)
	direct.Epsilon = func(float64) (float64, error) { return 0.5, nil }
	s, err := direct.Upper().At(delta)
	if err != nil || s.Epsilon != 0.5 || s.Converted != converted || !s.Direct() {
		t.Errorf("%+v, %v", s.Bound, err)
	}
	direct.Epsilon = func(float64) (float64, error) { return 0, errors.New("given up") }
	if e := epsilon(t, direct.Upper(), delta); e != converted {
		t.Errorf("where the direct bound fails: %v, converted %v", e, converted)
	}
}

// A Rényi floor says nothing at a δ, since no conversion is exact; what is known of δ does.
func TestFloors(t *testing.T) {
	if e := epsilon(t, Linear(1).Lower(), delta); e != 0 {
		t.Errorf("a Rényi floor alone: %v", e)
	}
	if e := epsilon(t, Gaussian(1).Lower(), delta); math.Abs(e-4.37718) > 1e-5 {
		t.Errorf("1-GDP at 10⁻⁵: %v, want 4.37718", e)
	}
}
