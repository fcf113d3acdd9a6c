package sampled

import (
	"context"
	"fmt"
	"math"
	"slices"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/pld"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/renyi"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/shift/drawn"
	"lastiterate/bounds/internal/shift/ray"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// SampledShift is the shift program for batches of b distinct examples drawn
// afresh, in secret, at every step, q = b/n: Theorem 3.12 of Chien and Li 2024,
// repaired. A step spends the share β of its noise on hiding whether the batch
// holds the differing example, and the rest on the distance that hidden state
// still hides:
//
//	ε(α) = min_{τ,β,a} Σ_{t≥τ} ( S*_α(q, √β_t·σ/s) + αa_t²/(2σ²(1−β_t)) ),
//	z_{t+1} = m(z_t) − a_t ≥ 0,   z_T = 0,   z_τ = Δ_τ,
//
// of Poisson batches with payments that follow the size of the others' batch A,
//
//	a_t = (m_{|A|}(z_t) − z_{t+1})₊,   ln E_A exp((α−1)αa_t²/(2σ²(1−β_t)))/(α−1) in place of αa_t²/(2σ²(1−β_t)),
//
// or the shift optimum of the worst sequence of batches, or what steps without the
// example forget (leastForgetful), whichever is smallest.
// shift/sampled.md proves it.
var SampledShift = &theorem.Theorem{
	ID:     "shift-sampled",
	Name:   "Shift, sampled batches",
	Source: proof.Ours("the shift theorem for sampled batches, bounds/internal/shift/sampled.md"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "The shift program for sampled batches, Chien–Li's Theorem 3.12 repaired: each step's noise hides the batch with one share and " +
		"pays off distance with the other.",
	Formula: `\varepsilon(\alpha) = \min_{\tau,\,\beta,\,a} \sum_{t=\tau}^{T-1} \left( S^*_\alpha\!\left(\frac{b}{n}, ` +
		`\frac{\sqrt{\beta_t}\,\sigma}{s}\right) ` +
		`+ \frac{\alpha a_t^2}{2\sigma^2(1-\beta_t)} \right), \quad z_{t+1} = m(z_t) - a_t \ge 0, \quad z_\tau = \Delta_\tau, \quad z_T = 0`,
	Symbols: "S* is the Rényi divergence of one sampled step, in both directions; β_t is the share of step t’s noise that hides its " +
		"batch; z_t is the distance between the two runs that is still hidden before step t, and a_t what the step’s noise pays of it; m(z) is " +
		"how far apart a step leaves two points that were z apart; Δ_τ is how far apart the two runs can be at step τ.",
	Slow:      proof.Always,
	Losses:    func(r run.Run) bool { return !stepwise.TellsBatches(r) },
	Decays:    true,
	Deletes:   true,
	Nonsmooth: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		h := []claim.Hypothesis{need.Scheme(r, run.WithoutReplacement, run.Poisson)}
		switch {
		case r.Scheme.FixedSize():
			h = append(h, need.FixedSize(r))
		case r.Nonsmooth(): // its levels' payments follow sizes by moduli that are nothing at 0
			h = append(h, need.Smooth(r))
		case r.Adjacency != run.ZeroOut:
			h = append(h, need.BoundedContribution(r))
		}
		return h
	},
	Prove: func(ctx context.Context, all run.Run) (claim.Proof, error) {
		r := all.ToDeletion()
		if !r.Scheme.FixedSize() {
			return poissonShift(ctx, r), nil
		}
		worst, until := worstBatches(r), r // what it pays
		if all.After > 0 {
			if paid := worstBeforeDeletion(all); paid.R < worst.R {
				worst, until = paid, all
			}
		}
		sigma := r.IterateNoise()
		ofWorst := proof.Gaussian(worst.R / sigma / sigma)
		ways := []proof.Alternative{{
			Renyi:   ofWorst.Renyi,
			Explain: proof.Paying(until, worst.Solution, func(found claim.Bound) string { return proof.PaidOff(until, found, worst.Tau, "a_t^2") }),
			Pay:     func(claim.Bound) claim.Payments { return proof.Written(until, worst, sampledApart(r)) },
		}}
		if forgets, factor, ok := leastForgetful(r); ok {
			ways = append(ways, proof.Alternative{Renyi: forgets,
				Pay: func(claim.Bound) claim.Payments {
					return claim.Payments{None: "the value for this run is what its noise forgets in steps without the differing example, which is not " +
						"made of distances and payments"}
				},
				Explain: func(found claim.Bound) ([]claim.Choice, string) {
					return []claim.Choice{claim.Chose("factor", factor)}, WriteForgetful(r, found, factor) + typeset.Direct(found)
				}})
		}
		note, epsilon := "the worst sequence of batches", (func(float64) (float64, error))(nil)
		if need.BoundedContribution(r).Holds {
			hidden := &hiddenBatches{ctx: ctx, run: r, step: composition.SampledStep(r.Step())}
			ways = append(ways, proof.Alternative{Renyi: hidden.renyi, Pay: hidden.pay, Explain: hidden.explain})
			if all.After > 0 {
				ways = append(ways, hidden.thenResting(all))
			}
			note, epsilon = hidden.step.Note, hidden.epsilon
		}
		g := proof.LeastOf(ways...)
		pay := g.Pay
		g.Pay = func(found claim.Bound) claim.Payments {
			p := proof.ThenResting(pay(found), all.After)
			p.OneOrder = true
			return p
		}
		g.Mu, g.Epsilon, g.Note, g.Certify = ofWorst.Mu, epsilon, note, nil
		return g.Upper(), nil
	},
}

// leastForgetful is Ye and Shokri's Theorem 4.3 under the weakest strong convexity
// that serves it best. It is stated for η < 2/(m+L); a loss of strong convexity m has
// that of every smaller m' too, and in the limit of m' = 2/η − L the factor 1 − ηm' is
// ηL − 1. So c is max(|1−ηm|, |1−ηL|) whatever the step size, and a larger m never
// loses what a smaller one gives.
func leastForgetful(r run.Run) (rdp func(alpha float64) float64, factor float64, ok bool) {
	step, holds := modulus.StronglyConvex(r.Step())
	if !holds || !(step.Excess < 0) {
		return nil, 0, false
	}
	return Forgetful(r, step.Excess), 1 + step.Excess, true
}

// worstBatches is the optimum of the shift program in which every step may use
// the differing example: hockey-stick divergences are jointly convex, so the
// worst sequence of batches bounds them all.
func worstBatches(r run.Run) proof.Candidate {
	s := r.Sensitivity()
	worst := proof.WrittenBy(shift.Solution{R: float64(r.T) * s * s, P: s}, func() shift.Path { return shift.Every(r.T, 1, s) })
	moduli := modulus.Of(r.Step())
	// m(z) ≤ cz+d and m*(z)+s ≤ cz+d+s, whether or not the step uses it.
	if m, ok := moduli.Linear(); ok {
		if r.B == r.N { // every step does
			m, _ = moduli.Visit(r.Step()).Linear()
		}
		worst = worst.Cheaper(ordered.EveryStep(shift.FullBatch{Excess: m.Excess, Sensitivity: s, Diameter: r.Diameter}, r.T))
	}
	if clip, holds := modulus.Clipped(r.Step()); holds && r.Bounded() {
		worst = worst.Cheaper(ordered.EveryStep(shift.FullBatch{Excess: clip.Excess, Sensitivity: r.Step().Drift(), Diameter: r.Diameter}, r.T))
	}
	return worst
}

// hiddenBatches solves the program at each order asked for.
type hiddenBatches struct {
	ctx  context.Context
	run  run.Run
	step composition.SampledMechanism
	best memo.Of[float64, hiddenOptimum]
}

// hiddenOptimum is the program's solution at one order, for the modulus that
// served best; a program of rays has no splits.
type hiddenOptimum struct {
	drawn.SampledSolution
	program drawn.Sampled
	renyi   float64
	path    func() (shift.Path, bool) // writes its steps out
}

// explain tells where the window begins and how its steps split their noise.
func (h *hiddenBatches) explain(found claim.Bound) ([]claim.Choice, string) {
	best := h.at(found.Alpha)
	chosen := proof.Window(h.run, best.Tau)
	text := SampledProgram(h.run, found, best.Tau, `S^*`, `\sqrt{\beta_t}`, h.step.U)
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

// SampledProgram is Σ S_α(q, share·u) + αa²/(2σ²(1−β)) with its value.
func SampledProgram(r run.Run, found claim.Bound, tau int, divergence, share string, u float64) string {
	alpha, _ := typeset.AtOrder(found)
	return fmt.Sprintf(`\varepsilon(%s) = \sum_{t=%d}^{%d} \left( %s_{%s}\!\left(\frac{%d}{%d},\, %s \cdot %s\right) + \frac{%s\, `+
		`a_t^2}{2 \cdot %s (1-\beta_t)} \right) = %s`,
		alpha, tau, r.T-1, divergence, alpha, r.B, r.N, share, typeset.Number(u), alpha, typeset.Squared(r.IterateNoise()),
		typeset.Number(found.Renyi))
}

// renyi is ε(α), +Inf once the question is withdrawn.
func (h *hiddenBatches) renyi(alpha float64) float64 {
	return h.at(alpha).renyi
}

func (h *hiddenBatches) at(alpha float64) hiddenOptimum {
	if s, known := h.best.Known(alpha); known {
		return s
	}
	if h.ctx.Err() != nil {
		return hiddenOptimum{renyi: math.Inf(1)}
	}
	return h.best.Get(alpha, func() hiddenOptimum { return h.solve(alpha) })
}

// hide is S*_α(q, √β·σ/s) in squared lengths: of what the unit α/(2σ²) multiplies.
func (h *hiddenBatches) hide(alpha float64) (cost func(beta float64) float64, unit float64) {
	sigma, q := h.run.IterateNoise(), stepwise.MostRate(h.run)
	unit = alpha / 2 / sigma / sigma
	costs := composition.Hiding.Get(h.ctx, composition.SamplingOf(h.run.Step()), func(context.Context) *composition.HidingCosts {
		return &composition.HidingCosts{Most: composition.MostHidingCosts}
	})
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
				best = hiddenOptimum{SampledSolution: drawn.SampledSolution{Solution: s.Solution}, renyi: unit * s.R,
					path: func() (shift.Path, bool) { return p.Path(s, h.run.T) }}
			}
		}
	}
	return best
}

