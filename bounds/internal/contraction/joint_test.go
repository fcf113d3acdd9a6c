package contraction

import (
	"math"
	"math/big"
	"testing"

	_ "lastiterate/bounds/draws"
	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/run"

	"pgregory.net/rapid"
)

// The limit T → ∞ at α = 2 where blocks and the shift program share the noise, and
// what it is with kernels bounded by Gaussians, or by the better of the two alone.
var jointAcceptance = []struct {
	problem      Problem
	want, beaten float64
}{
	{linear(0, 0.01, 0.3, 1, 1e9), 0.0316, 0.0373},     // D/σ = 3.33, s/σ = 0.0333
	{linear(0, 0.01, 1, 5, 1e9), 0.005524, 0.00757},    // by Gaussians; an independent chain of 800 cells: 0.005536
	{linear(0, 0.01, 1, 10, 1e9), 0.01871, 0.03054},    // 0.01890
	{linear(0, 0.01, 1, 20, 1e9), 0.06873, 0.1268},     // 0.0725
	{linear(-0.02, 0.01, 1, 5, 1e9), 0.004538, 0.0062}, // 0.004550
	{linear(0.1, 0.01, 1, 7, 1e9), 0.057, 0.0856},
}

// Every accepted value is evaluated again in 200 bits, step by step, with the
// cycle that was chosen, and is never below it.
func TestJointAcceptance(t *testing.T) {
	const alpha = 2
	for _, c := range jointAcceptance {
		got, cycle := c.problem.Joint(alpha)
		if !(got <= c.want) || cycle.Tail == 0 || got > 0.93*c.beaten {
			t.Errorf("%v by %+v, want at most %v", got, cycle, c.want)
		}
		p := c.problem
		factor, s := add(num(1), num(p.Plain[0].Excess)), quo(num(p.Sensitivity), num(p.Sigma))
		shift2 := bigTail(factor, bigGrown(factor, s, cycle.Block), s, cycle.Tail, cycle.Beta)
		cost := mul(num(alpha*(alpha-1)/2), shift2)
		plus, ratio := bigStep(cost, p.bigTheta(cycle.Block, cycle.Beta))
		exact := math.Log1p(float(quo(plus, sub(num(1), ratio))))
		if !(got >= exact) || got > exact*(1+1e-10) {
			t.Errorf("%v, in 200 bits %v: off by %.2g", got, exact, got/exact-1)
		}
	}
}

// bigTheta is the coefficient of a block of steps: the Gaussian one of a single step, that of
// mirrored noise, which has tests of its own, of more.
func (p Problem) bigTheta(block int, beta float64) *big.Float {
	if block > 1 {
		theta, _ := p.lengths().mirroredSteps(float64(block)).theta(float64(block), beta)
		return num(theta)
	}
	return bigTheta(bigHalf(add(num(1), num(p.Plain[0].Excess)), num(0), quo(num(p.Diameter), num(p.Sigma)), block, beta))
}

// bigGrown is the distance after k steps that pay nothing, from 0.
func bigGrown(factor, inflow *big.Float, k int) *big.Float {
	z := num(0)
	for range k {
		z = add(mul(factor, z), inflow)
	}
	return z
}

// bigTail is the squared shift Y²/X of a tail.
func bigTail(factor, start, inflow *big.Float, n int, beta float64) *big.Float {
	carried, weight, sum := start, num(1), num(0)
	for range n {
		carried = add(mul(factor, carried), inflow)
		sum = add(sum, mul(weight, weight))
		weight = mul(weight, factor)
	}
	sum = add(sum, mul(num(beta), mul(weight, weight)))
	return quo(mul(carried, carried), sum)
}

// drawTail is a random tail under a random line.
func drawTail(t *rapid.T, most int) (l affine.Line, start, s float64, n int, beta float64) {
	log := func(name string, lo, hi float64) float64 {
		return math.Exp(rapid.Float64Range(math.Log(lo), math.Log(hi)).Draw(t, name))
	}
	l = affine.Line{Excess: rapid.SampledFrom([]float64{0, -1, -0.3, -1e-3, 1e-7, 0.02, 0.5, 4}).Draw(t, "excess")}
	if rapid.Bool().Draw(t, "offset") {
		l.Offset = log("constant", 1e-3, 1)
	}
	beta = rapid.SampledFrom([]float64{0, 1, rapid.Float64Range(0, 1).Draw(t, "share")}).Draw(t, "β")
	return l, log("start", 1e-3, 10), log("s", 1e-3, 1), rapid.IntRange(1, most).Draw(t, "n"), beta
}

