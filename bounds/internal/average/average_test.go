package average

import (
	"fmt"
	"math"
	"testing"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/work"
)

// The base run of the acceptance tests: b = 256 of n = 60000, convex losses, no projection,
// the noise as large as one contribution. The references are means over a million
// sampled patterns, good to a percent.
func TestAcceptance(t *testing.T) {
	for _, c := range []struct {
		k    float64
		T    int
		mean float64
	}{{1, 1e3, 2.99}, {1, 1e4, 3.31}, {1, 1e5, 6.57}, {2, 1e3, 7.42}, {2, 1e4, 8.25}, {2, 1e5, 15.80}} {
		p := SampledProgram{Rate: 256. / 60000, T: c.T, Diameter: math.Inf(1)}
		got, _, err := p.Epsilon(c.k, 1e-5)
		if err != nil {
			t.Fatalf("s = %gσ, T = %d: Epsilon: error %v, want none", c.k, c.T, err)
		}
		t.Logf("s = %gσ, T = %d: %.4f, %.1f %% above the mean %g", c.k, c.T, got, 100*(got/c.mean-1), c.mean)
		if got < 0.985*c.mean || got > 1.06*c.mean {
			t.Errorf("s = %gσ, T = %d: ε = %g, want from %g to %g, near the mean over batches", c.k, c.T, got, 0.985*c.mean, 1.06*c.mean)
		}
	}
}

// cost is the optimum of the shift program of known uses, by the greatest convex
// minorant (shift.md), over all starts.
func cost(p SampledProgram, uses []bool) float64 {
	T, c := len(uses), 1+p.Excess
	best := math.Inf(1)
	for tau := range T {
		x, y := []float64{0}, []float64{0}
		X, Y := 0.0, p.reached(float64(tau))*math.Pow(c, float64(T-tau))
		for i := tau; i < T; i++ {
			w := math.Pow(c, float64(T-1-i))
			X += w * w
			if uses[i] {
				Y += w
			}
			for n := len(x); n > 1 && (Y-y[n-1])*(x[n-1]-x[n-2]) <= (y[n-1]-y[n-2])*(X-x[n-1]); n = len(x) {
				x, y = x[:n-1], y[:n-1]
			}
			x, y = append(x, X), append(y, Y)
		}
		R := 0.0
		for i := 1; i < len(x); i++ {
			R += (y[i] - y[i-1]) * (y[i] - y[i-1]) / (x[i] - x[i-1])
		}
		best = min(best, R)
	}
	return best
}

// exactly is the mean over all patterns of a function of their costs.
func exactly(p SampledProgram, f func(R float64) float64) float64 {
	sum := 0.0
	uses := make([]bool, p.T)
	for pattern := range 1 << p.T {
		share := 1.0
		for i := range uses {
			uses[i] = pattern>>i&1 == 1
			if uses[i] {
				share *= p.Rate
			} else {
				share *= 1 - p.Rate
			}
		}
		sum += share * f(cost(p, uses))
	}
	return sum
}

