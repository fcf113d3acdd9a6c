package modulus

import (
	"math"

	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/run"
)

// mostModuli is at least the number of moduli whose hypotheses one step can meet.
const mostModuli = 6

// Of lists the moduli whose hypotheses the step meets, in no particular order.
func Of(s run.Step) Min {
	ms := make(Min, 0, mostModuli) // allocated at once, since a long run asks for the moduli of every block
	add := func(m Modulus, holds bool) {
		if holds {
			ms = append(ms, m)
		}
	}
	add(Clipped(s))
	add(smoothGradient(s))
	add(HolderGradient(s))
	add(MonotoneGradient(s))
	return curved(s, ms)
}

// curved adds the moduli that depend on bounds of the curvature, which are all linear.
func curved(s run.Step, ms Min) Min {
	for _, of := range []func(run.Step) (Modulus, bool){weaklyConvexUnclipped, clippedCurvature, StronglyConvex} {
		if m, holds := of(s); holds {
			ms = append(ms, m)
		}
	}
	return ms
}

// Each constructor below returns the modulus and whether the step meets its
// hypotheses.

// Clipped is (1−r)z + 2ηC, because no gradient is longer than C. For a clipped generalised linear model, whose regulariser
// stays outside the clip, it is |1 − r − η·reg|·z + 2ηC. It does not hold if only the difference of gradients is bounded.
func Clipped(s run.Step) (Modulus, bool) {
	r := &s.Of
	excess := outside(&s)
	if mutants.FreeClip.On() {
		return Modulus{Name: "clipped", Excess: excess}, !r.Clipping.Differences()
	}
	if mutants.DecayInClip.On() {
		return Modulus{Name: "clipped", Excess: excess + s.Decay(), Offset: s.Drift() * (1 - s.Decay())}, !r.Clipping.Differences()
	}
	return Modulus{Name: "clipped", Excess: excess, Offset: s.Drift()},
		!r.Clipping.Differences()
}

// smoothGradient is (1 − r + ηL)·z: the gradient is L-Lipschitz, and clipping, a
// projection, keeps it so.
func smoothGradient(s run.Step) (Modulus, bool) {
	r := &s.Of
	return Linear("smooth", grown(&s, r.Smoothness)), r.Lipschitz()
}

// HolderGradient is (1−r)z + ηL·z^λ: the gradient is (L, λ)-Hölder, clipped or not.
func HolderGradient(s run.Step) (Modulus, bool) {
	r := &s.Of
	order := r.HolderOrder
	if mutants.HolderAsLipschitz.On() {
		order = 1
	}
	return Modulus{Name: "holder", Excess: grown(&s, 0), Holder: s.Eta * r.Smoothness, Order: order},
		r.Loss == run.Holder && r.HolderOrder < 1
}

// weaklyConvexUnclipped is max(1−r+ηw, |1−r−ηL|)·z if clipping never acts: the spectrum of (1−r)I − η∇²f lies in [1−r−ηL,
// 1−r+ηw]. With r = w = 0 it is the modulus of a convex loss, z for η ≤ 2/L. Where the modulus of Kong and Ribero 2025,
// Proposition 2.1(a), applies, this one is never larger. A clipped generalised linear model is such a loss: clipping its
// one-output gradient gives the gradient of another convex function (Ye and Shokri 2022, F.2).
func weaklyConvexUnclipped(s run.Step) (Modulus, bool) {
	r := &s.Of
	w := min(r.Curvature(), r.Smoothness)
	if mutants.NoCurvature.On() {
		w = 0
	}
	excess := max(grown(&s, w), reflected(&s, r.Smoothness))
	name := "weakly convex"
	if r.Loss == run.Convex {
		name = "convex"
	}
	return Linear(name, excess), hasCurvature(r) && r.Unclipped()
}

