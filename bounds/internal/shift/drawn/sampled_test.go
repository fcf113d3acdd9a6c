package drawn

import (
	"math"
	"slices"
	"testing"

	_ "lastiterate/bounds/draws"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/shift/shifttest"

	"pgregory.net/rapid"
)

// splitsLoss is what finitely many splits may cost, relatively; mostly it
// is below 1e-4.
const splitsLoss = 2e-3

// If hiding costs s²/β, as it does when every batch holds the example, the
// program is Chien and Li's Theorem 3.1: min over β of s²/β + a²/(1−β) = (s+a)².
func TestSampledMeetsCharged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		charged := shift.ChargedProgram{FullBatch: linear(t)}
		charged.Drift = charged.Sensitivity * shifttest.LogUniform(t, "2ηC/s", 1, 1e3)
		if rapid.Bool().Draw(t, "no drift") {
			charged.Drift = math.Inf(1)
		}
		s := charged.Sensitivity
		T := int(shifttest.LogUniform(t, "T", 1, 1e9))
		got := DrawnProgram{ChargedProgram: charged, Hide: func(beta float64) float64 { return s * s / beta }}.Solve(T)
		want := charged.Solve(T).R
		if !(got.R >= want*(1-1e-9) && got.R <= want*(1+splitsLoss)) {
			t.Fatalf("%+v, T=%d: %v, Theorem 3.1 gives %v", charged, T, got.R, want)
		}
	})
}

// amplified is a cost of hiding with the shape of a sampled Gaussian's: q² times
// the exponential of the squared signal.
func amplified(s, rate, signal float64) func(float64) float64 {
	return func(beta float64) float64 { return s * s * rate * math.Expm1(signal/beta) / signal }
}

// linear draws a linear program.
func linear(t *rapid.T) shift.FullBatch {
	excess, sensitivity, diameter := shifttest.Linear(t)
	return shift.FullBatch{Excess: excess, Sensitivity: sensitivity, Diameter: diameter}
}

// sampledProgram is a random program with such a cost.
func sampledProgram(t *rapid.T) DrawnProgram {
	p := DrawnProgram{ChargedProgram: shift.ChargedProgram{FullBatch: linear(t), Drift: math.Inf(1)}}
	p.Hide = amplified(p.Sensitivity, shifttest.LogUniform(t, "rate", 1e-6, 1), shifttest.LogUniform(t, "signal", 1e-3, 20))
	if p.Excess == 0 && rapid.Bool().Draw(t, "drifts") {
		p.Offset = p.Sensitivity * shifttest.LogUniform(t, "d/s", 0.1, 10)
		p.Sensitivity += p.Offset
	}
	return p
}

