package run

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// aboveOne agrees with exact rational arithmetic, near 1 and far from it.
func TestAboveOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	exactly := func(x float64) *big.Rat {
		r, _ := new(big.Rat).SetString(strconv.FormatFloat(x, 'g', -1, 64))
		return r
	}
	above := 0
	for i := range 20_000 {
		x := math.Exp(20 * rng.NormFloat64())
		y := 1 / x
		switch i % 4 {
		case 0:
			y = math.Nextafter(y, math.Inf(1))
		case 1:
			x, y = Digits(x, 3), Digits(1/Digits(x, 3), 1+rng.IntN(17))
		case 2:
			y *= math.Exp(40 * rng.NormFloat64())
		}
		want := new(big.Rat).Mul(exactly(x), exactly(y)).Cmp(big.NewRat(1, 1)) > 0
		if got := aboveOne(x, y); got != want {
			t.Fatalf("%v · %v above 1: %v", x, y, got)
		}
		if want {
			above++
		}
	}
	if above < 2000 || above > 18_000 {
		t.Errorf("%d of 20000 are above 1", above)
	}
	for _, c := range []struct {
		a, b float64
		want bool
	}{{0.5, 0, false}, {0.1, 10, false}, {1e30, 1e30, true}, {1e-30, 1e-30, false}} {
		if got := aboveOne(c.a, c.b); got != c.want {
			t.Errorf("aboveOne(%v, %v) = %t, want %t", c.a, c.b, got, c.want)
		}
	}
}

// The error for a weight decay that is too large states an ηω above 1, and the decay that it proposes is accepted.
func TestProposedDecay(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	refused := 0
	for range 300 {
		r := Run{N: 10, B: 10, T: 10, Eta: Digits(math.Exp(4*rng.NormFloat64()), 1+rng.IntN(6)), Clip: 1, Sigma: 1, Noise: IterateNoise,
			Diameter: 1, Adjacency: Replace, Scheme: Full, Loss: Convex, Smoothness: 1, Clipping: ClippingNever}
		r.WeightDecay = 1 / r.Eta * (1 + math.Exp(-40*rng.Float64()))
		err := r.Validate()
		if err == nil {
			continue // it was rounded away
		}
		refused++
		text := err.Error()
		var told [2]float64
		for i, words := range []string{"ηω is ", "1/η = "} {
			_, rest, _ := strings.Cut(text, words)
			number := rest[:max(strings.IndexAny(rest, ":;"), 0)]
			var err error
			if told[i], err = strconv.ParseFloat(number, 64); err != nil {
				t.Fatalf("%q has no number after %q", text, words)
			}
		}
		r.WeightDecay = told[1]
		if err := r.Validate(); err != nil || !(told[0] > 1) {
			t.Errorf("η = %v: %s; with the ω that it proposes: %v, want no error", r.Eta, text, err)
		}
	}
	if refused < 200 {
		t.Errorf("%d of 300 runs were refused, want 200 at least", refused)
	}
}
