package renyi

import (
	"math"
	"testing"
)

// logNormalMoments are E(U − 1)^j for j ≤ 5, from the moments e^{vi(i−1)/2} of U; at small v they cancel.
func logNormalMoments(v float64) [6]float64 {
	m := func(i float64) float64 { return math.Exp(v * i * (i - 1) / 2) }
	return [6]float64{1, 0, m(2) - 1, m(3) - 3*m(2) + 2, m(4) - 4*m(3) + 6*m(2) - 3, m(5) - 5*m(4) + 10*m(3) - 10*m(2) + 4}
}

func TestCentralMoments(t *testing.T) {
	for _, v := range []float64{1e-3, 0.1, 1, 3} {
		logs := logCentralMoments(v, 40)
		for j, want := range logNormalMoments(v) {
			if v < 0.1 && j > 3 {
				continue // the formula cancels
			}
			if got := math.Exp(logs[j]); math.Abs(got-want) > 1e-9*want {
				t.Errorf("v = %v: moment %d is %v, want %v", v, j, got, want)
			}
		}
		// Of the standardised moments of even order none is below that of a normal variable.
		for j, normal := 2, 0.0; j < len(logs); j += 2 {
			normal += math.Log(float64(j - 1))
			if logs[j] < normal+float64(j)/2*logs[2] {
				t.Errorf("v = %v: moment %d is e^%v, below the normal one", v, j, logs[j])
			}
		}
	}
}

// Displaced examples that tell nothing leave a random allocation, whose moments the bound then has at whole orders but for the enlarged
// shift; in between it is above them, and nowhere above a known place.
func TestShuffledEpochWithoutDisplacement(t *testing.T) {
	for _, c := range []struct {
		bins, taken int
		shift       float64
	}{{2, 2, 0.5}, {10, 10, 0.3}, {10, 4, 0.3}, {300, 300, 1}, {300, 7, 1}, {50, 50, 0.01}} {
		e := Counted{}.ShuffledEpoch(c.bins, c.taken, c.shift, 0)
		moments := Counted{}.AllocationMoments(c.bins, c.taken, 1/c.shift, 40)
		for _, alpha := range []float64{1.01, 1.5, 2, 2.5, 3, 3.2, 6, 17.7, 33} {
			got, known := e.Divergence(alpha), alpha*c.shift*c.shift/2
			if got > known*(1+1e-9) {
				t.Errorf("%+v: order %v is %v, above %v of a known place", c, alpha, got, known)
			}
			if alpha != math.Trunc(alpha) {
				continue
			}
			allocated := AllocationForward(moments, alpha)
			if got < allocated*(1-1e-9) || c.shift < 1 && got > 1.2*allocated {
				t.Errorf("%+v: order %v is %v, of an allocation %v", c, alpha, got, allocated)
			}
		}
	}
}

// The first moments, written out: m_2, m_3 and m_4 of the note, and what the first step of a whole epoch tells.
func TestShuffledMoments(t *testing.T) {
	const shift, exchange, theta = 0.3, 0.4, 0.5
	w, mu := (1+1/theta)*exchange*exchange, logNormalMoments((1+theta)*shift*shift)
	for _, c := range []struct{ bins, taken, told float64 }{{5, 5, 4}, {5, 3, 0}} {
		e := Counted{}.ShuffledEpoch(int(c.bins), int(c.taken), shift, exchange)
		split := shuffledSplit{theta: theta}
		e.know(&split, 4)
		pairs := 3 * c.taken * (c.taken - 1) * math.Exp(2*w) * mu[2] * mu[2]
		for n, want := range map[int]float64{
			0: 1,
			2: c.taken / math.Pow(c.bins, 2) * math.Exp(w) * mu[2],
			3: c.taken / math.Pow(c.bins, 3) * math.Exp(3*w) * mu[3],
			4: (c.taken*math.Exp(6*w)*mu[4] + pairs) / math.Pow(c.bins, 4),
		} {
			N := float64(n)
			want *= math.Exp(w * (N - 1) / (2 * c.bins) * (c.taken*(1+(N-1)/c.bins) - 2*N + c.told*N))
			if got := math.Exp(split.logs[n]); math.Abs(got-want) > 1e-9*want {
				t.Errorf("%v of %v: m'_%d is %v, want %v", c.taken, c.bins, n, got, want)
			}
		}
		second, fourth := math.Exp(split.logs[2]), math.Exp(split.logs[4])
		want := 1.5*0.5/2*second + 0.5*0.5/2*math.Sqrt(second*fourth)
		if got := e.excess(&split, 1.5); math.Abs(got-want) > 1e-9*want {
			t.Errorf("%v of %v: the sum at the order 1.5 is %v, want %v", c.taken, c.bins, got, want)
		}
	}
}

