package adversary

import (
	"math"
	"math/rand/v2"
	"testing"

	_ "lastiterate/bounds/draws"
	"lastiterate/bounds/internal/convert"

	"pgregory.net/rapid"
)

// The closed sums must be the sums over the steps, and the distance of the two
// Gaussians must never be above them.
func TestMuIsTheSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := Linear{
			Excess:      -rapid.Float64Range(-3, 1).Draw(t, "1-c"),
			Sensitivity: 0.3, Sigma: 2, Diameter: math.Inf(1),
			T: rapid.IntRange(1, 60).Draw(t, "T"), Period: rapid.IntRange(1, 9).Draw(t, "B"),
		}
		if rapid.IntRange(0, 3).Draw(t, "kind") == 0 {
			l.Excess = 0
		}
		l.Rest = rapid.IntRange(0, min(l.T, l.Period)-1).Draw(t, "rest")
		shift, variance, w := 0.0, 0.0, 1.0
		for back := range l.T { // back steps before the last
			if back >= l.Rest && (back-l.Rest)%l.Period == 0 {
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
		{Excess: -0.3, Sensitivity: 1.2, Sigma: 0.2, Diameter: 2, T: 39, Period: 8, Rest: 7},
	} {
		const runs = 20000
		left := 0
		for range runs {
			x, out := 0.0, false
			for step := range l.T {
				x *= 1 + l.Excess
				if (l.T-1-l.Rest-step)%l.Period == 0 {
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

// A run whose steps overshoot the minimum, and whose differing example pushes away from
// the side that the iterate is on. Its curvature must be that of its class, and its two
// runs must end as far apart as Linear with |c| says, whatever the noise.
func TestOvershootingRun(t *testing.T) {
	const eta, m, L, C = 0.1, 1.0, 18.0, 3.0
	source := rand.New(rand.NewPCG(5, 6))
	for _, curvature := range []float64{17.9, 12, 15} {
		const T, sigma, wide = 40, 0.5, 1e6
		c := 1 - eta*curvature
		start := 1e12 * math.Pow(math.Abs(c), -T)
		if bend := C / 2 / wide; curvature-bend < m || curvature+bend > L {
			t.Fatalf("curvatures %v ± %v leave [%v, %v]", curvature, bend, m, L)
		}
		for _, period := range []int{1, 3} {
			x, y := 0.0, 0.0          // what push and noise have added to the two runs
			common, sum := start, 0.0 // their common part, and the predicted distance
			for step := range T {
				push := 0.0
				if (T-1-step)%period == 0 {
					push = C / 2
				}
				noise := sigma * source.NormFloat64()
				x, y = c*x+eta*push*math.Tanh((common+x)/wide)+noise, c*y-eta*push*math.Tanh((common+y)/wide)+noise
				common *= c
				sum = math.Abs(c)*sum + 2*eta*push
			}
			visited, _ := Linear{Excess: math.Abs(c) - 1, Sensitivity: eta * C, Sigma: sigma, T: T, Period: period}.weights()
			if want := eta * C * visited; relative(math.Abs(x-y), want) > 1e-9 || relative(sum, want) > 1e-12 {
				t.Errorf("λ=%v, every %d steps: the runs end %v apart, want %v", curvature, period, math.Abs(x-y), want)
			}
		}
	}
}

// A run of convex losses whose iterate changes sides at every step, because the regulariser
// exceeds 1/η. One run's example has a ramp from −C to C as its gradient, the other's has the
// constant −C or, zeroed out, 0. The runs must end as far apart as Linear with |c| says, even if |c| > 1.
func TestTurningRun(t *testing.T) {
	const eta, C, sigma, wide = 0.1, 3.0, 0.5, 1e6
	source := rand.New(rand.NewPCG(8, 6))
	ramp := func(x float64) float64 { return C * max(-1, min(1, x/wide)) }
	for _, reg := range []float64{10.5, 15, 19.9, 20, 23} {
		for _, c := range []struct {
			other               float64 // gradient of the second run's example
			steps, period, part int
		}{{-C, 2, 2, 1}, {-C, 1, 2, 1}, {-C, 3, 6, 1}, {0, 1, 1, 2}, {0, 3, 3, 2}, {0, 4, 4, 2}} {
			const T = 41
			factor := 1 - eta*reg
			common := 1e12 * max(1, math.Pow(math.Abs(factor), -T))
			if (T-1)%2 == 1 { // so that the last step is taken from above
				common = -common
			}
			x, y := 0.0, 0.0
			for step := range T {
				var first, second float64
				if (T-1-step)%c.steps == 0 {
					first, second = ramp(common+x), c.other
				}
				noise := sigma * source.NormFloat64()
				x, y = factor*x-eta*first+noise, factor*y-eta*second+noise
				common *= factor
			}
			l := Linear{Excess: math.Abs(factor) - 1, Sensitivity: 2 * eta * C / float64(c.part), Sigma: sigma, Diameter: math.Inf(1), T: T,
				Period: c.period}
			visited, _ := l.weights()
			if l.Excess > 0 {
				visited *= math.Pow(math.Abs(factor), T-1)
			}
			if want := l.Sensitivity * visited; relative(math.Abs(x-y), want) > 1e-9 {
				t.Errorf("reg=%v, every %d steps against %v: the runs end %v apart, want %v", reg, c.steps, c.other, math.Abs(x-y), want)
			}
		}
	}
}

func relative(got, want float64) float64 { return math.Abs(got-want) / math.Abs(want) }
