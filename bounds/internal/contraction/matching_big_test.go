package contraction

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/draws"
	"lastiterate/bounds/internal/errfloat"
)

// matched is a profile after a block that is bounded by matching, with the cuts and the profiles of equal starts and of
// any two that the program has.
func (w wideGrid) matched(m *matching, h []float64) (out []*big.Float) {
	n := m.last()
	bounds := make([]*big.Float, n+1)
	for i, v := range m.symmetric(h) {
		bounds[i] = wide(v)
	}
	slope, corners := w.chords(bounds)
	p, q := make([]*big.Float, 2*n+1), make([]*big.Float, 2*n+1) // masses at (i−n)·step
	for i := range p {
		p[i], q[i] = wide(0), wide(0)
	}
	rest := bounds[n]
	for c := 1; c < len(corners); c++ {
		i, after := corners[c], wide(0)
		if c+1 < len(corners) {
			after = slope(i, corners[c+1])
		}
		q[n+i] = minus(slope(corners[c-1], i), after)
		p[n+i] = times(w.points[i], q[n+i])
		p[n-i], q[n-i] = q[n+i], p[n+i]
		rest = plus(rest, plus(p[n+i], q[n+i]))
	}
	p[n] = minus(wide(1), rest)
	q[n] = p[n]
	gamma := func(i int) *big.Float {
		if i < 0 {
			return over(wide(1), w.points[-i])
		}
		return w.points[i]
	}
	b := m.pairOf(h)
	for j, at := range m.cuts(&b) {
		sum, a, r := wide(0), bounds[n], bounds[n]
		for i := -n; i <= n; i++ {
			of := max(at.low, min(i, at.high))
			k := wide(m.same[n+j-of])
			switch {
			case i > at.high:
				matched := times(gamma(at.high), q[n+i])
				sum, a = plus(sum, times(matched, k)), plus(a, minus(p[n+i], matched))
			case i < at.low:
				matched := over(p[n+i], gamma(at.low))
				sum, r = plus(sum, times(p[n+i], k)), plus(r, minus(q[n+i], matched))
			default:
				sum = plus(sum, times(p[n+i], k))
			}
		}
		out = append(out, plus(sum, times(a, m.wideAny(over(times(gamma(j), r), a)))))
	}
	return out
}

// wideAny is the profile of any two starts at γ.
func (m *matching) wideAny(gamma *big.Float) *big.Float {
	if gamma.Cmp(wide(1)) < 0 {
		return plus(minus(wide(1), gamma), times(gamma, m.wideAny(over(wide(1), gamma))))
	}
	i := int(float(wideLog(gamma)) / m.apart.step)
	if i >= m.apart.last() {
		return wide(m.values[m.apart.last()])
	}
	from, to := wideExp(wide(m.apart.loss(i))), wideExp(wide(m.apart.loss(i+1)))
	return plus(wide(m.values[i]), times(over(minus(gamma, from), minus(to, from)), minus(wide(m.values[i+1]), wide(m.values[i]))))
}

// Matching in 256 bits with other code, at the program's own cuts: never below, and hardly above.
func TestMatchingAgainstBig(t *testing.T) {
	defer func(bits uint) { bigBits = bits }(bigBits)
	bigBits = 256
	source := rand.New(rand.NewPCG(10, 7))
	random := func(lo, hi float64) float64 { return lo * math.Exp(source.Float64()*math.Log(hi/lo)) }
	for range draws.Sample(30, 300) {
		g := newGrid(random(1e-3, 8), 12)
		w := newWideGrid(g)
		mu := g.loss(g.last()) * random(0.02, 1)
		h := g.gaussianProfile(mu * random(0.3, 3))
		m := gaussianMatching(g, mu, mu*random(1, 50))
		exact := w.matched(m, h)
		for i, v := range m.over(h) {
			for k := range i { // no profile rises
				if exact[k].Cmp(exact[i]) < 0 {
					exact[i] = exact[k]
				}
			}
			const resolved = 1e-40
			if truth := float(exact[i]); v < truth || truth > resolved && v > truth*(1+1e-7)+10*errfloat.Tiny {
				t.Errorf("top %v, μ %v, point %d: %v, in %d bits %v: %.3g above", g.loss(g.last()), mu, i, v, bigBits, truth, v/truth-1)
			}
		}
	}
}

// TestFaintMatching: where γ is large Q has next to nothing, which γ multiplies. No float64 holds 10^−200/e^260.
func TestFaintMatching(t *testing.T) {
	defer func(bits uint) { bigBits = bits }(bigBits)
	bigBits = 1024
	for _, top := range []float64{120, 200, 290} {
		for _, last := range []float64{1e-190, 1e-260, 1e-299} { // of the profile at the last point
			g := newGrid(top, 12)
			h := g.evaluate(func(loss float64) float64 { return math.Exp(math.Log(last) * math.Pow(loss/top, 2)) })
			m := gaussianMatching(g, 0.3, 3)
			exact := newWideGrid(g).matched(m, h)
			for i, v := range m.over(h) {
				if i > 0 && exact[i-1].Cmp(exact[i]) < 0 { // no profile rises
					exact[i] = exact[i-1]
				}
				if truth := float(exact[i]); !(v >= truth && v <= truth*(1+1e-7)+10*errfloat.Tiny) {
					t.Errorf("to %v at e^%v, point %d: %v, in %d bits %v", last, top, i, v, bigBits, truth)
				}
			}
		}
	}
}
