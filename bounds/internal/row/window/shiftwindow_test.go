package window

import (
	"context"
	"fmt"
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/attained"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
)

// TestShiftWindow: the runs of window.md, section 4, against the best row before and a floor.
func TestShiftWindow(t *testing.T) {
	for _, c := range []struct {
		run  run.Run
		q    claim.Question
		most float64
	}{
		{run.Run{N: 252, B: 4, T: 4538, Eta: 0.133, Clip: 3.77, Sigma: 12.3, Noise: run.GradientNoise, Diameter: 6.92,
			Adjacency: run.Replace, Scheme: run.Cyclic, Loss: run.Smooth, Smoothness: 3.39, Clipping: run.ClippingNever},
			claim.Question{Alpha: 1.35}, 0.0204},
		{run.Run{N: 12, B: 2, T: 1777, Eta: 0.192, Clip: 3.78, Sigma: 3.02, Noise: run.GradientNoise, Diameter: 6.53,
			Adjacency: run.ZeroOut, Scheme: run.ShuffleOnce, Loss: run.WeaklyConvex, Smoothness: 0.065, WeakConvexity: 0.0123,
			Clipping: run.ClippingNever}, claim.Question{Alpha: 2.01}, 1.97},
		{run.Run{N: 110, B: 11, T: 4538, Eta: 0.256, Clip: 1.71, Sigma: 0.0771, Noise: run.LangevinNoise, Diameter: 0.51,
			Adjacency: run.ZeroOut, Scheme: run.Reshuffle, Loss: run.Convex, Smoothness: 0.253, Clipping: run.ClippingDifference},
			claim.Question{Alpha: 4.35}, 2.49},
		{run.Run{N: 6, B: 2, T: 572, Eta: 0.02, Clip: 0.42, Sigma: 23.6, Noise: run.NoiseMultiplier, Diameter: 1.04,
			Adjacency: run.Replace, Scheme: run.Reshuffle, Loss: run.Smooth, Smoothness: 1.43, Clipping: run.ClippingDifference},
			claim.Question{Delta: 2.05e-6}, 2.21},
	} {
		e, floor := rowtest.ValueOf(t, Shift, c.run, c.q), rowtest.ValueOf(t, attained.IntervalAdversary, c.run, c.q)
		if before := rowtest.ValueOf(t, ordered.Shift, c.run, c.q); !(e <= c.most && e >= floor && e < before) {
			t.Errorf("%+v: %v, want at most %v, between %v and %v", c.run, e, c.most, floor, before)
		}
	}
}

// TestShiftWindowForgets: a hundred times as many epochs lose little more.
func TestShiftWindowForgets(t *testing.T) {
	for _, scheme := range []run.Scheme{run.Cyclic, run.ShuffleOnce, run.Reshuffle} {
		for _, q := range []claim.Question{{Alpha: 3}, {Delta: 1e-6}} {
			a, b := rowtest.ValueOf(t, Shift, afterLong(scheme, 1010), q), rowtest.ValueOf(t, Shift, afterLong(scheme, 101_010), q)
			if !(a <= b && b < 2*a) {
				t.Errorf("%s %+v: %v after 1010 steps, %v after 101,010", scheme, q, a, b)
			}
		}
	}
}

// orderedWalks are the laws of projected walks whose steps push by so much in turn, in orders of the three pushes.
type orderedWalks struct {
	walk cellWalk
	d    float64
	T    int
}

