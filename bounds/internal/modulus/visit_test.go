package modulus

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/run"
)

// Two points on a line are taken one step by two runs whose b−1 common examples
// pull them apart as far as the class lets them, and whose differing example pulls
// them apart by its own two gradients. The new distance is never above m*(z) + s,
// and it is m*(z) + s for some of these pairs, so that m* cannot be smaller.
func TestVisitOnALine(t *testing.T) {
	met := map[run.Clipping]bool{}
	rapid.Check(t, func(t *rapid.T) {
		log := func(name string, lo, hi float64) float64 {
			return math.Exp(rapid.Float64Range(math.Log(lo), math.Log(hi)).Draw(t, name))
		}
		r := base()
		r.Scheme = run.Full
		r.B = rapid.IntRange(1, 4).Draw(t, "b")
		r.N = r.B
		r.Eta, r.Clip, r.Smoothness = log("eta", 0.01, 10), log("clip", 0.01, 10), log("L", 0.01, 10)
		r.Adjacency = rapid.SampledFrom([]run.Adjacency{run.Replace, run.ZeroOut}).Draw(t, "adjacency")
		r.Clipping = rapid.SampledFrom([]run.Clipping{run.ClippingActive, run.ClippingDifference, run.ClippingGLM}).Draw(t, "clipping")
		r.Loss = run.Smooth
		reg := 0.0
		if r.Clipping == run.ClippingGLM {
			r.Loss = run.StronglyConvex
			reg = r.Smoothness * rapid.Float64Range(0, 1).Draw(t, "reg/L")
			r.StrongConvexity = reg
		}
		z := log("z", 0.01, 10)
		// One example's gradients at the two points, y = 0 and x = z: g takes
		// them as far apart as the class lets it, the regulariser aside.
		curved := min((r.Smoothness-reg)*z, 2*r.Clip)
		if r.Clipping == run.ClippingDifference {
			curved = r.Smoothness * z
		}
		sign := -1.0 // the gradient falls: distances grow
		if r.Clipping == run.ClippingGLM {
			sign = 1 // a convex loss
		}
		flat := rapid.Bool().Draw(t, "the others do nothing")
		other := sign * curved
		if flat {
			other = 0
		}
		common := float64(r.B-1) / float64(r.B) * (z - r.Eta*(other+reg*z))
		// The differing example: its gradient at x in one run less that at y in the other.
		apart := 2 * r.Clip
		if r.Adjacency == run.ZeroOut {
			apart = r.Clip
		}
		if r.Clipping == run.ClippingDifference && r.Adjacency == run.Replace {
			apart += r.Smoothness * z // ∇ℓ(x) − ∇ℓ(y), then κC between the two at y
		}
		for _, side := range []float64{-1, 1} {
			own := (z - r.Eta*reg*z - side*r.Eta*apart) / float64(r.B)
			got, want := math.Abs(common+own), Of(r.Step()).Visit(r.Step()).Eval(z)+r.Sensitivity()
			if got > want*(1+1e-12) {
				t.Fatalf("%+v: two points %v apart end %v apart, want at most m* + s = %v", r, z, got, want)
			}
			if got > want*(1-1e-12) {
				met[r.Clipping] = true
			}
		}
	})
	for _, c := range []run.Clipping{run.ClippingActive, run.ClippingDifference, run.ClippingGLM} {
		if !met[c] {
			t.Errorf("clipping %s: no pair of runs ends m* + s apart, want at least one", c)
		}
	}
}

