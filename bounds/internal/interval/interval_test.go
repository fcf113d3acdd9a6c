package interval

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// enclosed wants the true value in the interval and the interval narrow, to a
// relative 2^−bits of its value.
func enclosed(t *testing.T, what string, got Number, want *big.Float, bits int) {
	t.Helper()
	if !got.Defined() {
		t.Errorf("%s is undefined, want %s", what, want.Text('g', 30))
		return
	}
	lo, hi := got.ends()
	if lo.Cmp(want) > 0 || hi.Cmp(want) < 0 {
		t.Errorf("%s = %s, want an interval that holds %s", what, got, want.Text('g', 45))
	}
	wide := ref().Sub(hi, lo)
	if limit := ref().SetMantExp(ref().Abs(want), -bits); wide.Cmp(limit) > 0 {
		t.Errorf("%s = %s, want a width of at most 2^-%d of it", what, got, bits)
	}
}

func random(r *rand.Rand, lo, hi float64) float64 {
	return math.Exp(math.Log(lo) + r.Float64()*math.Log(hi/lo))
}

func point(x float64) *big.Float { return big.NewFloat(x) }

// The ends of every function hold the value that a series of another kind has
// at 2400 bits, and are at most 2^−100 apart, 1e-30.
func TestFunctions(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 8))
	for range 60 {
		sign := float64(1 - 2*r.IntN(2))
		x := sign * random(r, 1e-12, 500)
		enclosed(t, "exp", Float(x).Exp(), refExp(point(x)), 110)
		enclosed(t, "expm1", Float(x).Expm1(), refExpm1(point(x)), 110)
		y := random(r, 1e-150, 1e150)
		enclosed(t, "log", Float(y).Log(), refLog(point(y)), 100)
		near := sign * random(r, 1e-15, 0.9)
		enclosed(t, "log1p", Float(near).Log1p(), refLog(ref().Add(point(near), point(1))), 100)
	}
}

// TestMills compares with tail and density, across the place where the series
// gives way to the continued fraction.
func TestMills(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	points := []float64{0, 1e-30, 1, 5.9, 6, math.Nextafter(6, 7), 6.1, 8, 20, 37, -0.5, -6, -20}
	for range 40 {
		points = append(points, random(r, 1e-3, 38), -random(r, 1e-3, 12))
	}
	for _, x := range points {
		want := ref().Quo(refTail(point(x)), refDensity(point(x)))
		enclosed(t, "Mills", Float(x).Mills(), want, 110)
	}
	// Farther out 1/x·(1 − 1/x²) < R(x) < 1/x (Abramowitz and Stegun 26.2.12).
	for _, x := range []float64{1e3, 1e10, 1e100, 1e300} {
		got := Float(x).Mills()
		upper := Int(1).Quo(Float(x))
		lower := upper.Sub(upper.Quo(Float(x).Square()))
		if got.Less(lower) || upper.Less(got) {
			t.Errorf("R(%g) = %v, want from %v to %v", x, got, lower, upper)
		}
		if lo, hi := got.ends(); ref().Quo(hi, lo).Cmp(point(1+1e-15)) > 0 {
			t.Errorf("R(%g) = %v, want a width of at most 1e-15 of it", x, got)
		}
	}
}

// TestGaussianProfile compares with Φ(−ε/μ+μ/2) − e^ε Φ(−ε/μ−μ/2), from the
// middle of the law to δ = 1e-300.
func TestGaussianProfile(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 8))
	for range 40 {
		mu := random(r, 1e-8, 10)
		epsilon := mu * max(0, mu/2+random(r, 1e-3, 25)*float64(1-2*(r.IntN(4)/3)))
		middle, half := ref().Quo(point(epsilon), point(mu)), ref().Quo(point(mu), point(2))
		second := ref().Mul(refExp(point(epsilon)), refTail(ref().Add(middle, half)))
		want := ref().Sub(refTail(ref().Sub(middle, half)), second)
		delta, slope := GaussianProfile(Float(mu), Float(epsilon))
		enclosed(t, "δ", delta, want, 60)
		enclosed(t, "−δ'", slope, second, 100)
	}
}

func TestConstants(t *testing.T) {
	off := func(got, want *big.Float) int { return ref().Sub(got, want).MantExp(nil) }
	if e := off(ln2, refLog(point(2))); e > -317 {
		t.Errorf("ln 2 is off by 2^%d, want at most 2^-317", e)
	}
	if e := off(pi, refPi()); e > -317 {
		t.Errorf("π is off by 2^%d, want at most 2^-317", e)
	}
	if e := off(ref().Mul(rootHalfPi, rootHalfPi), ref().Quo(refPi(), point(2))); e > -316 {
		t.Errorf("√(π/2) squared is off by 2^%d, want at most 2^-316", e)
	}
	enclosed(t, "√(2π)", rootTwoPi, refRootTwoPi, 120)
}

