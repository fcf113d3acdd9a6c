package attained

import (
	"fmt"
	"slices"
	"sort"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/varied"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// longestVariedFloor is the largest T of a floor with a changing learning rate. Its steps are followed one by one: a
// value computed from blocks of steps is not a floor.
const longestVariedFloor = 1_000_000

// needVariedLinear requires a class that has linear losses, few enough steps to be followed one by one, and no
// projection if weight decay contracts.
func needVariedLinear(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "a linear run within the assumptions",
		Needed: fmt.Sprintf("linear losses, batches in a known order, T ≤ %d", longestVariedFloor), Actual: "linear losses"}
	switch {
	case !surelyUsed(r):
		h.Actual = run.Words(r.Scheme)
		h.Detail = "with a changing learning rate it covers known orders only"
	case r.Loss == run.StronglyConvex:
		h.Actual = run.Words(r.Loss)
		h.Detail = "with a changing learning rate it uses linear losses only"
	case r.T > longestVariedFloor:
		h.Actual = fmt.Sprintf("T = %d", r.T)
		h.Detail = "a changing learning rate is followed step by step"
	case r.Eta*r.WeightDecay > 0.5:
		h.Actual = fmt.Sprintf("ηω = %s", typeset.Short(r.Eta*r.WeightDecay))
		h.Detail = "with a changing learning rate it is computed only for ηω ≤ 1/2, where no weight is lost to rounding"
	case r.Bounded() && r.States("weight_decay"):
		h.Actual = "weight decay and a projection"
		h.Detail = "with a changing learning rate the effect of the projection is bounded only for steps that keep distances"
	default:
		h.Holds = true
	}
	return h
}

// variedLinear states LinearAdversary with a changing learning rate: linear losses, c_t = 1 − r_t, at the stated or the worst
// position.
func variedLinear(w *work.Budget, r run.Run) proof.Parts {
	w.Spend(varied.Units * r.T)
	v := worstVaried(r)
	mu := v.Mu()
	var g proof.Parts
	if !r.Bounded() {
		g = proof.Gaussian(mu * mu * (1 - ClosedFormMargin))
	}
	g.Epsilon = func(delta float64) (float64, error) {
		w.Spend(memberUnits)
		return v.Epsilon(claim.AtLeast(delta)), nil
	}
	g.Note = "each step maps x to (1 − r_t)·x"
	if r.Bounded() {
		g.Note = fmt.Sprintf("the projection moves either run with probability at most %s", typeset.Short(v.ProjectionProbability()))
	}
	g.Explain = func(found claim.Bound) ([]claim.Choice, string) {
		text := fmt.Sprintf(`\mu^2 = \frac{\left(\sum_t w_t s_t\right)^2}{\sum_t w_t^2 \sigma_t^2} = %s, \quad `, typeset.Number(mu*mu))
		if r.Bounded() {
			epsilon := typeset.Number(found.Epsilon)
			return nil, text + fmt.Sprintf(`\delta(%s) \ge \delta_\mu(%s) - \left(1 + e^{%s}\right) \cdot %s`, epsilon, epsilon, epsilon,
				typeset.Number(v.ProjectionProbability()))
		}
		return nil, text + GaussianFloor(found)
	}
	return g
}

// worstVaried returns the run with the largest distance over the places of the example in an epoch, or at the stated one,
// summed step by step from the end.
func worstVaried(r run.Run) adversary.VariedLinear {
	steps, period := r.Steps(), r.StepsPerEpoch()
	v := adversary.VariedLinear{Diameter: r.Diameter, Terms: r.T}
	shifts, weight, holding := make([]float64, period), 1.0, r.Holding()
	for t, s := range steps.Backward() {
		if mutants.FloorOfBlocks.On() {
			s = worstOfBlock(steps, t)
		}
		if t < holding {
			shifts[t%period] += weight * s.Sensitivity
		}
		v.Variance += weight * s.Noise * weight * s.Noise
		weight *= 1 - s.Decay()
	}
	v.Shift = slices.Max(shifts)
	if r.Scheme.Known() && r.Position > 0 {
		v.Shift = shifts[steps.Place()]
	}
	return v
}

// worstOfBlock is a step that no floor may use, for a mutant: the largest contribution in the block of step t, with the least
// noise.
func worstOfBlock(steps run.Steps, t int) *run.Step {
	blocks := steps.Blocks()
	at := sort.Search(len(blocks), func(i int) bool { return blocks[i].From > t }) - 1
	worst := steps.WithRate(blocks[at].High)
	worst.Noise = steps.WithRate(blocks[at].Low).Noise
	return &worst
}