// hiddenPrograms are the programs whose moduli the run meets: the smallest
// linear one, and the clipped one z+2ηC where the linear one expands.
func hiddenPrograms(r run.Run) []drawn.Sampled {
	drift := mostDrift(r)
	var out []drawn.Sampled
	linear, ok := modulus.Of(r.Step()).Linear()
	if ok {
		excess := linear.Excess
		if r.Adjacency == run.ZeroOut && excess < 0 {
			// A run on the data with the zeroed example shares only b−1 terms
			// with its shifted copy; the zeroed one does what decay and a regulariser do.
			own, _ := modulus.Clipped(r.Step())
			excess = max(excess, excess*(float64(r.B-1)/float64(r.B))+own.Excess/float64(r.B))
		}
		out = append(out, drawn.Sampled{Charged: shift.Charged{
			FullBatch: shift.FullBatch{Excess: excess, Sensitivity: r.Sensitivity(), Diameter: r.Diameter}, Drift: drift}})
	}
	if !math.IsInf(drift, 1) && !(ok && linear.Excess <= 0) {
		out = append(out, drawn.Sampled{Offset: drift, Charged: shift.Charged{
			FullBatch: shift.FullBatch{Sensitivity: drift, Diameter: r.Diameter}, Drift: drift}})
	}
	return out
}