// all are the six orders of three pushes.
var all = [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

func (w orderedWalks) start() []float64 {
	p := make([]float64, w.walk.cells+2)
	p[w.walk.cells/2] = 1
	return p
}

// steps follows the pushes of an order for so many steps.
func (w orderedWalks) steps(p []float64, order [3]int, pushes [3]float64, steps int) []float64 {
	for i := range steps {
		p = w.walk.pushed(w.d, p, pushes[order[i%3]])
	}
	return p
}

// law is that of a scheme: the first push at a place that is known, counted from 0, or unknown.
func (w orderedWalks) law(scheme run.Scheme, place int, pushes [3]float64) []float64 {
	mean := func(of func(order [3]int) []float64) []float64 {
		sum := make([]float64, w.walk.cells+2)
		for _, order := range all {
			for i, v := range of(order) {
				sum[i] += v / 6
			}
		}
		return sum
	}
	switch scheme {
	case run.Cyclic:
		order := [3]int{1, 2, 2}
		copy(order[place+1:], order[place:])
		order[place] = 0
		return w.steps(w.start(), order, pushes, w.T)
	case run.ShuffleOnce:
		return mean(func(order [3]int) []float64 { return w.steps(w.start(), order, pushes, w.T) })
	}
	p := w.start()
	for done := 0; done < w.T; done += 3 {
		before := p
		p = mean(func(order [3]int) []float64 { return w.steps(before, order, pushes, min(3, w.T-done)) })
	}
	return p
}

// TestShiftWindowAgainstWalks: three examples in batches of one, of which the first pushes by u in one run and not in the other. A
// run that ends after the example's use loses more than a longer one that goes on without it.
func TestShiftWindowAgainstWalks(t *testing.T) {
	const d = 3.0
	for _, u := range []float64{0.2, 1.2} {
		for _, c := range []struct {
			scheme run.Scheme
			place  int
		}{{run.Cyclic, 0}, {run.Cyclic, 2}, {run.ShuffleOnce, 0}, {run.Reshuffle, 0}} {
			for _, T := range []int{30, 31, 32} {
				r := run.Run{N: 3, B: 1, T: T, Eta: 1, Clip: u, Sigma: 1, Noise: run.IterateNoise, Diameter: d, Adjacency: run.ZeroOut,
					Scheme: c.scheme, Loss: run.Convex, Clipping: run.ClippingNever, Smoothness: 1}
				if c.scheme == run.Cyclic {
					r.Position = c.place + 1
				}
				w := orderedWalks{cellWalk{cells: 60}, d, T}
				for _, other := range []float64{-u, u} {
					p, q := w.law(c.scheme, c.place, [3]float64{u, other, -u}), w.law(c.scheme, c.place, [3]float64{0, other, -u})
					name := fmt.Sprintf("%s, place %d, T = %d, u = %v, other %v", c.scheme, c.place, T, u, other)
					checkAgainstLaws(t, name, r, p, q)
				}
			}
		}
	}
}

func checkAgainstLaws(t *testing.T, name string, r run.Run, p, q []float64) {
	for _, alpha := range []float64{1.5, 2, 4} {
		bound := rowtest.ValueOf(t, Shift, r, claim.Question{Alpha: alpha})
		for _, pair := range [][2][]float64{{p, q}, {q, p}} {
			sum := 0.0
			for i := range p {
				sum += pair[0][i] * math.Expm1((alpha-1)*math.Log(pair[0][i]/pair[1][i]))
			}
			if exact := math.Log1p(sum) / (alpha - 1); !(bound >= exact) {
				t.Errorf("%s, order %v: at most %v, of two walks %v", name, alpha, bound, exact)
			}
		}
	}
	for _, epsilon := range []float64{0.05, 0.3} {
		delta := 0.0
		for i := range p {
			delta += max(0, p[i]-math.Exp(epsilon)*q[i])
		}
		if delta > 1e-12 {
			if bound := rowtest.ValueOf(t, Shift, r, claim.Question{Delta: delta}); !(bound >= epsilon) {
				t.Errorf("%s: at most ε = %v at δ = %v, of two walks %v", name, bound, delta, epsilon)
			}
		}
	}
}

// TestEarlierEpochs: what may come before a window is bounded for runs that end with a use, though this one ends long after its
// last, or within an epoch.
func TestEarlierEpochs(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		scheme     run.Scheme
		T, earlier int
	}{{run.Cyclic, 402, 420}, {run.ShuffleOnce, 402, 420}, {run.Cyclic, 22, 40}, {run.ShuffleOnce, 22, 40}, {run.Reshuffle, 402, 400}} {
		ended := afterLong(c.scheme, c.earlier)
		ends := newComposedWindow(ctx, ended, eachOrder(ctx, ended))
		ends.solve()
		for _, position := range []int{0, 1, 3, 20} {
			r := afterLong(c.scheme, c.T)
			if c.scheme == run.Cyclic {
				r.Position = position
			}
			w := newComposedWindow(ctx, r, eachOrder(ctx, r))
			w.solve()
			for i := range w.known {
				if !(w.known[i] >= ends.known[i]*(1-1e-12)) {
					t.Errorf("%s, place %d, order %v: before a window of %d steps %v, of %d %v",
						c.scheme, position, order(i), c.T, w.known[i], c.earlier, ends.known[i])
				}
			}
		}
	}
}

// TestFreshOrdersBeginWindows: where every epoch has an order of its own, a window begins with one.
func TestFreshOrdersBeginWindows(t *testing.T) {
	r := afterLong(run.Reshuffle, 407)
	w := newComposedWindow(context.Background(), r, eachOrder(context.Background(), r))
	for _, m := range w.windows {
		if (407-m)%20 != 0 {
			t.Errorf("a window of %d steps does not begin with an epoch", m)
		}
	}
	if len(w.windows) == 0 {
		t.Error("the run has 0 windows, want at least 1")
	}
}

// TestWindowPlaces: a window begins an order of its own, in which the example's stated place is as many steps before the end
// as in the run's order.
func TestWindowPlaces(t *testing.T) {
	r := afterLong(run.Cyclic, 407) // 20 steps an epoch
	for _, position := range []int{1, 7, 8, 20} {
		r.Position = position
		w := newWindowShifts(context.Background(), r)
		for steps := 1; steps < 60; steps++ {
			var uses []int
			for step := 407 - steps; step < 407; step++ {
				if step%20 == position-1 {
					uses = append(uses, step-(407-steps))
				}
			}
			switch {
			case len(uses) == 0 && !w.unused(steps):
				t.Errorf("place %d: the last %d steps use the example at %d", position, steps, w.place(steps))
			case (w.renyi(steps, 2) > 0) != (len(uses) > 0):
				t.Errorf("place %d: the last %d steps lose %v, and use the example at %v", position, steps, w.renyi(steps, 2), uses)
			case len(uses) > 0 && (w.unused(steps) || w.place(steps) != uses[0]+1):
				t.Errorf("place %d: the last %d steps use the example at %d, want %d", position, steps, w.place(steps), uses[0]+1)
			}
		}
	}
}
