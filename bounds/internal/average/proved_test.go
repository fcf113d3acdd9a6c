package average

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
)

// In rational arithmetic, a law of uses raised by the error that it states, and by nothing else, dominates the exact binomial in
// the increasing convex order.
func TestLawsAreProved(t *testing.T) {
	source := rand.New(rand.NewPCG(12, 1))
	exact := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	for range 30 {
		h, q := 2+source.IntN(60), math.Exp(-9*source.Float64())
		law, more, off := binomial(float64(h), q, nil)
		if off > 1e-10 {
			t.Errorf("h=%d q=%g: the stated error of the probabilities = %g, want at most 1e-10", h, q, off)
		}
		odds := new(big.Rat).Quo(exact(q), new(big.Rat).Sub(big.NewRat(1, 1), exact(q)))
		p := big.NewRat(1, 1) // of h−n misses and n uses, over (1−q)^h
		var probabilities []*big.Rat
		total := new(big.Rat)
		for n := range h + 1 {
			probabilities = append(probabilities, p)
			total.Add(total, p)
			p = new(big.Rat).Mul(p, new(big.Rat).Mul(odds, big.NewRat(int64(h-n), int64(n+1))))
		}
		for x := range h {
			want, got := new(big.Rat), exact(more)
			for n := x + 1; n <= h; n++ {
				want.Add(want, new(big.Rat).Mul(probabilities[n], big.NewRat(int64(n-x), 1)))
			}
			want.Quo(want, total)
			for _, c := range law {
				if c.n > float64(x) {
					part := new(big.Rat).Sub(exact(c.n), big.NewRat(int64(x), 1))
					got.Add(got, part.Mul(part, exact(c.p)))
				}
			}
			if raised := new(big.Rat).Mul(got, exact(1+off)); raised.Cmp(want) < 0 {
				g, _ := got.Float64()
				w, _ := want.Float64()
				t.Errorf("h=%d q=%g: E(N−%d)₊ of the law = %v, want at least the binomial's %v", h, q, x, g, w)
			}
		}
	}
}

// The logarithm of a mean of exponentials is never below it, and within a billionth,
// whatever the exponents are, and however unlikely.
func TestSumsAreProved(t *testing.T) {
	source := rand.New(rand.NewPCG(12, 2))
	one := interval.Int(1)
	for i := range 3000 {
		m, largest := &moments{}, math.Exp(-12+19.5*source.Float64())
		rest, sum := one, interval.Int(0) // Σ p(e^v − 1) over all terms, what is likelier counts as 0
		for n := range 1 + source.IntN(6) {
			p := math.Exp(-4*source.Float64() - float64(n*(i%3))*20*source.Float64())
			v := largest * source.Float64()
			if below := rest.Down(); p > below {
				p = below
			}
			rest = rest.Sub(interval.Float(p))
			_, ln := errfloat.Log(max(p, errfloat.Tiny))
			m.terms = append(m.terms, term{p, ln, v})
			sum = sum.Add(interval.Float(p).Mul(interval.Float(v).Expm1()))
		}
		further := math.Inf(-1)
		if i%2 == 0 {
			further = largest - 500*source.Float64()
			sum = sum.Add(interval.Float(further).Exp())
		}
		want := sum.Log1p()
		got := m.sum(further, 0)
		if !want.Defined() {
			t.Fatalf("%+v: the exact sum is undefined, want a value", m.terms)
		}
		if interval.Float(got).Less(want) || got > want.Up()*(1+1e-9)+1e-280 {
			t.Errorf("the sum of %+v and e^%g = %v, want from %v to a billionth more", m.terms, further, got, want)
		}
	}
}

// Distances are never rounded down, and those on the grid stay where they are.
func TestOnward(t *testing.T) {
	source := rand.New(rand.NewPCG(12, 3))
	for range 3000 {
		z, n, grow := 100*source.Float64(), float64(source.IntN(9)), 1.0
		if source.IntN(2) == 0 {
			grow += source.Float64() - 0.5
		}
		if source.IntN(4) == 0 {
			z = float64(source.IntN(64)) / 8
		}
		want := interval.Float(grow).Mul(interval.Float(z)).Add(interval.Float(n))
		got := onward(grow, z, n)
		if interval.Float(got).Less(want) || got > want.Up()*(1+1e-11) {
			t.Errorf("onward(%v, %v, %v) = %v, want from %v to 1e-11 more", grow, z, n, got, want)
		}
		if grow == 1 && math.Trunc(8*z) == 8*z && got != z+n {
			t.Errorf("onward(1, %v, %v) = %v, want exactly %v", z, n, got, z+n)
		}
	}
}
