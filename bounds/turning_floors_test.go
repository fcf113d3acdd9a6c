package bounds

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/internal/row/attained"
	"lastiterate/bounds/run"
)

// drawTurning is a generalised linear model without projection whose regulariser takes
// every step to the other side of the minimum, or onto it.
func drawTurning(source *rand.Rand) (run.Run, claim.Question) {
	for {
		r, q := draw(source)
		if r.Adjacency == run.AddRemove && r.Scheme != run.Poisson {
			continue
		}
		r.Loss, r.Clipping, r.Diameter = run.StronglyConvex, run.ClippingGLM, math.Inf(1)
		r.Eta = math.Round(r.Eta*1e3) / 1e3
		r.StrongConvexity = random.Pick(source, 1, 1.02, 1.3, 1.9, 2, 2.5, 40) / r.Eta
		if source.IntN(4) == 0 {
			r.Eta, r.StrongConvexity = 0.25, 4
		}
		r.Smoothness = r.StrongConvexity * 1.5
		if source.IntN(2) == 0 {
			q = claim.Question{Delta: random.LogUniform(source, 1e-9, 0.1)}
		}
		if r.Validate() == nil {
			return r, q
		}
	}
}

// TestTurningFloors: where the regulariser of a generalised linear model overshoots, a
// floor is known without projection too, under every scheme, and no answer is below it.
func TestTurningFloors(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	source := rand.New(rand.NewPCG(23, 6))
	known := map[run.Scheme]int{}
	for range 150 {
		r, q := drawTurning(source)
		rows := evaluateAll(r, q, false)
		lower := rows[attained.LinearAdversary.ID]
		if !lower.Applies || !(lower.Epsilon >= 0) {
			t.Errorf("%v %v: %+v %+v", lower.Hypotheses, lower.Err, r, q)
			continue
		}
		if q.Renyi() && !(lower.Epsilon > 0) {
			t.Errorf("the floor is 0: %+v %+v", r, q)
		}
		known[r.Scheme]++
		for _, fault := range faults(r, rows) {
			t.Errorf("%s\n%+v %+v", fault, r, q)
		}
	}
	for _, s := range run.Schemes() {
		if known[s] < 5 && s != run.Allocation { // of which there is no such floor
			t.Errorf("%s was drawn %d times", s, known[s])
		}
	}
}

// TestTurningOrders: under secret orders the floor is the loss of two mixtures, one mean
// for every order, 0 in the other run.
func TestTurningOrders(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	for _, c := range []struct {
		scheme run.Scheme
		n, T   int
		reg    float64
		zero   bool
	}{
		{run.ShuffleOnce, 3, 6, 1.5, false}, {run.ShuffleOnce, 4, 10, 2.3, true}, {run.ShuffleOnce, 3, 7, 1.9, false},
		{run.Reshuffle, 3, 6, 1.7, false}, {run.Reshuffle, 4, 8, 2.1, true}, {run.Reshuffle, 2, 7, 1.2, false},
		{run.WithoutReplacement, 3, 5, 1.6, true}, {run.WithoutReplacement, 3, 6, 2.2, true}, {run.Poisson, 3, 5, 1.6, true},
	} {
		const delta, unit = 1e-3, 0.9
		r := run.Run{N: c.n, B: 1, T: c.T, Eta: 0.5, Clip: 2, Sigma: 1 / unit, Noise: run.IterateNoise, Diameter: math.Inf(1),
			Adjacency: run.Replace,
			Scheme:    c.scheme, Loss: run.StronglyConvex, StrongConvexity: 2 * c.reg, Smoothness: 2*c.reg + 3, Clipping: run.ClippingGLM}
		if c.zero {
			r.Adjacency = run.ZeroOut
		}
		factor := math.Abs(1 - c.reg)
		means := turningMeans(r, factor)
		variance := 0.0
		for t := range c.T {
			variance += math.Pow(factor, 2*float64(t))
		}
		shows := func(at float64) (epsilon float64) {
			p, q := 0.0, math.Erfc(at/math.Sqrt2)/2
			for _, m := range means {
				p += math.Erfc((at-unit*m/math.Sqrt(variance))/math.Sqrt2) / 2 / float64(len(means))
			}
			if p > delta {
				epsilon = math.Log((p - delta) / q)
			}
			// The other direction, by the events below.
			if p, q := math.Erfc(-at/math.Sqrt2)/2, 1-p; p > delta && q > 1e-9 {
				epsilon = max(epsilon, math.Log((p-delta)/q))
			}
			return epsilon
		}
		const wide, fine, near = 0.02, 1e-3, 0.01
		best := 0.0
		for at := -6.0; at < 40; at += wide {
			best = max(best, shows(at))
		}
		for at, least := -6.0, best-near; at < 40; at += wide {
			if shows(at) < least {
				continue
			}
			for by := -wide; by <= wide; by += fine {
				best = max(best, shows(at+by))
			}
		}
		got := row(t, r, claim.Question{Delta: delta}, attained.LinearAdversary.ID)
		// Constant pushes, which alternate, may show more in sampled batches.
		if sampled := c.scheme == run.WithoutReplacement || c.scheme == run.Poisson; got.Epsilon < best*0.98 ||
			!sampled && got.Epsilon > best*(1+1e-9)+1e-6 {
			t.Errorf("%+v: ε ≥ %v, the mixtures have %v", c, got.Epsilon, best)
		}
	}
}

