package modulus

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/run"
)

// holderRun has monotone Hölder gradients. Their constant is chosen so that Theorem 19 has a random q.
func holderRun(rng *rand.Rand, clipping run.Clipping) (r run.Run, q float64) {
	r = jumpingRun(1+rng.IntN(5), math.Exp(4*rng.Float64()-3), math.Exp(3*rng.Float64()-1.5), []float64{0, .1, .9}[rng.IntN(3)])
	r.Clipping, r.HolderOrder = clipping, 0.05+0.9*rng.Float64()
	q = math.Exp(6*rng.Float64() - 3)
	step := r.Step()
	kept := 1 - step.Decay()
	r.HolderConstant = 2 * r.Clip / math.Pow(q*r.Eta*r.Clip/(linearFactor(r)*kept), r.HolderOrder)
	return r, q
}

// mostAcross is the largest F(x) of Theorem 19, by ternary search: F rises and then falls.
func mostAcross(r run.Run, eta, kept float64) (most float64) {
	order := r.HolderOrder
	toward := linearFactor(r) * 2 * order / (1 + order) * math.Pow(r.HolderConstant, -1/order)
	square := func(x float64) float64 { return eta*eta*x*x - 2*kept*eta*toward*math.Pow(x, 1+1/order) }
	low, high := 0.0, 2*r.Clip
	for range 200 {
		a, b := low+(high-low)/3, high-(high-low)/3
		if square(a) < square(b) {
			low = a
		} else {
			high = b
		}
	}
	return square(high)
}

// What a step adds is the most that co-coercivity and the lengths of gradients allow: with outward rounding and
// without, for steps with the example and without.
func TestHolderPart(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 1))
	cut := 0
	for i := range 600 {
		r, q := holderRun(rng, []run.Clipping{run.ClippingNever, run.ClippingGLM}[i%2])
		step := r.Step()
		plain, holds := MonotoneGradient(step)
		if !holds {
			t.Fatalf("MonotoneGradient does not hold, want a modulus: %+v", r)
		}
		if q < 1 {
			cut++
		}
		kept, share := 1-step.Decay(), float64(r.B-1)/float64(r.B)
		for name, pair := range map[string][2]float64{
			"a step":         {plain.Across, mostAcross(r, r.Eta, kept)},
			"the others":     {plain.Visit(step)[0].Across, mostAcross(r, r.Eta*share, kept)},
			"half the batch": {across(step.OfSize(float64(r.B) / 2)), mostAcross(r, r.Eta/2, kept)},
		} {
			if want := math.Sqrt(pair[1]); !(pair[0] >= want*(1-1e-12)) || !(pair[0] <= want*(1+1e-7)) {
				t.Fatalf("%s adds %v across, want %v, by a search: %+v", name, pair[0], want, r)
			}
		}
		k := Constants{Eta: interval.Decimal(r.Eta), Decay: interval.Decimal(r.Eta).Mul(interval.Decimal(r.WeightDecay)),
			Clip: interval.Decimal(r.Clip), HolderOrder: interval.Decimal(r.HolderOrder), HolderConstant: interval.Decimal(r.HolderConstant)}
		if got := k.across(r).Float64(); math.Abs(got/plain.Across-1) > 1e-9 {
			t.Fatalf("a step adds %v across with outward rounding, want %v, as without: %+v", got, plain.Across, r)
		}
	}
	if cut < 100 || cut > 500 {
		t.Errorf("gradients are cut at 2C in %d of 600 runs, want from 100 to 500", cut)
	}
}

// The modulus is attained by a one-output model whose gradient changes as fast as allowed. Along its feature the two
// points are just far enough apart for the change; the rest of their distance is across the feature.
func TestHolderIsMet(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 2))
	for range 300 {
		r, q := holderRun(rng, run.ClippingGLM)
		step, order := r.Step(), r.HolderOrder
		x := 2 * r.Clip * min(1, math.Pow(q, -order/(1-order)))
		along := math.Pow(x/r.HolderConstant, 1/order)
		beside := along * math.Exp(4*rng.Float64()-2)
		kept := 1 - step.Decay()
		apart := math.Hypot(kept*along-r.Eta*x, kept*beside)
		if m := Of(step).Eval(math.Hypot(along, beside)); math.Abs(m-apart) > 1e-9*(m+kept*(along+beside)+r.Eta*x) {
			t.Fatalf("m = %v, want %v, the distance of two points after a step: %+v", m, apart, r)
		}
	}
}

// The losses c‖x‖^{1+λ}, whose gradients are (2^{1−λ}(1+λ)c, λ)-Hölder, and sums of those along axes are moved
// no further apart than the modulus says.
func TestHolderLosses(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 3))
	near := 0
	for range 20000 {
		r, _ := holderRun(rng, run.ClippingNever)
		step, order := r.Step(), r.HolderOrder
		scale := r.HolderConstant * math.Pow(2, order-1)
		from := math.Pow(r.HolderConstant*r.Eta, 1/(1-order)) * math.Exp(4*rng.Float64()-3)
		gradient := func(x, y float64) (gx, gy float64) {
			n := math.Hypot(x, y)
			return scale * math.Pow(n, order-1) * x, scale * math.Pow(n, order-1) * y
		}
		a, b, c, d := from*rng.NormFloat64(), from*rng.NormFloat64(), from*rng.NormFloat64(), from*rng.NormFloat64()
		if rng.IntN(2) == 0 {
			c, d = -a+from*rng.NormFloat64()/9, -b+from*rng.NormFloat64()/9
		}
		ax, ay := gradient(a, b)
		cx, cy := gradient(c, d)
		if max(math.Hypot(ax, ay), math.Hypot(cx, cy)) > r.Clip {
			continue
		}
		kept := 1 - step.Decay()
		apart := math.Hypot(kept*(a-c)-r.Eta*(ax-cx), kept*(b-d)-r.Eta*(ay-cy))
		m := Of(step).Eval(math.Hypot(a-c, b-d))
		if apart > m*(1+1e-12) {
			t.Fatalf("m = %v, want at least %v, the distance of two points after a step: %+v", m, apart, r)
		}
		if apart > 0.9*m {
			near++
		}
	}
	if near < 40 {
		t.Errorf("%d steps come near the modulus, want at least 40", near)
	}
}

// Co-coercivity is what theory says of it: h(η) for r = 0, and (1−r)²h(η/(1−r)).
func TestHolderClosedForm(t *testing.T) {
	for _, r := range []float64{0, 0.3} {
		of := jumpingRun(1, 0.5, 1e3, r)
		of.HolderConstant, of.HolderOrder = 0.8, 0.5
		h := func(eta float64) float64 { // g = (ηL²/2)^{1}, λ = 1/2
			g := eta * 0.8 * 0.8 / 2
			return eta * eta * g * g * 0.5 / 1.5
		}
		want := (1 - r) * math.Sqrt(h(0.5/(1-r)))
		if got := across(of.Step()); math.Abs(got/want-1) > 1e-11 {
			t.Errorf("r = %v: a step adds %v across, want %v", r, got, want)
		}
	}
}
