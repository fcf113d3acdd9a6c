package contraction

import (
	"math"
	"math/big"
	"testing"
)

// The grid's arithmetic once more, in 600 bits and without any rounding upward: the
// same points, the same formulae, other code.

var bigBits = uint(600)

func wide(x float64) *big.Float { return new(big.Float).SetPrec(bigBits).SetFloat64(x) }
func wideOp(f func(z, x, y *big.Float) *big.Float, a, b *big.Float) *big.Float {
	return f(new(big.Float).SetPrec(bigBits), a, b)
}
func plus(a, b *big.Float) *big.Float  { return wideOp((*big.Float).Add, a, b) }
func minus(a, b *big.Float) *big.Float { return wideOp((*big.Float).Sub, a, b) }
func times(a, b *big.Float) *big.Float { return wideOp((*big.Float).Mul, a, b) }
func over(a, b *big.Float) *big.Float  { return wideOp((*big.Float).Quo, a, b) }

func wideExp(x *big.Float) *big.Float {
	small := over(x, wide(1<<20))
	sum, term := wide(1), wide(1)
	for k := 1.0; k < 200 && !negligible(term, sum, bigBits); k++ {
		term = over(times(term, small), wide(k))
		sum = plus(sum, term)
	}
	for range 20 {
		sum = times(sum, sum)
	}
	return sum
}

// widePhi is Φ(x) by the series with positive terms; below −18 by the continued fraction of φ(x)/Φ(x),
// and 0 below −10⁴.
func widePhi(x *big.Float) *big.Float {
	if x.Sign() > 0 {
		return minus(wide(1), widePhi(new(big.Float).Neg(x)))
	}
	if float(x) < -1e4 {
		return wide(0)
	}
	square := times(x, x)
	if float(x) < -18 {
		far := new(big.Float).Neg(x)
		ratio := far
		for k := 80; k > 0; k-- {
			ratio = plus(far, over(wide(float64(k)), ratio))
		}
		return over(wideExp(over(square, wide(-2))), times(ratio, rootOfTwoPi()))
	}
	term, sum := new(big.Float).Neg(x), new(big.Float).Neg(x)
	for k := 1; k < 900; k++ {
		term = over(times(term, square), wide(float64(2*k+1)))
		sum = plus(sum, term)
		if negligible(term, sum, bigBits) {
			break
		}
	}
	density := over(wideExp(over(square, wide(-2))), rootOfTwoPi())
	return minus(wide(0.5), times(density, sum))
}

// negligible reports whether a term changes no bit of its sum any more.
func negligible(term, sum *big.Float, bits uint) bool {
	return term.Sign() == 0 || term.MantExp(nil) < sum.MantExp(nil)-int(bits)
}

var rootsOfTwoPi = map[uint]*big.Float{} // by their bits

func rootOfTwoPi() *big.Float {
	if rootsOfTwoPi[bigBits] == nil {
		pi, _ := new(big.Float).SetPrec(bigBits).SetString(pi200)
		rootsOfTwoPi[bigBits] = new(big.Float).SetPrec(bigBits).Sqrt(plus(pi, pi))
	}
	return rootsOfTwoPi[bigBits]
}

// pi200 has 190 decimals.
const pi200 = "3.1415926535897932384626433832795028841971693993751058209749445923078164062862089986280348253421170679821480865132823066470938446095505822317253594081284811174502841027019385211055596446229489549303819644288109756659334461"

// wideHockey is the Gaussian profile at γ = e^loss.
func wideHockey(mu, loss *big.Float) *big.Float {
	half, ratio := over(mu, wide(2)), over(loss, mu)
	return minus(widePhi(minus(half, ratio)), times(wideExp(loss), widePhi(minus(new(big.Float).Neg(half), ratio))))
}

// wideLog is ln x by Halley's method on wideExp: each step has three times the bits of
// the one before.
func wideLog(x *big.Float) *big.Float {
	mantissa := new(big.Float)
	exponent := x.MantExp(mantissa)
	y := wide(math.Log(float(mantissa)) + float64(exponent)*math.Ln2)
	for range 5 {
		e := wideExp(y)
		step := over(times(wide(2), minus(x, e)), plus(x, e))
		if y = plus(y, step); negligible(step, y, bigBits/2) {
			break
		}
	}
	return y
}

type wideGrid struct {
	loss   func(i int) float64
	points []*big.Float
}

func newWideGrid(g *grid) wideGrid { return wideGridAt(g.loss, 2*len(g.gamma)-1) }

func wideGridAt(loss func(i int) float64, points int) wideGrid {
	w := wideGrid{loss: loss}
	for i := range points {
		w.points = append(w.points, wideExp(wide(loss(i))))
	}
	return w
}

func (w wideGrid) contract(h []*big.Float, mu *big.Float) []*big.Float {
	out := make([]*big.Float, len(h))
	for i, a := range h {
		if a.Sign() <= 0 { // 0, but for the cancellation of a kernel that leaves next to nothing
			out[i] = wide(0)
			continue
		}
		out[i] = times(a, wideHockey(mu, wideLog(plus(wide(1), over(minus(w.points[i], wide(1)), a)))))
	}
	return out
}

// along is a profile after n steps that are counted in so many parts, each way: at each point the least. apart is the
// distance of the two Gaussians of some steps, the last of which keeps the share 1−beta of its noise.
func (w wideGrid) along(h []*big.Float, parts []int, n int, beta float64, apart func(steps int, beta float64) *big.Float) []*big.Float {
	var out []*big.Float
	for _, count := range parts {
		by, each := h, n/count
		for range count - 1 {
			by = w.contract(by, apart(each, 0))
		}
		by = w.contract(by, apart(n-(count-1)*each, beta))
		for i := range out {
			if out[i].Cmp(by[i]) < 0 {
				by[i] = out[i]
			}
		}
		out = by
	}
	return out
}

