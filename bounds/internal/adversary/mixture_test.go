package adversary

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/internal/interval"
)

// TestRandomBatches meets the table of random.md, which was computed without this
// program.
func TestRandomBatches(t *testing.T) {
	const n, b, delta = 60000, 256, 1e-5
	for _, c := range []struct {
		T             int
		first, second float64
		want          float64
	}{
		{1000, 1, 0, 0.501103}, {10000, 1, 0, 1.705064}, {100000, 1, 0, 6.261728}, {1, 1, 0, 0.067764},
		{1000, 2, 1, 0.562776}, {10000, 2, 1, 1.771829}, {100000, 2, 1, 6.337652}, {1, 2, 1, 1.513938},
		{1000, 2, 0, 1.143779}, {10000, 2, 0, 3.810746}, {100000, 2, 0, 14.791013}, {1, 2, 0, 1.767902},
	} {
		step := 1 / math.Sqrt(float64(c.T))
		m := MixturePair{First: c.first, Second: c.second, Least: step, Most: step, Law: Binomial(c.T, b, n)}
		if got := m.Epsilon(delta); !(math.Abs(got-c.want) <= 0.6e-6) {
			t.Errorf("T = %d, %v against %v: %v, want %v", c.T, c.first, c.second, got, c.want)
		}
	}
	for _, c := range []struct {
		T              int
		distance, want float64
	}{{1, 1, 2.858}, {1, 2, 7.038}, {1000, 1, 0.911}, {1000, 2, 2.072}, {10000, 1, 1.953}, {10000, 2, 4.391}} {
		step := 1 / math.Sqrt(float64(c.T))
		m := Readable{Distance: c.distance, Least: step, Most: step, Law: Binomial(c.T, b, n)}
		if got := m.Epsilon(delta); math.Floor(got*1000)/1000 != c.want {
			t.Errorf("T = %d, %v apart and read off: %v, want %v", c.T, c.distance, got, c.want)
		}
	}
}

// A number of uses that may be below 0, by rounding, shows nothing: its square is no floor.
func TestNumbersBelowNothing(t *testing.T) {
	m := Readable{Distance: 1, Least: 1, Most: 1, Law: Law{Atoms: []Atom{{Least: -0.5, Most: 0.1, Low: 1, High: 1}}}}
	if d, e := m.Renyi(2), m.Epsilon(1e-3); d != 0 || e != 0 {
		t.Errorf("it is said to lose %v, and ε = %v", d, e)
	}
}

// exactLaw are the masses of Bin(trials, part/whole) with outward rounding.
func exactLaw(trials, part, whole int) []interval.Number {
	power := func(x interval.Number, n int) interval.Number {
		out := interval.Int(1)
		for range n {
			out = out.Mul(x)
		}
		return out
	}
	masses := make([]interval.Number, trials+1)
	ways := interval.Int(1)
	for k := range masses {
		masses[k] = ways.Mul(power(interval.Fraction(part, whole), k)).Mul(power(interval.Fraction(whole-part, whole), trials-k))
		ways = ways.Mul(interval.Fraction(trials-k, k+1))
	}
	return masses
}

// exactTail is P(N(0,1) > x) with outward rounding.
func exactTail(x interval.Number) interval.Number {
	if sign, _ := x.Sign(); sign < 0 {
		return interval.Int(1).Sub(exactTail(x.Neg()))
	}
	return x.Square().Mul(interval.Fraction(-1, 2)).Exp().Quo(interval.RootTwoPi()).Mul(x.Mills())
}

