package window

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/row/attained"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// afterLong is a run of T steps on a domain of a few σ, which it crosses within tens.
func afterLong(scheme run.Scheme, T int) run.Run {
	return run.Run{N: 100, B: 5, T: T, Eta: 0.1, Clip: 1, Sigma: 0.2, Noise: run.IterateNoise, Diameter: 0.8, Adjacency: run.Replace,
		Scheme: scheme, Loss: run.Convex, Clipping: run.ClippingNever, Smoothness: 1}
}

// windowOf are the windows of a run with sampled batches.
func windowOf(r run.Run) *composedWindow {
	return newComposedWindow(context.Background(), r, eachStep(context.Background(), r))
}

// TestSampledWindowForgets: a hundred times as many steps lose little more, where
// composition loses a hundred times as much; few steps are composed.
func TestSampledWindowForgets(t *testing.T) {
	for _, scheme := range []run.Scheme{run.WithoutReplacement, run.Poisson} {
		for _, q := range []claim.Question{{Alpha: 3}, {Delta: 1e-6}} {
			short, long, few := afterLong(scheme, 1000), afterLong(scheme, 100_000), afterLong(scheme, 3)
			a, b := rowtest.ValueOf(t, Sampled, short, q), rowtest.ValueOf(t, Sampled, long, q)
			if !(a <= b && b < 2*a) {
				t.Errorf("%s %+v: %v after 1000 steps, %v after 100,000", scheme, q, a, b)
			}
			if c := rowtest.ValueOf(t, composition.Composition, short, q); !(a < c/3) {
				t.Errorf("%s %+v: %v, composition %v", scheme, q, a, c)
			}
			if a, c := rowtest.ValueOf(t, Sampled, few, q), rowtest.ValueOf(t, composition.Composition, few, q); a != c {
				t.Errorf("%s %+v: %v for three steps, composition %v", scheme, q, a, c)
			}
			if a, one := rowtest.ValueOf(t, Sampled, long, q), rowtest.ValueOf(t, attained.OneStep, long, q); !(a > one) {
				t.Errorf("%s %+v: %v, and one step alone loses %v", scheme, q, a, one)
			}
		}
	}
}

