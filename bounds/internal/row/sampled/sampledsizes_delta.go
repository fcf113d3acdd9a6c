package sampled

import (
	"math"
	"slices"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/internal/pld"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/shift/drawn"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/work"
)

// unlikelyPayment is the share of δ for payments larger than likely.
const unlikelyPayment = 1e-3

// likelyPaid returns the legs of a solution under few shares of the noise, and a bound on the squared length Σ a²/(1−β) that
// they pay, which holds except with the probability unlikely: by Chernoff's bound, in batches of likely sizes.
func (s *sizedBatches) likelyPaid(best sizedOptimum, unlikely float64) (legs []drawn.Leg, paid float64, ok bool) {
	legs = fewShares(best.Legs, mostShares)
	p := best.program
	window := averagedWindow(s.run, math.Log(unlikely/2))
	if window.outside {
		unlikely /= 2
	}
	p.Sizes = s.sizes(window)
	paid = math.Inf(1)
	for power := -4.0; power <= 6; power++ { // any θ > 0 is valid; these are around the order's own
		theta := best.program.Weight * math.Exp2(power)
		p.Weight = theta
		paid = min(paid, (p.Moment(legs)-math.Log(unlikely))/theta)
	}
	if p.Weight = best.program.Weight; p.Moment(legs) == 0 {
		return legs, 0, true // no likely batch pays
	}
	return legs, paid * (1 + proof.UpperMargin), !math.IsInf(paid, 1)
}

// fewShares gives neighbouring legs one share of the noise, so that there are at most `most`: the mean share of each of some
// groups of equally many steps, and the last leg's own, which pays most.
func fewShares(legs []drawn.Leg, most int) []drawn.Leg {
	out := slices.Clone(legs)
	if len(out) <= most {
		return out
	}
	steps := 0
	for _, leg := range out[:len(out)-1] {
		steps += leg.Steps
	}
	const rounding = 1e-9 // of a number of groups or steps
	each, done := float64(steps)/float64(most-1), 0.0
	for i := 0; i < len(out)-1; {
		from, target := i, (math.Floor(done/each+rounding)+1)*each
		share := 0.0
		for ; i < len(out)-1 && (i == from || done < target-rounding); i++ {
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

// epsilon composes the privacy losses of the schedule with the best Rényi conversion. Given the sizes, which do not depend on
// the data, the payments are one Gaussian mechanism. Its squared shift is likely to be within Chernoff's bound, and the rest
// of δ is for other cases.
func (s *sizedBatches) epsilon(delta float64) (float64, error) {
	composed, err := composition.ComposedEpsilon(s.ctx, s.run, delta)
	delta = claim.AtMost(delta)
	if err != nil {
		composed = math.Inf(1)
	}
	_, at := convert.EpsilonUpper(s.renyi, delta)
	if math.IsNaN(at.Alpha) {
		return composed, err
	}
	best := s.at(at.Alpha)
	if len(best.Legs) == 0 {
		return composed, err
	}
	legs, paid, ok := s.likelyPaid(best, delta*unlikelyPayment)
	if !ok {
		return composed, err
	}
	var parts []pld.RepeatedStep
	for _, leg := range legs {
		parts = append(parts, pld.RepeatedStep{Step: s.step.Loss(stepwise.MostRate(s.run), math.Sqrt(leg.Beta)*s.step.U), Times: leg.Steps})
	}
	if paid > 0 {
		parts = append(parts, pld.RepeatedStep{Step: pld.Gaussian(s.run.IterateNoise() / math.Sqrt(paid)), Times: 1})
	}
	hidden, err := pld.EpsilonWithin(work.From(s.ctx), delta*(1-unlikelyPayment)*(1-1e-14), parts...)
	if composed < hidden {
		return composed, nil
	}
	return hidden, err
}
