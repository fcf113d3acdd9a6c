package modulus

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/run"
)

// Ye and Shokri's own setting: soft-max with ten classes, features of norm 4 and a bias, β = 8.5,
// clipped to 1, a regulariser of .1 outside of the clip, η = .05: .995·2/√(4 − .425/.995) = 1.05280.
func TestDecayedSoftMax(t *testing.T) {
	r := base()
	r.Loss, r.Clipping, r.Smoothness, r.Clip, r.Eta, r.WeightDecay = run.Convex, run.ClippingActive, 8.5, 1, 0.05, 0.1
	m, ok := Of(r.Step()).Linear()
	if want := 0.995 * 2 / math.Sqrt(4-0.425/0.995); !ok || math.Abs(1+m.Excess-want) > 1e-14 || math.Abs(want-1.05280) > 5e-6 {
		t.Errorf("the factor = %v (linear: %t), want %v, about 1.05280", 1+m.Excess, ok, want)
	}
}

// Every modulus of a class with weight decay, against the step itself: no pair of points on a line is
// taken further apart. The gradients are those of the class that stretch most.
func TestDecayedStepsStayBelow(t *testing.T) {
	const eta, clip = 0.7, 1.0
	for _, c := range []struct {
		name     string
		loss     run.Class
		clipping run.Clipping
		gradient func(x float64) float64 // of one example, before it is clipped
	}{
		{"concave within the clip", run.Smooth, run.ClippingActive, func(x float64) float64 { return -1.5 * x }},
		{"a wave", run.Smooth, run.ClippingNever, func(x float64) float64 { return clip * math.Sin(1.5*x/clip) }},
		{"Hölder", run.Holder, run.ClippingActive, func(x float64) float64 { return -math.Copysign(1.5*math.Sqrt(math.Abs(x)/2), x) }},
		{"steep and convex", run.Convex, run.ClippingNever, func(x float64) float64 { return min(max(1.5*x, -clip), clip) }},
		{"weakly convex", run.WeaklyConvex, run.ClippingNever, func(x float64) float64 { return -min(max(0.4*x, -clip), clip) }},
		{"strongly convex and clipped", run.StronglyConvex, run.ClippingActive, func(x float64) float64 { return 0.3 * x }},
	} {
		for _, lambda := range []float64{0, 0.2, 1, 1 / eta} {
			r := base()
			r.Loss, r.Clipping, r.Eta, r.Clip, r.Smoothness, r.WeightDecay = c.loss, c.clipping, eta, clip, 1.5, lambda
			r.WeakConvexity, r.StrongConvexity, r.HolderOrder = 0.4, 0.3, 0.5
			step := r.Step()
			move := func(x float64) float64 {
				g := c.gradient(x)
				if c.clipping == run.ClippingActive {
					g = min(max(g, -clip), clip)
				}
				return x*(1-eta*lambda) - eta*g
			}
			moduli, nearest := Of(step), 0.0
			for i := range 400 {
				x := float64(i-200) / 50
				for j := range 400 {
					y := float64(j-200) / 50
					if z := math.Abs(x - y); z > 0 {
						apart, most := math.Abs(move(x)-move(y)), moduli.Eval(z)
						if apart > most*(1+1e-12)+1e-12 {
							t.Fatalf("%s, λ = %v: a step takes %v and %v to a distance of %v, want at most m = %v",
								c.name, lambda, x, y, apart, most)
						}
						nearest = max(nearest, apart/most)
					}
				}
			}
			if lambda < 1 && nearest < 0.85 {
				t.Errorf("%s, λ = %v: the largest distance over its modulus = %v, want at least 0.85", c.name, lambda, nearest)
			}
			k := Constants{Eta: interval.Decimal(r.Eta), Decay: interval.Decimal(r.Eta).Mul(interval.Decimal(r.WeightDecay)),
				Clip:       interval.Decimal(r.Clip),
				Smoothness: interval.Decimal(r.Smoothness), StrongConvexity: interval.Decimal(r.StrongConvexity),
				WeakConvexity: interval.Decimal(r.WeakConvexity), HolderOrder: interval.Decimal(r.HolderOrder)}
			for _, z := range []float64{1e-3, 0.3, 2, 7} {
				exact := LeastAt(ExactOf(step, k), interval.Float(z))
				if got := moduli.Eval(z); math.Abs(exact.Float64()-got) > 1e-12*got+1e-15 {
					t.Errorf("%s, λ = %v: m(%v) = %v, want %v, as with outward rounding", c.name, lambda, z, got, exact.Float64())
				}
			}
		}
	}
}

// A batch that holds a zeroed example is a mean of steps and of what decay and a regulariser
// leave; one that does not is a step (weight decay .1: 1 − r = .9; strong convexity 1 at η = .5).
func TestWithoutOne(t *testing.T) {
	r := run.Run{N: 20, B: 4, T: 5, Eta: 0.5, Clip: 1, Sigma: 1, Noise: run.IterateNoise, Diameter: 1, Adjacency: run.ZeroOut,
		Scheme: run.WithoutReplacement,
		Loss:   run.StronglyConvex, Smoothness: 1.2, StrongConvexity: 1, HolderOrder: 1, Clipping: run.ClippingNever, WeightDecay: 0.2}
	for _, c := range []struct {
		change func(*run.Run)
		want   float64 // of the least linear factor
	}{
		{func(*run.Run) {}, 0.75*0.4 + 0.25*0.9},
		{func(r *run.Run) { r.WeightDecay = 0 }, 0.75*0.5 + 0.25},
		{func(r *run.Run) { r.Clipping = run.ClippingGLM }, 0.4},
		{func(r *run.Run) { r.Loss, r.Clipping = run.Smooth, run.ClippingActive }, 0.9 + 0.5*1.2}, // expands without the zeroed one
	} {
		r := r
		c.change(&r)
		s := r.Step()
		d := func(x float64) interval.Number { return interval.Decimal(x) }
		k := Constants{Eta: d(r.Eta), Decay: d(r.Eta).Mul(d(r.WeightDecay)), Clip: d(r.Clip), Smoothness: d(r.Smoothness),
			StrongConvexity: d(r.StrongConvexity),
			WeakConvexity:   d(r.WeakConvexity), HolderOrder: d(r.HolderOrder)}
		if got := 1 + LeastExcess(WithoutOne(s, k, ExactOf(s, k))).Float64(); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s, %s, decay %v: the least factor = %v, want %v", r.Loss, r.Clipping, r.WeightDecay, got, c.want)
		}
	}
}
