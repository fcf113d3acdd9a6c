//go:build !js

package contraction

import (
	"context"
	"math/big"
	"strconv"
	"testing"
)

// The values that the page shows for Chien and Li's Figure 1 run (T =
// 200, s = 0.08, D = 1), each against what it had to be and against a loss that is
// known (bounds/internal/adversary). The last block is checked in 256 bits with other code
// on the page's own grid: it leaves no less of the profile than it does there, that stands
// still, and ε is what the profile gives, not less. (Not in
// WebAssembly, where math/big is slow; that its values are the same another test holds.)
func TestAcceptedProfilesAgainstBig(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	t.Parallel()
	defer func(bits uint) { bigBits = bits }(bigBits)
	bigBits = 256
	for _, c := range []struct{ excess, sigma, delta, alpha, floor, want float64 }{
		{0.1, 1, 1e-5, 0, 0.131, 0.452}, {0, 1, 1e-5, 0, 0.128, 0.428}, {-0.1, 1, 1e-5, 0, 0.0929, 0.408},
		{0.1, 0.5, 1e-5, 0, 0.429, 1.74}, {0, 0.5, 1e-5, 0, 0.413, 1.55},
		{0.1, 1, 0, 2, 0.011626, 0.02796}, {0, 1, 0, 2, 0.010883, 0.02489}, {-0.1, 1, 0, 2, 0.010178, 0.02216},
	} {
		p := linear(c.excess, 0.08, c.sigma, 1, 200)
		var epsilon float64
		var chosen Cycle
		var err error
		if c.alpha == 0 {
			epsilon, chosen, err = p.Profile(context.Background(), c.delta)
		} else {
			epsilon, chosen, err = p.ProfileRenyi(context.Background(), c.alpha)
		}
		if err != nil || !chosen.Proved() || !chosen.path.ever || !(c.floor < epsilon && epsilon <= c.want) {
			t.Errorf("%+v: ε = %v, proved %v, a bound for any length %v; %v", c, epsilon, chosen.Proved(),
				chosen.path != nil && chosen.path.ever, err)
			continue
		}

		g := newGrid(chosen.path.top, answer.points)
		w, h, mu := newWideGrid(g), chosen.path.h, chosen.path.startMu
		wideOf := func(h []float64) (out []*big.Float) {
			for _, v := range h {
				out = append(out, wide(v))
			}
			return out
		}
		exact := wideOf(h)
		for i, v := range chosen.mapped(w, wideOf(chosen.path.above), c.excess, c.sigma) {
			const resolved = 1e-40 // by the reference
			if h[i] > resolved && v.Cmp(exact[i]) > 0 {
				t.Errorf("%+v: the last block leaves %v at point %d, in %d bits %v", c, h[i], i, bigBits, float(v))
			}
		}
		for i, v := range chosen.mapped(w, exact, c.excess, c.sigma) {
			if h[i] > 1e-9 && float(v) > h[i]*(1+1e-6) {
				t.Errorf("%+v: one more block raises point %d from %v to %v", c, i, h[i], float(v))
			}
		}
		tolerance := 1e-6
		if c.alpha != 0 { // the Gaussian profile goes on where the grid ends, and beyond is bounded
			tolerance = 1e-3
			losses, values := atOrder{c.alpha, mu}.continued(g, h)
			w = wideGridAt(func(i int) float64 { return losses[i] }, len(values))
			for i := len(h); i < len(values); i++ {
				exact = append(exact, wide(values[i]))
				if wideHockey(wide(mu), wide(losses[i])).Cmp(exact[i]) > 0 && values[i] < h[len(h)-1] {
					t.Errorf("%+v: what goes on is %v at point %d", c, values[i], i)
				}
			}
		}
		truth := w.valueAt(exact, c.delta, c.alpha)
		if v := float(truth); wide(epsilon).Cmp(truth) < 0 || epsilon > v*(1+tolerance) {
			t.Errorf("%+v: ε = %v, in 256 bits %v: %.3g above", c, epsilon, v, epsilon/v-1)
		}
	}
}

// mapped is a profile after one block of the choice, of a run with s = 0.08 and
// D = 1.
func (c Cycle) mapped(w wideGrid, h []*big.Float, excess, sigma float64) []*big.Float {
	factor, s, d := plus(wide(1), decimal(excess)), over(decimal(0.08), decimal(sigma)), over(wide(1), decimal(sigma))
	block, share := int(c.path.block), c.path.beta
	paid := over(bigGrown(factor, s, block), new(big.Float).SetPrec(bigBits).Sqrt(wide(share)))
	if tail := int(c.path.tail(c.path.block)); tail > 0 {
		paid = new(big.Float).SetPrec(bigBits).Sqrt(bigTail(factor, bigGrown(factor, s, block), s, tail, share))
	}
	apart := func(steps int, share float64) *big.Float {
		return times(wide(2), bigHalf(factor, num(0), d, steps, share))
	}
	chain := c.path.chain(newGrid(c.path.top, answer.points), c.path.plan, 1)
	var k []*big.Float
	for i := range w.points {
		k = append(k, wideHockey(paid, wide(w.loss(i))))
	}
	out := w.compose(w.along(h, partsOf(chain), block, share, apart), k)
	if c.Matched {
		for i, v := range w.matched(chain.parts[0].matched, nearest(h)) {
			if v.Cmp(out[i]) < 0 {
				out[i] = v
			}
		}
	}
	return out
}

func nearest(h []*big.Float) (out []float64) {
	for _, v := range h {
		out = append(out, float(v))
	}
	return out
}

// valueAt is ε at delta, or of order alpha where that is not 0.
func (w wideGrid) valueAt(h []*big.Float, delta, alpha float64) *big.Float {
	if alpha != 0 {
		return w.renyi(alpha, h)
	}
	i := 1
	for h[i].Cmp(decimal(delta)) > 0 {
		i++
	}
	share := over(minus(h[i-1], decimal(delta)), minus(h[i-1], h[i]))
	return wideLog(plus(w.points[i-1], times(share, minus(w.points[i], w.points[i-1]))))
}

// decimal is a number as it was stated.
func decimal(x float64) *big.Float {
	z, _ := new(big.Float).SetPrec(bigBits).SetString(strconv.FormatFloat(x, 'g', -1, 64))
	return z
}