// The solution's splits, ordered by the weight of their steps, and payments in
// proportion to share times weight, lead from Δ_τ to exactly 0 without ever
// passing below, and cost R.
func TestSampledIsFeasible(t *testing.T) {
	paid := 0
	rapid.Check(t, func(t *rapid.T) {
		p := sampledProgram(t)
		T := rapid.IntRange(1, 300).Draw(t, "T")
		s := p.Solve(T)
		if math.IsInf(p.Hide(1), 1) {
			return
		}
		if s.R > float64(T)*p.Hide(1)*(1+1e-12) {
			t.Fatalf("%v is above composition, %v", s.R, float64(T)*p.Hide(1))
		}
		if s.Tau == 0 {
			return
		}
		paid++
		betas := []float64{}
		for _, split := range s.Splits {
			for range split.Times {
				betas = append(betas, split.Beta)
			}
		}
		if len(betas) != T-s.Tau {
			t.Fatalf("%d steps after τ = %d of T = %d", len(betas), s.Tau, T)
		}
		slices.Sort(betas) // the smallest β makes the largest payment
		c := 1 + p.Excess
		if c <= 1 { // the largest payments come last: there their weight is largest, or z stays above 0 for longest
			slices.Reverse(betas)
		}
		start := 0.0 // the forward track, step by step
		for range s.Tau {
			start = min(c*start+p.Sensitivity, p.Diameter)
		}
		weights, sum := make([]float64, len(betas)), 0.0
		for i := range weights {
			weights[i] = math.Pow(c, -float64(i+1))
			sum += (1 - betas[i]) * weights[i] * weights[i]
		}
		demand := start + float64(len(betas))*p.Offset
		if p.Offset == 0 {
			demand = start
		}
		if sum == 0 { // nothing is left to pay: c = 0
			return
		}
		z, cost := start, 0.0
		slack := 1e-9 * (start + demand) * max(1, math.Pow(c, float64(len(betas)))) // rounding grows with the distance
		for i, beta := range betas {
			a := demand / sum * (1 - beta) * weights[i]
			z = c*z + p.Offset - a
			if z < -slack {
				t.Fatalf("step %d ends at %v", i, z)
			}
			cost += p.Hide(beta)
			if a > 0 {
				cost += a * a / (1 - beta)
			}
		}
		if z > slack {
			t.Fatalf("the last step ends at %v, from %v", z, start)
		}
		if shifttest.Relative(cost, s.R) > 1e-8 {
			t.Fatalf("%+v, T=%d: the schedule costs %v, R = %v", p, T, cost, s.R)
		}
	})
	if paid == 0 {
		t.Error("0 runs paid off a distance, want at least 1")
	}
}

// A solution written out step by step follows z ↦ cz + d − a from Δ_τ to 0 and costs R.
func TestSampledPath(t *testing.T) {
	paid, drifting := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := sampledProgram(t)
		T := rapid.IntRange(1, 300).Draw(t, "T")
		s := p.Solve(T)
		if math.IsInf(s.R, 1) {
			return
		}
		path := p.Path(s, T)
		n := T - s.Tau
		if path.Tau != s.Tau || len(path.A) != n || path.Z[0] != p.Distance(s.Tau) || path.Z[n] != 0 {
			t.Fatalf("from %v to %v", path.Z[0], path.Z[n])
		}
		cost, hidden, scale := 0.0, 0.0, path.Z[0]
		for i, a := range path.A {
			share := path.Divisions[i]
			offset := 0.0
			if s.Tau > 0 {
				offset = p.Offset
			}
			scale = max(scale, path.Z[i]+a)
			if next := (1+p.Excess)*path.Z[i] + offset - a; !(a >= 0) || !(path.Z[i] >= 0) || math.Abs(next-path.Z[i+1]) > 1e-9*scale {
				t.Fatalf("step %d of %d: z = %v, a = %v lead to %v, the path says %v", i, n, path.Z[i], a, next, path.Z[i+1])
			}
			hidden += p.Hide(share.Beta)
			if a > 0 {
				cost += a * a / (1 - share.Beta)
			}
		}
		composed := path.Composed()[n]
		if shifttest.Relative(path.R, s.R) > 1e-8 || shifttest.Relative(cost+hidden, s.R) > 1e-8 ||
			shifttest.Relative(composed, hidden) > 1e-12 || path.Paid()[n] != path.R {
			t.Fatalf("the steps cost %v and hide for %v; the path says %v, %v, the solution %v", cost+hidden, hidden, path.R, composed, s.R)
		}
		if s.Tau > 0 {
			paid++
			if p.Offset > 0 {
				drifting++
			}
		}
	})
	if paid == 0 || drifting == 0 && !testing.Short() { // rapid draws a fifth in a short run
		t.Errorf("%d paths paid off a distance, %d of them with an offset", paid, drifting)
	}
}

// Two steps by hand: both hidden, or the second also pays off all of cΔ_1.
func TestSampledTwoSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := sampledProgram(t)
		delta := min(p.Sensitivity, p.Diameter)
		pay := (1+p.Excess)*delta + p.Offset
		want := math.Inf(1)
		for i := 1; i < 20_000; i++ {
			x := 1 / (1 + math.Exp(12-float64(i)/1000))
			want = min(want, p.Hide(1-x)+pay*pay/x)
		}
		if pay == 0 {
			want = p.Hide(1)
		}
		want = min(want, 2*p.Hide(1))
		if got := p.Solve(2).R; !(got >= want*(1-1e-6) && got <= want*(1+splitsLoss)) {
			t.Fatalf("%+v: %v, by hand %v", p, got, want)
		}
	})
}

