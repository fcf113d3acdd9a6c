package attained

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// ProjectedAdversary is a run within the assumptions on the interval
// [−D/2, D/2], whose final laws are computed numerically: the other examples make
// ψ(x) = c·x, the differing one adds constants. It is an estimate, because the
// quadrature's error is judged by halving its nodes and not bounded. In a known
// cyclic order the differing example is that of the stated position, or the one used at the last step; over
// secret orders and sampled batches the final laws are mixtures.
var ProjectedAdversary = &theorem.Theorem{
	ID:     "projected-adversary",
	Name:   "Projected adversary",
	Source: proof.Ours("lower estimate, bounds/internal/adversary/projected.md"),
	Side:   claim.Lower, Status: claim.Estimate, HiddenState: true,
	Note:      "A one-dimensional run within the assumptions, projected on an interval of length D; its loss is computed numerically.",
	Formula:   onInterval,
	Symbols:   onIntervalSymbols,
	Positions: true,
	Slow:      proof.Always,
	Nonsmooth: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return []claim.Hypothesis{needAdversaryBatches(r), need.Projection(r), needProjectedMember(r)}
	},
	Prove: func(ctx context.Context, r run.Run) (claim.Proof, error) {
		members, found, err := lawsOnInterval(ctx, r)
		if err != nil {
			return claim.Proof{}, err
		}
		const order = 2
		change := 0.0
		var laws []memberLaws
		var which []string
		for i, m := range members {
			all := memberLaws{beside: m.beside, member: i}
			for _, l := range found[i] {
				all.readings = append(all.readings, l)
			}
			laws = append(laws, all)
			change = max(change, found[i][0].Difference(order))
			if c := typeset.Short(m.pair.Factor()); !slices.Contains(which, c) {
				which = append(which, c)
			}
		}
		// Below this the change is rounding, whose digits differ between machines.
		const rounding = 1e-5
		much := fmt.Sprintf("%.1g %%", 100*change)
		if change < rounding {
			much = fmt.Sprintf("less than %g %%", 100*rounding)
		}
		note := fmt.Sprintf("Each step maps x to %s·x (%s). Computed on %d nodes; half as many change the Rényi divergence of order 2 by %s.",
			strings.Join(which, " or "), members[0].why, found[0][0].Nodes, much)
		if change > coarseChange {
			note += " The resolution is too low for more than an order of magnitude."
		}
		return strongest(r, members, laws, `\approx`, note), nil
	},
}

// coarseChange is the relative change between resolutions above which the note
// warns.
const coarseChange = 0.03

// member is a run within the assumptions and the reason why it is.
type member struct {
	pair adversary.Projected
	why  string
	// beside is how far apart, in σ, the last step pushes the two runs in directions that
	// a ball of many dimensions leaves open.
	beside float64
}

// projectedMembers are the runs of projected.md, section 2, that can be
// computed, the one with the largest factor first; else the reason why there is
// none.
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
		m, why := stronglyConvexMember(r)
		if why != "" {
			return members, why
		}
		add(m)
		if r.Clipping == run.ClippingActive {
			add(farMember(r))
		}
		return members, reason
	}
	k := steepestDescent(r)
	if k > 0 {
		add(quadraticMember(r, k, "quadratic losses that curve down"))
	}
	add(quadraticMember(r, 0, "linear losses"))
	if most := steepestCut(r); most > k {
		add(cut(r, quadraticMember(r, most, "losses that curve down as far as their gradients may be long")))
	}
	return members, reason
}

// farMember has parabolas with far minima, those of the others across the interval, whose clipped
// gradients are constant.
func farMember(r run.Run) member {
	return quadraticMember(r, 0, "losses with far minima, whose clipped gradients are constant")
}

