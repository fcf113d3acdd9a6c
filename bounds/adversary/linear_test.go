package adversary

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/convert"
	"pgregory.net/rapid"
)

// The closed sums must be the sums over the steps, and the distance of the two
// Gaussians must never be above them.
func TestMuIsTheSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := Linear{
			Excess:      -rapid.Float64Range(0, 1).Draw(t, "1-c"),
			Sensitivity: 0.3, Sigma: 2, Diameter: math.Inf(1),
			T: rapid.IntRange(1, 60).Draw(t, "T"), Period: rapid.IntRange(1, 9).Draw(t, "B"),
		}
		if rapid.IntRange(0, 3).Draw(t, "kind") == 0 {
			l.Excess = 0
		}
		shift, variance, w := 0.0, 0.0, 1.0
		for back := range l.T { // back steps before the last
			if back%l.Period == 0 {
				shift += w
			}
			variance += w * w
			w *= 1 + l.Excess
		}
		want := l.Sensitivity * shift / (l.Sigma * math.Sqrt(variance))
		if got := l.Mu(); got > want*(1+1e-15) || got < want*(1-1e-11) {
			t.Fatalf("%+v: μ = %v, the sums give %v", l, got, want)
		}
	})
}

// The bound on the probability of a projection must hold against simulated
// runs; a fixed seed, and four standard errors of room.
func TestProjectionProbability(t *testing.T) {
	source := rand.New(rand.NewPCG(3, 4))
	for _, l := range []Linear{
		{Excess: 0, Sensitivity: 0.05, Sigma: 0.1, Diameter: 3, T: 40, Period: 1},
		{Excess: -0.1, Sensitivity: 0.05, Sigma: 0.2, Diameter: 3, T: 60, Period: 1},
		{Excess: -0.3, Sensitivity: 0.4, Sigma: 0.2, Diameter: 2.5, T: 40, Period: 4},
	} {
		const runs = 20000
		left := 0
		for range runs {
			x, out := 0.0, false
			for step := range l.T {
				x *= 1 + l.Excess
				if (l.T-1-step)%l.Period == 0 {
					x += l.Sensitivity / 2
				}
				x += l.Sigma * source.NormFloat64()
				out = out || math.Abs(x) > l.Diameter/2
			}
			if out {
				left++
			}
		}
		share := float64(left) / runs
		if p := l.ProjectionProbability(); share > p+4*math.Sqrt(share/runs) {
			t.Errorf("%+v: %v of the runs are projected, the bound is %v", l, share, p)
		}
		if left == 0 {
			t.Errorf("%+v: no run was projected, so nothing was tested", l)
		}
	}
}

// A distant boundary must leave the exact Gaussian's ε, a near one nothing.
func TestEpsilonByDiameter(t *testing.T) {
	l := Linear{Sensitivity: 0.5, Sigma: 1, Diameter: math.Inf(1), T: 10, Period: 1}
	const delta = 1e-5
	exact := l.Epsilon(delta)
	if want := convert.GaussianEpsilonLower(0.5*math.Sqrt(10), delta); math.Abs(exact/want-1) > 1e-12 {
		t.Errorf("ε = %v, the Gaussian's is %v", exact, want)
	}
	last := 0.0
	for _, d := range []float64{1, 10, 20, 30, 60} {
		l.Diameter = d
		e := l.Epsilon(delta)
		if e < last || e > exact {
			t.Errorf("D=%v: ε = %v, want between %v and %v", d, e, last, exact)
		}
		last = e
	}
	if last < exact*(1-1e-9) {
		t.Errorf("at D = 60 ε = %v, want the exact %v", last, exact)
	}
	l.Diameter = 1
	if e := l.Epsilon(delta); e != 0 {
		t.Errorf("at D = 1 ε = %v, want 0: the projection may act at every step", e)
	}
}
