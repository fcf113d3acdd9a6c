package modulus

import (
	"slices"

	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/run"
)

// A step whose batch of b holds the differing example is ψ in one run and ψ' in the other. It takes points at distance z to
// points at most m*(z) + s apart. b−1 of its b terms are the same in both runs. The distance between the two terms of the
// example depends on the bounds of its gradients (modulus.md):
//
//   - Gradients bounded one by one, or an example that is added, removed or zeroed out:
//     the example's two gradients count in s, with κC, and its two terms otherwise keep
//     the distance z. So m*(z) = min(m(z), (b−1)/b·m(z) + z/b). If the curvature is bounded
//     and a step of η overshoots, the modulus of the others' step, of size η(b−1)/b,
//     replaces the second where it is smaller.
//   - Weight decay, and a regulariser outside the clip, belong to the two terms as well:
//     they come to lie |1−r−η·reg|·z apart, which stands in place of z.
//   - Convex losses that are not smooth: the others' step, of size η(b−1)/b, adds at most
//     (b−1)/b of what a step adds across, and less if gradients are Hölder continuous.
//   - Only the difference ‖∇ℓ(x) − ∇ℓ'(x)‖ at one point is bounded: the example's
//     gradient may change between x and y as much as any other, m* = m.

// Visit returns the modulus m* of a step whose batch holds the differing example: the minimum of the members' Visit.
func (ms Min) Visit(s run.Step) Min {
	var out Min
	for _, m := range ms {
		out = append(out, m.Visit(s)...)
	}
	if common, ok := ms.Linear(); ok && alternates(s.Of) && common.Excess >= 0 {
		for i := range out {
			out[i].Excess = max(out[i].Excess, 0)
		}
	}
	return out
}

// Visit returns the moduli of a step whose batch holds the differing example, under the assumptions that make m a modulus of
// the step.
func (m Modulus) Visit(s run.Step) Min {
	r := s.Of
	if comparesGradients(r) {
		return Min{m}
	}
	own := ownExcess(s)
	share := float64(r.B-1) / float64(r.B)
	if m.Across > 0 {
		others := s.OfSize(float64(r.B - 1)) // these have all of the decay
		m.Across = across(others)
		return Min{m}
	}
	between := share*m.Excess + own/float64(r.B) // the mean of the two; rounding may put it below both
	partial := Modulus{Name: m.Name, Excess: max(between, min(m.Excess, own)),
		Offset: share * m.Offset, Holder: share * m.Holder, Order: m.Order}
	if overshoots(s) {
		for _, others := range curved(s.OfSize(float64(r.B-1)), nil) {
			if others.Name == m.Name {
				partial.Excess = min(partial.Excess, others.Excess)
			}
		}
	}
	switch {
	case m.Excess >= own || m.IsLinear() && partial.Excess <= m.Excess: // the second bound is nowhere above
		return Min{partial}
	case m.IsLinear():
		return Min{m}
	}
	return Min{m, partial}
}

// comparesGradients reports whether only the difference of the differing example's two gradients at one point is bounded. Its
// two terms can then be compared only at one point, so one gradient's change from x to y counts as well.
func comparesGradients(r run.Run) bool {
	return r.Clipping.Differences() && r.Adjacency == run.Replace && !mutants.DifferencePair.On()
}

// overshoots reports whether the factor of largest curvature, 1 − r − ηM, is negative and larger in size than the factor of
// least curvature, 1 − r − ηm, where M is the smoothness and m the strong convexity, or −w if the losses are weakly convex.
// Otherwise the others' step gives next to nothing more than the mean of two factors.
func overshoots(s run.Step) bool {
	r := s.Of
	least := -r.Curvature()
	if r.Loss == run.StronglyConvex {
		least = r.StrongConvexity
	}
	return 2*s.Decay()+s.Eta*(r.Smoothness+least) > 2
}

// ownExcess returns the factor, less 1, by which the differing example's own pair of terms, without its clipped gradients,
// multiplies distances.
func ownExcess(s run.Step) float64 {
	if mutants.RegulariserPair.On() {
		return 0
	}
	return outside(&s)
}

// alternates reports whether there are steps with and without the differing example. The solvers for such programs need both
// to expand or both to contract. If only the steps with it contract, they count as keeping distances.
func alternates(r run.Run) bool { return r.StepsPerEpoch() > 1 || r.After > 0 }

// WithoutOne returns moduli of a step whose batch may hold a zeroed example: the larger of m and (b−1)/b·m(z) +
// |1−r−η·reg|·z/b. The second is for a zeroed example. It is a mean over b terms: b−1 are others' steps, and the zeroed
// example's is a step with only the decay and the regulariser outside the clip.
func WithoutOne(s run.Step, k Constants, plain []ExactModulus) []ExactModulus {
	own := k.outside(s.Of)
	share, rest := interval.Fraction(s.Of.B-1, s.Of.B), interval.Fraction(1, s.Of.B)
	out := slices.Clone(plain)
	for i, m := range plain {
		out[i].Excess = interval.Max(m.Excess, share.Mul(m.Excess).Add(rest.Mul(own)))
	}
	return out
}

// ExactVisit returns the moduli of Visit with outward rounding, from those of ExactOf and the constants of the others' step,
// s.OfSize(b−1).
func ExactVisit(s run.Step, k, ofOthers Constants, plain []ExactModulus) []ExactModulus {
	r := s.Of
	if comparesGradients(r) {
		return plain
	}
	own := k.outside(r)
	share, rest := interval.Fraction(r.B-1, r.B), interval.Fraction(1, r.B)
	var others []ExactModulus
	if overshoots(s) {
		others = exactCurved(s.OfSize(float64(r.B-1)), ofOthers)
	}
	var out []ExactModulus
	for _, m := range plain {
		if !m.Across.IsZero() {
			m.Across = ofOthers.across(r)
			out = append(out, m)
			continue
		}
		partial := ExactModulus{share.Mul(m.Excess).Add(rest.Mul(own)), share.Mul(m.Offset), share.Mul(m.Holder), m.Order, m.Across, m.Name}
		for _, of := range others {
			if of.Name == m.Name && of.Excess.Less(partial.Excess) {
				partial.Excess = of.Excess
			}
		}
		switch {
		case own.AtMost(m.Excess) || m.IsLinear() && partial.Excess.AtMost(m.Excess):
			out = append(out, partial)
		case m.IsLinear() && m.Excess.AtMost(own):
			out = append(out, m)
		default:
			out = append(out, m, partial)
		}
	}
	if common := LeastExcess(plain); common.Defined() && alternates(r) {
		if sign, certain := common.Sign(); certain && sign >= 0 {
			for i := range out {
				out[i].Excess = interval.Max(out[i].Excess, interval.Int(0))
			}
		}
	}
	return out
}