// clippedCurvature is the modulus of a step that may clip, example by example, losses whose Hessians have their spectrum in
// [−w, L], w negative for strongly convex ones. With x = ηw, y = ηL, k = (y−x)/2 and ρ = (x+y)/2 it is √(1 + ρ²/(k(2−k)))·z,
// for convex losses 2z/√(4−ηL). If |1−k|ρ ≥ k(2−k) it is max(1+x, y−1)·z: no step then stretches more than one that is not
// clipped (modulus.md, Theorem 4). No smaller factor holds for the class. A step with weight decay is 1−r times a step
// without it at the rate η/(1−r).
func clippedCurvature(s run.Step) (Modulus, bool) {
	r := &s.Of
	kept := 1 - s.Decay()
	eta := s.Eta / kept
	x, y := eta*min(r.Curvature(), r.Smoothness), eta*r.Smoothness
	if r.Loss == run.StronglyConvex {
		x = -eta * r.StrongConvexity
	}
	k, rho := (y-x)/2, (x+y)/2
	excess := max(x, y-2)
	if math.Abs(1-k)*rho < k*(2-k) {
		q := rho / k * rho / (2 - k)
		excess = q / (1 + math.Sqrt(1+q))
	}
	return Linear("clipped with curvature", kept*excess-s.Decay()), hasCurvature(r) && r.Clipping == run.ClippingActive && kept > 0
}

// StronglyConvex is max(|1−r−ηm|, |1−r−ηL|)·z if clipping never acts, or acts on a generalised linear model whose regulariser
// gives m.
func StronglyConvex(s run.Step) (Modulus, bool) {
	r := &s.Of
	excess := max(reflected(&s, r.StrongConvexity), reflected(&s, r.Smoothness))
	if mutants.NoOvershoot.On() {
		excess = -s.Decay() - s.Eta*r.StrongConvexity
	}
	return Linear("strongly convex", excess), r.Loss == run.StronglyConvex && r.Unclipped()
}

// hasCurvature reports whether the class bounds the curvature from both sides.
func hasCurvature(r *run.Run) bool {
	return !r.Nonsmooth() && hasClassOfCurvature(r)
}

func hasClassOfCurvature(r *run.Run) bool {
	return r.Loss == run.Convex || r.Loss == run.StronglyConvex || r.Loss == run.WeaklyConvex
}

// outside returns the factor, less 1, by which a step without its clipped gradients multiplies a distance: |1 − r − η·reg| −
// 1, where reg is the regulariser of a clipped generalised linear model.
func outside(s *run.Step) float64 {
	if s.Of.Clipping == run.ClippingGLM {
		return reflected(s, s.Of.Regulariser())
	}
	return grown(s, 0)
}

// near is the distance of a factor from a number below which their difference is computed from the stated decimals. Otherwise
// rounding would decide whether a step forgets everything, and whether it expands. The difference is rounded up, so a factor
// between 0 and half a unit in the last place of 1 does not become 0.
const near = 1e-6

// reflected returns |1 − r − ηx| − 1 for x ≥ 0, without losing a small r + ηx.
func reflected(s *run.Step, x float64) float64 {
	product := s.Decay() + s.Eta*x
	if math.Abs(product-1) < near || math.Abs(product-2) < near {
		decay, eta := statedDecay(s), interval.Decimal(s.Eta)
		return reflectedExact(decay.Add(eta.Mul(interval.Decimal(x)))).Up()
	}
	return max(-product, product-2)
}

// grown returns (1 − r + ηx) − 1 for x ≥ 0.
func grown(s *run.Step, x float64) float64 {
	more, less := s.Eta*x, s.Decay()
	if difference := more - less; less == 0 || math.Abs(difference) > near*less && math.Abs(difference+1) > near {
		return difference
	}
	return interval.Decimal(s.Eta).Mul(interval.Decimal(x)).Sub(statedDecay(s)).Up()
}

// statedDecay returns r computed from the stated decimals.
func statedDecay(s *run.Step) interval.Number {
	return interval.Decimal(s.Rate).Mul(interval.Decimal(s.Of.WeightDecay))
}