// Long runs take the window of shorter ones, in the same time.
func TestSampledLongRuns(t *testing.T) {
	for _, excess := range []float64{-0.05, 0, 0.05} {
		p := DrawnProgram{ChargedProgram: shift.ChargedProgram{FullBatch: shift.FullBatch{Excess: excess, Sensitivity: 0.1, Diameter: 1}, Drift: math.Inf(1)},
			Hide: amplified(0.1, 0.01, 0.5)}
		long, short := p.Solve(1e12), p.Solve(1e5)
		if shifttest.Relative(long.R, short.R) > 1e-6 {
			t.Errorf("c = %v: R = %v after 1e5 steps, %v after 1e12", 1+excess, short.R, long.R)
		}
	}
}

func TestSampledFailures(t *testing.T) {
	for name, hide := range map[string]func(float64) float64{
		"NaN":         func(float64) float64 { return math.NaN() },
		"∞":           func(float64) float64 { return math.Inf(1) },
		"NaN below 1": func(beta float64) float64 { return []float64{math.NaN(), 1}[int(beta)] },
	} {
		p := DrawnProgram{ChargedProgram: shift.ChargedProgram{FullBatch: shift.FullBatch{Sensitivity: 0.1, Diameter: 1}, Drift: math.Inf(1)}, Hide: hide}
		want := math.Inf(1)
		if name == "NaN below 1" {
			want = 7 // composition needs β = 1 only
		}
		if got := p.Solve(7).R; got != want {
			t.Errorf("%s: R = %v, want %v", name, got, want)
		}
	}
}

// Fewer splits of the same window cost more, and not much.
func TestRegroup(t *testing.T) {
	p := DrawnProgram{ChargedProgram: shift.ChargedProgram{FullBatch: shift.FullBatch{Excess: 0.03, Sensitivity: 0.1, Diameter: 1}, Drift: math.Inf(1)},
		Hide: amplified(0.1, 0.01, 0.5)}
	s := p.Solve(100_000)
	g := p.Regroup(100_000, s, 4)
	if len(s.Splits) <= 4 || len(g.Splits) > 5 {
		t.Fatalf("%d splits became %d", len(s.Splits), len(g.Splits))
	}
	if g.Tau != s.Tau || !(g.R >= s.R*(1-1e-12) && g.R < s.R*1.03) {
		t.Errorf("τ = %d, R = %v became τ = %d, R = %v", s.Tau, s.R, g.Tau, g.R)
	}
}

// SplitPrice knows the cost and the marginal cost of a payment: here (s+a)² and s+a, in units of its own.
func TestSplitPrice(t *testing.T) {
	const s = 0.3
	price := SplitPrice(func(beta float64) float64 { return s * s / beta })
	for _, a := range []float64{0, 1e-4, 0.01, 0.3, 2, 100} {
		if got, want := price.Of(a), (s+a)*(s+a); !(got >= want*(1-1e-12) && got <= want*1.005) {
			t.Errorf("a payment of %v costs %v, at best %v", a, got, want)
		}
		if a == 0 {
			continue
		}
		q := price.Marginal(a)
		if shifttest.Relative(q, s+a) > 0.2 {
			t.Errorf("the marginal cost of %v is %v, want about %v", a, q, s+a)
		}
		paid, cost := price.At(q * 1.0001)
		if shifttest.Relative(price.Of(paid), cost) > 1e-9 {
			t.Errorf("at the marginal cost %v: %v for %v, and %v by itself", q, cost, paid, price.Of(paid))
		}
	}
	if SplitPrice(func(float64) float64 { return math.Inf(1) }) != nil {
		t.Error("SplitPrice of infinite prices is a price, want nil")
	}
}
