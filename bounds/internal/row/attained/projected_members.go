package attained

import (
	"math"

	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/run"
)

// member is a pair of runs within the assumptions.
type member struct {
	pair adversary.Projected
	why  string // the losses that put it within the assumptions
	// others is the amount that the gradients of the other examples add to the factor of a step whose batch holds b of them:
	// c − 1, without a regulariser that is added outside of the clip.
	others float64
	push   float64 // the additional push of others with a linear loss in the same step, in σ (projected.md, Proposition 6)
	// beside is the distance, in σ, by which the last step pushes the two runs apart within a ball of many dimensions,
	// perpendicular to the interval.
	beside float64
}

// projectedMembers returns the runs of projected.md, section 2, that can be computed, and their variants; if there are none,
// reason says why. Notes describe the first.
func projectedMembers(r run.Run) (members []member, reason string) {
	if !r.Bounded() {
		return nil, "no projection"
	}
	add := func(m member) {
		m.pair.Missing = leftOutOf(r)[0]
		if err := m.pair.Feasible(); err != nil {
			reason = err.Error()
		} else {
			members = append(members, m)
		}
	}
	defer func() { members = append(members, asymmetric(r, members)...) }()
	if !r.Scheme.FixedSize() {
		sampled, why := poissonMembers(r)
		reason = why
		for _, m := range sampled {
			add(m)
		}
		return members, reason
	}
	if r.Loss == run.StronglyConvex {
		add(stronglyConvexMember(r))
		if r.Clipping == run.ClippingActive {
			add(farMember(r))
		}
		return members, reason
	}
	k := steepestDescent(r)
	if k > 0 {
		add(quadraticMember(r, k, "concave quadratic losses"))
	}
	add(quadraticMember(r, 0, "linear losses"))
	if most := steepestCut(r); most > k {
		add(cut(r, quadraticMember(r, most, "losses that are concave until their gradients are clipped")))
	}
	return members, reason
}

// farMember returns a member of parabolas with distant minima, whose clipped gradients are constant; those of the other
// examples are perpendicular to the interval.
func farMember(r run.Run) member {
	return quadraticMember(r, 0, "losses with distant minima, whose clipped gradients are constant")
}

// poissonMembers returns the members for batches of random size, where the pull of the other examples is random: each of the
// n−1 is in a batch with probability b/n.
func poissonMembers(r run.Run) (out []member, reason string) {
	// sized adds a member in which each other example in a batch adds others/b to the excess.
	sized := func(m member, others float64) {
		m.others = others
		if m = m.pushed(r, 0); m.pair.Sizes != nil {
			out = append(out, m)
		} else {
			reason = "too many possible batch sizes"
		}
	}
	if r.Loss != run.StronglyConvex {
		k := steepestDescent(r)
		if r.Clipping == run.ClippingDifferenceAll { // the differing example's gradient is ∓C
			k = min(k, 2*r.Clip/r.Diameter)
		}
		for _, most := range []float64{math.Inf(1), 0.3 / r.Eta, 0.1 / r.Eta} {
			if each := min(k, most); each > 0 && (each < k || math.IsInf(most, 1)) {
				m := quadraticMember(r, 0, "concave quadratic losses")
				sized(m, r.Eta*each)
			}
		}
		return append(out, quadraticMember(r, 0, "linear losses")), ""
	}
	switch {
	case r.Clipping == run.ClippingActive:
		out = append(out, farMember(r))
	case r.Clipping == run.ClippingGLM: // the regulariser pulls at every step, whatever the batch
		out = append(out, stronglyConvexMember(r))
	default:
		if r.Clipping.Differences() && r.Adjacency == run.AddRemove {
			return nil, "the gradient of an added or removed example has no bound"
		}
		m := stronglyConvexMember(r)
		own := -r.Eta * r.StrongConvexity / float64(r.B)
		m.pair.Plain.Excess, m.pair.Visit[0].Excess, m.pair.Visit[1].Excess = 0, own, own
		if r.Adjacency != run.Replace {
			m.pair.Visit[1].Excess = 0
		}
		sized(m, -r.Eta*r.StrongConvexity)
	}
	return out, reason
}

