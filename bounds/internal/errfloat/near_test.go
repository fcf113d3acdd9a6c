package errfloat

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/internal/interval"
)

// TestNear follows chains of random operations with outward rounding: the number is
// never outside of its error. Half of the numbers are known to their last digit, half to
// 2^−14 … 2^−40 of themselves and at an end of that, where errors that are not added up show.
func TestNear(t *testing.T) {
	source := rand.New(rand.NewPCG(12, 9))
	one := interval.Int(1)
	type pair struct {
		near  Near
		exact interval.Number
	}
	random := func() pair {
		x := math.Exp(30*source.Float64() - 15)
		exact := interval.Decimal(x)
		if source.IntN(2) == 0 {
			return pair{Between(exact.Down(), exact.Up()), exact}
		}
		other := x * (1 + math.Exp2(-14-26*source.Float64()))
		if source.IntN(2) == 0 {
			return pair{Between(x, other), interval.Float(x)}
		}
		return pair{Between(x, other), interval.Float(other)}
	}
	counted := map[string]int{}
	check := func(what string, p pair) bool {
		if !p.near.Defined() {
			return false
		}
		counted[what]++
		off := math.Abs(p.exact.Sub(interval.Float(p.near.v)).Float64()) / p.near.v / U
		if off > p.near.e || p.near.Up() < p.exact.Up() {
			t.Errorf("%s: %v within %v U, but it is %v U off %v", what, p.near.v, p.near.e, off, p.exact)
		}
		return true
	}
	for range 4000 {
		x := random()
		for range 8 {
			y := random()
			x0 := x
			var what string
			switch what = []string{"add", "mul", "quo", "square", "decay", "risen", "log", "log1m"}[source.IntN(8)]; what {
			case "add":
				x = pair{x.near.Add(y.near), x.exact.Add(y.exact)}
			case "mul":
				x = pair{x.near.Mul(y.near), x.exact.Mul(y.exact)}
			case "quo":
				x = pair{x.near.Quo(y.near), x.exact.Quo(y.exact)}
			case "square":
				x = pair{x.near.Square(), x.exact.Square()}
			case "decay":
				x = pair{x.near.Decay(), x.exact.Neg().Exp()}
			case "risen":
				x = pair{x.near.Risen(), one.Sub(x.exact.Neg().Exp())}
				if x.near.Defined() && x.near.v < 1e-9 { // for the reference's digits
					x.exact = x0.exact.Neg().Expm1().Neg()
				}
			case "log":
				x = pair{x.near.Log1p(), x.exact.Log1p()}
			case "log1m":
				x = pair{x.near.Log1m(), x.exact.Neg().Log1p().Neg()}
			}
			if y.near.AtMost(x0.near) && !y.exact.AtMost(x0.exact) {
				t.Errorf("%v is not at most %v", y.exact, x0.exact)
			}
			if !x.exact.Defined() || !check(what, x) {
				x = random()
			}
		}
	}
	for what, n := range counted {
		if n < 1000 {
			t.Errorf("%s was tried %d times", what, n)
		}
	}
}

// TestNearWideOperands takes operands that are known to 2^−14 to the ends where the errors
// of both point the same way: the result is within its error only if they are added.
func TestNearWideOperands(t *testing.T) {
	const lo, hi = 1, 1 + 1.0/(1<<14)
	x := Between(lo, hi)
	ratio := x.Quo(x) // from lo/hi to hi/lo
	for what, c := range map[string]struct {
		near        Near
		least, most float64
	}{
		"a quotient":             {ratio, lo / hi, hi / lo},
		"a quotient of those":    {ratio.Quo(ratio), lo / hi * lo / hi, hi / lo * hi / lo},
		"its quotient by one":    {ratio.Quo(ratio).Quo(ratio), lo / hi * lo / hi * lo / hi, hi / lo * hi / lo * hi / lo},
		"a product":              {x.Mul(x), lo * lo, hi * hi},
		"a product of quotients": {ratio.Mul(ratio), lo / hi * lo / hi, hi / lo * hi / lo},
		"a square":               {ratio.Square(), lo / hi * lo / hi, hi / lo * hi / lo},
		"a sum":                  {ratio.Add(x), lo/hi + lo, hi/lo + hi},
		"a decay":                {Whole(2).Mul(x).Decay(), math.Exp(-2 * hi), math.Exp(-2 * lo)},
		"a rise":                 {x.Mul(ratio).Risen(), -math.Expm1(-lo * lo / hi), -math.Expm1(-hi * hi / lo)},
		"a logarithm":            {x.Mul(ratio).Log1p(), math.Log1p(lo * lo / hi), math.Log1p(hi * hi / lo)},
	} {
		if slack := 1e-15 * c.most; c.near.Down() > c.least+slack || c.near.Up() < c.most-slack {
			t.Errorf("%s is from %v to %v, and said to be from %v to %v", what, c.least, c.most, c.near.Down(), c.near.Up())
		}
		if c.near.Up()-c.near.Down() > 0.002*c.most {
			t.Errorf("%s is said to be from %v to %v, which says little", what, c.near.Down(), c.near.Up())
		}
	}
}

// Nothing comes of what is unknown, and 0 is exactly 0.
func TestNearEdges(t *testing.T) {
	two, zero := Whole(2), Near{}
	for what, x := range map[string]Near{
		"over 0": two.Quo(zero), "0 over 0": zero.Quo(zero),
		"unknown times 0": Undefined.Mul(zero), "0 over unknown": zero.Quo(Undefined), "an overflow": Between(1e200, 1e200).Square(),
		"an underflow": Between(1e-200, 1e-200).Square(), "a long decay": Whole(800).Decay(), "a wide error": Between(1, 1.1),
		"NaN": Between(math.NaN(), 1), "from 0": Between(0, 1), "infinite": Between(1, math.Inf(1)),
		"unknown": Undefined.Add(two).Mul(two).Decay().Risen().Log1p(), "plus unknown": two.Add(Undefined),
	} {
		if x.Defined() || !math.IsInf(x.Up(), 1) || x.AtMost(two) || two.AtMost(x) {
			t.Errorf("%s is %+v, want undefined", what, x)
		}
	}
	for what, x := range map[string]Near{
		"0 times": zero.Mul(two), "0 over": zero.Quo(two), "0 risen": zero.Risen(), "log 1": zero.Log1p(), "0": zero.Add(zero),
		"between": Between(0, 0),
	} {
		if !x.IsZero() || x.Up() != 0 {
			t.Errorf("%s is %+v, want exactly 0", what, x)
		}
	}
	if x := zero.Decay(); x.v != 1 || x.e != 0 {
		t.Errorf("e^0 is %+v, want exactly 1", x)
	}
}
