package shift

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/shift/shifttest"

	"pgregory.net/rapid"
)

// From 0 to 0 an epoch's visit pays s²/Σ_{i≤trailing} c^{−2i} for c ≥ 1, however
// much less its weight is than that of the epoch's first step; for c < 1 the path
// pays (s·c^trailing)²/Σ_{i≤trailing} c^{2i}, and is never free.
func TestLongEpochsPayForTheirVisit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := CyclicProgram{Sensitivity: 0.3, Diameter: math.Inf(1)}
		p.Period = rapid.IntRange(1, 1_000_000).Draw(t, "B")
		p.Excess = rapid.SampledFrom([]float64{-0.9, -0.1, -1e-4, 0, 1e-6, 1e-3, 0.1, 0.5, 8, 1e6}).Draw(t, "c − 1")
		p.VisitExcess = p.Excess * rapid.Float64Range(0, 1).Draw(t, "share")
		j := rapid.IntRange(0, p.Period-1).Draw(t, "position")
		trailing := p.Period - 1 - j
		sum, weight, c := 0.0, 1.0, 1+p.Excess
		shrink := min(c, 1/c)
		for i := 0; i <= trailing && weight > 1e-20*sum; i++ {
			sum += weight
			weight *= shrink * shrink
		}
		want := p.Sensitivity * p.Sensitivity / sum
		if c < 1 {
			carried := p.Sensitivity * math.Pow(c, float64(trailing))
			want = carried * carried / sum
		}
		if got := p.Proven().EpochCost(j, p.Period, 0, 0); math.Abs(got-want) > 1e-9*want+shifttest.Negligible {
			t.Fatalf("%+v, position %d: an epoch costs %v, want %v", p, j, got, want)
		}
	})
}

// An epoch between any two levels costs what the convex minorant of its steps
// costs, where products of factors are numbers.
func TestEpochIsTheMinorant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := CyclicProgram{Sensitivity: 1, Diameter: math.Inf(1), Period: rapid.IntRange(1, 12).Draw(t, "B")}
		p.Excess = rapid.Float64Range(-0.5, 0.5).Draw(t, "c − 1")
		p.VisitExcess = p.Excess * rapid.Float64Range(0, 1).Draw(t, "share")
		j := rapid.IntRange(0, p.Period).Draw(t, "position") // Period: no visit
		from, to := rapid.Float64Range(0, 5).Draw(t, "from"), rapid.Float64Range(0, 2).Draw(t, "to")
		steps := make([]LinearStep, p.Period)
		for i := range steps {
			steps[i] = LinearStep{1 + p.Excess, 0}
			if i == j {
				steps[i] = LinearStep{1 + p.VisitExcess, p.Sensitivity}
			}
		}
		want := minorantTo(steps, from, to)
		if got := p.pathBetween(j, p.Period, from, to); math.Abs(got-want) > 1e-9*(want+1e-9) {
			t.Fatalf("%+v, position %d, from %v to %v: %v, want %v", p, j, from, to, got, want)
		}
	})
}

// minorantTo is the least Σa² of payments that lead from one distance to at most
// another: by bisection on the last slope of a taut string whose slopes may not
// fall, over every place where it may touch the points above it.
func minorantTo(steps []LinearStep, from, to float64) float64 {
	n := len(steps)
	w, weight := make([]float64, n), 1.0
	for i := n - 1; i >= 0; i-- {
		w[i] = weight
		weight *= steps[i].Factor
	}
	// Sums of a·w up to each step may not exceed y; in all at least y less to.
	x, y := make([]float64, n+1), make([]float64, n+1)
	y[0] = from * weight
	for i, s := range steps {
		x[i+1], y[i+1] = x[i]+w[i]*w[i], y[i]+s.Sensitivity*w[i]
	}
	y[n] -= to
	if y[n] <= 0 {
		return 0
	}
	// cost[i] is the least energy of a convex string from 0 to (x_i, y_i) that
	// passes the points between from below.
	cost := make([]float64, n+1)
	for i := 1; i <= n; i++ {
		cost[i] = math.Inf(1)
		for k := 0; k < i; k++ {
			base := y[k]
			if k == 0 {
				base = 0
			}
			if rise := y[i] - base; rise >= 0 {
				feasible := true
				for l := k + 1; l < i; l++ {
					feasible = feasible && base+rise*(x[l]-x[k])/(x[i]-x[k]) <= y[l]*(1+1e-12)
				}
				if feasible {
					cost[i] = min(cost[i], cost[k]+rise*rise/(x[i]-x[k]))
				}
			}
		}
	}
	return cost[n]
}
