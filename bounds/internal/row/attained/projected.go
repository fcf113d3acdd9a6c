package attained

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// ProjectedAdversary is a run within the assumptions on the interval [−D/2, D/2], whose final laws are
// computed numerically: a step without the differing example is ψ(x) = c·x, and a step with it adds a constant. It is an
// estimate, because the quadrature's error is judged by halving its nodes and is not bounded. In a known
// cyclic order the differing example is at the stated position, or is the one used at the last step; over
// secret orders and sampled batches the final laws are mixtures.
var ProjectedAdversary = &theorem.Theorem{
	ID:     "projected-adversary",
	Name:   "Projected adversary",
	Source: proof.Ours("lower estimate, bounds/internal/adversary/projected.md"),
	Side:   claim.Lower, Status: claim.Estimate, HiddenState: true,
	Note:      "A one-dimensional run within the assumptions, projected onto an interval of length D; its loss is computed numerically.",
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
		const order = 2 // of the divergences whose change is reported
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
		// A smaller change is rounding, whose digits differ between machines.
		const rounding = 1e-5
		much := fmt.Sprintf("%.1g %%", 100*change)
		if change < rounding {
			much = fmt.Sprintf("less than %g %%", 100*rounding)
		}
		note := fmt.Sprintf("Each step maps x to %s·x (%s). Computed on %d nodes; halving them changes the Rényi divergence of "+
			"order 2 by %s.",
			strings.Join(which, " or "), members[0].why, found[0][0].Nodes, much)
		if change > coarseChange {
			note += " The resolution is too low for more than the order of magnitude."
		}
		return strongest(r, members, laws, `\approx`, note), nil
	},
}

// coarseChange is the relative change between two resolutions above which the note warns that the resolution is too low.
const coarseChange = 0.03

// needAdversaryBatches is the hypothesis that both runs have the same batches, except for the differing example.
func needAdversaryBatches(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "batches", Holds: true, Needed: "the same batches in both runs", Actual: run.Words(r.Scheme)}
	if r.Adjacency == run.AddRemove && r.Scheme.FixedSize() {
		h.Holds, h.Actual = false, "adding or removing an example changes the other batches"
	}
	return h
}

// needProjectedMember is the hypothesis that some run on the interval meets the assumptions and has laws that can be computed.
func needProjectedMember(r run.Run) claim.Hypothesis {
	members, reason := projectedMembers(r)
	h := claim.Hypothesis{Name: "a run within the assumptions", Holds: len(members) > 0,
		Needed: "an interval, and output distributions that can be computed"}
	if h.Holds {
		h.Actual = fmt.Sprintf("ψ(x) = %s·x, D = %s σ", typeset.Short(members[0].pair.Factor()), typeset.Short(members[0].pair.Diameter))
		return h
	}
	h.Actual = reason
	return h
}