// mostParts limits the privacy loss distributions that are composed for one
// answer.
const mostParts = 4

// epsilon composes the privacy losses of the schedule that serves the Rényi
// conversion best, and those of all steps without hidden state.
func (h *hiddenBatches) epsilon(delta float64) (float64, error) {
	composed, err := composition.ComposedEpsilon(h.ctx, h.run, delta)
	delta = claim.AtMost(delta)
	if err != nil {
		composed = math.Inf(1) // the schedule may still do
	}
	_, at := convert.EpsilonUpper(h.renyi, delta)
	if math.IsNaN(at.Alpha) {
		return composed, err
	}
	best := h.at(at.Alpha)
	if best.Splits == nil || best.Paid == 0 && best.Tau == 0 {
		return composed, err
	}
	s := best.program.Regroup(h.run.T, best.SampledSolution, mostParts)
	var parts []pld.Part
	for _, split := range s.Splits {
		parts = append(parts, h.part(split.Times, split.Beta))
	}
	if s.Paid > 0 { // one Gaussian mechanism for all that is paid off
		parts = append(parts, pld.Part{Step: pld.Gaussian(h.run.IterateNoise() / math.Sqrt(s.Paid)), Times: 1})
	}
	hidden, err := pld.EpsilonWithin(work.From(h.ctx), delta, parts...)
	if composed < hidden {
		return composed, nil
	}
	return hidden, err
}

// part is a number of sampled steps under the share β of the noise.
func (h *hiddenBatches) part(times int, beta float64) pld.Part {
	return pld.Part{Step: h.step.Loss(stepwise.MostRate(h.run), math.Sqrt(beta)*h.step.U), Times: times}
}
