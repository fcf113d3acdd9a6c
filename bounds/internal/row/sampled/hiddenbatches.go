package sampled

import (
	"context"
	"math"
	"slices"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/pld"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/renyi"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/shift/drawn"
	"lastiterate/bounds/internal/shift/ray"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// hiddenBatches solves the shift program of sampled batches (package drawn) at each order that is asked for.
type hiddenBatches struct {
	ctx  context.Context
	run  run.Run
	step composition.SampledMechanism
	best memo.Of[float64, hiddenOptimum]
}

// hiddenOptimum is the program's solution at one order, for the modulus that gives the least value; a program of rays has no
// splits.
type hiddenOptimum struct {
	drawn.SampledSolution
	program drawn.DrawnProgram
	renyi   float64
	path    func() (shift.Path, bool) // writes its steps out
}

// explain describes where the window begins and how its steps split their noise.
func (h *hiddenBatches) explain(found claim.Bound) ([]claim.Choice, string) {
	best := h.at(found.Alpha)
	chosen := proof.Window(h.run, best.Tau)
	text := WriteSampled(h.run, found, best.Tau, `S^*`, `\sqrt{\beta_t}`, h.step.U)
	if len(best.Splits) == 1 {
		beta := best.Splits[0].Beta
		return append(chosen, claim.Chose("beta", beta)), text + `, \quad \beta_t = ` + typeset.Number(beta) + typeset.Direct(found)
	}
	var betas []float64
	for _, split := range best.Splits {
		betas = append(betas, split.Beta)
	}
	if len(betas) > 0 {
		chosen = append(chosen, claim.Chose("betas", betas...))
		text += `, \quad ` + typeset.Between(slices.Min(betas), `\beta_t`, slices.Max(betas))
	}
	return chosen, text + typeset.Direct(found)
}

// renyi returns ε(α), +Inf once the question is withdrawn.
func (h *hiddenBatches) renyi(alpha float64) float64 {
	return h.at(alpha).renyi
}

func (h *hiddenBatches) at(alpha float64) hiddenOptimum {
	return h.best.GetUnless(h.ctx, alpha, hiddenOptimum{renyi: math.Inf(1)}, func() hiddenOptimum { return h.solve(alpha) })
}

// hide returns S*_α(q, √β·σ/s), the cost of hiding the batch under the share β of the noise, divided by
// the unit α/(2σ²).
func (h *hiddenBatches) hide(alpha float64) (cost func(beta float64) float64, unit float64) {
	sigma, q := h.run.IterateNoise(), stepwise.MostRate(h.run)
	unit = alpha / 2 / sigma / sigma
	costs := composition.Hiding(h.ctx, h.run.Step())
	return func(beta float64) float64 {
		if mutants.WholeNoiseSampled.On() {
			beta = 1
		}
		w := work.From(h.ctx)
		return memo.Pay(costs, w, composition.HidingCost{Alpha: alpha, Beta: beta}, func() float64 {
			e, err := h.step.Divergence(renyi.Counted{Work: w}, q, math.Sqrt(beta)*h.step.U, alpha)
			if err != nil {
				return math.Inf(1)
			}
			return e
		}) / unit
	}, unit
}

func (h *hiddenBatches) solve(alpha float64) hiddenOptimum {
	hide, unit := h.hide(alpha)
	best := hiddenOptimum{renyi: math.Inf(1)}
	for _, p := range hiddenPrograms(h.run) {
		p.Hide, p.Work = hide, work.From(h.ctx)
		if s := p.Solve(h.run.T); unit*s.R < best.renyi {
			best = hiddenOptimum{s, p, unit * s.R, func() (shift.Path, bool) { return p.Path(s, h.run.T), true }}
		}
	}
	if holder, holds := modulus.HolderGradient(h.run.Step()); holds && h.run.Bounded() {
		holder.Excess = 0 // without weight decay, which shortens distances
		if price := drawn.SplitPrice(hide); price != nil {
			p := ray.Rays{Modulus: holder, Visit: price, Period: 1, Diameter: h.run.Diameter, Budget: work.From(h.ctx)}
			if s := p.Solve(h.run.T); unit*s.R < best.renyi {
				best = hiddenOptimum{SampledSolution: drawn.SampledSolution{FeasiblePoint: s.FeasiblePoint}, renyi: unit * s.R,
					path: func() (shift.Path, bool) { return p.Path(s, h.run.T) }}
			}
		}
	}
	return best
}

// hiddenPrograms returns the programs whose moduli the run meets: the smallest linear one, and the clipped one z+2ηC if the
// linear one expands.
func hiddenPrograms(r run.Run) []drawn.DrawnProgram {
	drift := mostDrift(r)
	var out []drawn.DrawnProgram
	linear, ok := modulus.Of(r.Step()).Linear()
	if ok {
		excess := linear.Excess
		if r.Adjacency == run.ZeroOut && excess < 0 {
			// A run on the data with the zeroed example shares only b−1 terms with its shifted copy;
			// the zeroed one's term contracts only by weight decay and the regulariser.
			own, _ := modulus.Clipped(r.Step())
			excess = max(excess, excess*(float64(r.B-1)/float64(r.B))+own.Excess/float64(r.B))
		}
		out = append(out, drawn.DrawnProgram{ChargedProgram: shift.ChargedProgram{
			FullBatch: shift.FullBatch{Excess: excess, Sensitivity: r.Sensitivity(), Diameter: r.Diameter}, Drift: drift}})
	}
	if !math.IsInf(drift, 1) && !(ok && linear.Excess <= 0) {
		out = append(out, drawn.DrawnProgram{Offset: drift, ChargedProgram: shift.ChargedProgram{
			FullBatch: shift.FullBatch{Sensitivity: drift, Diameter: r.Diameter}, Drift: drift}})
	}
	return out
}

// mostShares is the largest number of different shares β < 1 of the noise in one answer at a δ, since each takes a
// privacy loss distribution of its own. So do β = 1 and the Gaussian mechanism of the payments.
const mostShares = 4

// epsilon composes the privacy losses of the schedule with the best Rényi conversion, and those of all steps without hidden
// state.
func (h *hiddenBatches) epsilon(delta float64) (float64, error) {
	composed, err := composition.ComposedEpsilon(h.ctx, h.run, delta)
	delta = claim.AtMost(delta)
	if err != nil {
		composed = math.Inf(1) // the schedule may still give a value
	}
	_, at := convert.EpsilonUpper(h.renyi, delta)
	if math.IsNaN(at.Alpha) {
		return composed, err
	}
	best := h.at(at.Alpha)
	if best.Splits == nil || best.Paid == 0 && best.Tau == 0 {
		return composed, err
	}
	s := best.program.Regroup(h.run.T, best.SampledSolution, mostShares)
	var parts []pld.RepeatedStep
	for _, split := range s.Splits {
		parts = append(parts, h.part(split.Times, split.Beta))
	}
	if s.Paid > 0 { // one Gaussian mechanism for all payments
		parts = append(parts, pld.RepeatedStep{Step: pld.Gaussian(h.run.IterateNoise() / math.Sqrt(s.Paid)), Times: 1})
	}
	hidden, err := pld.EpsilonWithin(work.From(h.ctx), delta, parts...)
	if composed < hidden {
		return composed, nil
	}
	return hidden, err
}

// part returns a number of sampled steps under the share β of the noise.
func (h *hiddenBatches) part(times int, beta float64) pld.RepeatedStep {
	return pld.RepeatedStep{Step: h.step.Loss(stepwise.MostRate(h.run), math.Sqrt(beta)*h.step.U), Times: times}
}