// rational reads an interval's ends back as fractions.
func rational(x *big.Float) *big.Rat {
	r, _ := x.Rat(nil)
	return r
}

// TestArithmetic draws intervals with ends of every sign and points in them, and
// finds every result to hold the result of the points, computed as fractions.
func TestArithmetic(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	draw := func() (Number, *big.Rat) {
		a := (r.Float64() - 0.5) * random(r, 1e-6, 1e6)
		b := a + r.Float64()*random(r, 1e-20, 10)
		inside := a + r.Float64()*(b-a)
		return Number{&value{lo: point(a), hi: point(max(a, b))}}, new(big.Rat).SetFloat64(min(max(inside, a), max(a, b)))
	}
	holds := func(what string, x Number, want *big.Rat) {
		t.Helper()
		lo, hi := x.ends()
		if rational(lo).Cmp(want) > 0 || rational(hi).Cmp(want) < 0 {
			t.Fatalf("%s = %v, want an interval that holds %s", what, x, want.FloatString(40))
		}
	}
	for range 5000 {
		x, p := draw()
		y, q := draw()
		holds("x+y", x.Add(y), new(big.Rat).Add(p, q))
		holds("x−y", x.Sub(y), new(big.Rat).Sub(p, q))
		holds("xy", x.Mul(y), new(big.Rat).Mul(p, q))
		holds("x²", x.Square(), new(big.Rat).Mul(p, p))
		if _, certain := y.Sign(); certain {
			holds("x/y", x.Quo(y), new(big.Rat).Quo(p, q))
		} else if x.Quo(y).Defined() {
			t.Fatalf("%v/%v = %v, want an undefined value, since the divisor may be 0", x, y, x.Quo(y))
		}
		least, most := p, q
		if p.Cmp(q) > 0 {
			least, most = q, p
		}
		holds("min", Min(x, y), least)
		holds("max", Max(x, y), most)
		if x.Less(y) && p.Cmp(q) >= 0 {
			t.Fatalf("(%v).Less(%v) = true, want false", x, y)
		}
		if s := x.Square(); p.Sign() != 0 {
			root := s.Sqrt()
			lo, hi := root.ends()
			a := new(big.Rat).Abs(p)
			if rational(lo).Cmp(a) > 0 || rational(hi).Cmp(a) < 0 {
				t.Fatalf("√%v = %v, want an interval that holds %s", s, root, a.FloatString(40))
			}
		}
	}
}

// TestRounding: Up and Down are the neighbouring float64s, and the number's own
// where it is one.
func TestRounding(t *testing.T) {
	third := Fraction(1, 3)
	if up, down := third.Up(), third.Down(); up != math.Nextafter(down, 1) || !Float(down).Less(third) || !third.Less(Float(up)) {
		t.Errorf("1/3 rounds down to %v and up to %v, want two neighbours with 1/3 between them", down, up)
	}
	for _, x := range []float64{0, 0.1, -0.1, 1e-300, 5e-324, 1e300, 3} {
		if f := Float(x); f.Up() != x || f.Down() != x {
			t.Errorf("Float(%v) rounds down to %v and up to %v, want the same number", x, f.Down(), f.Up())
		}
	}
	// A decimal is not its float64: 0.1 lies below the float64 that is written so.
	if d := Decimal(0.1); d.Up() != 0.1 || d.Down() != math.Nextafter(0.1, 0) {
		t.Errorf("Decimal(0.1) rounds down to %v and up to %v, want %v and 0.1", d.Down(), d.Up(), math.Nextafter(0.1, 0))
	}
	if product := Decimal(0.1).Mul(Decimal(0.2)).Mul(Int(50)); product.Up() != 1 || product.Down() != 1 {
		t.Errorf("0.1·0.2·50 = %v, want exactly 1", product)
	}
	huge := Float(1e300).Square()
	if huge.Up() != math.Inf(1) || huge.Down() != math.MaxFloat64 {
		t.Errorf("1e300² rounds down to %v and up to %v, want %v and +Inf", huge.Down(), huge.Up(), math.MaxFloat64)
	}
	tiny := Float(1e-300).Square()
	if tiny.Up() != 5e-324 || tiny.Down() != 0 {
		t.Errorf("1e-300² rounds down to %v and up to %v, want 0 and 5e-324", tiny.Down(), tiny.Up())
	}
}

