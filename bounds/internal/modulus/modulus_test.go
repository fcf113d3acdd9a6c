package modulus

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"

	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/run"

	"pgregory.net/rapid"
)

// base is a run whose constants the cases below vary.
func base() run.Run {
	return run.Run{N: 10, B: 5, T: 1, Eta: 0.1, Clip: 2, Sigma: 1, Noise: run.IterateNoise, Diameter: 1,
		Adjacency: run.Replace, Scheme: run.Cyclic, Loss: run.Smooth, Smoothness: 3, Clipping: run.ClippingActive}
}

func TestOf(t *testing.T) {
	// Each expectation is the modulus of modulus.md worked by hand at z = 0.5.
	for name, c := range map[string]struct {
		change func(*run.Run)
		want   float64
	}{
		"smooth, clipped":     {func(r *run.Run) {}, 0.5 * 1.3},
		"clip wins":           {func(r *run.Run) { r.Clip = 0.1 }, 0.5 + 2*0.1*0.1},
		"difference: no clip": {func(r *run.Run) { r.Clip = 0.1; r.Clipping = run.ClippingDifference }, 0.5 * 1.3},
		"convex":              {func(r *run.Run) { r.Loss = run.Convex; r.Clipping = run.ClippingNever }, 0.5},
		"convex, clipped":     {func(r *run.Run) { r.Loss = run.Convex }, 0.5 * 2 / math.Sqrt(4-0.3)},
		"convex, clipped, beyond 3/L": {func(r *run.Run) { r.Loss, r.Eta, r.Clip = run.Convex, 3.5/3, 100 },
			0.5 * 2.5}, // as without clipping
		"convex beyond 2/L": {func(r *run.Run) { r.Loss = run.Convex; r.Clipping = run.ClippingNever; r.Eta = 1 }, 0.5 * 2},
		"strongly convex": {func(r *run.Run) {
			r.Loss, r.StrongConvexity, r.Clipping = run.StronglyConvex, 1, run.ClippingNever
		}, 0.5 * 0.9},
		"weakly convex": {func(r *run.Run) {
			r.Loss, r.WeakConvexity, r.Clipping = run.WeaklyConvex, 1, run.ClippingNever
		}, 0.5 * 1.1},
		"weak convexity above L is L": {func(r *run.Run) {
			r.Loss, r.WeakConvexity, r.Clipping = run.WeaklyConvex, 100, run.ClippingNever
		}, 0.5 * 1.3},
		"holder": {func(r *run.Run) { r.Loss, r.HolderOrder = run.Holder, 0.5 }, 0.5 + 0.3*math.Sqrt(0.5)},
		"glm": {func(r *run.Run) {
			r.Loss, r.StrongConvexity, r.Clipping, r.Clip = run.StronglyConvex, 1, run.ClippingGLM, 0.001
		}, 0.5 * 0.9},
	} {
		r := base()
		c.change(&r)
		if err := r.Validate(); err != nil {
			t.Fatalf("%s: Validate: error %v, want none", name, err)
		}
		if got := Of(r.Step()).Eval(0.5); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%s: m(0.5) = %v, want %v", name, got, c.want)
		}
	}
}

// Every modulus must be 0 at 0, increasing and concave, and Star must be the
// minimum that its comment states.
func TestModulusShape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log := func(name string, lo, hi float64) float64 {
			return math.Exp(rapid.Float64Range(math.Log(lo), math.Log(hi)).Draw(t, name))
		}
		r := base()
		r.Eta, r.Clip, r.Smoothness = log("eta", 1e-3, 10), log("clip", 1e-3, 10), log("L", 1e-3, 10)
		r.Loss = run.Class(rapid.SampledFrom([]string{"smooth", "convex", "strongly-convex", "weakly-convex", "holder"}).Draw(t, "loss"))
		r.Clipping = run.Clipping(rapid.SampledFrom([]string{"active", "never", "glm", "difference"}).Draw(t, "clipping"))
		r.StrongConvexity = r.Smoothness * rapid.Float64Range(0, 1).Draw(t, "m/L")
		r.WeakConvexity, r.HolderOrder = log("w", 1e-3, 10), rapid.Float64Range(0.01, 1).Draw(t, "order")
		if r.Validate() != nil {
			return
		}
		x, y := log("x", 1e-4, 1e4), log("y", 1e-4, 1e4)
		if x > y {
			x, y = y, x
		}
		for _, m := range Of(r.Step()) {
			mid := (x + y) / 2
			if m.Eval(0) != 0 || m.Eval(x) > m.Eval(y)*(1+1e-14) {
				t.Fatalf("%+v: m(0) = %v, m(%v) = %v, m(%v) = %v, want 0 and no fall", m, m.Eval(0), x, m.Eval(x), y, m.Eval(y))
			}
			if chord := (m.Eval(x) + m.Eval(y)) / 2; m.Eval(mid) < chord*(1-1e-14) {
				t.Fatalf("%+v: m(%v) = %v, want at least the chord's %v", m, mid, m.Eval(mid), chord)
			}
		}
	})
}

