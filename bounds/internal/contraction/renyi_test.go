package contraction

import (
	"encoding/json"
	"math"
	"testing"

	"pgregory.net/rapid"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/vectors"
	"lastiterate/bounds/run"
)

// linear is a full-batch problem whose every map multiplies by 1+excess.
func linear(excess, s, sigma, d float64, T int) Problem {
	m := []affine.Line{{Excess: excess}}
	return Problem{Order: run.KnownOrder, Period: 1, T: T, Sensitivity: s, Sigma: sigma, Diameter: d, Plain: m, Use: m, Shared: m}
}

// The reference's entries state the bound with the modulus of the whole step,
// its noise share chosen anew every step: vectors/reference.json, computed
// independently of this program.
func TestReference(t *testing.T) {
	var file struct {
		Bounds []struct {
			Bound   string
			Params  json.RawMessage
			Epsilon float64
			RelTol  float64 `json:"rel_tol"`
		}
	}
	if err := json.Unmarshal(vectors.Reference, &file); err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, e := range file.Bounds {
		if e.Bound != "contraction" {
			continue
		}
		found++
		var r struct {
			N, Eta, Clip, Sigma, Diameter, Smoothness, Alpha float64
			T                                                int
		}
		if err := json.Unmarshal(e.Params, &r); err != nil {
			t.Fatal(err)
		}
		got, _ := linear(r.Eta*r.Smoothness, 2*r.Eta*r.Clip/r.N, r.Sigma, r.Diameter, r.T).byVariation(r.Alpha)
		if math.Abs(got/e.Epsilon-1) > 1e-9 {
			t.Errorf("%+v: %v, want %v", r, got, e.Epsilon)
		}
	}
	if found != 4 {
		t.Errorf("%d entries, want 4", found)
	}
}

// acceptance are the values that the derivation's tables state: Figure 1 of
// Chien and Li at α = 2, T = 200, and the limit T → ∞ by blocks, each computed by
// an independent prototype to the digits given.
var acceptance = []struct {
	problem Problem
	want    float64 // not above this
	block   int
}{
	{linear(0.1, 0.08, 1, 1, 200), 0.0279635, 1},
	{linear(0, 0.08, 1, 1, 200), 0.0248925, 1},
	{linear(-0.1, 0.08, 1, 1, 200), 0.0221625, 1},
	{linear(0, 0.01, 0.3, 1, 1e9), 0.03725, 3},
	{linear(0, 0.01, 1, 10, 1e9), 0.07725, 12}, // 0.1099 by Gaussians
}

// Every accepted value is evaluated again in 200 bits, with the noise share and
// the block that were chosen, and is never below it.
func TestAcceptance(t *testing.T) {
	const alpha = 2
	for _, c := range acceptance {
		got, choice := c.problem.byVariation(alpha)
		if !(got <= c.want) || choice.Block != c.block {
			t.Errorf("%v with blocks of %d, want at most %v with %d", got, choice.Block, c.want, c.block)
		}
		p := c.problem
		sigma, k := num(p.Sigma), choice.Block
		factor := add(num(1), num(p.Plain[0].Excess))
		z := num(0)
		for range k {
			z = add(mul(factor, z), num(p.Sensitivity))
		}
		z = quo(z, sigma)
		cost := quo(mul(mul(num((alpha-1)*alpha), z), z), num(2*choice.Beta))
		theta := p.bigTheta(k, choice.Beta)
		plus, ratio := bigStep(cost, theta)
		limit := quo(plus, sub(num(1), ratio))
		exact := math.Log1p(float(limit)) // α − 1 = 1
		if !(got >= exact) || got > exact*(1+1e-11) {
			t.Errorf("%v, in 200 bits %v: off by %.2g", got, exact, got/exact-1)
		}
	}
}

