package contraction

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/draws"
	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/errfloat"
)

// TestGridAgainstBig compares every operation of a grid on random profiles
// with 256 bits and other code: never below, and above by no more than rounding.
func TestGridAgainstBig(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	t.Parallel()
	defer func(bits uint) { bigBits = bits }(bigBits)
	bigBits = 256
	source := rand.New(rand.NewPCG(5, 14))
	random := func(lo, hi float64) float64 { return lo * math.Exp(source.Float64()*math.Log(hi/lo)) }
	const points = 10
	runs := draws.Sample(60, 600)
	compared := map[string]int{}
	for range runs {
		g := newGrid(random(1e-3, 8), points)
		w := newWideGrid(g)
		mu, apart := g.loss(g.last())*random(0.02, 1), random(0.05, 6)
		// A Gaussian profile, or one that is far from convex: its own composition is
		// then not bounded closely, since no mass may be negative.
		rough := source.IntN(2) == 0
		h := g.evaluate(func(loss float64) float64 {
			if rough {
				return errfloat.Profile(mu, loss) * (1 - 0.3*source.Float64())
			}
			return errfloat.Profile(mu, loss)
		})
		wideH := make([]*big.Float, len(h))
		for i, v := range h {
			wideH[i] = wide(v)
		}
		never := func(what string, got float64, want *big.Float, tolerance float64) {
			compared[what]++
			const resolved = 1e-40 // by the reference
			if truth := float(want); got < resolved && truth < resolved {
				return
			} else if wide(got).Cmp(want) < 0 || truth > resolved && got > truth*(1+tolerance) {
				t.Errorf("%s, top %v, μ %v and %v: %v, in %d bits %v: %.3g above", what, g.loss(g.last()), mu, apart, got, bigBits, truth,
					got/truth-1)
			}
		}
		all := func(what string, got []float64, want []*big.Float, tolerance float64) {
			for i, v := range got {
				for k := range i { // no profile rises
					if want[k].Cmp(want[i]) < 0 {
						want[i] = want[k]
					}
				}
				never(what, v, want[i], tolerance)
			}
		}
		composed := 1e-8
		if rough {
			composed = math.Inf(1)
		}
		all("contract", g.contract(h, gaussiansApart(apart)), w.contract(wideH, wide(apart)), 1e-10)

		k := make([]*big.Float, 2*points+1)
		for d := range k {
			k[d] = wideHockey(wide(mu), wide(g.loss(d)))
		}
		all("compose", g.compose(h, g.gaussian(mu)), w.compose(wideH, k), composed)

		rate := random(1e-3, 1)
		var m mechanism
		for _, bits := range []Bits{Joined, Revealed, Displaced} {
			apart := 0.2 + 1.8*source.Float64()
			m = g.sampled(rate, []Price{{bits, mu, apart}}, 1)[0]
			for d := range k {
				q, gamma := wide(rate), wideExp(wide(g.loss(d)))
				e := over(plus(minus(gamma, wide(1)), q), q)
				switch bits {
				case Joined:
					k[d] = times(q, wideHockey(wide(mu), wideLog(e)))
				case Revealed:
					k[d] = times(q, wideHockey(wide(mu), wide(g.loss(d))))
				default:
					k[d] = wideDisplaced(q, gamma, mu, apart)
				}
				never("sampled", m.away[d], k[d], 1e-8)
			}
			all("compose sampled", g.compose(h, m), w.compose(wideH, k), composed)
		}
		sized := overSizes([]weightedMu{{0.4, mu}, {0.2, apart}, {0.3, 0}}, 0.1)
		for i, v := range w.contract(wideH, wide(mu)) {
			sum := plus(times(wide(0.4), v), times(wide(0.2), w.contract(wideH, wide(apart))[i]))
			want := plus(sum, times(wide(0.1), wideH[i]))
			if sized.none() {
				want = wideH[i]
			}
			never("contract by size", g.contract(h, sized)[i], want, 1e-8)
			never("contract by a table of sizes", g.contract(h, sized.withTable(true))[i], want, 2)
		}

		mean := make([]*big.Float, len(h))
		for i := range mean {
			mean[i] = plus(times(wide(0.3), wideH[i]), times(wide(0.6), wide(m.away[i])))
		}
		all("mean", g.mean([]weightedProfile{{0.3, h}, {0.6, m.away[:len(h)]}}), mean, 1e-11)

		for i := 1; i < len(h); i++ {
			delta := h[i] + source.Float64()*(h[i-1]-h[i])
			if !(h[i] < delta && delta < h[i-1]) {
				continue
			}
			share := over(minus(wideH[i-1], wide(delta)), minus(wideH[i-1], wideH[i]))
			never("loss", g.lossAt(h, delta), wideLog(plus(w.points[i-1], times(share, minus(w.points[i], w.points[i-1])))), 1e-12)
		}

		alpha := 1 + random(0.01, 30)
		if want := (atOrder{alpha, mu}); want.reach() < g.loss(points) {
			never("Rényi", want.value(g, h), w.renyi(alpha, wideH), 1e-9)
		} else {
			never("Rényi continued", want.value(g, h), w.renyi(alpha, wideH), math.Inf(1))
		}
	}
	for what, n := range compared {
		t.Logf("%-16s %d values", what, n)
		if n < runs/10 {
			t.Errorf("%s was compared %d times", what, n)
		}
	}
}

