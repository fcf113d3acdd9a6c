package run

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"
)

// aboveOne is what fractions of whole numbers say, near 1 and far from it.
func TestAboveOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	exactly := func(x float64) *big.Rat {
		r, _ := new(big.Rat).SetString(strconv.FormatFloat(x, 'g', -1, 64))
		return r
	}
	above := 0
	for i := range 20_000 {
		x := math.Exp(60 * rng.NormFloat64() / 3)
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
	if aboveOne(0.5, 0) || aboveOne(0.1, 10) || !aboveOne(1e30, 1e30) || aboveOne(1e-30, 1e-30) {
		t.Error("at the ends")
	}
}