// Clipping a smooth convex gradient is not non-expansive: the Jacobian of the
// clipped gradient is C/‖g‖·(I − ĝĝᵀ)H, and with H of rank one at 45° to g and
// ηL·C/‖g‖ = 1/2 the step's Jacobian has norm 1.0607. The convex row must
// therefore not serve where clipping may act.
func TestClippedConvexExpands(t *testing.T) {
	// J = I − ½(I−ĝĝᵀ)uuᵀ with ĝ = (1,0), u = (1,1)/√2: J = [[1,0],[-¼,¾]].
	a, b := -0.25, 0.75
	trace, det := 1+a*a+b*b, b*b
	norm := math.Sqrt((trace + math.Sqrt(trace*trace-4*det)) / 2)
	if math.Abs(norm-1.0607) > 5e-5 {
		t.Fatalf("norm of the counterexample = %v, want 1.0607", norm)
	}
	r := base()
	r.Loss, r.Eta, r.Smoothness = run.Convex, 0.1, 5 // ηL = 1/2
	if c, ok := Of(r.Step()).Linear(); !ok || 1+c.Excess < norm {
		t.Errorf("the factor of a clipped convex loss = %v (linear: %t), want at least the counterexample's %v", 1+c.Excess, ok, norm)
	}
}

// At the edges the modulus is that of the decimals as they are typed, η a number of
// a few digits and L next to 1/η or 2/η: whether a step expands. Floating point gets
// a share of them wrong.
func TestEdges(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	typed := func(x float64) *big.Rat {
		y, ok := new(big.Rat).SetString(strconv.FormatFloat(x, 'g', -1, 64))
		if !ok {
			t.Fatalf("SetString(%v) fails, want a rational number", x)
		}
		return y
	}
	wrongSign := 0
	for range 2000 {
		r := base()
		r.Loss, r.Clipping = run.StronglyConvex, run.ClippingDifference
		r.Eta = decimal(t, 1+rng.IntN(9999), rng.IntN(9)-6)
		edge := random.Pick(rng, 1.0, 2.0)
		r.Smoothness = edge / r.Eta
		for range rng.IntN(3) {
			r.Smoothness = math.Nextafter(r.Smoothness, random.Pick(rng, 0, math.Inf(1)))
		}
		product := new(big.Rat).Mul(typed(r.Eta), typed(r.Smoothness))
		want := new(big.Rat).Sub(product, big.NewRat(2, 1)) // |1−x|−1 = max(−x, x−2)
		if edge == 1 {
			want = new(big.Rat).Neg(product)
			if other := new(big.Rat).Sub(product, big.NewRat(2, 1)); other.Cmp(want) > 0 {
				want = other
			}
			r.StrongConvexity = r.Smoothness
		}
		exact := atLeast(want)
		if edge == 2 {
			exact = max(exact, 0) // at curvature m = 0
		}
		if m, _ := StronglyConvex(r.Step()); m.Excess != exact {
			t.Errorf("η = %v, L = %v: the excess = %v, want %v", r.Eta, r.Smoothness, m.Excess, exact)
		}
		if x := r.Eta * r.Smoothness; edge == 2 && (x > 2) != (exact > 0) {
			wrongSign++
		}
	}
	if wrongSign == 0 {
		t.Errorf("floating point gets %d of 2000 signs wrong, want at least 1: the runs are too easy", wrongSign)
	}
}

// A step that leaves a 10⁻¹⁸-th of a distance does not forget it: 1.000000001·0.999999999 is 1 − 10⁻¹⁸, and
// 1 in floating point.
func TestNearlyForgetting(t *testing.T) {
	nearly := func(change func(*run.Run)) run.Step {
		r := base()
		r.Eta, r.Clip, r.B, r.N = 1.000000001, 1, 3, 3
		change(&r)
		return r.Step()
	}
	curved := func(r *run.Run) {
		r.Loss, r.Clipping, r.Smoothness, r.StrongConvexity = run.StronglyConvex, run.ClippingNever, 0.999999999, 0.999999999
	}
	decays := func(loss run.Class, clipping run.Clipping) func(*run.Run) {
		return func(r *run.Run) { r.Loss, r.Clipping, r.Smoothness, r.WeightDecay = loss, clipping, 0, 0.999999999 }
	}
	for name, s := range map[string]run.Step{
		"curvature":          nearly(curved),
		"decay":              nearly(decays(run.Convex, run.ClippingActive)),
		"decay, unclipped":   nearly(decays(run.Convex, run.ClippingNever)),
		"decay, only smooth": nearly(decays(run.Smooth, run.ClippingActive)),
	} {
		all := Of(s)
		for _, m := range append(all, all.Visit(s)...) {
			if 1+m.Excess < 1e-18 {
				t.Errorf("%s, %s: the factor = %v, want at least 1e-18", name, m.Name, 1+m.Excess)
			}
		}
	}
}

// atLeast is the least float64 that is not below x.
func atLeast(x *big.Rat) float64 {
	f, _ := x.Float64()
	if new(big.Rat).SetFloat64(f).Cmp(x) < 0 {
		f = math.Nextafter(f, math.Inf(1))
	}
	return f
}

// decimal is the float64 that is read from mantissa·10^exponent.
func decimal(t *testing.T, mantissa, exponent int) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(fmt.Sprintf("%de%d", mantissa, exponent), 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}