// steepestDescent returns the largest k for which the loss −k·x²/2 is in the class on [−D/2, D/2]: its gradient is
// L-Lipschitz or, on a distance of at most D, (L, λ)-Hölder, its weak convexity is k, and its gradient stays below C if
// single gradients are bounded, so that no clip acts.
func steepestDescent(r run.Run) float64 {
	if flatOthers(r) {
		return 0
	}
	k := 0.0
	switch r.Loss {
	case run.Convex, run.StronglyConvex:
	case run.Smooth:
		k = r.Smoothness
	case run.WeaklyConvex:
		k = min(r.WeakConvexity, r.Smoothness)
	case run.Holder:
		k = r.Smoothness * math.Pow(r.Diameter, r.HolderOrder-1)
	}
	if r.Clipping == run.ClippingActive || r.Clipping == run.ClippingNever {
		k = min(k, 2*r.Clip/r.Diameter)
	}
	return k
}

// flatOthers reports whether the other examples' gradients are 0 in floors: the differing one's has norm C, and no two
// gradients may be further apart than that.
func flatOthers(r run.Run) bool {
	return r.Clipping == run.ClippingDifferenceAll && r.Adjacency != run.Replace
}

// quadraticMember returns the member with the loss −k·x²/2 for every example but the differing one, whose loss is linear,
// ∓C·x; under replacement with unbounded gradients it is −k·x²/2 ∓ C·x as well. A zeroed-out example adds nothing.
func quadraticMember(r run.Run, k float64, why string) member {
	common := float64(r.B-1) / float64(r.B)
	if r.Clipping.Differences() && r.Adjacency == run.Replace {
		common = 1
	}
	step := r.Step()
	reach := step.Contribution()
	pair := inNoise(r, r.Eta*k,
		adversary.ClippedStep{Excess: common * r.Eta * k, Shift: reach},
		adversary.ClippedStep{Excess: common * r.Eta * k, Shift: zeroOr(r, -reach)})
	return member{pair: pair, why: why, others: r.Eta * k}
}

// stronglyConvexMember returns the member with the loss m·x²/2 for every other example; the loss of the differing one depends
// on which gradients are bounded (projected.md). If m·x²/2 takes part of a gradient's bound the interval is at most C/m long:
// the loss of a run grows with (C − mD/2)·D, which is largest there.
func stronglyConvexMember(r run.Run) member {
	pull := r.StrongConvexity * r.Diameter / 2 // the largest gradient of m·x²/2
	whole := -r.Eta * r.StrongConvexity        // c − 1 if every example pulls
	common := whole * float64(r.B-1) / float64(r.B)
	reach := r.Clip
	first, second, others := whole, whole, whole
	switch {
	case r.Clipping == run.ClippingGLM:
		others = 0 // the regulariser is outside of the clip and of the adjacency
	case r.Clipping.Differences() && r.Adjacency == run.Replace:
	case r.Clipping == run.ClippingActive:
		first, second = common, common // the gradient of a far minimum, clipped to ±C
	default:
		if most := r.Clip / r.StrongConvexity; most < r.Diameter {
			r.Diameter = most * (1 - proof.StatedError)
		}
		reach -= r.StrongConvexity * r.Diameter / 2
		if r.Adjacency == run.ZeroOut {
			second = common
		}
	}
	step := r.Step()
	shift := step.Push(reach)
	pair := inNoise(r, whole, adversary.ClippedStep{Excess: first, Shift: shift},
		adversary.ClippedStep{Excess: second, Shift: zeroOr(r, -shift)})
	if r.Clipping == run.ClippingActive && pull >= r.Clip {
		return cut(r, member{pair: pair, why: "quadratic losses of curvature m, whose gradients are clipped"})
	}
	return member{pair: pair, why: "quadratic losses of curvature m", others: others}
}

// zeroOr returns the shift of the second run: 0 if it lacks the differing example's gradient.
func zeroOr(r run.Run, shift float64) float64 {
	if r.Adjacency != run.Replace {
		return 0
	}
	return shift
}

// inNoise returns a pair in units of σ: excess is c − 1 without the differing example, first and second are the steps that
// use it, with shifts that are lengths.
func inNoise(r run.Run, excess float64, first, second adversary.ClippedStep) adversary.Projected {
	sigma := r.IterateNoise()
	first.Shift /= sigma
	second.Shift /= sigma
	return adversary.Projected{Plain: adversary.ClippedStep{Excess: excess}, Visit: [2]adversary.ClippedStep{first, second},
		Diameter: r.Diameter / sigma, T: r.T, Rest: r.AfterLastUse(), Order: r.Order(), Period: r.StepsPerEpoch(), Rate: r.SamplingRate()}
}
