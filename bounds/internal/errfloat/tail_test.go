package errfloat

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/internal/interval"
)

// exactTail is P(N > x) with outward rounding.
func exactTail(x float64) interval.Number {
	n := interval.Float(x)
	if x < 0 {
		return interval.Int(1).Sub(exactTail(-x))
	}
	return n.Square().Mul(interval.Fraction(-1, 2)).Exp().Quo(interval.RootTwoPi()).Mul(n.Mills())
}

// Tails, scaled tails, least profiles and logarithms stay on their side of what
// outward rounding finds, and near it.
func TestTailsAgainstOutward(t *testing.T) {
	source := rand.New(rand.NewPCG(5, 1))
	scale := func(lo, hi float64) float64 {
		return math.Exp(math.Log(lo) + source.Float64()*(math.Log(hi)-math.Log(lo)))
	}
	between := func(what string, x, least, most float64, exact interval.Number, width float64) {
		t.Helper()
		if exact.Less(interval.Float(least)) || interval.Float(most).Less(exact) {
			t.Errorf("%s(%v) is between %v and %v, and it is %v", what, x, least, most, exact.Float64())
		}
		if v := math.Abs(exact.Float64()); v > 1e-280 && most-least > width*v {
			t.Errorf("%s(%v) is between %v and %v, too wide", what, x, least, most)
		}
	}
	for range 2000 {
		if t.Failed() {
			break
		}
		x := (2*source.Float64() - 1) * 40
		if source.IntN(3) == 0 {
			x = scale(1e-12, 10)
		}
		least, most := Tail(x)
		between("Tail", x, least, most, exactTail(x), 1e-12)

		a := scale(1e-3, 1e4)
		x = a + scale(1e-6, 30)
		above := ScaledTail(x, a)
		exact := interval.Float(a).Square().Sub(interval.Float(x).Square()).Mul(interval.Fraction(1,
			2)).Exp().Quo(interval.RootTwoPi()).Mul(interval.Float(x).Mills())
		between("ScaledTail", x, 0, above, exact, math.Inf(1))
		if v := exact.Float64(); v > 1e-280 && above > v*(1+1e-11) {
			t.Errorf("ScaledTail(%v, %v) = %v, want near %v", x, a, above, v)
		}

		mu := scale(1e-6, 60)
		loss := mu * source.Float64() * 37
		profile, _ := interval.GaussianProfile(interval.Float(mu), interval.Float(loss))
		got := LeastProfile(mu, loss)
		between("LeastProfile", mu, got, 1, profile, math.Inf(1))
		if v := profile.Float64(); v > 1e-280 && got < v*(1-1e-10-1e-13*(1+loss/mu)*(1+loss/mu)/min(mu, 1)) {
			t.Errorf("LeastProfile(%v, %v) = %v, want near %v", mu, loss, got, v)
		}

		x = scale(1e-300, 1e300)
		if source.IntN(2) == 0 {
			x = 1 + (2*source.Float64()-1)*scale(1e-12, 0.9)
		}
		least, most = Log(x)
		between("Log", x, least, most, interval.Float(x).Log(), math.Inf(1))
		if !(most-least < 1e-14*(1+math.Abs(math.Log(x)))) {
			t.Errorf("Log(%v) is between %v and %v, too wide", x, least, most)
		}
	}
}

// TestTailEdges: arguments outside the domain give the trivial bounds.
func TestTailEdges(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for x, want := range map[float64][2]float64{inf: {0, Tiny}, -inf: {1 - U, 1}, 39: {0, Tiny}} {
		if a, b := Tail(x); a != want[0] || b != want[1] {
			t.Errorf("Tail(%v) = %v, %v, want %v", x, a, b, want)
		}
	}
	if a, b := Tail(nan); a != 0 || b != 1 {
		t.Errorf("Tail(NaN) = %v, %v, want 0, 1", a, b)
	}
	for _, c := range [][2]float64{{nan, 1}, {1, nan}, {1, 2}, {inf, 1}, {1, -1}} {
		if got := ScaledTail(c[0], c[1]); got != 1 {
			t.Errorf("ScaledTail(%v, %v) = %v, want 1", c[0], c[1], got)
		}
	}
	if got := ScaledTail(100, 1); got != Tiny {
		t.Errorf("ScaledTail(100, 1) = %v, want Tiny, since it underflows", got)
	}
	for _, c := range [][2]float64{{nan, 1}, {1, nan}, {1, -1}, {inf, 1}, {0, 1}, {1, 1e6}} {
		if got := LeastProfile(c[0], c[1]); got != 0 {
			t.Errorf("LeastProfile(%v, %v) = %v, want 0", c[0], c[1], got)
		}
	}
	if got := LeastProfile(200, 0); !(got > 1-1e-15) {
		t.Errorf("LeastProfile(200, 0) = %v, want above 1 − 1e-15", got)
	}
	for _, x := range []float64{0, -1, nan, inf} {
		if a, b := Log(x); a != -inf || b != inf {
			t.Errorf("Log(%v) = %v, %v, want −Inf, +Inf", x, a, b)
		}
	}
}