// allParts are the numbers of parts into which n steps are split.
func allParts(n int) (out []int) {
	for parts := 1; parts <= min(n, mostParts); parts *= 2 {
		out = append(out, parts)
	}
	return out
}

// partsOf are those of a chain's block.
func partsOf(c chain) (out []int) {
	for _, w := range c.parts[0].lead {
		out = append(out, w.times+1)
	}
	return out
}

// chords are the corners of the greatest convex minorant of h, and minus its slope between two
// points.
func (w wideGrid) chords(h []*big.Float) (slope func(a, b int) *big.Float, corners []int) {
	slope = func(a, b int) *big.Float { return over(minus(h[a], h[b]), minus(w.points[b], w.points[a])) }
	for i := range h {
		for c := len(corners); c >= 2 && slope(corners[c-2], corners[c-1]).Cmp(slope(corners[c-1], i)) <= 0; c-- {
			corners = corners[:c-1]
		}
		corners = append(corners, i)
	}
	return slope, corners
}

// compose sums F over the Gaussian's kinks as the theorem states it: the masses of
// the convex minorant, extended below 1 by symmetry, against the profile k.
func (w wideGrid) compose(h, k []*big.Float) []*big.Float {
	n := len(h) - 1
	slope, corners := w.chords(h)
	mass := make([]*big.Float, 2*n+1) // at (i−n)·step
	for i := range mass {
		mass[i] = wide(0)
	}
	rest := new(big.Float).Set(h[n])
	for c := 1; c < len(corners); c++ {
		i, after := corners[c], wide(0)
		if c+1 < len(corners) {
			after = slope(i, corners[c+1])
		}
		bend := minus(slope(corners[c-1], i), after)
		mass[n+i], mass[n-i] = times(w.points[i], bend), bend
		rest = plus(rest, plus(mass[n+i], mass[n-i]))
	}
	mass[n] = minus(wide(1), rest)
	out := make([]*big.Float, n+1)
	for j := range out {
		sum := new(big.Float).Set(h[n])
		for i, m := range mass {
			d := j - (i - n)
			if d >= 0 {
				sum = plus(sum, times(m, k[d]))
			} else { // 1 − y + yk(1/y)
				y := over(wide(1), w.points[-d])
				sum = plus(sum, times(m, plus(minus(wide(1), y), times(y, k[-d]))))
			}
		}
		out[j] = sum
	}
	return out
}

// The accepted values of δ and of order 2: every one is evaluated again in 600
// bits, followed from its first step, on the same coarse grid and with the same
// noise share and block. At no point of any profile is the program's below.
func TestProfilesAgainstBig(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	for _, c := range []struct {
		excess, sigma, top, beta float64
		block, blocks            int
	}{
		{0.1, 1, 0.65, 0.668, 1, 25}, {0, 1, 0.6, 0.69, 1, 25}, {-0.1, 1, 0.6, 0.71, 1, 25},
		{0.1, 0.5, 2.2, 0.456, 1, 30}, {0, 0.5, 2, 0.506, 1, 30}, {0, 0.3, 6, 0.919, 2, 8},
	} {
		const points = 16
		p := linear(c.excess, 0.08, c.sigma, 1, c.block*c.blocks)
		s := p.search(atDelta(1e-5))
		s.tailRatio, s.mirrored = 0, nil // two Gaussians, which TestRaysAboveWalks has the others beside
		g := newGrid(c.top, points)
		pl := plan{c.beta, float64(c.block)}

		sigma, factor := wide(c.sigma), plus(wide(1), wide(c.excess))
		z := wide(0)
		for range c.block {
			z = plus(times(factor, z), wide(0.08))
		}
		root := new(big.Float).SetPrec(bigBits).Sqrt(wide(c.beta))
		paid := over(over(z, sigma), root)
		apart := func(steps int, beta float64) *big.Float {
			return times(wide(2), bigHalf(factor, num(0), over(wide(1), sigma), steps, beta))
		}
		w := newWideGrid(g)
		mechanism := func(mu *big.Float) (k []*big.Float) {
			for d := range 2*points + 1 {
				k = append(k, wideHockey(mu, wide(g.loss(d))))
			}
			return k
		}
		first := over(z, sigma)
		if composed := math.Sqrt(float64(c.block)) * 0.08 / c.sigma; composed < float(first) {
			first = over(times(wide(0.08), new(big.Float).SetPrec(bigBits).Sqrt(wide(float64(c.block)))), sigma)
		}
		exact, k := mechanism(first)[:points+1], mechanism(paid)
		for range c.blocks - 1 {
			exact = w.compose(w.along(exact, allParts(c.block), c.block, c.beta, apart), k)
		}
		compare := func(how string, h []float64, tolerance float64) {
			for i, v := range h {
				truth := float(exact[i])
				if v < truth || truth > 1e-40 && v > truth*(1+tolerance) {
					t.Errorf("c=%v σ=%v, %s, point %d: %v, in 600 bits %v: %.2g above", 1+c.excess, c.sigma, how, i, v, truth, v/truth-1)
				}
			}
		}
		compare("from the start", s.run(g, pl, effort{points, 0, 0}.patient(c.blocks)), 1e-9)
		p.T = 1e9
		s = p.search(atDelta(1e-5))
		s.tailRatio, s.mirrored = 0, nil
		settled := 0.05
		if c.blocks < 20 {
			settled = math.Inf(1)
		}
		compare("from above", s.run(g, pl, effort{points, 240, 1e-12}), settled)
	}
}

// patient follows a run from its start.
func (e effort) patient(blocks int) effort {
	e.most = blocks
	e.tolerance = -1 // never still
	return e
}
