package errfloat

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/draws"
	"lastiterate/bounds/internal/interval"
)

// Every function is compared with outward rounding at random points of every
// scale: its error stays within half of what is proved, and a profile is never
// below.
func TestAgainstOutward(t *testing.T) {
	source := rand.New(rand.NewPCG(3, 9))
	scale := func(lo, hi float64) float64 {
		return math.Exp(math.Log(lo) + source.Float64()*(math.Log(hi)-math.Log(lo)))
	}
	sign := func() float64 { return float64(1 - 2*source.IntN(2)) }
	worst := map[string]float64{}
	check := func(name string, x, got float64, exact interval.Number, bound float64) {
		truth := exact.Float64()
		off := math.Abs(interval.Float(got).Sub(exact).Quo(exact).Float64())
		worst[name] = max(worst[name], off/bound)
		if !(off <= bound/2) {
			t.Errorf("%s(%v) = %v, want %v: relative error %.3g", name, x, got, truth, off)
		}
	}
	for range draws.Sample(5000, 20000) {
		if t.Failed() {
			break
		}
		x := sign() * scale(1e-17, 708)
		check("Exp", x, Exp(x), interval.Float(x).Exp(), ExpError)
		check("Expm1", x, Expm1(x), interval.Float(x).Expm1(), Expm1Error)
		x = scale(1e-17, 1e300)
		check("Log1p", x, Log1p(x), interval.Float(x).Log1p(), log1pError)
		x = -scale(1e-17, 1)
		check("Log1p below 0", x, Log1p(x), interval.Float(x).Log1p(), 20*U)
		x = scale(1e-12, 1e5)
		check("Mills", x, mills(x), interval.Float(x).Mills(), millsError)
		x = source.Float64() * 12
		check("Mills", x, mills(x), interval.Float(x).Mills(), millsError)

		x = source.Float64() * 20
		if source.IntN(2) == 0 {
			x = scale(1e-12, 30)
		}
		within, beyond := Normal(x)
		outside := interval.Float(x).Square().Mul(interval.Fraction(-1,
			2)).Exp().Quo(interval.RootTwoPi()).Mul(interval.Float(x).Mills()).Mul(interval.Int(2))
		inside := interval.Int(1).Sub(outside)
		if a, b := interval.Float(within), interval.Float(beyond); a.Less(inside) || outside.Less(b) {
			t.Errorf("Normal(%v) = %v, %v, want at least %v and at most %v", x, within, beyond, inside.Up(), outside.Down())
		}
		if inside.Up() > 1e-10 && within > inside.Up()*(1+1e-13) || beyond < outside.Down()*(1-1e-12) {
			t.Errorf("Normal(%v) = %v, %v, want near %v and %v", x, within, beyond, inside.Up(), outside.Down())
		}

		mu := scale(1e-9, 60)
		loss := mu * mu * scale(1e-3, 1e3)
		if source.IntN(2) == 0 {
			loss = mu * source.Float64() * 37
		}
		got := Profile(mu, loss)
		exact, _ := interval.GaussianProfile(interval.Float(mu), interval.Float(loss))
		truth := exact.Up()
		// Cancellation costs what two Mills ratios have in common.
		allowed := 1e-10 + 1e-13*(1+loss/mu)/max(mu, narrow)
		if loss <= mu*mu/2 && mu <= narrow { // where φ is bounded by φ(0)
			allowed += 1.3 * mu
		}
		if got < truth || truth > 1e-280 && got > truth*(1+allowed) {
			t.Errorf("Profile(%v, %v) = %v, want %v: %.3g above", mu, loss, got, truth, got/truth-1)
		}
	}
	t.Logf("largest errors, as shares of what is proved: %v", worst)
}

func TestProfileEdges(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct{ mu, loss, want float64 }{
		{0, 0, Tiny}, {0, 1, Tiny}, {inf, 1, 1}, {nan, 1, 1}, {1, nan, 1}, {1, -1, 1}, {1, inf, Tiny}, {1e-200, 1, 1}, {200, 0, 1},
		{1, 1e6, Tiny},
	} {
		if got := Profile(c.mu, c.loss); got != c.want {
			t.Errorf("Profile(%v, %v) = %v, want %v", c.mu, c.loss, got, c.want)
		}
	}
	for what, c := range map[string]struct{ got, want float64 }{
		"Exp(1000)": {Exp(1000), inf}, "Exp(-1000)": {Exp(-1000), 0}, "Log1p(+Inf)": {Log1p(inf), inf},
		"Log1p(-1)": {Log1p(-1), -inf}, "Log1p(0)": {Log1p(0), 0}, "Expm1(0)": {Expm1(0), 0},
	} {
		if c.got != c.want {
			t.Errorf("%s = %v, want %v", what, c.got, c.want)
		}
	}
	if got := Exp(nan); !math.IsNaN(got) {
		t.Errorf("Exp(NaN) = %v, want NaN", got)
	}
}