// Of an order that serves for seven steps at five places two places are used twice; what tells of the places tells of all at once.
func TestShuffledMomentsOfSeveralEpochs(t *testing.T) {
	const bins, shift, exchange, theta = 5.0, 0.3, 0.2, 0.5
	e := Counted{}.ShuffledEpoch(bins, 7, shift, exchange)
	split := shuffledSplit{theta: theta}
	e.know(&split, 3)
	w := (1 + 1/theta) * exchange * exchange * 2 * (1 + (bins-1)/2) // two uses at most
	once, twice := logNormalMoments((1+theta)*shift*shift), logNormalMoments(2*(1+theta)*shift*shift)
	for n, want := range map[int]float64{
		2: math.Exp(w) * (3*once[2] + 2*twice[2]) / bins / bins,
		3: math.Exp(3*w) * (3*once[3] + 2*twice[3]) / bins / bins / bins,
	} {
		N := float64(n)
		want *= math.Exp(w * (N - 1) / (2 * bins) * ((1+(N-1)/bins)*bins - 2*N))
		if got := math.Exp(split.logs[n]); math.Abs(got-want) > 1e-9*want {
			t.Errorf("m'_%d is %v, want %v", n, got, want)
		}
	}
}

// Below the order 2, where the remainder of the polynomial counts, an allocation is known exactly.
func TestShuffledEpochBelowTwo(t *testing.T) {
	for _, shift := range []float64{0.2, 1, 1.5} {
		e := Counted{}.ShuffledEpoch(2, 2, shift, 0)
		exact, err := Counted{}.AllocationEpoch(2, 2, 1/shift)
		if err != nil {
			t.Fatal(err)
		}
		for _, alpha := range []float64{1.1, 1.3, 1.6, 1.9} {
			want, err := exact.Near(alpha)
			if got := math.Log1p(e.excess(&e.splits[0], alpha)) / (alpha - 1); err != nil || got < want {
				t.Errorf("shift %v: the sum at the order %v is %v, of an allocation %v (%v)", shift, alpha, got, want, err)
			}
			if got := e.Divergence(alpha); got < want || got > 2*want {
				t.Errorf("shift %v: order %v is %v, of an allocation %v", shift, alpha, got, want)
			}
		}
	}
}

// Between whole orders the bound follows them: (α−1)D has no jump there, and rises.
func TestShuffledEpochBetweenOrders(t *testing.T) {
	e := Counted{}.ShuffledEpoch(40, 40, 0.2, 0.3)
	last := 0.0
	for alpha := 1.05; alpha < 9; alpha += 0.05 {
		v := (alpha - 1) * e.Divergence(alpha)
		if v < last {
			t.Errorf("(α−1)D falls at α = %v", alpha)
		}
		last = v
	}
	steep := Counted{}.ShuffledEpoch(40, 40, 0.7, 0.3)
	if half, whole := steep.Divergence(1.5), steep.Divergence(2); half > whole*(1+1e-12) {
		t.Errorf("order 1.5 is %v, above %v at order 2", half, whole)
	}
	for _, alpha := range []float64{2, 3, 4, 5} {
		at, below, above := e.Divergence(alpha), e.Divergence(alpha-1e-7), e.Divergence(alpha+1e-7)
		if math.Abs(below-at) > 0.02*at || math.Abs(above-at) > 0.02*at {
			t.Errorf("order %v is %v, just below %v, just above %v", alpha, at, below, above)
		}
	}
}

// x^α is nowhere above the polynomial of the proof.
func TestTaylorMajorant(t *testing.T) {
	for _, alpha := range []float64{1.01, 1.5, 1.99, 2.5, 3.2, 4.7, 5.5} {
		last := int(math.Ceil(alpha))
		for x := 0.0; x < 6; x += 0.01 {
			sum, power := 1+alpha*(x-1), x-1
			for n := 2; n <= last; n++ {
				power *= x - 1
				sum += math.Exp(logBinomial(alpha, float64(n))) * power
			}
			if k := float64(last - 1); last%2 == 0 {
				r := math.Exp(logRemainder(alpha, k))
				for _, tau := range []float64{0.1, 1, 5} {
					all := sum + r/2*(tau*math.Pow(x-1, k+1)+math.Pow(x-1, k+3)/tau)
					if math.Pow(x, alpha) > all+1e-12 {
						t.Errorf("%v^%v is above the polynomial %v at τ = %v", x, alpha, all, tau)
					}
				}
			} else if math.Pow(x, alpha) > sum+1e-12 {
				t.Errorf("%v^%v is above the polynomial %v", x, alpha, sum)
			}
		}
	}
}