// Against the mean over every pattern of batches: never below, and near it.
func TestAgainstEveryPattern(t *testing.T) {
	worstDelta, worstOrder := 0.0, 0.0
	for _, c := range []float64{0, 0.9, 1, 1.3} {
		for _, D := range []float64{math.Inf(1), 1.3} {
			for _, q := range []float64{0.05, 0.5, 1} {
				for _, T := range []int{1, 3, 7} {
					p := SampledProgram{Excess: c - 1, Rate: q, T: T, Diameter: D}
					name := fmt.Sprintf("c=%g D=%g q=%g T=%d", c, D, q, T)
					for _, k := range []float64{2} {
						const delta = 1e-5
						epsilon, _, err := p.Epsilon(k, delta)
						if err != nil {
							t.Fatalf("%s k=%g: Epsilon(%g): error %v, want none", name, k, delta, err)
						}
						at := func(epsilon float64) float64 {
							return exactly(p, func(R float64) float64 { return errfloat.LeastProfile(k*math.Sqrt(R), epsilon) })
						}
						if got := at(epsilon); got > delta*(1+1e-13) {
							t.Errorf("%s k=%g: the mean of δ at ε = %g is %g, want at most %g", name, k, epsilon, got, delta)
						}
						low := 0.0
						for step := epsilon; step > 1e-4*epsilon; step /= 2 {
							if at(low+step) > delta {
								low += step
							}
						}
						if low > 0 {
							worstDelta = max(worstDelta, epsilon/low)
						}
						alpha := 1 + 1/k
						lambda := (alpha - 1) * alpha / 2 * k * k
						got, _ := p.Renyi(k, alpha)
						want := math.Log(exactly(p, func(R float64) float64 { return math.Exp(lambda * R) })) / (alpha - 1)
						if got < want*(1-1e-12) {
							t.Errorf("%s k=%g: ε(%g) = %g, want at least that of the mean, %g", name, k, alpha, got, want)
						}
						worstOrder = max(worstOrder, got/want)
					}
				}
			}
		}
	}
	t.Logf("ε at most %.3f times that of the mean of δ, Rényi divergences %.3f times theirs", worstDelta, worstOrder)
	if mutants.Any() {
		return
	}
	if worstDelta > 1.2 || worstOrder > 1.45 {
		t.Errorf("ε and Rényi divergences are %.3f and %.3f times those of the mean over every pattern, want at most 1.2 and 1.45",
			worstDelta, worstOrder)
	}
}

// A law dominates the binomial in the increasing convex order: E(N−x)₊, with the mean excess beyond the law
// added, is no smaller for any x.
func TestBinomial(t *testing.T) {
	for _, c := range []struct {
		h, q float64
	}{{2, 0.3}, {7, 0.9}, {60, 0.01}, {900, 0.004}, {5000, 0.02}, {3000, 0.7}, {4e5, 0.5}} {
		law, more, _ := binomial(c.h, c.q, nil)
		sum := 0.0
		for _, l := range law {
			sum += l.p
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("h=%g q=%g: the law sums to 1%+.2g, want 1 within 1e-9", c.h, c.q, sum-1)
		}
		sd := math.Sqrt(c.h * c.q * (1 - c.q))
		lg := func(x float64) float64 { v, _ := math.Lgamma(x + 1); return v }
		for _, d := range []float64{-30, -3, -1, 0, 1, 3, 6, 10} {
			x := max(0, c.h*c.q+d*sd)
			want := 0.0
			for n := math.Ceil(x); n <= c.h; n++ {
				want += (n - x) * math.Exp(lg(c.h)-lg(n)-lg(c.h-n)+n*math.Log(c.q)+(c.h-n)*math.Log1p(-c.q))
				if n > x+40*sd+40 {
					break
				}
			}
			got := more
			for _, l := range law {
				got += l.p * max(0, l.n-x)
			}
			if got < want*(1-1e-7) {
				t.Errorf("h=%g q=%g: E(N−%g)₊ of the law = %g, want at least the binomial's %g", c.h, c.q, x, got, want)
			}
			if d < 2 && want > 0 && got > want*1.1+1e-9 {
				t.Errorf("h=%g q=%g: E(N−%g)₊ of the law = %g, want at most a tenth above the binomial's %g", c.h, c.q, x, got, want)
			}
		}
	}
}

// A target is above the profile, does not fall and is convex.
func TestProfileTarget(t *testing.T) {
	for _, k := range []float64{0.1, 1, 5} {
		for _, epsilon := range []float64{1e-3, 0.5, 7, 60} {
			for _, part := range parts {
				g := profile(k, epsilon, part, 24)
				end := float64(len(g.value)-1) * g.step
				last, slope := g.above(0), 0.0
				for i := 1; i <= 4000; i++ {
					R := 5 * end * float64(i) / 4000
					v := g.above(R)
					if delta := errfloat.LeastProfile(k*math.Sqrt(R), epsilon); v < delta*(1-1e-12) {
						t.Fatalf("k=%g ε=%g part %g: the target at R = %g is %g, want at least the profile's %g",
							k, epsilon, part, R, v, delta)
					}
					rise := v - last
					if rise < slope*(1-1e-9)-1e-15 {
						t.Fatalf("k=%g ε=%g part %g: the target rises by %g up to R = %g, want at least the rise before, %g",
							k, epsilon, part, rise, R, slope)
					}
					last, slope = v, rise
				}
			}
		}
	}
}

