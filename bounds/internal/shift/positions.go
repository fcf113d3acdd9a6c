package shift

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
)

// A Share is a part of the positions that one cost bounds.
type Share struct {
	Weight float64 // the fraction of the positions, in (0, 1]
	R      float64 // an upper bound on each position's optimum
}

// LogMean returns at least log(Σ w exp(weight·R))/weight, and the mean of R at weight 0; it rises with the weight. It is
// raised by a few U for its own rounding and that of each R. The sum is relative to its largest term, so that it does not
// overflow, and taken as a distance from 1 if every term is near 1.
func LogMean(shares []Share, weight float64) float64 {
	top, mean, raise := 0.0, 0.0, 1+float64(len(shares)+64)*errfloat.U
	for _, s := range shares {
		top = max(top, s.R)
		mean += float64(s.Weight * s.R)
	}
	if weight == 0 || math.IsInf(top, 1) {
		return mean * raise
	}
	sum := 0.0
	if weight*top > 1 {
		for _, s := range shares {
			sum += float64(s.Weight * errfloat.Exp(float64(weight*(s.R-top))*(1-4*errfloat.U)))
		}
		_, log := errfloat.Log((sum + errfloat.Tiny) * raise)
		return (top + log/weight + top*8*errfloat.U) * (1 + 4*errfloat.U)
	}
	for _, s := range shares {
		sum += float64(s.Weight * errfloat.Expm1(float64(weight*s.R)*(1+4*errfloat.U)))
	}
	return errfloat.Log1p(sum*raise) / weight * (1 + 32*errfloat.U)
}

// equalShares returns n shares of the same weight.
func equalShares(n int) []Share {
	shares := make([]Share, n)
	for i := range shares {
		shares[i].Weight = 1 / float64(n)
	}
	return shares
}

// Positions lists the optima of all positions of one epoch, with weights that sum to 1. If more than `most` positions have
// equally many visits, neighbours form groups under their last member: among such positions the optimum never falls with the
// position (shift.md, section 4), so the last bounds the group.
func (p *ProvenCyclic) Positions(T, most int) []Share {
	optimum := func(position int) float64 { return p.Solve(T, position).R }
	used := T - p.After
	full := used % p.Period // positions below it are visited once more
	period := float64(p.Period)
	out := InGroups(0, full, most, period, optimum)
	if used < p.Period {
		return append(out, Share{Weight: float64(p.Period-full) / period})
	}
	return append(out, InGroups(full, p.Period, most, period, optimum)...)
}

// InGroups divides the positions from … to−1 into no more than `most` groups. The weight of a group is its share of all positions,
// whose number is all, and its cost is that of its last member.
func InGroups(from, to, most int, all float64, cost func(last int) float64) (out []Share) {
	for _, end := range ends(from, to, most) {
		out = append(out, Share{float64(end-from) / all, cost(end - 1)})
		from = end
	}
	return out
}

// ends divides from … to−1 into no more than `most` groups and returns the end of each, the position after its last. The last
// positions, whose optima differ most, are groups of one.
func ends(from, to, most int) []int {
	n := to - from
	var out []int
	if n <= most {
		for i := from + 1; i <= to; i++ {
			out = append(out, i)
		}
		return out
	}
	// Half of the groups are single positions at the end; the others are of equal length.
	single := most / 2
	rest := n - single
	for i := 1; i <= most-single; i++ {
		out = append(out, to-single-rest*(most-single-i)/(most-single))
	}
	for i := single - 1; i >= 0; i-- {
		out = append(out, to-i)
	}
	return out
}