// TestUndefined: what has no value is undefined, spreads, and bounds nothing.
func TestUndefined(t *testing.T) {
	aroundZero := Number{&value{lo: point(-1e-9), hi: point(1e-9)}}
	for what, x := range map[string]Number{
		"1/0": Int(1).Quo(Int(0)), "1/[−,+]": Int(1).Quo(aroundZero), "√−1": Int(-1).Sqrt(), "√[−,+]": aroundZero.Sqrt(),
		"log 0": Int(0).Log(), "log −1": Int(-1).Log(), "log1p −1": Int(-1).Log1p(), "e^1e9": Float(1e9).Exp(), "∞": Float(math.Inf(1)),
		"NaN": Decimal(math.NaN()), "sum": Undefined.Add(Int(1)), "difference": Int(1).Sub(Undefined), "product": Undefined.Mul(Int(0)),
		"quotient": Int(0).Quo(Undefined),
		"exp":      Undefined.Exp(), "expm1": Undefined.Expm1(), "tanh": Undefined.Tanh(), "mills": Undefined.Mills(),
		"power": Int(-2).Pow(Fraction(1, 2)), "min": Min(Int(1), Undefined),
	} {
		if x.Defined() || x.Up() != math.Inf(1) || x.Down() != math.Inf(-1) || x.Less(Int(5)) || Int(-5).AtMost(x) {
			t.Errorf("%s = %v, from %v to %v, want an undefined value, from −Inf to +Inf, that compares with no number",
				what, x, x.Down(), x.Up())
		}
	}
	if x := Float(-1e12).Exp(); x.Up() != 5e-324 || x.Down() != 0 {
		t.Errorf("e^−1e12 rounds down to %v and up to %v, want 0 and 5e-324", x.Down(), x.Up())
	}
	if x := Float(1e12).Tanh(); x.Up() != 1 || x.Down() < 1-1e-15 {
		t.Errorf("tanh 1e12 = %v, want from 1 − 1e-15 to 1", x)
	}
	// Squaring on and on never becomes 0 and never panics.
	x := Fraction(1, 3).Exp().Quo(Int(2))
	for range 80 {
		x = x.Square()
		if x.Defined() && x.hi.Sign() == 0 {
			t.Fatalf("a square of a number above 0 = %v, want more than 0", x)
		}
	}
	if x.Defined() {
		t.Errorf("(e^⅓/2)^(2^80) = %v, want an undefined value", x)
	}
}

func BenchmarkProfile(b *testing.B) {
	mu := Decimal(0.64).Sqrt().Upper()
	for b.Loop() {
		GaussianProfile(mu, Float(2.5))
	}
}

func BenchmarkExp(b *testing.B) {
	x := Fraction(7, 3)
	for b.Loop() {
		x.Exp()
	}
}

func BenchmarkLog(b *testing.B) {
	x := Fraction(7, 3)
	for b.Loop() {
		x.Log()
	}
}

func BenchmarkMills(b *testing.B) {
	for _, x := range []Number{Fraction(1, 3), Fraction(17, 3), Fraction(19, 3), Fraction(70, 3)} {
		b.Run(x.String(), func(b *testing.B) {
			for b.Loop() {
				x.Mills()
			}
		})
	}
}

// TestFarApart: terms of very different size are added at once and outward.
func TestFarApart(t *testing.T) {
	tiny := Float(-1e7).Exp()
	for _, x := range []Number{Int(1), Int(-1), Fraction(1, 3), Float(-1e9).Exp().Neg(), tiny} {
		for _, y := range []Number{tiny, tiny.Neg(), Float(-1e9).Exp()} {
			up, down := x.Add(y), x.Sub(y)
			if !up.Defined() || !down.Defined() {
				t.Fatalf("x = %v, y = %v: x+y = %v, x−y = %v, want two defined values", x, y, up, down)
			}
			// (x+y) + (x−y) holds 2x, and (x+y) − (x−y) holds 2y.
			if s := up.Add(down); s.Less(x.Add(x)) || x.Add(x).Less(s) {
				t.Errorf("x = %v, y = %v: (x+y) + (x−y) = %v, want an interval that holds 2x", x, y, s)
			}
			if d := up.Sub(down); d.Less(y.Add(y)) || y.Add(y).Less(d) {
				t.Errorf("x = %v, y = %v: (x+y) − (x−y) = %v, want an interval that holds 2y", x, y, d)
			}
		}
	}
	one := Int(1).Add(tiny)
	lo, hi := one.ends()
	if lo.Cmp(point(1)) < 0 || hi.Cmp(point(1)) <= 0 || hi.Cmp(up().Mul(up().SetInt64(1), aboveOne)) > 0 {
		t.Errorf("1 + e^−1e7 is from %s to %s, want from 1 to just above it", lo.Text('g', 100), hi.Text('g', 100))
	}
	if x := tiny.Log1p(); x.Less(tiny.Mul(Fraction(99, 100))) || tiny.Less(x.Mul(Fraction(99, 100))) {
		t.Errorf("log(1 + x) = %v, want x = e^−1e7 within a hundredth", x)
	}
	if x := tiny.Expm1(); x.Less(tiny.Mul(Fraction(99, 100))) || tiny.Mul(Fraction(101, 100)).Less(x) {
		t.Errorf("e^x − 1 = %v, want x = e^−1e7 within a hundredth", x)
	}
}
