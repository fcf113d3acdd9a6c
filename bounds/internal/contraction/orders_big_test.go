package contraction

import (
	"math/big"
	"testing"

	"lastiterate/bounds/run"
)

// One epoch in a fresh order, and what follows the last use of a secret one, position by position in 400 bits
// (profile.md, section 5). Epochs are so short that positions are not grouped, but for the last two of a secret
// order of four or five. No other test of this package holds what a fresh order pays to its formula: all passed
// with a sensitivity that was a hundredth too small.
func TestOrdersAgainstBig(t *testing.T) {
	defer func(bits uint) { bigBits = bits }(bigBits)
	bigBits = 400 // values of parts one after another are tiny
	const points, beta, step, diameter = 10, 0.6, 0.4, 1.5
	for _, c := range []struct {
		excess         float64
		period, steps  int // of an epoch; that take position
		after          int // steps without the example
		missing, sigma float64
		top            float64 // of the grid
	}{
		{0, 1, 1, 0, 0, 1, 2}, {-0.1, 3, 3, 0, 0, 1, 2}, {0.1, 5, 5, 0, 0.25, 1, 2}, {0, 5, 3, 0, 0.25, 0.7, 3},
		{-0.1, 3, 2, 2, 0.25, 1, 2}, {-0.1, 4, 2, 2, 0, 1, 2},
	} {
		p := linear(c.excess, step, c.sigma, diameter, 4*c.period+c.steps+c.after)
		p.Order, p.Period, p.After, p.Missing = run.FreshOrder, c.period, c.after, c.missing
		s := p.search(atDelta(1e-5))
		s.mirrored = nil // two Gaussians, which TestRaysAboveWalks has the others beside
		g := newGrid(c.top, points)
		w, h := newWideGrid(g), g.gaussianProfile(0.8)
		var wideH []*big.Float
		for _, v := range h {
			wideH = append(wideH, wide(v))
		}

		factor, d := plus(wide(1), wide(c.excess)), over(wide(diameter), wide(c.sigma))
		apart := func(steps int, share float64) *big.Float {
			return times(wide(2), bigHalf(factor, num(0), d, steps, share))
		}
		through := func(h []*big.Float, steps int, share float64) []*big.Float {
			if steps == 0 {
				return h
			}
			return w.contract(h, apart(steps, share))
		}
		paid := over(over(wide(step), wide(c.sigma)), new(big.Float).SetPrec(bigBits).Sqrt(wide(beta)))
		var k []*big.Float
		for i := range w.points {
			k = append(k, wideHockey(paid, wide(w.loss(i))))
		}
		mean := func(parts map[int][]*big.Float, never []*big.Float) (out []*big.Float) {
			for i := range h {
				sum := wide(0)
				for _, part := range parts {
					sum = plus(sum, part[i])
				}
				left := times(wide(float64(c.period-len(parts))), never[i])
				used := times(over(plus(sum, left), wide(float64(c.period))), minus(wide(1), wide(c.missing)))
				out = append(out, plus(used, times(wide(c.missing), never[i])))
			}
			return out
		}
		compare := func(how string, got []float64, want []*big.Float, tolerance float64) {
			for i, v := range got {
				if truth := float(want[i]); wide(v).Cmp(want[i]) < 0 || v > truth*(1+tolerance) {
					t.Errorf("%s, %+v, point %d: %v, in %d bits %v: %.2g above", how, c, i, v, bigBits, truth, v/truth-1)
				}
			}
		}

		fresh := map[int][]*big.Float{}
		for position := range c.steps { // its use is the last step of the kernel
			fresh[position] = through(w.compose(through(wideH, position+1, beta), k), c.steps-position-1+c.after, 0)
		}
		epoch := s.epochChain(g, beta, float64(c.steps), float64(c.after))
		compare("fresh order", epoch.over(h), mean(fresh, through(wideH, c.steps+c.after, 0)), 1e-8)

		p.Order = run.SecretOrder
		s = p.search(atDelta(1e-5))
		s.mirrored = nil
		once := map[int][]*big.Float{}
		less := g.gaussianProfile(0.6) // of a use less: who is not used in the last epoch
		for rest := range c.period {
			of := wideH
			if rest >= int(s.last) {
				of = nil
				for _, v := range less {
					of = append(of, wide(v))
				}
			}
			if once[rest] = of; rest+c.after > 0 {
				once[rest] = w.along(of, allParts(rest+c.after), rest+c.after, 0, apart)
			}
		}
		nothing := make([]*big.Float, len(h))
		for i := range nothing {
			nothing[i] = wide(0)
		}
		rounding := 1e-8
		if c.period > 3 {
			rounding = 0.1 // a group counts as its first
		}
		compare("secret order", s.released(g, h, less), mean(once, nothing), rounding)
	}
}