// TestWitnessExactly: what half-lines show is shown again with outward rounding, at
// 128 bits and term by term, at a threshold that is searched for here with the
// standard library's functions; and no threshold shows more than a little more.
func TestWitnessExactly(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	source := rand.New(rand.NewPCG(4, 4))
	pairs := [][2]float64{{1, 0}, {2, 0}, {1, -1}, {2, 1}}
	for i := range 36 {
		trials, whole := 1+source.IntN(25), 2+source.IntN(30)
		part := 1 + source.IntN(whole-1)
		step := math.Exp(5*source.Float64() - 3)
		delta := math.Exp(-15*source.Float64() - 1)
		escape := 0.0
		if i%3 == 0 {
			escape = delta * source.Float64() / 2
		}
		pair := pairs[source.IntN(len(pairs))]
		m := MixturePair{First: pair[0], Second: pair[1], Least: step, Most: step, Law: Binomial(trials, part, whole), Escape: escape}
		if source.IntN(2) == 0 {
			m = m.reversed()
		}
		got := m.witness(delta)
		name := fmt.Sprintf("Bin(%d, %d/%d), %v against %v times %v, δ = %v, p = %v", trials, part, whole, m.First, m.Second, step,
			delta, escape)

		masses := exactLaw(trials, part, whole)
		tail := func(x float64) float64 { return math.Erfc(x/math.Sqrt2) / 2 }
		value := func(at float64) float64 {
			p, q := 0.0, 0.0
			for k, w := range masses {
				p += w.Float64() * tail(at-m.First*step*float64(k))
				q += w.Float64() * tail(at-m.Second*step*float64(k))
			}
			if q+escape < 1e-250 {
				return 0
			}
			return math.Log(max(1e-300, (p-delta-escape)/(q+escape)))
		}
		lo, hi := -40-2*step*float64(trials), 40+2*step*float64(trials)
		best, at := 0.0, math.NaN()
		for j := range 10001 {
			x := lo + (hi-lo)*float64(j)/10000
			if v := value(x); v > best {
				best, at = v, x
			}
		}
		// Between separate parts of the law there are plateaus; the search may settle on one that is nearly the best.
		if !(got >= best*(1-1e-7)-1e-9) {
			t.Errorf("%s: %v, and %v is shown by x > %v", name, got, best, at)
		}
		if got == 0 || got > 400 { // beyond what the search here can tell
			continue
		}
		a, b := climb(value, at-(hi-lo)/10000, at+(hi-lo)/10000, 60)
		shown := false
		for _, x := range []float64{a, b} {
			p, q := interval.Int(0), interval.Int(0)
			for k, w := range masses {
				mean := interval.Float(step).Mul(interval.Int(k))
				p = p.Add(w.Mul(exactTail(interval.Float(x).Sub(mean.Mul(interval.Float(m.First))))))
				q = q.Add(w.Mul(exactTail(interval.Float(x).Sub(mean.Mul(interval.Float(m.Second))))))
			}
			// At a little less than ε: the threshold found here is accurate to half of the digits only,
			// and its error lowers the loss in second order.
			gamma := interval.Float(got * (1 - 1e-12)).Sub(interval.Float(1e-13)).Exp()
			gone := interval.Float(escape).Mul(gamma.Add(interval.Int(1)))
			shown = shown || interval.Float(delta).Less(p.Sub(gamma.Mul(q)).Sub(gone))
		}
		if !shown {
			t.Errorf("%s: %v is not shown by x > %v", name, got, a)
		}
	}
}

// If the number of uses is certain, the pair is two Gaussians. The floor is at most their ε, and nearly
// as much, whether or not the number can be read off.
func TestCertainUses(t *testing.T) {
	for _, mu := range []float64{1e-4, 0.03, 1, 7, 60, 1e4} {
		for _, delta := range []float64{0.2, 1e-5, 1e-12} {
			want := convert.GaussianEpsilonUpper(6*mu, delta)
			for what, got := range map[string]float64{
				"half-lines": MixturePair{First: 2, Law: Uses(3), Least: mu, Most: mu}.Epsilon(delta),
				"both sides": MixturePair{First: 1, Second: -1, Law: Uses(3), Least: mu, Most: mu}.Epsilon(delta),
				"read off":   Readable{Distance: 2, Law: Uses(3), Least: mu, Most: mu}.Epsilon(delta),
			} {
				if got > want*(1+1e-13) || got < want*(1-1e-7)-1e-9 {
					t.Errorf("%s, μ = %v, δ = %v: %v, want %v", what, 6*mu, delta, got, want)
				}
			}
		}
	}
}

// A floor falls if the step or the law is known less precisely, or if the run may differ from
// this one with some probability (Escape).
func TestRoundedDown(t *testing.T) {
	law := Binomial(200, 1, 7)
	exact := MixturePair{First: 2, Second: 1, Least: 0.05, Most: 0.05, Law: law}
	const delta = 1e-6
	want := exact.Epsilon(delta)
	for name, change := range map[string]func(*MixturePair){
		"step":    func(m *MixturePair) { m.Least, m.Most = 0.0499, 0.0501 },
		"cells":   func(m *MixturePair) { m.Law = law.Grouped(40) },
		"escape":  func(m *MixturePair) { m.Escape = delta / 10 },
		"cut off": func(m *MixturePair) { m.Law.Above = 1e-9 },
		"masses": func(m *MixturePair) {
			m.Law.Atoms = append([]Atom(nil), law.Atoms...)
			for i := range m.Law.Atoms {
				m.Law.Atoms[i].Low *= 0.99
				m.Law.Atoms[i].High *= 1.01
			}
		},
	} {
		m := exact
		change(&m)
		if got := m.Epsilon(delta); !(got < want*(1-1e-6)) || !(got > want/3) {
			t.Errorf("%s: %v, exactly known %v", name, got, want)
		}
	}
	fewer := Readable{Distance: 2, Least: 0.05, Most: 0.05, Law: law.Grouped(40)}
	if a, b := fewer.Epsilon(delta), (Readable{Distance: 2, Least: 0.05, Most: 0.05, Law: law}).Epsilon(delta); !(a < b) || !(a > b/2) {
		t.Errorf("read off in cells %v, exactly %v", a, b)
	}
}