// Every step errs upward, against 200 bits, from the lengths to the fixed point.
func TestStepsAgainstBig(t *testing.T) {
	worst := 0.0
	rapid.Check(t, func(t *rapid.T) {
		log := func(name string, lo, hi float64) float64 {
			return math.Exp(rapid.Float64Range(math.Log(lo), math.Log(hi)).Draw(t, name))
		}
		l := affine.Line{Excess: rapid.SampledFrom([]float64{0, -1, -0.3, -1e-3, 1e-7, 0.02, 0.5, 4}).Draw(t, "excess")}
		if rapid.Bool().Draw(t, "offset") {
			l.Offset = log("constant", 1e-3, 1)
		}
		d, n := log("D", 1e-3, 8), rapid.IntRange(1, 12).Draw(t, "n")
		beta := rapid.Float64Range(0.001, 0.999).Draw(t, "β")
		s := affine.NewStretch(l, d, float64(n))
		x := s.Half(beta)
		if math.IsInf(x, 1) {
			if l.Offset == 0 || n == 1 {
				t.Fatalf("no path for %+v", l)
			}
			return
		}
		exact := bigHalf(add(num(1), num(l.Excess)), num(l.Offset), num(d), n, beta)
		if over := x/float(exact) - 1; over < 0 || over > 1e-12 { // a factor of 5 over eleven steps: 1.03e-13
			t.Fatalf("%+v D=%v n=%d: x = %v, exact %v", l, d, n, x, float(exact))
		}
		cost := log("C", 1e-9, 3)
		theta, rest := affine.Contracted(x)
		got := newStep(beta, cost, theta, rest)
		plus, factor := bigStep(num(cost), bigTheta(exact))
		gap := sub(num(1), factor)
		if got.add < float(plus) || got.factor < float(factor) || got.gap > float(gap) {
			t.Fatalf("step %+v is below add %v, factor %v, or gap %v", got, float(plus), float(factor), float(gap))
		}
		y, times := log("y", 1e-6, 10), rapid.SampledFrom([]int{1, 2, 7, 40}).Draw(t, "times")
		truth := num(y)
		for range times {
			truth = add(plus, mul(factor, truth))
		}
		if v := got.times(y, float64(times)); v < float(truth) || v > float(truth)*(1+1e-11) {
			t.Fatalf("%d times: %v, exact %v", times, v, float(truth))
		}
		if truth := quo(plus, gap); gap.Sign() > 0 && got.limit() < float(truth) {
			t.Fatalf("limit %v, exact %v", got.limit(), float(truth))
		} else if gap.Sign() > 0 && float(gap) > 1e-6 {
			worst = max(worst, got.limit()/float(truth)-1)
		}
	})
	t.Logf("limits are raised by at most %.1e", worst)
	if worst > 1e-8 {
		t.Errorf("a limit is raised by %v", worst)
	}
}

// The whole diameter is mixed by the least cost from D to 0: on random runs no
// path that a random search finds is cheaper by more than rounding, and the
// formula's own path is feasible.
func TestStretchIsThePathOfTheFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.Float64Range(0.3, 2).Draw(t, "c")
		o := rapid.SampledFrom([]float64{0, 0.05, 0.3}).Draw(t, "offset")
		d, n := rapid.Float64Range(0.1, 5).Draw(t, "D"), rapid.IntRange(1, 9).Draw(t, "n")
		beta := rapid.Float64Range(0, 0.9).Draw(t, "β")
		s := affine.NewStretch(affine.Line{Excess: c - 1, Offset: o}, d, float64(n))
		x := s.Half(beta)
		if math.IsInf(x, 1) {
			return
		}
		// Payments proportional to weight and variance, as the derivation says.
		weight, sum := 1.0, 0.0
		w, v := make([]float64, n), make([]float64, n)
		for i := n - 1; i >= 0; i-- {
			w[i], v[i] = weight, 1
			if i == n-1 {
				v[i] = 1 - beta
			}
			sum += w[i] * w[i] * v[i]
			weight *= c
		}
		owed := d * weight
		for i := range n {
			owed += o * w[i]
		}
		z, cost := d, 0.0
		for i := range n {
			a := owed / sum * w[i] * v[i]
			z = c*z + o - a
			if z < -1e-9*d {
				t.Fatalf("the distance falls to %v before step %d", z, i+1)
			}
			cost += a * a / v[i]
		}
		if math.Abs(z) > 1e-9*d || math.Abs(2*x/math.Sqrt(cost)-1) > 1e-12 {
			t.Fatalf("ends at %v, costs μ = %v, formula %v", z, math.Sqrt(cost), 2*x)
		}
	})
}