func TestTailAgainstBig(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, start, s, n, beta := drawTail(t, 60)
		got := affine.NewTail(l, start, s, float64(n)).Shift(beta)
		exact := float(root(bigTail(add(num(1), num(l.Excess)), num(start), add(num(s), num(l.Offset)), n, beta)))
		if over := got/exact - 1; over < 0 || over > 1e-12 {
			t.Fatalf("%+v start=%v s=%v n=%d β=%v: %v, exact %v", l, start, s, n, beta, got, exact)
		}
	})
}

// Payments in proportion to weight and variance lead from the start to 0, never
// below, and cost what the tail says; a tail that would pass below is refused.
func TestTailIsFeasible(t *testing.T) {
	feasible, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		l, start, s, n, beta := drawTail(t, 30)
		if l.Excess == -1 {
			return // no weight before the last step
		}
		tail := affine.NewTail(l, start, s, float64(n))
		shift, ok := tail.At(beta)
		c := 1 + l.Excess
		weights, variances := []float64{math.Pow(c, float64(n))}, []float64{beta}
		for i := 1; i <= n; i++ {
			weights, variances = append(weights, math.Pow(c, float64(n-i))), append(variances, 1)
		}
		sum, reach := 0.0, start*weights[0]
		for i, w := range weights {
			sum += variances[i] * w * w
			if i > 0 {
				reach += (s + l.Offset) * w
			}
		}
		z, cost, lowest := start, 0.0, math.Inf(1)
		for i, w := range weights {
			if i > 0 {
				z = c*z + s + l.Offset
			}
			a := reach / sum * variances[i] * w
			z -= a
			if variances[i] > 0 {
				cost += a * a / variances[i]
			}
			lowest = min(lowest, z)
		}
		scale := (start + float64(n)*(s+l.Offset)) * max(1, weights[0])
		if math.Abs(z) > 1e-11*scale {
			t.Fatalf("ends at %v", z)
		}
		if math.Abs(math.Sqrt(cost)/shift-1) > 1e-9 {
			t.Fatalf("the payments cost %v, the tail says %v", math.Sqrt(cost), shift)
		}
		switch {
		case ok && lowest < -1e-11*scale:
			t.Fatalf("%+v start=%v s=%v n=%d β=%v passes through %v", l, start, s, n, beta, lowest)
		case ok:
			feasible++
		default:
			refused++
			if lowest > 1e-9*scale && l.Excess <= 0 {
				t.Fatalf("refused, and never below %v", lowest)
			}
		}
	})
	if feasible == 0 || refused == 0 {
		t.Errorf("%d feasible, %d refused", feasible, refused)
	}
}

// The joint bound is never above contraction, does not fall with T, settles, and
// takes the time of a short run.
func TestJointProperties(t *testing.T) {
	helped := 0
	rapid.Check(t, func(t *rapid.T) {
		log := func(name string, lo, hi float64) float64 {
			return math.Exp(rapid.Float64Range(math.Log(lo), math.Log(hi)).Draw(t, name))
		}
		excess := rapid.SampledFrom([]float64{-0.5, -0.05, -1e-3, 0, 1e-3, 0.1}).Draw(t, "excess")
		d, s, alpha := log("D", 0.1, 30), log("s", 1e-4, 1), 1+log("α−1", 0.1, 50)
		before := 0.0
		for _, T := range []int{1, 7, 1000, 1e12} {
			p := linear(excess, s, 1, d, T)
			got, cycle := p.Joint(alpha)
			alone, _ := p.Renyi(alpha)
			if !(got <= alone) || got < before*(1-1e-3) {
				t.Fatalf("%+v at α = %v: %v by %+v, contraction %v, at fewer steps %v", p, alpha, got, cycle, alone, before)
			}
			if got < 0.9*alone {
				helped++
			}
			before = got
		}
	})
	if helped == 0 {
		t.Error("Joint is below nine tenths of contraction for 0 runs, want at least 1")
	}
}

// Where e^p leaves the numbers, nothing is gained: between ln of the largest number
// and where the exponential overflows, a fixed point once came out as 0.
func TestOverflowIsNoBound(t *testing.T) {
	for cost := 708.0; cost < 711; cost += 1e-3 {
		s := newStep(0.5, cost, 0.99, 0.01)
		if limit, once, twice := s.limit(), s.once(1), s.times(1, 2); limit < math.Expm1(cost) || once < math.Expm1(cost) ||
			twice < math.Expm1(cost) {
			t.Fatalf("C = %v: limit %v, once %v, twice %v", cost, limit, once, twice)
		}
	}
	p := linear(-0.001, 0.5378814009245209, 1, 6.941375821197036, 7)
	if got, cycle := p.Joint(21.061033404302023); got < 3 {
		t.Errorf("%v by %+v, and one step loses 3.05", got, cycle)
	}
}