// Where the others' step, of size η(b−1)/b, overshoots, two points on a line come to lie exactly
// m*(z) + s apart: the b−1 others with the largest curvature, the differing example with
// gradients of length C that push apart what has changed sides. With a regulariser outside
// the clip the others' curvature is what is left of L.
func TestVisitOvershoots(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := base()
		r.Scheme, r.Loss = run.Full, run.StronglyConvex
		r.B = rapid.IntRange(2, 6).Draw(t, "b")
		r.N = r.B
		r.Clipping = rapid.SampledFrom([]run.Clipping{run.ClippingNever, run.ClippingGLM}).Draw(t, "clipping")
		share, z := float64(r.B-1)/float64(r.B), rapid.Float64Range(0.01, 10).Draw(t, "z")
		r.Smoothness = rapid.Float64Range(0.1, 10).Draw(t, "L")
		r.StrongConvexity = r.Smoothness * rapid.Float64Range(0.01, 0.9).Draw(t, "m/L")
		reg := 0.0
		if r.Clipping == run.ClippingGLM {
			reg = r.StrongConvexity
		}
		steepest := reg + share*(r.Smoothness-reg) // of the map of the others
		flattest := reg + share*(r.StrongConvexity-reg)
		r.Eta = 2 / (steepest + flattest) * rapid.Float64Range(1.001, 3).Draw(t, "overshoot")
		r.Clip = r.Smoothness * z // long enough for every gradient here
		got := math.Abs(z*(1-r.Eta*steepest)) + 2*r.Eta*r.Clip/float64(r.B)
		if want := Of(r.Step()).Visit(r.Step()).Eval(z) + r.Sensitivity(); math.Abs(got-want) > 1e-12*want {
			t.Fatalf("%+v: two points %v apart end %v apart, want m* + s = %v", r, z, got, want)
		}
		k := Constants{Eta: interval.Decimal(r.Eta), Decay: interval.Int(0), Clip: interval.Decimal(r.Clip),
			Smoothness:      interval.Decimal(r.Smoothness),
			StrongConvexity: interval.Decimal(r.StrongConvexity), WeakConvexity: interval.Int(0), HolderOrder: interval.Int(1)}
		others := k
		if others.Eta = k.Eta.Mul(interval.Fraction(r.B-1, r.B)); r.Clipping == run.ClippingGLM {
			others.Eta = k.Eta
			others.Smoothness = k.StrongConvexity.Add(k.Smoothness.Sub(k.StrongConvexity).Mul(interval.Fraction(r.B-1, r.B)))
			others.Clip = k.Clip.Mul(interval.Fraction(r.B-1, r.B))
		}
		exact := LeastAt(ExactVisit(r.Step(), k, others, ExactOf(r.Step(), k)), interval.Float(z))
		if m := Of(r.Step()).Visit(r.Step()).Eval(z); exact.Up() < m*(1-1e-14) || exact.Down() > m*(1+1e-14) {
			t.Fatalf("%+v: m*(%v) is from %v to %v with outward rounding, want around %v, as without", r, z, exact.Down(), exact.Up(), m)
		}
	})
}

// Where every class of gradients is bounded one by one, m* is what theory says of
// it: the smaller of m and of z + (b−1)/b·(m − z).
func TestVisitOfBoundedGradients(t *testing.T) {
	m := Modulus{Excess: -0.1, Offset: 0.4}
	r := run.Run{N: 4, B: 4, Scheme: run.Full, Clipping: run.ClippingActive}
	for _, z := range []float64{0.1, 1, 3, 4, 5, 100} {
		whole := 0.9*z + 0.4
		want := min(whole, z+0.75*(whole-z))
		if got := m.Visit(r.Step()).Eval(z); math.Abs(got-want) > 1e-14*want {
			t.Errorf("m*(%v) = %v, want %v", z, got, want)
		}
	}
}

// In a cyclic order whose common steps overshoot, η(β+reg) > 2, a step with the
// differing example may still contract. It counts as keeping distances.
func TestVisitIsOnOneSide(t *testing.T) {
	r := run.Run{N: 2, B: 1, Eta: 1, Clip: 1, Scheme: run.Cyclic, Adjacency: run.Replace, Loss: run.StronglyConvex, Smoothness: 2.5,
		StrongConvexity: 0.5, Clipping: run.ClippingGLM}
	if m, _ := Of(r.Step()).Visit(r.Step()).Linear(); m.Excess != 0 {
		t.Errorf("the excess of a step with the example = %v, want 0 beside common steps of %v", m.Excess, 0.5)
	}
	r.N, r.Scheme = 1, run.Full
	if m, _ := Of(r.Step()).Visit(r.Step()).Linear(); m.Excess != -0.5 {
		t.Errorf("full batch: the excess = %v, want −0.5: nothing but the regulariser acts", m.Excess)
	}
}
