//go:build !js

package contraction

import (
	"context"
	"math/big"
	"testing"
)

// What a last block makes of a lower order is computed with big numbers by other code. The profile before the
// block is the lesser of the grid's values and Markov's inequality. It is contracted and integrated by chords: with
// each point's value the integral is an upper bound, with the next point's a lower one. The lower orders are so
// low that Markov's inequality counts.
func TestRaisedAgainstBig(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	defer func(bits uint) { bigBits = bits }(bigBits)
	bigBits = 400
	for _, c := range []struct{ excess, s, d, order, alpha, most float64 }{
		{-0.1, 0.08, 1, 2, 30, 1}, {0, 0.3, 0.5, 3, 40, 1},
		{0, 0.08, 1, 3, 30, 1e-30}, // of the profile nothing but its value at 0
	} {
		p := linear(c.excess, c.s, 1, c.d, 1e9)
		s := p.search(nil)
		from := s.lowPath(context.Background(), c.order)
		if from.path == nil {
			t.Fatalf("%+v: nothing below", c)
		}
		if c.most < 1 { // beyond the first points Markov's inequality is all that is known
			h := append([]float64(nil), from.h...)
			for i := range h[5:] {
				h[5+i] = 1
			}
			from = &lowPath{lowProfile{from.order, from.divergence, from.grid, h}, from.path}
		}
		last := plan{0.7, 1}
		got := s.afterLastBlock(extension{lowPath: from, last: last}, c.alpha, smooth)

		g := from.grid
		apart := times(wide(2), bigHalf(plus(wide(1), decimal(c.excess)), num(0), decimal(c.d), 1, last.beta))
		var losses []float64
		for i := range from.h {
			losses = append(losses, g.loss(i))
		}
		const growth = 1 + 1.0/64
		for l := g.loss(g.last()) * growth; l < growth*GaussianReach(c.alpha, float(apart)); l *= growth {
			losses = append(losses, l)
		}
		loss := func(i int) float64 { return losses[i] }
		points := len(losses)
		w := wideGridAt(loss, points)
		var before []*big.Float
		d := wide(c.order - 1)
		for i := range points {
			a := wideExp(times(d, minus(wide(from.divergence), wide(loss(i)))))
			if v := wide(from.h[min(i, g.last())]); v.Cmp(a) < 0 {
				a = v
			}
			if a.Cmp(wide(1)) > 0 {
				a = wide(1)
			}
			before = append(before, a)
		}
		left := w.contract(before, apart)
		right := append(append([]*big.Float(nil), left[1:]...), wide(0))
		pays := over(times(wide(c.alpha/2), times(decimal(c.s), decimal(c.s))), wide(last.beta))
		low, high := float(plus(w.renyi(c.alpha, right), pays)), float(plus(w.renyi(c.alpha, left), pays))
		if got < low || got > high*1.05 || high > low*1.1 {
			t.Errorf("%+v: %v, by big numbers between %v and %v", c, got, low, high)
		}
	}
}
