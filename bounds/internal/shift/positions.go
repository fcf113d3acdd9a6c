package shift

import "math"

// Share is the optimum of a share of the positions.
type Share struct {
	Weight float64 // the share of the positions, in (0, 1]
	R      float64 // an upper bound on each position's optimum
}

// LogMean is log(Σ w exp(weight·R))/weight, and the mean of R at weight 0. The sum is taken
// relative to its largest term, so that it does not overflow, and as a distance from 1 where
// every term is near it.
func LogMean(shares []Share, weight float64) float64 {
	top, mean := 0.0, 0.0
	for _, s := range shares {
		top = max(top, s.R)
		mean += s.Weight * s.R
	}
	if weight == 0 || math.IsInf(top, 1) {
		return mean
	}
	sum := 0.0
	if weight*top > 1 {
		for _, s := range shares {
			sum += s.Weight * math.Exp(weight*(s.R-top))
		}
		return top + math.Log(sum)/weight
	}
	for _, s := range shares {
		sum += s.Weight * math.Expm1(weight*s.R)
	}
	return math.Log1p(sum) / weight
}

// Positions lists the optima of all positions of one epoch, with weights that
// sum to 1. Where there are more than most positions with equally many visits,
// neighbours are grouped under the last of them: among such positions the
// optimum never falls with the position (shift.md, section 4), so the last
// bounds the group.
func (p *Proven) Positions(T, most int) []Share {
	optimum := func(position int) float64 { return p.Solve(T, position).R }
	full := T % p.Period // positions below it are visited once more
	period := float64(p.Period)
	out := inGroups(0, full, most, period, optimum)
	if T < p.Period {
		return append(out, Share{Weight: float64(p.Period-full) / period})
	}
	return append(out, inGroups(full, p.Period, most, period, optimum)...)
}

// inGroups cuts from…to into at most most groups, shares of all that each cost as much as
// their last member.
func inGroups(from, to, most int, all float64, cost func(last int) float64) (out []Share) {
	for _, end := range ends(from, to, most) {
		out = append(out, Share{float64(end-from) / all, cost(end - 1)})
		from = end
	}
	return out
}

// ends cuts from…to into at most most stretches and returns their ends; the
// last positions, whose optima differ most, stand alone.
func ends(from, to, most int) []int {
	n := to - from
	var out []int
	if n <= most {
		for i := from + 1; i <= to; i++ {
			out = append(out, i)
		}
		return out
	}
	// Half of the stretches are single positions at the end; the others grow
	// geometrically towards the front.
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