// The laws of numbers of uses: against exact sums, and what is cut off at the ends.
func TestLaws(t *testing.T) {
	for _, c := range [][3]int{{1, 1, 3}, {9, 2, 5}, {40, 39, 40}, {300, 1, 1000}} {
		law, exact := Binomial(c[0], c[1], c[2]), exactLaw(c[0], c[1], c[2])
		for _, a := range law.Atoms {
			want := exact[int(a.Least)]
			if a.Least != a.Most || want.Less(interval.Float(a.Low)) || interval.Float(a.High).Less(want) || a.High > a.Low*(1+1e-10) {
				t.Errorf("Bin%v: %+v, want %v", c, a, want)
			}
		}
		if len(law.Atoms) != c[0]+1 && law.Below+law.Above == 0 {
			t.Errorf("Bin%v has %d atoms and nothing is cut off", c, len(law.Atoms))
		}
	}
	for _, c := range [][3]int{{1e6, 1, 2}, {1e9, 256, 60000}, {1e12, 1, 1e6}, {1e12, 1, 1e12}, {7, 3, 3}, {7, 0, 3}} {
		law := Binomial(c[0], c[1], c[2])
		low, high, mean := 0.0, law.Below+law.Above, 0.0
		for _, a := range law.Atoms {
			low += a.Low
			high += a.High
			mean += a.High * a.Least
		}
		want := float64(c[0]) * float64(c[1]) / float64(c[2])
		if !(low <= 1+1e-12) || !(high >= 1-1e-9) || high-low > 1e-6 || math.Abs(mean-want) > 0.01*want {
			t.Errorf("Bin%v: masses from %v to %v, mean %v", c, low, high, mean)
		}
	}
	// Too many terms: cells, over forty deviations on either side.
	law := Binomial(4e15, 1, 2)
	if first, last := law.Atoms[0], law.Atoms[len(law.Atoms)-1]; len(law.Atoms) > 6000 || first.Least > 2e15-1.28e9 ||
		last.Most < 2e15+1.28e9 || first.Least < 2e15-1.3e9 {
		t.Errorf("a wide law is of %d cells from %v to %v", len(law.Atoms), first.Least, last.Most)
	}
	two := Chances(12, []int{2, 3}, []int{5, 7}).Plus(1, 4)
	want := []float64{5.0 / 12 * 3 / 4, 5.0/48 + 7.0/12*3/4, 7.0 / 48}
	for i, a := range two.Atoms {
		if len(two.Atoms) != 3 || a.Least != float64(2+i) || !(a.Low <= want[i] && want[i] <= a.High) || a.High-a.Low > 1e-14 {
			t.Errorf("the sum is %+v, want %v", two.Atoms, want)
		}
	}
	if got, want := two.cumulant(0.7), math.Log(want[0]*math.Exp(1.4)+want[1]*math.Exp(2.1)+want[2]*math.Exp(2.8)); math.Abs(got-want) > 1e-14 {
		t.Errorf("its cumulant is %v, want %v", got, want)
	}
	if same, one := two.Plus(0, 4), two.Plus(4, 4); len(same.Atoms) != 3 || one.Atoms[0].Least != 3 ||
		math.Abs(one.cumulant(1)-two.cumulant(1)-1) > 1e-14 {
		t.Errorf("with nothing added %+v, with 1 %+v", same, one)
	}
	number, beyond := Binomial(100, 1, 10).AtMost(1e-3)
	above := 0.0
	for k, w := range exactLaw(100, 1, 10) {
		if float64(k) > number {
			above += w.Float64()
		}
	}
	if !(beyond >= above && beyond <= 1e-3) || number > 22 {
		t.Errorf("more than %v with probability at most %v, exactly %v", number, beyond, above)
	}
}

