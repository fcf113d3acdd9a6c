package window

import (
	"context"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// Shift is the shift optimum (ordered.Shift) of the last steps, for batches that come in an order: on a bounded domain the
// noise of these steps makes the run forget the earlier steps, and hides the uses among the last ones. It applies the theorem of
// [Sampled] to each order separately, and takes the mean over secret orders (window.md, Proposition 4).
var Shift = &theorem.Theorem{
	ID:     "shift-window",
	Name:   "Shift optimum of the last steps",
	Source: proof.Ours("the theorem on forgotten steps, with shifts, bounds/internal/row/window/window.md"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "The shift optimum of the last steps only, as if both runs began them at one point: on a bounded domain their noise makes " +
		"the run forget everything before them.",
	Formula: `\delta(\varepsilon_0 + \varepsilon_1) \le F(e^{\varepsilon_0}) + ` +
		`e^{\varepsilon_0}\, \mathbb{E}_A\, \delta_A(\varepsilon_1), \quad ` +
		profileLeft + `, \quad \varepsilon(\alpha) \le \frac{\alpha - 1/p}{\alpha - 1} \cdot ` +
		`\frac{\log \mathbb{E}_A\, e^{(\beta-1) R_A(\beta)}}{\beta - 1} + ` +
		`\frac{\log \mathbb{E}_A\, e^{(\alpha'-1)\, C_A(\alpha')}}{\alpha' - 1}`,
	Symbols: "A is the sequence of the epochs’ orders; if it is known, 𝔼_A is over that one sequence; " + windowSymbols +
		"; δ and C with index A are the losses of m steps that start alike; R with index A is the Rényi divergence that these steps " +
		"leave of what came before; p > 1 can be chosen freely, β = pα and α' = (pα−1)/(p−1).",
	Slow:         proof.Always,
	NoCurve:      true,
	Positions:    true,
	Decays:       true,
	Nonsmooth:    true,
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, q claim.Question) []claim.Hypothesis {
		return append(need.WithNonsmoothStep(r, need.Scheme(r, run.Cyclic, run.ShuffleOnce, run.Reshuffle), need.Projection(r),
			need.SeveralBatches(r), needSeveralEpochs(r)), ordered.Shift.Hypotheses(r, q)...)
	},
	Prove: func(ctx context.Context, r run.Run) (claim.Proof, error) {
		note := "The order may be known."
		if r.Order().Secret() {
			note = "The order is assumed secret and uniformly random."
		}
		return newComposedWindow(ctx, r, eachOrder(ctx, r)).proof(ctx, note), nil
	},
}

// eachOrder describes batches that come in an order; the shift program bounds the steps of a window. If one order serves all
// epochs, a window may begin anywhere, since its steps are those of a rotated order.
func eachOrder(ctx context.Context, r run.Run) drawn {
	d := drawn{unit: r.StepsPerEpoch(), anywhere: r.Order() != run.FreshOrder, apart: oneUse(r) * (1 + proof.UpperMargin)}
	shifts := newWindowShifts(ctx, r)
	d.alike = shifts.renyi
	d.whole = func(_ context.Context, of run.Run) proof.Parts {
		return proof.Parts{Epsilon: func(delta float64) (float64, error) { return shifts.epsilon(of.T, delta) }}
	}
	if r.Position > 0 { // the steps before a window may end with a use
		r.Position = 0
		d.earlier = newWindowShifts(ctx, r).renyi
	}
	return d
}

// windowShifts computes the shift optima of the windows of a run. The whole run counts as a window with nothing to forget.
type windowShifts struct {
	run   run.Run
	of    func(steps int) claim.Proof
	curve func(stepsAt) float64
}

// stepsAt is a number of steps and a Rényi order.
type stepsAt struct {
	steps int
	alpha float64
}

func newWindowShifts(ctx context.Context, r run.Run) *windowShifts {
	w := &windowShifts{run: r}
	w.of = memo.Func(func(steps int) claim.Proof {
		of := r
		of.T, of.Position = steps, w.place(steps)
		if mutants.EpochOfWindow.On() && steps > r.StepsPerEpoch() {
			of.T -= r.StepsPerEpoch()
		}
		if p, err := ordered.Shift.Prove(ctx, of); err == nil {
			return p
		}
		return proof.Linear(math.Inf(1)).Upper()
	})
	w.curve = memo.Func(func(at stepsAt) float64 { return w.of(at.steps).Curve(at.alpha) })
	return w
}

// place returns the example's place, from 1, in an order that begins with a window of the given steps; 0 if no place is stated.
func (w *windowShifts) place(steps int) int {
	if w.run.Position == 0 {
		return 0
	}
	bins := w.run.StepsPerEpoch()
	return ((w.run.Position-1-(w.run.T-steps))%bins+bins)%bins + 1
}

// unused reports whether a window of the given steps ends before the example's place.
func (w *windowShifts) unused(steps int) bool { return w.place(steps) > steps }

// margin raises the value of the whole run a little, so that the row "shift", which certifies the same value, answers.
func (w *windowShifts) margin(steps int) float64 {
	if steps < w.run.T {
		return 1
	}
	return 1 + 1e-9
}

func (w *windowShifts) renyi(steps int, alpha float64) float64 {
	if w.unused(steps) {
		return 0
	}
	return w.curve(stepsAt{steps, alpha}) * w.margin(steps)
}

func (w *windowShifts) epsilon(steps int, delta float64) (float64, error) {
	if w.unused(steps) {
		return 0, nil
	}
	s, err := w.of(steps).At(claim.Question{Delta: delta})
	return s.Epsilon * w.margin(steps), err
}