// poissonMembers are those of batches of random size, in which what the others pull by is
// random: each of n−1 is in a batch with probability b/n.
func poissonMembers(r run.Run) (out []member, reason string) {
	sized := func(m member, each float64) {
		m.pair.Sizes, m.pair.Beyond = adversary.Sizes(r.N-1, r.B, r.N, each/float64(r.B))
		if m.pair.Sizes != nil {
			out = append(out, m)
		} else {
			reason = "batches of too many sizes"
		}
	}
	if r.Loss != run.StronglyConvex {
		k := steepestDescent(r)
		if r.Clipping == run.ClippingDifferenceAll { // the differing example's is ∓C
			k = min(k, 2*r.Clip/r.Diameter)
		}
		for _, most := range []float64{math.Inf(1), 0.3 / r.Eta, 0.1 / r.Eta} {
			if each := min(k, most); each > 0 && (each < k || math.IsInf(most, 1)) {
				m := quadraticMember(r, 0, "quadratic losses that curve down")
				sized(m, r.Eta*each)
			}
		}
		return append(out, quadraticMember(r, 0, "linear losses")), ""
	}
	switch {
	case r.Clipping == run.ClippingActive:
		out = append(out, farMember(r))
	case r.Clipping == run.ClippingGLM: // the regulariser pulls at every step, whatever the batch
		m, _ := stronglyConvexMember(r)
		out = append(out, m)
	default:
		m, why := stronglyConvexMember(r)
		if r.Clipping.Differences() && r.Adjacency == run.AddRemove {
			why = "gradients that are compared with none have no bound"
		}
		if why != "" {
			return nil, why
		}
		own := -r.Eta * r.StrongConvexity / float64(r.B)
		m.pair.Plain.Excess, m.pair.Visit[0].Excess, m.pair.Visit[1].Excess = 0, own, own
		if r.Adjacency != run.Replace {
			m.pair.Visit[1].Excess = 0
		}
		sized(m, -r.Eta*r.StrongConvexity)
	}
	return out, reason
}

// asymmetric are the members from an end of the interval, and off its centre, as many as
// may be computed besides them (projected.md, section 2).
func asymmetric(r run.Run, members []member) []member {
	list := besides{left: mostAsymmetric}
	free := r.Clipping.Differences() && r.Adjacency == run.Replace // gradients need no bound
	for _, m := range members {
		expands := m.pair.Plain.Excess > 0
		if expands {
			off := m
			if !free {
				off = cut(r, m)
			}
			// A push moves the point that steps lead away from by natural.
			natural := math.Abs(m.pair.Visit[0].Shift) / m.pair.Plain.Excess / (m.pair.Diameter / 2)
			for _, times := range []float64{1, 0.5, 2} {
				centre := min(times*natural, 0.3*times)
				list.add(off, -1, -centre, 0)
				list.add(off, -1, centre, 0)
			}
		}
		if m.pair.T < longMemory || expands {
			list.add(m, -1, 0, 0)
			if r.Adjacency != run.Replace {
				list.add(m, 1, 0, 0)
			}
		}
		// A drift of the others, by half of s, in steps that use the example.
		half := math.Abs(m.pair.Visit[0].Shift-m.pair.Visit[1].Shift) / 2
		known := m.pair.Order.Known()
		if m.pair.Plain.Excess == 0 && known && !flatOthers(r) && (free || r.B > 1+int(half/math.Abs(m.pair.Visit[0].Shift))) {
			list.add(m, 0, 0, -half)
			list.add(m, 0, 0, half)
		}
	}
	for _, m := range members {
		if m.pair.Order.Known() && m.pair.Rest == 0 {
			list.aslant(m)
		}
	}
	return list.members
}

// besides are members that are computed besides others, and the work that is left for more.
type besides struct {
	members []member
	left    float64
}

func (l *besides) add(m member, start int, centre, drift float64) {
	m.pair.Start = start
	for _, s := range []*adversary.Step{&m.pair.Plain, &m.pair.Visit[0], &m.pair.Visit[1]} {
		s.Centre = centre * m.pair.Diameter / 2
	}
	m.pair.Visit[0].Shift += drift
	m.pair.Visit[1].Shift += drift
	if l.left -= m.pair.Work(); l.left >= 0 && m.pair.Feasible() == nil {
		l.members = append(l.members, m)
	}
}

// aslant adds members a part of whose last push is beside the interval.
func (l *besides) aslant(m member) {
	for _, along := range []float64{0.9, 0.7, 0.4} {
		part := m
		part.beside = math.Abs(m.pair.Visit[0].Shift-m.pair.Visit[1].Shift) * math.Sqrt(1-along*along)
		part.pair.Visit[0].Shift *= along
		part.pair.Visit[1].Shift *= along
		l.add(part, 0, 0, 0)
	}
}

const (
	// mostAsymmetric is the number of multiplications that these members may take.
	mostAsymmetric = 4e7
	// longMemory is the number of steps after which where a run began is forgotten.
	longMemory = 1000
)

// steepestCut is the largest k for which a loss of slope −k in its gradient, cut at ±C,
// is in the class: as steepestDescent, without what keeps gradients below C.
func steepestCut(r run.Run) float64 {
	if r.Clipping != run.ClippingActive && r.Clipping != run.ClippingNever {
		return 0
	}
	r.Clipping = run.ClippingDifference
	return steepestDescent(r)
}

// cut is a member whose other examples' gradients are cut at ±C.
func cut(r run.Run, m member) member {
	most := r.Step().Reach() / r.IterateNoise()
	m.pair.Plain.Most = most
	for k := range m.pair.Visit {
		m.pair.Visit[k].Most = most * float64(r.B-1) / float64(r.B)
	}
	return m
}