// plainDivergence is ∫p^α q^{1−α} by small steps, as the definition has it.
func plainDivergence(m MixturePair, alpha float64) float64 {
	density := func(factor, x float64) float64 {
		sum := 0.0
		for _, a := range m.Law.Atoms {
			d := x - factor*a.Least*m.Least
			sum += a.Low * math.Exp(-d*d/2) / math.Sqrt(2*math.Pi)
		}
		return sum
	}
	const h = 2e-3
	sum := 0.0
	for x := -30.0; x < 30; x += h {
		if p, q := density(m.First, x), density(m.Second, x); p > 0 && q > 0 {
			sum += h * math.Exp(alpha*math.Log(p)-(alpha-1)*math.Log(q))
		}
	}
	return math.Log(sum) / (alpha - 1)
}

// Rényi divergences are those of the definition; the test function's value is below
// it, and near it where the law is nearly normal.
func TestMixtureRenyi(t *testing.T) {
	for _, pair := range [][2]float64{{1, 0}, {2, 0}, {1, -1}, {2, 1}} {
		for _, c := range [][3]int{{1, 1, 10}, {4, 1, 3}, {12, 1, 2}} {
			for _, alpha := range []float64{1.5, 2, 5} {
				step := 0.5 / math.Sqrt(float64(c[0]))
				m := MixturePair{First: pair[0], Second: pair[1], Least: step, Most: step, Law: Binomial(c[0], c[1], c[2])}
				want := max(plainDivergence(m, alpha), plainDivergence(m.reversed(), alpha))
				got := m.Renyi(alpha)
				if got > want*(1+1e-8) || got < want*(1-1e-6) {
					t.Errorf("Bin%v, %v, α = %v: %v, want %v", c, pair, alpha, got, want)
				}
				tested := max(m.tested(alpha), m.reversed().tested(alpha))
				if tested > want || c[0] == 12 && tested < 0.9*want || tested < want/20 {
					t.Errorf("Bin%v, %v, α = %v: %v by a test function, want nearly %v", c, pair, alpha, tested, want)
				}
				read := Readable{Distance: pair[0] - pair[1], Least: step, Most: step, Law: m.Law}
				sum := 0.0
				for _, a := range m.Law.Atoms {
					mu := read.Distance * step * a.Least
					sum += a.Low * math.Exp((alpha-1)*alpha*mu*mu/2)
				}
				if got, want := read.Renyi(alpha), math.Log(sum)/(alpha-1); math.Abs(got-want) > 1e-8*want {
					t.Errorf("Bin%v, %v, α = %v: read off %v, want %v", c, pair, alpha, got, want)
				}
			}
		}
	}
	// Gaussians, for which the test function is exact.
	m := MixturePair{First: 2, Law: Uses(3), Least: 1e-9, Most: 1e-9}
	if got, want := m.Renyi(7), 7*36e-18/2; got > want || got < want*(1-1e-6) {
		t.Errorf("two Gaussians 6e-9 apart: %v, want %v", got, want)
	}
	if got := (MixturePair{First: 2, Law: Uses(3), Least: 1e9, Most: 1e9}).Renyi(7); math.Abs(got/(7*36e18/2)-1) > 1e-6 {
		t.Errorf("two Gaussians 6e9 apart: %v", got)
	}
}

// Whatever the numbers, what comes out is a floor, and a number.
func TestExtremeMixtures(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	source := rand.New(rand.NewPCG(7, 7))
	anything := func(lo, hi float64) float64 {
		return math.Exp(math.Log(lo) + source.Float64()*(math.Log(hi)-math.Log(lo)))
	}
	for range 150 {
		whole := 2 + int(anything(1, 1e11))
		part := min(whole-1, 1+int(anything(1, 1e11)))
		trials := 1 + int(anything(1, 1e4))
		step := anything(1e-60, 1e60)
		for _, pair := range [][2]float64{{1, 0}, {2, 1}, {1, -1}} {
			m := MixturePair{First: pair[0], Second: pair[1], Least: step, Most: step, Law: Binomial(trials, part, whole),
				Escape: anything(1e-300, 1)}
			if source.IntN(2) == 0 {
				m.Escape = 0
			}
			delta, alpha := anything(1e-300, 0.999), 1+anything(1e-6, 1e9)
			for what, v := range map[string]float64{"ε": m.Epsilon(delta), "Rényi": m.Renyi(alpha),
				"read off": Readable{2, step, step, m.Law, nil}.Epsilon(delta), "read off, Rényi": Readable{2, step, step, m.Law,
					nil}.Renyi(alpha)} {
				if math.IsNaN(v) || v < 0 || math.IsInf(v, 0) {
					t.Errorf("%s is %v for %v times %v, Bin(%d, %d/%d), δ = %v, α = %v, p = %v", what, v, pair, step, trials, part,
						whole, delta,
						alpha, m.Escape)
				}
			}
		}
	}
}
