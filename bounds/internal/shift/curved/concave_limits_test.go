package curved

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/draws"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/run"

	"pgregory.net/rapid"
)

// enclosedWindows is enclose for windows that start at the diameter alone, and for runs
// that start at 0.
func enclosedWindows(p ConcaveProgram, T, cells int) (window, zero float64) {
	window = math.Inf(1)
	for i := 1; i <= T; i++ {
		up := evenly(p, i, cells)
		window, zero = min(window, up[cells]), up[0]
	}
	return window, zero
}

// evenly is the least cost of exactly T steps from each node of an even grid by paths on
// its nodes.
func evenly(p ConcaveProgram, T, cells int) []float64 {
	h := p.Diameter / float64(cells)
	cost := make([]float64, cells+1)
	for i := range cost {
		cost[i] = math.Inf(1)
	}
	cost[0] = 0
	for i := 1; i <= T; i++ {
		next := make([]float64, cells+1)
		for j := range next {
			x := p.Plain.Eval(h * float64(j))
			if (i-1)%p.Period == 0 {
				x = p.Visit.Eval(h*float64(j)) + p.Sensitivity
			}
			next[j] = math.Inf(1)
			for k := 0; k <= cells && h*float64(k) <= x; k++ {
				a := x - h*float64(k)
				next[j] = min(next[j], a*a+cost[k])
			}
		}
		cost = next
	}
	return cost
}

// The limits of long windows stay below the optimum of small ones, whatever the size of
// a leap, and so does what is known without a table.
func TestLimitsAreLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	closest := 0.0
	rapid.Check(t, func(t *rapid.T) {
		p, T := concaveProgram(t, false)
		p.Period = rapid.IntRange(3, 14).Draw(t, "B")
		T = min(T, 40)
		w := &solver{ConcaveProgram: p, T: T, visits: (T-1)/p.Period + 1, visit: newGrowth(p.Visit, p.Sensitivity), plain: newGrowth(p.Plain, 0)}
		w.bound()
		w.best.R = math.Inf(1)
		window, _ := enclosedWindows(p, T, 80)
		n := rapid.IntRange(1, p.Period-1).Draw(t, "n")
		fine := rapid.SampledFrom([]float64{0.3, 1, 4}).Draw(t, "fine")
		table, within := w.leaps(w.top, n, fine, 0)
		limit := w.windows(table, new([]int)) - within
		if limit > window*(1+1e-12) {
			t.Fatalf("%+v, T=%d: windows cost %v at least by leaps of %d, %v at most by the grid", p, T, limit, n, window)
		}
		closest = max(closest, limit/window)
		for _, mu := range []float64{0, math.Pow(rapid.Float64Range(0, 3).Draw(t, "√μ/s")*p.Sensitivity, 2)} {
			if fall := w.fallLimit(mu); fall > window*(1+1e-12) {
				t.Fatalf("%+v, T=%d: windows cost %v at least with the fee %v, %v at most by the grid", p, T, fall, mu, window)
			}
		}
		// Two visits cost an epoch from 0 to 0 and s².
		_, two := enclosedWindows(p, p.Period+1, 80)
		s := p.Sensitivity
		if limit := w.epochLimit(float64(p.Period)) + s*s; limit > two*(1+1e-12) {
			t.Fatalf("%+v: two visits cost %v at least, %v at most by the grid", p, limit, two)
		}
	})
	if closest < 0.95 {
		t.Errorf("no limit comes closer than %v of an optimum", closest)
	}
}

// cyclicWindow is a program of Hölder gradients of any order and batch size whose window
// has about so many steps.
func cyclicWindow(r *rand.Rand, clipped bool) (p ConcaveProgram, T int, ok bool) {
	between := func(low, high float64) float64 { return low * math.Pow(high/low, r.Float64()) }
	s, order, b := between(1e-4, 0.1), 0.1+0.9*r.Float64(), int(between(1, 300))
	p = ConcaveProgram{Sensitivity: s, Diameter: s * between(0.3, 3000), Period: int(between(2, 1e5))}
	want := between(200, 1e5)
	low, high := -40.0, 10.0
	steps := 0.0
	for range 60 {
		middle := (low + high) / 2
		ms := modulus.Min{{Holder: math.Exp(middle), Order: order}}
		if clipped {
			ms = append(ms, modulus.Modulus{Offset: s * float64(b)})
		}
		p.Plain, p.Visit = ms, ms.Visit(run.Run{B: b}.Step())
		w := &solver{ConcaveProgram: p, T: 1e9, visit: newGrowth(p.Visit, s), plain: newGrowth(p.Plain, 0)}
		w.bound()
		if steps = w.paces(0, w.top, math.Inf(1)); steps > want {
			low = middle
		} else {
			high = middle
		}
	}
	return p, int(steps*between(0.5, 100)) + 1, math.Abs(steps/want-1) < 0.1
}

// Cyclic windows of hundreds to 100,000 steps are certified to 5 %.
func TestCyclicWindowsAreCertified(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	r := rand.New(rand.NewPCG(11, 7))
	for tried, all := 0, draws.Sample(150, 300); tried < all; {
		p, T, ok := cyclicWindow(r, tried%2 == 0)
		if !ok {
			continue
		}
		tried++
		if got := p.Solve(T); !(got.Gap() <= 0.05) {
			t.Errorf("gap %.3f at B=%d, T=%d, D/s=%.1f, %+v", got.Gap(), p.Period, T, p.Diameter/p.Sensitivity, p.Plain)
		}
	}
}

// A window that a path of stretches pays for costs no less than its limits, of batches
// of one, too, whose visits add nothing but s.
func TestLimitsOfLongWindows(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	r := rand.New(rand.NewPCG(3, 5))
	closest := 0.0
	for tried, all := 0, draws.Sample(100, 300); tried < all; {
		p, T, ok := cyclicWindow(r, false)
		if !ok || p.Period > 300 {
			continue
		}
		tried++
		if tried%2 == 0 {
			p.Visit = p.Plain.Visit(run.Run{B: 1}.Step())
		}
		w := &solver{ConcaveProgram: p, T: T, visits: (T-1)/p.Period + 1, visit: newGrowth(p.Visit, p.Sensitivity), plain: newGrowth(p.Plain, 0)}
		w.bound()
		w.best.R = math.Inf(1)
		w.manyEpochs()
		window := w.best.R
		fall, limit := w.fallLimit(0), w.windowLimit(w.paces(0, w.top, math.Inf(1)), 0)
		if fall > window || limit > window {
			t.Errorf("B=%d, T=%d, D/s=%v, %+v: %v and %v at least, but a path costs %v", p.Period, T, p.Diameter/p.Sensitivity,
				p.Plain, fall,
				limit, window)
		}
		closest = max(closest, fall/window)
	}
	if closest < 0.995 {
		t.Errorf("no limit without a table comes closer than %v", closest)
	}
}

// The table of an epoch is long enough for its steps: where it ended before, every epoch
// cost 0.0094s² here, of 0.00847.
func TestLongEpochsHaveAWholeTable(t *testing.T) {
	const s = 1e-3
	ms := modulus.Min{{Holder: 2.912e-05, Order: 0.34}}
	p := ConcaveProgram{Plain: ms, Visit: ms.Visit(run.Run{B: 1}.Step()), Sensitivity: s, Diameter: 93.01 * s, Period: 373}
	got := p.Solve(173627)
	if share := got.R / s / s; !(share < 5) || !(got.Gap() < 0.02) {
		t.Errorf("R = %vs², gap %v", share, got.Gap())
	}
}