// steepestDescent is the largest k for which the loss −k·x²/2 is in the class
// on [−D/2, D/2]: its gradient is L-Lipschitz or, on a distance of at most D,
// (L, λ)-Hölder, its weak convexity is k, and its gradient must stay below C
// where single gradients are bounded, so that no clip acts.
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

// flatOthers reports whether the other examples' gradients are 0 in floors: the differing one's is
// C long, and no two may be further apart.
func flatOthers(r run.Run) bool {
	return r.Clipping == run.ClippingDifferenceAll && r.Adjacency != run.Replace
}

// quadraticMember has the loss −k·x²/2 for every example but the differing one,
// whose loss is linear, ∓C·x; under replacement with unbounded gradients it is
// −k·x²/2 ∓ C·x as well. A zeroed-out example adds nothing.
func quadraticMember(r run.Run, k float64, why string) member {
	common := float64(r.B-1) / float64(r.B)
	if r.Clipping.Differences() && r.Adjacency == run.Replace {
		common = 1
	}
	reach := r.Step().Contribution()
	pair := inNoise(r, r.Eta*k,
		adversary.Step{Excess: common * r.Eta * k, Shift: reach},
		adversary.Step{Excess: common * r.Eta * k, Shift: zeroOr(r, -reach)})
	return member{pair: pair, why: why}
}

// stronglyConvexMember has the loss m·x²/2 for every other example; what the
// differing one may add depends on which gradients are bounded (projected.md).
func stronglyConvexMember(r run.Run) (out member, reason string) {
	pull := r.StrongConvexity * r.Diameter / 2 // the largest gradient of m·x²/2
	whole := -r.Eta * r.StrongConvexity        // c − 1 where every example pulls
	common := whole * float64(r.B-1) / float64(r.B)
	reach := r.Clip
	first, second := whole, whole
	switch {
	case r.Clipping == run.ClippingGLM:
		// The regulariser is outside of the clip and of the adjacency.
	case r.Clipping.Differences() && r.Adjacency == run.Replace:
	case r.Clipping == run.ClippingActive:
		first, second = common, common // a far minimum's gradient, clipped to ±C
	case pull >= r.Clip:
		return out, fmt.Sprintf("mD/2 = %s, at least C = %s", typeset.Short(pull), typeset.Short(r.Clip))
	default:
		reach -= pull
		if r.Adjacency == run.ZeroOut {
			second = common
		}
	}
	shift := r.Step().Push(reach)
	pair := inNoise(r, whole, adversary.Step{Excess: first, Shift: shift}, adversary.Step{Excess: second, Shift: zeroOr(r, -shift)})
	if r.Clipping == run.ClippingActive && pull >= r.Clip {
		return cut(r, member{pair: pair, why: "quadratic losses of curvature m, whose gradients are clipped"}), ""
	}
	return member{pair: pair, why: "quadratic losses of curvature m"}, ""
}

// zeroOr is 0 where the other run lacks the differing example's gradient.
func zeroOr(r run.Run, shift float64) float64 {
	if r.Adjacency != run.Replace {
		return 0
	}
	return shift
}

// inNoise writes a pair in units of σ.
func inNoise(r run.Run, excess float64, first, second adversary.Step) adversary.Projected {
	sigma := r.IterateNoise()
	first.Shift /= sigma
	second.Shift /= sigma
	return adversary.Projected{Plain: adversary.Step{Excess: excess}, Visit: [2]adversary.Step{first, second},
		Diameter: r.Diameter / sigma, T: r.T, Rest: r.AfterLastUse(), Order: r.Order(), Period: r.StepsPerEpoch(), Rate: r.SamplingRate()}
}

// needAdversaryBatches wants batches over which the run is a Markov chain.
func needAdversaryBatches(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "batches", Holds: true, Needed: "batches that both runs draw alike", Actual: run.Words(r.Scheme)}
	if r.Adjacency == run.AddRemove && r.Scheme.FixedSize() {
		h.Holds, h.Actual = false, "adding or removing an example changes other batches"
	}
	return h
}

func needProjectedMember(r run.Run) claim.Hypothesis {
	members, reason := projectedMembers(r)
	h := claim.Hypothesis{Name: "a run within the assumptions", Holds: len(members) > 0,
		Needed: "an interval and laws that can be computed"}
	if h.Holds {
		h.Actual = fmt.Sprintf("ψ(x) = %s·x, D = %s σ", typeset.Short(members[0].pair.Factor()), typeset.Short(members[0].pair.Diameter))
		return h
	}
	h.Actual = reason
	return h
}
