package window

import (
	"context"
	"math"
	"sort"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/mutants"
)

// This file bounds ε at a δ by windows (window.md, section 2).

// lossSplit is a window, and the part ε₀ of the loss that is charged for the steps before it.
type lossSplit struct {
	steps int
	loss  float64 // ε₀
	about float64 // approximate ε of the whole run, by Rényi divergences
}

// forgotten returns an upper bound on F(γ), ln γ = loss: the E_γ of the two runs before the last m steps that remains after
// them.
func (w *composedWindow) forgotten(m int, loss float64) float64 {
	if mutants.ForgottenWindow.On() || m >= w.run.T {
		return 0
	}
	a, excess := w.before(m), math.Expm1(loss)*(1-1e-15)
	least := a
	if left, tried := w.left[m]; tried {
		least = min(least, max(a*math.Exp(left)*(1+1e-9), errfloat.Tiny)) // not 0: epsilonBy may multiply it by e^700
	}
	for i := range w.batches {
		least = min(least, w.batches[i].forgets(w.tried, a, m, excess))
	}
	return least
}

// epsilon returns the least ε at delta by any window, and the steps of that window. A window gives ε₀ plus the ε of its steps
// at the part of δ that one of these inequalities leaves for them:
//
//	E_{γ₀γ₁} ≤ F(γ₀) + γ₀δ_m(γ₁)   and   E_{γ₀γ₁} ≤ δ_m(γ₁) + γ₁F(γ₀).
func (w *composedWindow) epsilon(ctx context.Context, delta float64) (epsilon float64, steps int, err error) {
	const finalists = 3
	epsilon, steps = math.Inf(1), w.run.T
	sketches := w.sketches(delta)
	for _, d := range append(w.plain(delta), sketches[:min(finalists, len(sketches))]...) {
		e, failed := w.epsilonBy(ctx, d, delta)
		if failed != nil {
			err = failed
			continue
		}
		if e < epsilon {
			epsilon, steps = e, d.steps
		}
	}
	if !math.IsInf(epsilon, 1) {
		err = nil
	}
	return epsilon, steps, err
}

// plain returns the shortest window whose F(1) is a small share of δ, with ε₀ = 0; nothing if there is none.
func (w *composedWindow) plain(delta float64) []lossSplit {
	const share = 0.1 // a part of δ
	for _, m := range w.windows {
		if w.forgotten(m, 0) <= share*delta {
			return []lossSplit{{steps: m}}
		}
	}
	return nil
}

// epsilonBy returns the ε of the whole run by a split, from the privacy losses of the window's steps.
func (w *composedWindow) epsilonBy(ctx context.Context, d lossSplit, delta float64) (float64, error) {
	window, before := w.alikeAt(ctx, d.steps), w.forgotten(d.steps, d.loss)
	rest := (delta - before) * math.Exp(-d.loss) * (1 - 1e-14)
	if d.steps == w.run.T {
		rest = delta
		if w.run.Scheme.Sampled() {
			rest = claim.AtLeast(delta) // the δ as stated: other rows have composed all steps at this δ, and the result is cached
		}
	}
	const leastNormal = 0x1p-1022 // a smaller rest may have been rounded up by half of it
	if !(rest >= leastNormal) {
		return math.Inf(1), nil
	}
	last, err := window(rest)
	if err != nil {
		return math.Inf(1), err
	}
	if before > 0 { // by the second inequality
		if rest := (delta - before*math.Exp(last)) * (1 - 1e-14); rest > 0 {
			if e, err := window(rest); err == nil {
				last = min(last, e)
			}
		}
	}
	if d.loss == 0 || mutants.LostLoss.On() {
		return last, nil
	}
	return (d.loss + last) * (1 + 1e-14), nil
}

// alikeAt returns the ε of the given number of steps that start alike, as a function of δ.
func (w *composedWindow) alikeAt(ctx context.Context, steps int) func(delta float64) (float64, error) {
	r := w.run
	r.T = steps
	p := w.drawn.whole(ctx, r)
	if p.Epsilon == nil {
		return func(delta float64) (float64, error) {
			return convert.GaussianEpsilonUpper(p.Mu, claim.AtMost(delta)), nil
		}
	}
	if w.uses == nil {
		return p.Epsilon
	}
	return func(delta float64) (float64, error) {
		composed, err := p.Epsilon(delta)
		if mean := w.uses.epsilon(steps, delta); mean < math.Inf(1) && (err != nil || mean < composed) {
			return mean, nil
		}
		return composed, err
	}
}

// sketches returns splits with their approximate ε, the smallest first. One of them is the window of all steps.
func (w *composedWindow) sketches(delta float64) (out []lossSplit) {
	best := lossSplit{steps: w.run.T, about: w.converted(w.drawn.alike)(w.run.T, delta)}
	windows := w.hopeful(w.windows, best.about, delta)
	if len(windows) == 0 { // the mean over batches takes longer than composition and is then not computed
		return []lossSplit{best}
	}
	converted := w.converted(w.alike)
	try := func(m int, loss float64) float64 {
		about := math.Inf(1)
		if left := delta - w.forgotten(m, loss); left > 0 {
			about = loss + converted(m, left*math.Exp(-loss))
		}
		if about < math.Inf(1) {
			out = append(out, lossSplit{m, loss, about})
		}
		return about
	}
	best.about = converted(w.run.T, delta)
	out = append(out, best)
	for _, m := range w.hopeful(windows, best.about, delta) {
		alone := converted(m, delta)
		if alone >= best.about {
			break
		}
		for _, share := range lossShares {
			if about := try(m, share*alone); about < best.about {
				best = out[len(out)-1]
			}
		}
	}
	// These are windows and losses near the best ones.
	for _, m := range []int{best.steps - w.unit, best.steps, best.steps + w.unit} {
		if best.steps == w.run.T || m < 1 || m >= w.run.T {
			continue
		}
		for _, factor := range []float64{0.7, 0.85, 1, 1.2, 1.4} {
			try(m, factor*best.loss)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].about < out[j].about })
	return out
}

// hopeful returns the windows after which less than delta of the difference before them remains, at the largest ε₀ that is
// tried for a run with the ε `about`. No other window can lower that ε.
func (w *composedWindow) hopeful(windows []int, about, delta float64) (out []int) {
	for _, m := range windows {
		if w.forgotten(m, largestShare*about) < delta {
			out = append(out, m)
		}
	}
	return out
}

// lossShares are the values of ε₀ that are tried, as shares of the ε of the window's steps alone.
var lossShares = []float64{0, 0.01, 0.02, 0.04, 0.07, 0.1, 0.15, 0.2, 0.3, largestShare}

const largestShare = 0.45

// converted returns a function of m and δ: the ε of m steps, converted from their Rényi divergences alike at a few orders.
func (w *composedWindow) converted(alike func(m int, alpha float64) float64) func(m int, delta float64) float64 {
	var alphas []float64
	for i := 0; ; i++ {
		const hopeless = 700 // the (α − 1)·D_α above which an order is useless
		alpha := order(i)
		if alpha > highestOrder || (alpha-1)*w.step(alpha) > hopeless {
			break
		}
		alphas = append(alphas, alpha)
	}
	return func(m int, delta float64) float64 {
		least := math.Inf(1)
		for _, alpha := range alphas {
			least = min(least, alike(m, alpha)+math.Log1p(-1/alpha)-math.Log(delta*alpha)/(alpha-1))
		}
		return max(0, least)
	}
}