func TestShuffledEpochRefuses(t *testing.T) {
	for _, e := range []*ShuffledEpoch{Counted{}.ShuffledEpoch(5, 5, math.NaN(), 1), Counted{}.ShuffledEpoch(5, 5, 1, math.NaN())} {
		if v := e.Divergence(2); !math.IsInf(v, 1) {
			t.Errorf("a push that is no number loses %v", v)
		}
	}
	e := Counted{}.ShuffledEpoch(5, 5, 0.1, 0.1)
	if v := e.Divergence(math.NaN()); !math.IsInf(v, 1) {
		t.Errorf("an order that is no number loses %v", v)
	}
	for _, huge := range []*ShuffledEpoch{Counted{}.ShuffledEpoch(5, 5, 100, 100), Counted{}.ShuffledEpoch(5, 5, 1e200, 1e200)} {
		if v, known := huge.Divergence(30), gaussian(30, 1/huge.shift); v != known {
			t.Errorf("a push of %v loses %v, want that of a known place, %v", huge.shift, v, known)
		}
	}
	if v := (Counted{}).ShuffledEpoch(5, 5, 0, 0).Divergence(2); !(v >= 0 && v < 1e-300) {
		t.Errorf("no push loses %v", v)
	}
}

// The table of secretorder.md, section 4: in parts of a known place, rounded up to three digits.
func TestShuffledEpochTable(t *testing.T) {
	for _, c := range []struct {
		bins                 int
		shift                float64
		shuffled, allocation float64
	}{{10, 0.01, 0.104, 0.1}, {10, 0.1, 0.138, 0.101}, {100, 0.1, 0.014, 0.0101}, {1000, 0.1, 0.0014, 0.00101}, {1000, 0.3, 0.00316, 0.00105},
		{1000, 1, 1, 0.00172}} {
		known := gaussian(3, 1/c.shift)
		shuffled := Counted{}.ShuffledEpoch(c.bins, c.bins, c.shift, c.shift).Divergence(3) / known
		allocation := AllocationForward(Counted{}.AllocationMoments(c.bins, c.bins, 1/c.shift, 3), 3) / known
		if shuffled > c.shuffled || shuffled < 0.98*c.shuffled || allocation > 1.001*c.allocation || allocation < 0.98*c.allocation {
			t.Errorf("B = %d, s/σ = %v: %v of a known place, of an allocation %v", c.bins, c.shift, shuffled, allocation)
		}
	}
}

// At a δ: a single use in one of many steps, whose likelihood ratio is known, has no larger E_γ; and where the push is small the
// bound is near that of the normal law which the mean over the places has.
func TestShuffledEpochEpsilon(t *testing.T) {
	for _, c := range []struct {
		bins, steps int
		shift       float64
	}{{300, 40, 0.01}, {50, 50, 0.003}, {20, 1, 0.5}, {40, 1, 1}} {
		e := Counted{}.ShuffledEpoch(c.bins, c.steps, c.shift, c.shift)
		for _, delta := range []float64{1e-5, 1e-8} {
			got := e.Epsilon(delta)
			deviation := c.shift * math.Sqrt(float64(c.steps)) / float64(c.bins)
			if c.steps == 1 { // E(1 − q + qU − γ)₊, q = 1/B
				q := 1 / float64(c.bins)
				gamma := 1 + math.Expm1(got)/q
				z := math.Log(gamma)/c.shift + c.shift/2
				above := func(x float64) float64 { return math.Erfc(x/math.Sqrt2) / 2 }
				if exact := q * (above(z-c.shift) - gamma*above(z)); exact > delta {
					t.Errorf("%+v: at δ = %v ε ≤ %v, where E_γ = %v", c, delta, got, exact)
				}
			} else if normal := deviation * math.Sqrt(2*math.Log(deviation/delta)); got > 1.6*normal+1e-12 || got < deviation/4 {
				t.Errorf("%+v: at δ = %v ε ≤ %v, want about %v", c, delta, got, normal)
			}
		}
	}
	if v := (Counted{}).ShuffledEpoch(5, 5, 0, 0).Epsilon(1e-6); v != 0 {
		t.Errorf("no push loses %v", v)
	}
	for _, delta := range []float64{0, -1, math.NaN()} {
		if v := (Counted{}).ShuffledEpoch(5, 5, 1, 1).Epsilon(delta); !math.IsInf(v, 1) {
			t.Errorf("at δ = %v it loses %v", delta, v)
		}
	}
}