// The longest runs have an answer or an error, whether their steps expand, contract or do neither.
func TestLongRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	for _, excess := range []float64{-1e-3, 0, 0.5} {
		for _, D := range []float64{math.Inf(1), 30} {
			p := SampledProgram{Excess: excess, Rate: 1e-3, T: 1e12, Diameter: D, Work: work.NewBudget(1<<32, nil)}
			e, _, err := p.Epsilon(0.5, 1e-6)
			order, _ := p.Renyi(0.5, 1.5)
			if err == nil && !(e > 0 && !math.IsInf(e, 1)) || !(order > 0) {
				t.Errorf("c−1 = %g, D = %g: ε = %g, %v and ε(1.5) = %g, want ε finite and above 0, or an error, and ε(1.5) above 0",
					excess, D, e, err, order)
			}
			t.Logf("c−1 = %g, D = %g: ε = %g, %v, ε(1.5) = %g, %d units", excess, D, e, err, order, p.Work.Used())
			if excess <= 0 && (excess < -1e-6 || D < 1e3) && err != nil {
				t.Errorf("c−1 = %g, D = %g: Epsilon: error %v, want none", excess, D, err)
			}
		}
	}
}

// Small losses are not lost in the rounding of 1: the divergence of order alpha is
// about (αk²/2)·E R, R being the cost of the payments.
func TestSmallLosses(t *testing.T) {
	for _, k := range []float64{1e-4, 1e-9, 1e-30} {
		for _, T := range []int{1, 40, 5000} {
			const alpha, q = 1.001, 0.01
			p := SampledProgram{Rate: q, T: T, Diameter: math.Inf(1)}
			got, _ := p.Renyi(k, alpha)
			// E R is at least T·q², the cost of paying the mean, q a step, and at most T·q: a use
			// that is paid at once costs 1.
			small := alpha * k * k / 2
			if least, most := small*float64(T)*q*q, small*float64(T)*q; !(got >= least*(1-1e-9)) || !(got <= most*(1+1e-3)) {
				t.Errorf("k=%g T=%d: ε(%g) = %g, want from %g to %g", k, T, alpha, got, least, most)
			}
			if epsilon, _, err := p.Epsilon(k, 1e-6*k); err != nil || !(epsilon > 0) {
				t.Errorf("k=%g T=%d: ε = %g, %v, want more than 0 and no error", k, T, epsilon, err)
			}
		}
	}
}

// Without projection no payments for N uses cost less than N²/T. In long runs the mean at
// an order is hardly above what that leaves: the grid loses nothing there.
func TestLongRunsAtAnOrder(t *testing.T) {
	const q = 256. / 60000
	for _, c := range []struct {
		k, alpha float64
		T        int
		above    float64
	}{{1, 2, 1e3, 3.1}, {1, 2, 1e4, 1.4}, {1, 2, 1e5, 1.08}, {0.1, 16, 1e5, 1.09}, {0.0145, 7.36, 1e6, 1.03}} {
		p := SampledProgram{Rate: q, T: c.T, Diameter: math.Inf(1)}
		got, _ := p.Renyi(c.k, c.alpha)
		lambda := (c.alpha - 1) * c.alpha / 2 * c.k * c.k
		var sum float64
		N := float64(c.T)
		all, _ := math.Lgamma(N + 1)
		for n := 0.0; n <= min(N, 20*q*N+100); n++ {
			used, _ := math.Lgamma(n + 1)
			left, _ := math.Lgamma(N - n + 1)
			p := all - used - left + n*math.Log(q) + (N-n)*math.Log1p(-q)
			if x := lambda * n * n / N; x < 1 {
				sum += math.Exp(p) * math.Expm1(x)
			} else {
				sum += math.Exp(p+x) - math.Exp(p)
			}
		}
		least := math.Log1p(sum) / (c.alpha - 1)
		t.Logf("%+v: %.6g, at least %.6g", c, got, least)
		if !(got >= least*(1-1e-9)) {
			t.Errorf("%+v: ε(α) = %g, want at least %g", c, got, least)
		}
		if !mutants.Any() && !(got <= least*c.above) {
			t.Errorf("%+v: ε(α) = %g, want at most %g times %g", c, got, c.above, least)
		}
	}
}