// Secret orders have no tails.
func TestJointOfOrders(t *testing.T) {
	p := linear(0, 0.01, 1, 10, 1000)
	p.Period, p.Order = 5, run.SecretOrder
	got, cycle := p.Joint(2)
	if want, _ := p.Renyi(2); got != want || cycle.Tail != 0 {
		t.Errorf("%v by %+v, want contraction's %v", got, cycle, want)
	}
}

// A cyclic tail, step by step: payments in proportion to weight and variance lead
// to exactly 0 before a use, never pass below 0, and cost what the tail says.
func TestCyclicTailIsFeasible(t *testing.T) {
	feasible, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		log := func(name string, lo, hi float64) float64 {
			return math.Exp(rapid.Float64Range(math.Log(lo), math.Log(hi)).Draw(t, name))
		}
		plain := affine.Line{Excess: rapid.SampledFrom([]float64{0, -0.3, -1e-3, 1e-7, 0.02, 0.5}).Draw(t, "excess")}
		use := plain
		if plain.Excess > 0 {
			use.Excess *= rapid.Float64Range(0, 1).Draw(t, "share")
		}
		start, s := log("start", 1e-3, 10), log("s", 1e-3, 1)
		n, period := rapid.IntRange(1, 8).Draw(t, "n"), rapid.IntRange(2, 7).Draw(t, "B")
		beta := rapid.SampledFrom([]float64{0, 1, rapid.Float64Range(0, 1).Draw(t, "β")}).Draw(t, "β or an end")
		shift, ok := affine.NewCyclicTail(plain, use, start, s, float64(n), float64(period)).At(beta)

		var factors, inflows []float64 // of the steps after the block
		for way := range n {
			if way > 0 {
				factors, inflows = append(factors, 1+use.Excess), append(inflows, s)
			}
			for range period - 1 {
				factors, inflows = append(factors, 1+plain.Excess), append(inflows, 0)
			}
		}
		weights := make([]float64, len(factors)+1)
		weights[len(factors)] = 1
		for i := len(factors) - 1; i >= 0; i-- {
			weights[i] = weights[i+1] * factors[i]
		}
		reach, sum := start*weights[0], beta*weights[0]*weights[0]
		for i, inflow := range inflows {
			reach += inflow * weights[i+1]
			sum += weights[i+1] * weights[i+1]
		}
		slope := reach / sum
		z := start - slope*beta*weights[0]
		cost, lowest := slope*slope*beta*weights[0]*weights[0], z
		for i, factor := range factors {
			a := slope * weights[i+1]
			z = factor*z + inflows[i] - a
			cost += a * a
			lowest = min(lowest, z)
		}
		scale := (start + float64(n)*s) * max(1, weights[0])
		if math.Abs(z) > 1e-11*scale || math.Abs(math.Sqrt(cost)/shift-1) > 1e-11 || shift < math.Sqrt(cost)*(1-1e-14) {
			t.Fatalf("ends at %v; the payments cost %v, the tail says %v", z, math.Sqrt(cost), shift)
		}
		switch {
		case ok && lowest < -1e-11*scale:
			t.Fatalf("%+v %+v start=%v s=%v n=%d B=%d β=%v passes through %v", plain, use, start, s, n, period, beta, lowest)
		case ok:
			feasible++
		default:
			refused++
		}
	})
	if feasible == 0 || refused == 0 {
		t.Errorf("%d feasible, %d refused", feasible, refused)
	}
}

// A step that keeps nothing of a distance, as with a weight decay of 1/η, leaves its offset and
// the jump, however many uses there are.
func TestGrownByStepsThatKeepNothing(t *testing.T) {
	for _, period := range []float64{1, 3} {
		lines := []affine.Line{{Excess: 0.1}, {Excess: -1, Offset: 2}}
		l := lengths{s: 1, d: 5, plain: lines, use: lines, cache: &lengthCache{}}
		if got := l.grown(100, period); !(math.Abs(got-3) < 1e-12) || got < 3 {
			t.Errorf("period %v: %v apart, want 3", period, got)
		}
	}
}