// renyi integrates the chords of the convex minorant piece by piece with
// antiderivatives, and leaves out what is beyond the grid.
func (w wideGrid) renyi(alpha float64, h []*big.Float) *big.Float {
	slope, corners := w.chords(h)
	a, one := wide(alpha), wide(1)
	power := func(i int, p *big.Float) *big.Float { return wideExp(times(p, wide(w.loss(i)))) }
	// ∫γ^p dγ
	antiderivative := func(i int, p *big.Float) *big.Float {
		q := plus(p, one)
		return over(power(i, q), q)
	}
	y := wide(0)
	for c := 1; c < len(corners); c++ {
		from, to := corners[c-1], corners[c]
		m := slope(from, to) // h = h[to] + m(γ_to − γ)
		level := plus(h[to], times(m, w.points[to]))
		for _, p := range []*big.Float{minus(a, wide(2)), minus(new(big.Float).Neg(a), one)} {
			part := times(level, minus(antiderivative(to, p), antiderivative(from, p)))
			q := plus(p, one)
			y = plus(y, minus(part, times(m, minus(antiderivative(to, q), antiderivative(from, q)))))
		}
	}
	y = times(y, times(a, minus(a, one)))
	return over(wideLog(plus(one, y)), minus(a, one))
}

// TestLengthsAgainstBig compares lengths with 200 bits,
// step by step: never below, and within rounding; and their paths with the
// distances that they promise.
func TestLengthsAgainstBig(t *testing.T) {
	source := rand.New(rand.NewPCG(2, 71))
	random := func(lo, hi float64) float64 { return lo * math.Exp(source.Float64()*math.Log(hi/lo)) }
	compared := map[string]int{}
	for range 600 {
		excess, offset := 0.3*(source.Float64()-0.6), 0.0
		if source.IntN(3) == 0 {
			excess = 0
		}
		if source.IntN(3) == 0 {
			offset = random(1e-3, 0.3)
		}
		s, d, beta, n := random(1e-3, 1), random(0.1, 30), math.Round(source.Float64()*1024)/1024, 1+source.IntN(30)
		l := affine.Line{Excess: excess, Offset: offset}
		x := lengths{s: s, d: d, plain: []affine.Line{l}, use: []affine.Line{l}, shared: []affine.Line{l}, cache: &lengthCache{}}
		c, o := add(num(1), num(excess)), num(offset)
		never := func(what string, got float64, want *big.Float) {
			compared[what]++
			if off := got/float(want) - 1; num(got).Cmp(want) < 0 || off > 1e-13 {
				t.Errorf("%s of %d steps: %v, in 200 bits %v: %.3g above (c %v, o %v, s %v, d %v, β %v)", what, n, got, float(want),
					off, 1+excess,
					offset, s, d, beta)
			}
		}
		if half := affine.NewStretch(l, d, float64(n)).Half(beta); !math.IsInf(half, 1) {
			never("stretch", half, bigHalf(c, o, num(d), n, beta))
		}
		// The distance that n uses open, period steps apart.
		for _, period := range []int{1, 4} {
			z := num(s)
			for range n - 1 {
				for range period {
					z = add(mul(c, z), o)
				}
				z = add(z, num(s))
				if far := add(add(mul(c, num(d)), o), num(s)); z.Cmp(far) > 0 {
					z = far
				}
			}
			got := x.grown(float64(n), float64(period))
			if compared["distance"]++; num(got).Cmp(z) < 0 {
				t.Errorf("distance after %d uses %d steps apart: %v, in 200 bits %v", n, period, got, float(z))
			}
		}
		// A tail's payments, one by one.
		start := s * (1 + 10*source.Float64())
		if mu, feasible := affine.NewTail(l, start, s, float64(n)).At(beta); feasible {
			reach, variance, weights := num(start), num(0), []*big.Float{num(1)}
			for range n {
				reach = add(mul(c, reach), add(o, num(s)))
				weights = append([]*big.Float{mul(weights[0], c)}, weights...)
			}
			share := func(i int) *big.Float {
				if i == 0 {
					return num(beta)
				}
				return num(1)
			}
			for i, weight := range weights {
				variance = add(variance, mul(share(i), mul(weight, weight)))
			}
			slope, z := quo(reach, variance), num(start)
			for i, weight := range weights {
				if i > 0 {
					z = add(mul(c, z), add(o, num(s)))
				}
				if z = sub(z, mul(slope, mul(share(i), weight))); float(z) < -1e-40 {
					t.Errorf("a tail of %d steps passes below 0: %v (c %v, o %v, s %v, β %v)", n, float(z), 1+excess, offset, s, beta)
				}
			}
			if math.Abs(float(z)) > 1e-40 {
				t.Errorf("a tail of %d steps ends at %v", n, float(z))
			}
			never("tail", mu, quo(reach, root(variance)))
		}
	}
	for what, n := range compared {
		if t.Logf("%-10s %d values", what, n); n < 300 {
			t.Errorf("%s was compared %d times", what, n)
		}
	}
}