// TestTurningKnownOrders: the distance of the two Gaussians, where the gradients of convex
// losses are C apart on one side of 0 and −C on the other, or 2C on one side only.
func TestTurningKnownOrders(t *testing.T) {
	for _, c := range []struct {
		n, T int
		reg  float64
	}{{1, 7, 1.5}, {1, 6, 2.4}, {2, 9, 1.8}, {3, 10, 1.7}} {
		r := run.Run{N: c.n, B: 1, T: c.T, Eta: 0.5, Clip: 2, Sigma: 3, Noise: run.IterateNoise, Diameter: math.Inf(1),
			Adjacency: run.Replace,
			Scheme:    run.Cyclic, Loss: run.StronglyConvex, StrongConvexity: 2 * c.reg, Smoothness: 2*c.reg + 3, Clipping: run.ClippingGLM}
		sides, half, variance := [2]float64{}, 0.0, 0.0
		for back := range c.T {
			w := math.Pow(c.reg-1, float64(back))
			variance += w * w
			if back%c.n == 0 {
				sides[back%2] += r.Sensitivity() * w
				half += r.Sensitivity() / 2 * w
			}
		}
		want := max(sides[0], half) / r.IterateNoise() / math.Sqrt(variance)
		if got := row(t, r, claim.Question{Alpha: 2}, attained.LinearAdversary.ID).Epsilon; math.Abs(got/(want*want)-1) > 1e-9 {
			t.Errorf("%+v: ε(2) ≥ %v, want μ² = %v", c, got, want*want)
		}
	}
}

// turningMeans are Σ|c|^{T−1−t} over the steps that use the example, for every order.
func turningMeans(r run.Run, factor float64) []float64 {
	at := func(t int) float64 { return math.Pow(factor, float64(r.T-1-t)) }
	means := []float64{0}
	switch r.Scheme {
	case run.ShuffleOnce:
		means = nil
		for j := range r.N {
			sum := 0.0
			for t := j; t < r.T; t += r.N {
				sum += at(t)
			}
			means = append(means, sum)
		}
	case run.Reshuffle:
		for first := 0; first < r.T; first += r.N {
			var next []float64
			for _, m := range means {
				for j := range r.N {
					if first+j < r.T {
						next = append(next, m+at(first+j))
					} else {
						next = append(next, m)
					}
				}
			}
			means = next
		}
	default: // one of n, at every step
		for t := range r.T {
			var next []float64
			for _, m := range means {
				for j := range r.N {
					if j == 0 {
						next = append(next, m+at(t))
					} else {
						next = append(next, m)
					}
				}
			}
			means = next
		}
	}
	return means
}
