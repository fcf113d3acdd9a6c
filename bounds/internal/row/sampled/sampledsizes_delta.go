package sampled

import (
	"math"
	"slices"

	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/shift/drawn"
)

// unlikelyPayment is the share of δ for what steps pay off more than is likely.
const unlikelyPayment = 1e-3

// likelyPaid are the legs of a solution under few shares of the noise, and the squared length Σ a²/(1−β)
// that they pay but for the probability unlikely: by Chernoff's bound, in batches of likely sizes.
func (s *sizedBatches) likelyPaid(best sizedOptimum, unlikely float64) (legs []drawn.Leg, paid float64, ok bool) {
	legs = fewShares(best.Legs, mostParts)
	p := best.program
	window := averagedWindow(s.run, math.Log(unlikely/2))
	if window.outside {
		unlikely /= 2
	}
	p.Sizes = s.sizes(window)
	paid = math.Inf(1)
	for power := -4.0; power <= 6; power++ {
		theta := best.program.Weight * math.Exp2(power)
		p.Weight = theta
		paid = min(paid, (p.Moment(legs)-math.Log(unlikely))/theta)
	}
	if p.Weight = best.program.Weight; p.Moment(legs) == 0 {
		return legs, 0, true // no likely batch pays
	}
	return legs, paid * (1 + proof.UpperMargin), !math.IsInf(paid, 1)
}

// fewShares gives neighbouring legs one share of the noise, so that there are at most so many: in groups
// of as many steps, the largest share of each but for the last leg, which pays most.
func fewShares(legs []drawn.Leg, most int) []drawn.Leg {
	out := slices.Clone(legs)
	if len(out) <= most {
		return out
	}
	steps := 0
	for _, leg := range out[:len(out)-1] {
		steps += leg.Steps
	}
	each, done := float64(steps)/float64(most-1), 0.0
	for i := 0; i < len(out)-1; {
		from, target := i, (math.Floor(done/each+1e-9)+1)*each
		share := 0.0
		for ; i < len(out)-1 && (i == from || done < target-1e-9); i++ {
			done += float64(out[i].Steps)
			share += out[i].Beta * float64(out[i].Steps)
		}
		count := 0.0
		for _, leg := range out[from:i] {
			count += float64(leg.Steps)
		}
		for j := from; j < i; j++ {
			out[j].Beta = share / count
		}
	}
	return out
}
