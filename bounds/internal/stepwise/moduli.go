package stepwise

import (
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/run"
)

// After the deletion of the differing example (run.Run.After) its place in a batch of fixed size stays empty, or another
// example takes it. The batch then has b − 1 or b terms, each with the curvature of the class, and the larger of the two
// moduli counts (bounds/internal/shift/deletion.md).

// IdleModuli returns the moduli of a step without the differing example.
func IdleModuli(r run.Run) modulus.Min {
	step := r.Step()
	moduli := modulus.Of(step)
	if r.After == 0 || mutants.WholeBatch.On() {
		return moduli
	}
	empty := modulus.Of(step.OfSize(float64(r.B - 1)))
	for i, m := range moduli {
		for _, of := range empty {
			if of.Name == m.Name {
				moduli[i].Excess = max(m.Excess, of.Excess)
				moduli[i].Offset, moduli[i].Holder = max(m.Offset, of.Offset), max(m.Holder, of.Holder)
			}
		}
	}
	return moduli
}

// ExactIdle is IdleModuli with outward rounding.
func ExactIdle(r run.Run, x certify.StatedStep) []modulus.ExactModulus {
	whole, _ := ExactModuli(r.Step(), x)
	if r.After == 0 || mutants.WholeBatch.On() {
		return whole
	}
	return Larger(ExactOfSize(r, x, r.B-1), whole)
}

// AlwaysUsed reports whether every step of a known order uses the differing example.
func AlwaysUsed(r run.Run) bool { return r.StepsPerEpoch() == 1 && r.After == 0 }

// ExactModuli returns the moduli of a step without the differing example (plain) and of one with it (visit).
func ExactModuli(s run.Step, x certify.StatedStep) (plain, visit []modulus.ExactModulus) {
	k := Constants(x)
	plain = modulus.ExactOf(s, k)
	return plain, modulus.ExactVisit(s, k, Constants(x.OfSize(s.Of.B-1)), plain)
}

// Constants returns the stated numbers on which moduli depend.
func Constants(x certify.StatedStep) modulus.Constants {
	return modulus.Constants{Eta: x.Eta, Decay: x.Decay, Clip: x.Clip, Smoothness: x.Smoothness,
		StrongConvexity: x.StrongConvexity, WeakConvexity: x.WeakConvexity, HolderOrder: x.HolderOrder,
		HolderConstant: x.HolderConstant}
}

// Larger pairs moduli of the same name, and for each constant takes the larger of their two values.
func Larger(few, many []modulus.ExactModulus) (out []modulus.ExactModulus) {
	for _, a := range few {
		for _, b := range many {
			if a.Name == b.Name {
				a.Across = interval.Max(a.Across, b.Across)
				a.Excess, a.Offset, a.Holder = interval.Max(a.Excess, b.Excess), interval.Max(a.Offset, b.Offset),
					interval.Max(a.Holder, b.Holder)
				out = append(out, a)
			}
		}
	}
	return out
}

// ExactOfSize returns the moduli, without the differing example, of a step whose batch holds this many examples.
func ExactOfSize(r run.Run, x certify.StatedStep, size int) []modulus.ExactModulus {
	plain, _ := ExactModuli(r.Step().OfSize(float64(size)), x.OfSize(size))
	return plain
}

// Visiting returns the moduli of a step that a shift program charges as a use of the differing example.
func Visiting(r run.Run, moduli modulus.Min) modulus.Min {
	if MayBeIdle(r) {
		return moduli
	}
	return moduli.Visit(r.Step())
}

// MayBeIdle reports whether a step charged as a use of the differing example must also cover a run in which a fresh
// order leaves the example out, by chance or by a rule. Such a step is charged the example's push but stretches distances
// like a step without it. If an epoch has several batches, this is needed only on a bounded domain with zeroed-out
// examples: an epoch without the example costs no more than one with it at some place if m(z) ≤ m*(z) + s, which may fail
// there for distant points (contraction.md, section 5).
func MayBeIdle(r run.Run) bool {
	if r.Order() != run.FreshOrder || r.Dropped() == 0 {
		return false
	}
	return r.StepsPerEpoch() == 1 || r.Bounded() && r.Adjacency == run.ZeroOut
}

// LinearModuli returns the smallest linear modulus of a step without the differing example (plain) and of a step with it
// (visit). If every step uses the example, both are of a step with it. ok is false if there is no linear modulus.
func LinearModuli(r run.Run) (plain, visit modulus.Modulus, ok bool) {
	moduli := modulus.Of(r.Step())
	visit, ok = Visiting(r, moduli).Linear()
	if AlwaysUsed(r) {
		return visit, visit, ok
	}
	plain, plainOK := IdleModuli(r).Linear()
	return plain, visit, ok && plainOK
}

// LastShift is the largest distance between the two runs after the last step's gradients, before its noise: m*(D) + s if the
// step uses the differing example, m(D) if not. If the step may or may not use it, the larger counts, because
// Rényi and hockey-stick divergences are quasi-convex.
func LastShift(r run.Run) float64 {
	step := r.Steps().Last()
	moduli := modulus.Of(step)
	used := moduli.Visit(step).Eval(r.Diameter) + step.Sensitivity
	switch {
	case r.After > 0: // the batch may lack a term
		return max(used, moduli.Eval(r.Diameter), modulus.Of(step.OfSize(float64(r.B-1))).Eval(r.Diameter))
	case r.Rate().Certain():
		return used
	}
	return max(used, moduli.Eval(r.Diameter))
}

// ExactLastShift is the square of LastShift, in units of σ² and with outward rounding, for a run without a deletion.
func ExactLastShift(r run.Run, x certify.StatedStep) interval.Number {
	plain, visit := ExactModuli(r.Step(), x)
	shift := modulus.LeastAt(visit, x.Diameter).Add(x.Sensitivity)
	if !r.Rate().Certain() {
		shift = interval.Max(shift, modulus.LeastAt(plain, x.Diameter))
	}
	return shift.Square().Quo(x.Variance)
}

// ExchangesBounded reports whether a step moves by at most 2ηC/b if one example takes another's place in its batch: each
// gradient is bounded by itself or, in batches of a fixed size, the difference of any two is.
func ExchangesBounded(r run.Run) bool {
	return !r.Clipping.Differences() || r.Clipping == run.ClippingDifferenceAll && r.Scheme.FixedSize()
}

// TellsBatches reports whether a sampled run's batches must count as known. If gradients have no bound, an observer may see
// which example the differing one has replaced in the batch, or that it is in the batch. A zeroed-out example has a bounded
// gradient, and in a Poisson batch replaces no other.
func TellsBatches(r run.Run) bool {
	return !ExchangesBounded(r) && (r.Scheme.Sampled() && r.Scheme.FixedSize() || r.Adjacency == run.Replace)
}

// MostRate returns the sampling rate rounded up, and exactly 1 if every batch has all examples.
func MostRate(r run.Run) float64 {
	if r.Rate().Certain() {
		return r.SamplingRate()
	}
	return r.SamplingRate() * (1 + proof.StatedError)
}

// ExactRate returns the sampling rate b/n.
func ExactRate(r run.Run) interval.Number { return interval.Fraction(r.Rate().Part, r.Rate().Whole) }

// Visits returns the number of steps that use the example at the stated position. If no position is stated, it is ⌈T/B⌉, the
// most that any order allows.
func Visits(r run.Run) int { return r.Steps().Uses() }

// Visited returns the place in an epoch, from 0, of the steps that use the differing example. If no position is stated, it is
// the place of the last step.
func Visited(r run.Run) int { return r.Steps().Place() }