// wideDisplaced is the profile at γ of (1−q)N(0) + qN(mu) and (1−q)N(0) + qN((1−apart)mu): of the half-line whose end is nearly
// the best, which hardly matters.
func wideDisplaced(q, gamma *big.Float, mu, apart float64) *big.Float {
	kappa := over(times(minus(wide(1), q), minus(gamma, wide(1))), q)
	low, high := -50-mu, 50+mu+2*math.Log(float(gamma))/(apart*mu)
	for range 200 {
		x := (low + high) / 2
		if float(kappa)*math.Exp(mu*(mu/2-x))+float(gamma)*math.Exp(apart*mu*(mu-apart*mu/2-x)) > 1 {
			low = x
		} else {
			high = x
		}
	}
	beyond := func(mean *big.Float) *big.Float { return widePhi(minus(mean, wide(high))) }
	there := times(minus(wide(1), wide(apart)), wide(mu))
	return times(q, minus(minus(beyond(wide(mu)), times(kappa, beyond(wide(0)))), times(gamma, beyond(there))))
}

// TestFaintChords: a chord over many points may be so flat that no float64 holds its slope. It falls by 10^−200 all the same.
func TestFaintChords(t *testing.T) {
	g := newGrid(300, 320)
	h := g.equalLaws()
	const flat, value = 310, 1e-200
	for i := range flat {
		h[i] = value
	}
	c := g.chords(h)
	for i := range 300 {
		if !(c.values[i] > 0.99*value && c.values[i] < 1.01*value) {
			t.Fatalf("the chord from %v to %v is %v at point %d of %d", h[0], h[g.last()], c.values[i], i, g.last())
		}
	}
}
