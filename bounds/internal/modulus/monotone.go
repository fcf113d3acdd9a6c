package modulus

import (
	"math"

	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/run"
)

// MonotoneGradient is the modulus √((1−r)²z² + (2ηC)²), r = ηω, for convex losses that have no smoothness. Their gradients are monotone,
// so the vector that a step adds to a distance makes no acute angle with it (modulus.md, Theorem 16). This modulus is below the
// clipped one everywhere. If gradients are Hölder continuous, less than 2ηC is added (Theorem 19).
func MonotoneGradient(s run.Step) (Modulus, bool) {
	return Modulus{Name: "monotone", Excess: grown(&s, 0), Across: across(s)}, s.Of.Nonsmooth() && s.Of.Monotone()
}

// across returns how far monotone gradients move two points apart at a right angle to their distance: 2ηC, or a part of it.
func across(s run.Step) float64 {
	if mutants.HalfAcross.On() {
		return s.Reach()
	}
	return s.Drift() * holderPart(s)
}

// holderPart returns the part of 2ηC that counts for (L, λ)-Hölder gradients. With q = θ(1−r)/(ηC)·(2C/L)^{1/λ}, where r = ηω
// is the decay of the step, it is √(1 − 2λq/(1+λ)) up to q = 1, and √((1−λ)/(1+λ))·q^{−λ/(1−λ)} beyond. θ is 1, and (1+λ)/(2λ)
// for generalised linear models of one output. The part falls with q, which is rounded down.
func holderPart(s run.Step) float64 {
	r := &s.Of
	order, kept := r.HolderOrder, 1-s.Decay()-4e-16
	if mutants.CurveWithoutDecay.On() {
		kept = 1
	}
	if !r.HolderGradients() || s.Reach() == 0 || !(kept > 0) {
		return 1
	}
	push, span := math.Log(kept*linearFactor(*r)/s.Reach()), math.Log(2*r.Clip/r.HolderConstant)
	log := order*push + span // λ ln q
	log -= 1e-14 * (1 + math.Abs(push) + math.Abs(span))
	if log <= 0 {
		return math.Sqrt(1 - 2*order/(1+order)*math.Exp(log/order)*(1-1e-15))
	}
	return math.Sqrt((1-order)/(1+order)) * math.Exp(-log/(1-order)) * (1 + 1e-12)
}

// linearFactor returns the θ of holderPart.
func linearFactor(r run.Run) float64 {
	if r.Clipping == run.ClippingGLM {
		return (1 + r.HolderOrder) / (2 * r.HolderOrder)
	}
	return 1
}

// across returns an upper bound on across(s) for a step s with these constants.
func (k Constants) across(r run.Run) interval.Number {
	if mutants.HalfAcross.On() {
		return k.drift().Mul(interval.Fraction(1, 2))
	}
	return k.drift().Mul(k.holderPart(r))
}

// holderPart returns an upper bound on holderPart(s) for a step s with these constants: it uses the lower end of q.
func (k Constants) holderPart(r run.Run) interval.Number {
	one, two := interval.Int(1), interval.Int(2)
	kept, reach := one.Sub(k.Decay), k.Eta.Mul(k.Clip)
	if mutants.CurveWithoutDecay.On() {
		kept = one
	}
	if sign, certain := kept.Sign(); !r.HolderGradients() || reach.IsZero() || sign <= 0 || !certain {
		return one
	}
	order := k.HolderOrder
	inverse := two.Mul(order).Quo(one.Add(order)) // 2λ/(1+λ)
	if r.Clipping == run.ClippingGLM {
		kept = kept.Quo(inverse)
	}
	span := two.Mul(k.Clip).Quo(k.HolderConstant)
	log := kept.Quo(reach).Log().Mul(order).Add(span.Log()).Lower()
	if log.AtMost(interval.Int(0)) {
		return one.Sub(inverse.Mul(log.Quo(order).Exp())).Sqrt()
	}
	return one.Sub(inverse).Sqrt().Mul(log.Quo(one.Sub(order)).Neg().Exp())
}
