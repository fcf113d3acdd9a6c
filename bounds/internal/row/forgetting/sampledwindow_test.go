package forgetting

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/row/attained"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
)

// afterLong is a run of T steps on a domain of a few σ, which it crosses within tens.
func afterLong(scheme run.Scheme, T int) run.Run {
	return run.Run{N: 100, B: 5, T: T, Eta: 0.1, Clip: 1, Sigma: 0.2, Noise: run.IterateNoise, Diameter: 0.8, Adjacency: run.Replace,
		Scheme: scheme, Loss: run.Convex, Clipping: run.ClippingNever, Smoothness: 1}
}

// TestSampledWindowForgets: a hundred times as many steps lose little more, where
// composition loses a hundred times as much; few steps are composed.
func TestSampledWindowForgets(t *testing.T) {
	for _, scheme := range []run.Scheme{run.WithoutReplacement, run.Poisson} {
		for _, q := range []claim.Question{{Alpha: 3}, {Delta: 1e-6}} {
			short, long, few := afterLong(scheme, 1000), afterLong(scheme, 100_000), afterLong(scheme, 3)
			a, b := rowtest.ValueOf(t, SampledWindow, short, q), rowtest.ValueOf(t, SampledWindow, long, q)
			if !(a <= b && b < 2*a) {
				t.Errorf("%s %+v: %v after 1000 steps, %v after 100,000", scheme, q, a, b)
			}
			if c := rowtest.ValueOf(t, composition.Composition, short, q); !(a < c/3) {
				t.Errorf("%s %+v: %v, composition %v", scheme, q, a, c)
			}
			if a, c := rowtest.ValueOf(t, SampledWindow, few, q), rowtest.ValueOf(t, composition.Composition, few, q); a != c {
				t.Errorf("%s %+v: %v for three steps, composition %v", scheme, q, a, c)
			}
			if a, one := rowtest.ValueOf(t, SampledWindow, long, q), rowtest.ValueOf(t, attained.OneStep, long, q); !(a > one) {
				t.Errorf("%s %+v: %v, and one step alone loses %v", scheme, q, a, one)
			}
		}
	}
}

// TestSampledWindowParts: what a step adds and what later ones leave of it, against two
// runs on an interval that are followed step by step.
func TestSampledWindowParts(t *testing.T) {
	r := afterLong(run.WithoutReplacement, 400)
	w := newSampledWindow(context.Background(), r)
	r.T = 400 - 16
	sigma := r.IterateNoise()
	shift := r.Eta * r.Clip / float64(r.B) / sigma
	laws, err := adversary.Projected{Visit: [2]adversary.ClippedStep{{Shift: shift}, {Shift: -shift}}, Diameter: r.Diameter / sigma, T: r.T,
		Order: r.Order(), Period: 1, Rate: r.SamplingRate()}.Run()
	if err != nil {
		t.Fatal(err)
	}
	// ε = 0 is shown at every δ below the total variation.
	lo, hi := 0.0, 1.0
	for range 40 {
		if mid := (lo + hi) / 2; laws.Epsilon(mid) > 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	m := 0
	for _, tried := range w.tried {
		if tried <= 16 {
			m = tried
		}
	}
	if a := w.before(m); !(a >= lo) || a > 20*lo {
		t.Errorf("a = %v, the total variation of a run is %v", a, lo)
	}
	for i, m := range w.tried {
		if i > 0 && w.left[m] > w.left[w.tried[i-1]] {
			t.Errorf("%d steps leave %v, fewer %v", m, w.left[m], w.left[w.tried[i-1]])
		}
	}
	// Two walks from the ends of an interval 4σ long: no coupling leaves less than the
	// total variation of what c = 1 makes of them.
	for _, m := range []int{1, 2, 8, 18} {
		apart := walksApart(4, m)
		if left := math.Exp(w.left[m]); w.left[m] < 0 && (left < apart*(1-1e-6) || left > apart*1.05) {
			t.Errorf("%d steps leave %v, of two walks %v", m, left, apart)
		}
	}
}

// walksApart is the total variation of projected walks from both ends of [0, d], by cells.
func walksApart(d float64, steps int) float64 {
	const cells = 800
	h := d / cells
	upper := func(x float64) float64 { return math.Erfc(x/math.Sqrt2) / 2 }
	kernel := make([][]float64, cells+2)
	at := func(i int) float64 {
		switch i {
		case cells:
			return 0
		case cells + 1:
			return d
		}
		return h * (float64(i) + 0.5)
	}
	for i := range kernel {
		kernel[i] = make([]float64, cells+2)
		for j := range cells {
			kernel[i][j] = upper(at(j)-h/2-at(i)) - upper(at(j)+h/2-at(i))
		}
		kernel[i][cells], kernel[i][cells+1] = upper(at(i)), upper(d-at(i))
	}
	p := make([]float64, cells+2)
	p[cells] = 1
	for range steps {
		next := make([]float64, cells+2)
		for i, mass := range p {
			for j, k := range kernel[i] {
				next[j] += mass * k
			}
		}
		p = next
	}
	apart := 0.0
	for i := range cells {
		apart += math.Abs(p[i]-p[cells-1-i]) / 2
	}
	return apart + math.Abs(p[cells]-p[cells+1])
}