// Long runs cost what short ones do and end at the fixed point.
func TestAnyLength(t *testing.T) {
	for _, c := range acceptance {
		p := c.problem
		p.T = 1e12
		limit, _ := p.Renyi(2)
		previous := 0.0
		for _, T := range []int{1, 2, 3, 5, 10, 30, 100, 300, 1000, 1e4, 1e6, 1e9, 1e12} {
			p.T = T
			e, _ := p.Renyi(2)
			if e < previous*(1-1e-12) || e > limit*(1+1e-12) {
				t.Errorf("s=%v: ε = %v at T = %d, before %v, limit %v", p.Sensitivity, e, T, previous, limit)
			}
			previous = e
		}
	}
}

// Where the noise hides little of the diameter there is no bound, and no small number.
func TestUselessIsInfinite(t *testing.T) {
	for _, p := range []Problem{
		linear(0.1, 0.01, 1e-9, 1e9, 100), linear(0, 1, 1, 1e30, 10), linear(3, 1e-3, 1, 200, 1e9), linear(0, 1e30, 1e-30, 1e30, 1),
	} {
		for _, alpha := range []float64{1 + 1e-6, 2, 1e9} {
			e, _ := p.Renyi(alpha)
			if !(e >= shiftExponent(alpha, p.Sensitivity/p.Sigma)/(alpha-1)*(1-1e-9)) {
				t.Errorf("%+v: ε(%v) = %v is below a single step's", p, alpha, e)
			}
		}
	}
}

// Bounds do not fall as the order grows, up to what the choice of blocks loses,
// and are numbers at any length and any order, where a block of millions of
// steps forgets everything.
func TestEveryOrder(t *testing.T) {
	for _, excess := range []float64{-0.99, -0.1, -1e-6, 0, 1e-6, 0.1, 99} {
		for _, T := range []int{1, 1000, 1e9} {
			p := linear(excess, 0.08, 1, 1, T)
			before := 0.0
			for a := 1e-6; a < 1e9; a *= 3 {
				e, _ := p.Renyi(1 + a)
				if !(e >= before*(1-1e-9)) {
					t.Errorf("c = 1%+v, T = %d: ε(1+%v) = %v, before %v", excess, T, a, e, before)
				}
				before = e
			}
		}
	}
}

// A sampled step at q = 1 is at least the Gaussian step that it generalises, and
// averages over secret orders are between nothing and the worst position.
func TestSchemesAreOrdered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := linear(rapid.SampledFrom([]float64{-0.1, 0, 0.02}).Draw(t, "excess"), rapid.Float64Range(0.001, 0.3).Draw(t, "s"), 1,
			rapid.Float64Range(0.05, 3).Draw(t, "D"), rapid.IntRange(1, 400).Draw(t, "T"))
		alpha := rapid.Float64Range(1.1, 8).Draw(t, "α")
		full, _ := p.Renyi(alpha)
		p.Order, p.Rate = run.Drawn, 1
		least := math.Inf(1)
		for _, bits := range []Bits{Displaced, Joined, Revealed} {
			p.Prices = append(p.Prices, Price{bits, p.Sensitivity, 2})
			sampled, _ := p.Renyi(alpha)
			if sampled < full*(1-1e-9) || sampled > least*(1+1e-9) {
				t.Fatalf("sampled at q = 1, %v: %v, full batch %v, before %v", p.Prices, sampled, full, least)
			}
			least = sampled
		}
		p.Order, p.Period = run.KnownOrder, rapid.IntRange(1, 120).Draw(t, "B")
		known, _ := p.Renyi(alpha)
		for _, order := range []run.Order{run.SecretOrder, run.FreshOrder} {
			p.Order = order
			if e, _ := p.Renyi(alpha); order == run.SecretOrder && e > known*(1+1e-9) || !(e > 0) {
				t.Fatalf("%s: %v, worst position %v: %+v", order, e, known, p)
			}
		}
	})
}

func BenchmarkRenyi(b *testing.B) {
	for _, c := range acceptance {
		p := c.problem
		b.Run("", func(b *testing.B) {
			for b.Loop() {
				p.Renyi(2)
			}
		})
	}
}