// TestSampledWindowParts: what a step adds and what later ones leave of it, against two
// runs on an interval that are followed step by step.
func TestSampledWindowParts(t *testing.T) {
	r := afterLong(run.WithoutReplacement, 400)
	w := windowOf(r)
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
		if mid := (lo + hi) / 2; laws.Epsilon(mid, 0) > 0 {
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
	w := newCellWalk(d)
	p := make([]float64, w.cells+2)
	p[w.cells] = 1
	p = w.after(p, steps)
	apart := 0.0
	for i := range w.cells {
		apart += math.Abs(p[i]-p[w.cells-1-i]) / 2
	}
	return apart + math.Abs(p[w.cells]-p[w.cells+1])
}

// A cellWalk is a walk of standard normal steps, projected to an interval, whose laws are on cells and, last, on the two
// ends.
type cellWalk struct {
	cells  int
	kernel [][]float64
}

func newCellWalk(d float64) cellWalk {
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
	return cellWalk{cells, kernel}
}

func (w cellWalk) after(p []float64, steps int) []float64 {
	for range steps {
		next := make([]float64, w.cells+2)
		for i, mass := range p {
			for j, k := range w.kernel[i] {
				next[j] += mass * k
			}
		}
		p = next
	}
	return p
}

// TestRemnant: what steps leave of two laws of the total variation that the window counts, against walks whose
// pasts are at the two ends with that probability and elsewhere alike.
func TestRemnant(t *testing.T) {
	w := windowOf(afterLong(run.WithoutReplacement, 400))
	walk := newCellWalk(4)
	for _, m := range []int{5, 15, 33} {
		if !slices.Contains(w.tried, m) {
			t.Fatalf("%d steps are not among %v", m, w.tried)
		}
		a, s := w.before(m), w.remnantOf(m)
		for _, alike := range []int{walk.cells / 2, walk.cells + 1} { // the middle, or the end where one of the two laws is
			p, q := make([]float64, walk.cells+2), make([]float64, walk.cells+2)
			p[alike], q[alike] = 1-a, 1-a
			p[walk.cells] += a
			q[walk.cells+1] += a
			p, q = walk.after(p, m), walk.after(q, m)
			for _, beta := range []float64{1.5, 2, 3, 12, 40} {
				bound := s.renyi(beta)
				for _, pair := range [][2][]float64{{p, q}, {q, p}} {
					sum := 0.0
					for i := range pair[0] {
						sum += pair[0][i] * math.Expm1((beta-1)*math.Log(pair[0][i]/pair[1][i]))
					}
					if exact := math.Log1p(sum) / (beta - 1); !(bound >= exact*(1-1e-4)) {
						t.Errorf("%d steps leave at most %v at the order %v, of two walks %v", m, bound, beta, exact)
					} else if alike < walk.cells && beta >= 2 && beta <= 3 && bound > 40*exact {
						t.Errorf("%d steps leave at most %v at the order %v, of two walks no more than %v", m, bound, beta, exact)
					}
				}
			}
		}
	}
}

// TestRemnantOfOneStep: one step of two Gaussians, μ apart, makes just aθ(1 + (γ−1)/a) of laws that are alike but for a
// part a of one of them; what is left beyond a loss is integrated by trapezoids.
func TestRemnantOfOneStep(t *testing.T) {
	r := afterLong(run.WithoutReplacement, 400)
	r.Diameter = r.Sigma
	w := windowOf(r)
	const mu = 1.0
	a, s := w.before(1), w.remnantOf(1)
	for _, beta := range []float64{1.2, 3, 8, 30} {
		// E[(1−a+aR)^β], R = e^{μz−μ²/2}
		const step = 1e-3
		moment := math.Inf(-1)
		for z := -20.0; z < mu*beta+20; z += step {
			term := beta*math.Log1p(a*math.Expm1(mu*z-mu*mu/2)) - z*z/2 + math.Log(step/math.Sqrt(2*math.Pi))
			moment = max(moment, term) + math.Log1p(math.Exp(-math.Abs(moment-term)))
		}
		exact, bound := moment/(beta-1), s.renyi(beta)
		if !(bound >= exact*(1-1e-6)) || bound > 2*exact {
			t.Errorf("order %v: %v, exactly %v", beta, bound, exact)
		}
		for i := 1; i < len(s.f); i += 7 {
			const step = 1e-3
			left := math.Inf(-1)
			for loss := s.losses[i]; loss < s.losses[i]+2*mu*mu*beta; loss += step {
				v := a * errfloat.Profile(mu, math.Log1p(math.Expm1(loss)/a))
				term := math.Log(beta*(beta-1)*step*v) + (beta-1)*loss
				if term > left-40 && v > 1e-290 {
					left = max(left, term) + math.Log1p(math.Exp(-math.Abs(left-term)))
				}
			}
			if got := s.beyond(beta, i); got < left-1e-2 {
				t.Errorf("order %v: e^%v beyond the loss %v, by trapezoids e^%v", beta, got, s.losses[i], left)
			}
		}
	}
}

// TestSampledWindowAtAnOrder: the runs of window.md, section 3.
func TestSampledWindowAtAnOrder(t *testing.T) {
	for _, c := range []struct {
		run   run.Run
		alpha float64
		most  float64
	}{
		{run.Run{N: 1130, B: 5, T: 7256, Eta: 0.0115, Clip: 0.551, Sigma: 0.557, Noise: run.IterateNoise, Diameter: 9.17,
			Adjacency: run.Replace, Scheme: run.WithoutReplacement, Loss: run.WeaklyConvex, Smoothness: 0.734, WeakConvexity: 0.0599,
			Clipping: run.ClippingDifference}, 1.18, 5.85e-7},
		{run.Run{N: 1708, B: 28, T: 169, Eta: 0.0347, Clip: 0.817, Sigma: 1.85, Noise: run.LangevinNoise, Diameter: 2.36,
			Adjacency: run.ZeroOut, Scheme: run.WithoutReplacement, Loss: run.WeaklyConvex, Smoothness: 1.67, WeakConvexity: 1.02,
			Clipping: run.ClippingDifference}, 2.31, 5.29e-7},
		{run.Run{N: 10023, B: 39, T: 95, Eta: 0.109, Clip: 0.185, Sigma: 0.00348, Noise: run.LangevinNoise, Diameter: 0.01,
			Adjacency: run.ZeroOut, Scheme: run.WithoutReplacement, Loss: run.WeaklyConvex, Smoothness: 0.173, WeakConvexity: 0.0197,
			Clipping: run.ClippingNever}, 6.23, 4.90e-4},
	} {
		if e := rowtest.ValueOf(t, Sampled, c.run, claim.Question{Alpha: c.alpha}); !(e <= c.most) {
			t.Errorf("%+v: %v, want at most %v", c.run, e, c.most)
		}
	}
}

// TestKnownUses: at a δ a window counts that later steps hide a use, where composition takes batches as known.
func TestKnownUses(t *testing.T) {
	r := run.Run{N: 110, B: 1, T: 8, Eta: 0.0139, Clip: 0.289, Sigma: 20, Noise: run.NoiseMultiplier, Diameter: 0.726,
		Adjacency: run.Replace, Scheme: run.WithoutReplacement, Loss: run.Smooth, Smoothness: 3.57, Clipping: run.ClippingDifference}
	q := claim.Question{Delta: 3.27e-6}
	if e, c := rowtest.ValueOf(t, Sampled, r, q), rowtest.ValueOf(t, composition.Composition, r, q); !(e < 0.8*c) {
		t.Errorf("%v, composition %v", e, c)
	}
	r.Clipping = run.ClippingActive // a secret batch hides the example
	if windowOf(r).uses != nil {
		t.Errorf("the window of a run with secret batches (%s) asks for the mean over known batches, want it not to", r.Clipping)
	}
}

// TestSampledWindowAtAHighOrder: where one use costs too much to be composed at the orders above α, the profile of what
// is left does not ask for them.
func TestSampledWindowAtAHighOrder(t *testing.T) {
	r := run.Run{N: 2000, B: 19, T: 3000, Eta: 0.1, Clip: 52.25, Sigma: 1, Noise: run.IterateNoise, Diameter: 0.23,
		Adjacency: run.Replace, Scheme: run.WithoutReplacement, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
	q := claim.Question{Alpha: 28.5}
	if e, one := rowtest.ValueOf(t, Sampled, r, q), rowtest.ValueOf(t, attained.OneStep, r, q); !(e >= one) || e > 5*one {
		t.Errorf("%v, and one step loses %v", e, one)
	}
}

// TestMeansEnd: once the mean has spent its part of the work, steps are composed.
func TestMeansEnd(t *testing.T) {
	r := run.Run{N: 110, B: 1, T: 8, Eta: 0.0139, Clip: 0.289, Sigma: 20, Noise: run.NoiseMultiplier, Diameter: 0.726,
		Adjacency: run.Replace, Scheme: run.WithoutReplacement, Loss: run.Smooth, Smoothness: 3.57, Clipping: run.ClippingDifference}
	w := windowOf(r)
	if composed := 4 * w.step(5); !(w.alike(4, 5) < composed) {
		t.Errorf("the mean is not below composition, %v", composed)
	}
	if err := work.Alone(func() { w.uses.spent.Spend(2 * mostMeans) }); !errors.Is(err, work.ErrSpent) {
		t.Fatal(err)
	}
	if got, composed := w.alike(4, 7000.0/2), 4*w.step(3500); got != composed {
		t.Errorf("%v, composed %v", got, composed)
	}
	if e := w.uses.epsilon(4, 1e-5); !math.IsInf(e, 1) {
		t.Errorf("ε = %v without work", e)
	}
}
