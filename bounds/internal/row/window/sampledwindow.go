package window

import (
	"context"
	"fmt"
	"math"
	"slices"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/contraction"
	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// Sampled is composition over the last m steps of a run with sampled batches: on a bounded domain their noise makes the run
// forget the steps before. Let θ(γ) bound the E_γ between any two points of the domain after the m steps, θ = θ(1), let a
// bound the total variation of the two runs before the m steps, and let M be the run that starts them as the second run does
// and takes the first one's steps. Then
//
//	E_{γ₀γ₁}(W_T‖W'_T) ≤ a·θ(1 + (γ₀−1)/a) + γ₀·δ_m(γ₁),
//	D_α(W_T‖W'_T) ≤ (α−1/p)/(α−1)·D_{pα}(W_T‖M) + C_m((pα−1)/(p−1)),
//
// where C_m bounds the divergence of m steps that start alike. e^{(β−1)D_β(W_T‖M)} − 1 is at most θ times its value before
// the window, and at most the integral of the profile a·θ(1 + (γ−1)/a) (window.md).
var Sampled = proof.InWhole(&theorem.Theorem{
	ID:     "sampled-window",
	Name:   "Composition of the last steps",
	Source: proof.Ours("the theorem on forgotten sampled steps, bounds/internal/row/window/window.md"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "Composition over the last steps only: on a bounded domain their noise makes the run forget everything before them.",
	Formula: `\delta(\varepsilon_0 + \varepsilon_1) \le F(e^{\varepsilon_0}) + e^{\varepsilon_0} \delta_m(\varepsilon_1), \quad ` +
		profileLeft + `, \quad \varepsilon(\alpha) \le ` +
		`\frac{\alpha - 1/p}{\alpha - 1}\, D_{p\alpha} + C_m\!\left(\tfrac{p\alpha-1}{p-1}\right), \quad ` +
		`e^{(\beta-1)D_\beta} - 1 \le \theta_m \left(e^{(\beta-1)\varepsilon_{T-m}(\beta)} - 1\right)`,
	Symbols: windowSymbols + "; δ and C with index m are of m steps that start alike; D with an index is the Rényi divergence of that " +
		"order that these steps leave of what came before, which may also be that of the profile F; p > 1 can be chosen freely, β = pα.",
	Slow:         proof.Always,
	Losses:       composition.Composition.Losses,
	NoCurve:      true,
	Decays:       true,
	Nonsmooth:    true,
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, q claim.Question) []claim.Hypothesis {
		return append(need.WithNonsmoothStep(r, need.Scheme(r, run.WithoutReplacement, run.Poisson, run.Full), need.Projection(r)),
			composition.Composition.Hypotheses(r, q)...)
	},
	Prove: func(ctx context.Context, r run.Run) (claim.Proof, error) {
		w := newComposedWindow(ctx, r, eachStep(ctx, r))
		note := "The batches are assumed secret, and drawn anew at every step."
		if r.Rate().Certain() {
			note = "Every batch holds all examples; the bound no longer grows with T."
		}
		return w.proof(ctx, note), nil
	},
})

// profileLeft is the formula of F, the profile of the difference before the last steps that remains after them.
const profileLeft = `F(\gamma) = a\,\theta_m\!\left(1 + \tfrac{\gamma-1}{a}\right)`

// windowSymbols says what the letters of a window's formula mean, whatever its batches.
const windowSymbols = "m is the number of last steps; θ is what their noise leaves of the total variation between any two points of the " +
	"domain, and at an argument γ of their E_γ; a is the total variation between the two runs before them, and F what these " +
	"steps leave of it"

// proof answers by the best window.
func (w *composedWindow) proof(ctx context.Context, note string) claim.Proof {
	return proof.Solving(claim.Upper, note, func(q claim.Question) (claim.Solution, error) {
		epsilon, m, err := w.least(ctx, q)
		s := claim.Solved(q, epsilon)
		s.Explain = func() ([]claim.Choice, string) {
			return proof.Window(w.run, w.run.T-m), fmt.Sprintf(`m = %d, \quad %s`, m, typeset.Answered(s.Bound))
		}
		return s, err
	})
}

// composedWindow bounds a run by its last steps, for each length of a window that is tried.
type composedWindow struct {
	run run.Run
	drawn
	last    float64         // D_α/α of the last step, started from any two points of the domain
	tried   []int           // the lengths of stretches of steps that are tried, ascending
	windows []int           // the lengths of windows that are tried, ascending
	left    map[int]float64 // log θ for each length of a stretch or a window
	work    *work.Budget

	batches  []batchesOf
	remnants map[int]*remnant // by the steps of the window
	lengths  [][]int          // for tried[i] steps, the index in tried of the best stretch length at each excess; see usual
	uses     *knownUses       // nil if it does not apply

	known []float64 // bounds on the divergence, at each order(i), of the steps that may come before a window
}

// drawn describes how batches are drawn, and the losses of steps from one starting point.
type drawn struct {
	unit  int                                        // the steps whose batches are drawn together: one, or an epoch
	alike func(m int, alpha float64) float64         // the Rényi divergence of the last m steps, if they start alike
	apart float64                                    // an upper bound on the total variation that a unit adds
	whole func(context.Context, run.Run) proof.Parts // all steps of a run at a δ, if they start alike
	// anywhere says that windows need not begin with a unit, so that the steps before one may end within a unit.
	anywhere bool
	// earlier replaces alike for the steps before a window, which may end at any place; nil if alike holds for them too.
	earlier func(m int, alpha float64) float64
}

// oneUse bounds the total variation between two runs, one step after they start alike, if the step uses the example.
func oneUse(r run.Run) float64 {
	within, _ := errfloat.Normal(r.Sensitivity() / r.IterateNoise() / 2 * (1 + proof.UpperMargin))
	return within
}

// eachStep describes batches that are sampled anew at every step.
func eachStep(ctx context.Context, r run.Run) drawn {
	one := r
	one.T = 1
	step := memo.Func(composition.Composed(ctx, one).Renyi)
	return drawn{unit: 1, alike: func(m int, alpha float64) float64 { return float64(m) * step(alpha) }, whole: composition.Composed,
		apart: stepwise.MostRate(r) * oneUse(r) * (1 + proof.UpperMargin)}
}

// newComposedWindow computes θ for stretches and windows of all lengths that are tried.
func newComposedWindow(ctx context.Context, r run.Run, d drawn) *composedWindow {
	w := &composedWindow{run: r, drawn: d, left: map[int]float64{}, remnants: map[int]*remnant{}, work: work.From(ctx), last: math.Inf(1)}
	if theorem.Applies(ordered.LastStep.Hypotheses(r, claim.Question{})) {
		shift := stepwise.LastShift(r) / r.IterateNoise() * (1 + proof.UpperMargin)
		w.last = shift * shift / 2
	}
	x := certify.StatedOf(r)
	batches := anyBatch(r, x)
	for i := range batches {
		p := contraction.Problem{Period: 1, T: r.T, Plain: affine.Lines(batches[i].plain, x.Diameter), Work: w.work}
		p.Sigma, p.Diameter = x.Variance.Sqrt().Down(), x.Diameter.Up()
		b := &batches[i]
		b.kernels = p.Remembering().Kernels()
		b.left = memo.Func(func(steps int) float64 {
			return min(0, math.Log((b.kernels.Total(steps)+float64(steps)*b.beyond)*(1+1e-12)))
		})
	}
	w.batches = batches
	for m := 1; m < r.T && m < longestWindow; m += max(1, m/4) {
		w.tried = append(w.tried, m)
		w.left[m] = w.stretches(batches, m)
		if w.left[m] < faintest {
			break
		}
	}
	w.windows = w.tried
	if w.unit > 1 {
		w.windows = w.ofUnits(r.T % w.unit)
	}
	if w.anywhere {
		w.windows = w.beginningAnywhere()
	}
	if n := len(w.tried); n > 0 && w.unit == 1 {
		w.uses = newKnownUses(ctx, r, w.tried[n-1], w.step)
	}
	return w
}

const (
	longestWindow = 1_000_000 // steps of the longest window that is tried
	faintest      = -20_000   // the log θ below which longer windows gain nothing
)

// beginningAnywhere returns the lengths of windows that need not begin with a unit: the tried lengths below two units, and
// whole units.
func (w *composedWindow) beginningAnywhere() (out []int) {
	for _, m := range w.tried {
		if m < 2*w.unit && m != w.unit {
			out = append(out, m)
		}
	}
	out = append(out, w.ofUnits(0)...)
	slices.Sort(out)
	return out
}

// ofUnits returns the lengths of windows of whole units and `more` steps.
func (w *composedWindow) ofUnits(more int) (out []int) {
	for k := 0; ; k += max(1, k/4) {
		m := more + k*w.unit
		if m >= w.run.T || m >= longestWindow {
			return out
		}
		if m == 0 {
			continue
		}
		w.left[m] = w.stretches(w.batches, m)
		if out = append(out, m); w.left[m] < faintest {
			return out
		}
	}
}

// step bounds the Rényi divergence of a unit that starts alike.
func (w *composedWindow) step(alpha float64) float64 { return w.drawn.alike(w.unit, alpha) }

// stretches returns log θ for the given steps, which it divides into equal, independent stretches of the best length. A
// stretch with a batch whose size is outside the set counts as contracting nothing.
func (w *composedWindow) stretches(batches []batchesOf, steps int) float64 {
	least := 0.0
	for _, b := range batches {
		for _, length := range w.tried {
			if length > steps {
				break
			}
			least = min(least, b.left(length)*math.Floor(float64(steps)/float64(length))*(1-1e-12))
		}
	}
	return least
}

// before returns an upper bound on the total variation between the two runs before the last m steps. Every unit adds at most
// apart, which the steps after it multiply by their θ.
func (w *composedWindow) before(m int) float64 {
	steps := w.run.T - m
	if w.anywhere {
		steps = w.wholeUnits() - m // so that windows of whole units have one remnant
	}
	units := func(steps int) int { return (steps + w.unit - 1) / w.unit }
	sum, from := 0.0, 0
	for _, length := range w.tried { // after a unit and from to length−1 further steps at most the θ of from steps remains
		if from >= steps {
			break
		}
		to := min(length, steps)
		left := 1.0
		if from > 0 {
			left = math.Exp(w.left[from])
		}
		sum += float64(units(to)-units(from)) * left
		from = length
	}
	if from < steps && from > 0 {
		left, rest := math.Exp(w.left[from]), float64(units(steps)-units(from))
		// Beyond the longest stretch one stretch multiplies by θ, two by θ², and so on.
		sum += min(rest*left, float64(units(from))*left/(1-left))
	}
	return min(1, w.apart*sum*(1+1e-9))
}

// least returns the smallest ε for the question by any window, and the steps of that window.
func (w *composedWindow) least(ctx context.Context, q claim.Question) (epsilon float64, steps int, err error) {
	if q.Renyi() {
		epsilon, steps = w.renyi(q.Alpha)
		return epsilon, steps, nil
	}
	return w.epsilon(ctx, claim.AtMost(q.Delta))
}