// A contracting run that is a little longer than what it remembers starts at the largest
// distance of the grid. The uses right after that must fit on the grid, too, or there would be no bound.
func TestStartsHaveRoom(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	at := func(T int) float64 {
		p := SampledProgram{Excess: -0.01, Rate: 0.01, T: T, Diameter: math.Inf(1)}
		e, _, err := p.Epsilon(0.5, 1e-5)
		if err != nil {
			t.Fatalf("T=%d: Epsilon: error %v, want none", T, err)
		}
		return e
	}
	short := at(2000)
	for _, T := range []int{2790, 2900, 3000, 4000, 6000, 1e6} {
		if e := at(T); !(e < short*1.01) {
			t.Errorf("T=%d: ε = %g, want at most a hundredth above that of 2,000 steps, %g", T, e, short)
		}
	}
}

// What growth takes past the top of the grid is paid at once, and where a block may not pay as much nothing is bounded.
func TestPaymentsBeyondTheGrid(t *testing.T) {
	b := block{limit: 5}
	for _, c := range []struct{ plan, grown, top, least, most float64 }{
		{1, 10, 9.5, 1, 1}, {1, 10, 12, 1, 1}, {9, 10, 12, 5, 5}, {1, 10, 7, 3, 3.001}, {1, 20, 7, math.Inf(1), math.Inf(1)},
	} {
		if got := b.payment(c.plan, c.grown, c.top); !(got >= c.least && got <= c.most) {
			t.Errorf("payment(%v, %v, %v) = %v, want from %v to %v", c.plan, c.grown, c.top, got, c.least, c.most)
		}
	}
}

// TestAlike: the mean over all patterns of uses of steps that start alike, each with its cheapest payments.
func TestAlike(t *testing.T) {
	for _, p := range []SampledProgram{
		{Excess: 0, Rate: 0.3, T: 3, Diameter: math.Inf(1)},
		{Excess: 0.5, Rate: 0.1, T: 3, Diameter: 2},
		{Excess: -0.25, Rate: 0.02, T: 3, Diameter: 1.5},
	} {
		const k, alpha = 0.8, 3.5
		found := p.Alike(k, alpha)
		for m := 1; m <= p.T; m++ {
			alike := SampledProgram{Excess: p.Excess, Rate: p.Rate, T: m, Diameter: math.Inf(1)}
			mean := exactly(alike, func(R float64) float64 { return math.Expm1((alpha - 1) * alpha / 2 * k * k * R) })
			exact := math.Log1p(mean) / (alpha - 1)
			if got := found.AtMost(float64(m)); !(got >= exact*(1-1e-9)) || got > exact*1.15 {
				t.Errorf("%+v: the bound for %d steps = %v, want from %v to 15 %% more", p, m, got, exact)
			}
		}
		if got := found.AtMost(float64(p.T + 1)); !math.IsInf(got, 1) {
			t.Errorf("%+v: the bound for %d steps = %v, want +Inf: the run has only %d", p, p.T+1, got, p.T)
		}
	}
	// Without a diameter the whole run is one that starts alike.
	long := SampledProgram{Rate: 0.01, T: 500, Diameter: math.Inf(1)}
	whole, _ := long.Renyi(0.5, 4)
	if got := long.Alike(0.5, 4).AtMost(500); got != whole {
		t.Errorf("the bound for all steps = %v, want that of the run, %v", got, whole)
	}
}
