package certify

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/run"
)

// TestStartsDoNotMatter: searches that start elsewhere end at the same float64.
func TestStartsDoNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	for range 30 {
		muSquared := interval.Float(math.Exp(8*r.Float64() - 6))
		delta := interval.Float(math.Exp(-25*r.Float64() - 2))
		upper, ok := epsilonUp(muSquared, delta, 1)
		lower, okLower := EpsilonDown(muSquared, interval.Int(0), delta, 1)
		if !ok || !okLower || lower > upper || upper > 0 && math.Nextafter(math.Nextafter(lower, math.Inf(1)), math.Inf(1)) < upper {
			t.Errorf("μ² = %v, δ = %v: EpsilonDown = %v (%t), epsilonUp = %v (%t), want both values, and the second at most two float64s above the first",
				muSquared, delta, lower, okLower, upper, ok)
		}
		for _, start := range []float64{0, upper * (1 - 1e-9), upper * (1 + 1e-15), upper * 1.5, upper / 3} {
			if again, ok := epsilonUp(muSquared, delta, start); !ok || again != upper {
				t.Errorf("μ² = %v, δ = %v: epsilonUp from %v = %v (%t), want %v", muSquared, delta, start, again, ok, upper)
			}
			if again, ok := EpsilonDown(muSquared, interval.Int(0), delta, start); !ok || again != lower {
				t.Errorf("μ² = %v, δ = %v: EpsilonDown from %v = %v (%t), want %v", muSquared, delta, start, again, ok, lower)
			}
		}
		rho := func() interval.Number { return muSquared }
		q := claim.Question{Delta: delta.Float64()}
		best := 1 + math.Sqrt(-math.Log(q.Delta)/muSquared.Float64())
		first, ok := Linear(rho)(claim.Bound{Question: q, Alpha: best})
		for _, shift := range []float64{1e-8, -1e-8, 1e-6} {
			again, okAgain := Linear(rho)(claim.Bound{Question: q, Alpha: 1 + (best-1)*(1+shift)})
			if !ok || !okAgain || !(math.Abs(again-first) <= 1e-6*first) {
				t.Errorf("ρ = %v: Linear = %v (%t) from α = %v and %v (%t) from beside it, want two values within 1e-6",
					muSquared, first, ok, best, again, okAgain)
			}
		}
	}
}

// TestDescend finds the bottom of a valley on its grid from either side, and the
// edge of what is defined.
func TestDescend(t *testing.T) {
	bottom := interval.Float(0.7)
	valley := func(x interval.Number) interval.Number { return x.Sub(bottom).Square() }
	want := Descend(0.7, valley)
	if !want.Defined() || want.Up() > 1e-15 {
		t.Errorf("Descend(0.7) = %v, want at most 1e-15", want)
	}
	for _, start := range []float64{0.7 + 3e-6, 0.7 - 3e-6, 0.7 + 1e-9} {
		if got := Descend(start, valley); got.Up() != want.Up() {
			t.Errorf("Descend(%v) = %v, want %v, as from 0.7", start, got, want)
		}
	}
	falling := func(x interval.Number) interval.Number {
		if !x.AtMost(bottom) {
			return interval.Undefined
		}
		return x.Neg()
	}
	for _, start := range []float64{0.7, 0.7 - 1e-6, 0.7 + 1e-6} {
		if got := Descend(start, falling); !(math.Abs(got.Up()+0.7) < 1e-11) {
			t.Errorf("Descend(%v) = %v, want −0.7, the value at the edge", start, got)
		}
	}
	for _, start := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if got := Descend(start, valley); got.Defined() {
			t.Errorf("Descend(%v) = %v, want an undefined value", start, got)
		}
	}
}

// TestNothingKnown: an undefined value is never certified, and neither is a search
// that starts from nonsense.
func TestNothingKnown(t *testing.T) {
	nothing := func() interval.Number { return interval.Undefined }
	for _, q := range []claim.Question{{Alpha: 2}, {Delta: 1e-5}} {
		for name, c := range map[string]claim.Certificate{"Gaussian": Gaussian(nothing), "Linear": Linear(nothing)} {
			if e, ok := c(claim.Bound{Question: q, Epsilon: 1, Alpha: 2}); ok {
				t.Errorf("%s, %+v: the certificate of an undefined value = %v, want none", name, q, e)
			}
		}
	}
	for _, start := range []float64{math.NaN(), math.Inf(1), -1} {
		if e, ok := epsilonUp(interval.Int(1), interval.Fraction(1, 1000), start); ok {
			t.Errorf("epsilonUp from %v = %v, want no value", start, e)
		}
	}
	if e, ok := RenyiDown(interval.Undefined, claim.Question{Alpha: 2}); ok {
		t.Errorf("RenyiDown of an undefined value = %v, want no value", e)
	}
	if e, ok := epsilonUp(interval.Fraction(1, 100), interval.Fraction(1, 2), 1); !ok || e != 0 {
		t.Errorf("epsilonUp of μ = 1/10 at δ = 1/2 is %v (%t), want 0", e, ok)
	}
}

// TestState: σ in every convention, from decimals.
func TestState(t *testing.T) {
	r := run.Run{N: 7, B: 5, T: 3, Eta: 0.1, Clip: 0.3, Sigma: 0.7, Diameter: math.Inf(1), Adjacency: run.Replace}
	for noise, want := range map[run.Convention][2]int{
		run.IterateNoise:    {144, 490000}, // s = 2·0.1·0.3/5 = 0.012, σ² = 0.49
		run.GradientNoise:   {144, 4900},   // σ² = (0.1·0.7)² = 0.0049
		run.LangevinNoise:   {144, 98000},  // σ² = 2·0.1·0.49 = 0.098
		run.NoiseMultiplier: {4 * 100, 49}, // σ = 0.1·0.7·0.3/5, so s/σ = 2/0.7
	} {
		r.Noise = noise
		if got := StatedOf(r).Ratio(); got.Sub(interval.Fraction(want[0], want[1])).String() != "0" {
			t.Errorf("%s: s²/σ² = %v, want %d/%d", noise, got, want[0], want[1])
		}
	}
	if d := StatedOf(r).Diameter; d.Defined() {
		t.Errorf("the diameter without projection = %v, want an undefined value", d)
	}
}
