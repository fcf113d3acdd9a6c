package window

import (
	"context"
	"math"
	"sort"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/internal/mutants"
)

// The window at a δ (window.md, section 2).

// lossSplit is a window, and the part ε₀ of the loss that is left to what came before it.
type lossSplit struct {
	steps int
	loss  float64
	about float64 // the whole run's ε, approximately, by Rényi divergences
}

// forgotten is at least F(γ), ln γ = loss: the E_γ that the last m steps leave between the two runs before them.
func (w *composedWindow) forgotten(m int, loss float64) float64 {
	if mutants.ForgottenWindow.On() || m >= w.run.T {
		return 0
	}
	a, excess := w.before(m), math.Expm1(loss)*(1-1e-15)
	least := a
	if left, tried := w.left[m]; tried {
		least = min(least, a*math.Exp(left)*(1+1e-9))
	}
	for i := range w.batches {
		least = min(least, w.batches[i].forgets(w.tried, a, m, excess))
	}
	return least
}

// epsilon is the least answer over windows, and the steps of the window. The answer of a window is ε₀ plus the ε
// of its steps at the δ that is left by either of
//
//	E_{γ₀γ₁} ≤ F(γ₀) + γ₀δ_m(γ₁)   and   E_{γ₀γ₁} ≤ δ_m(γ₁) + γ₁F(γ₀).
func (w *composedWindow) epsilon(ctx context.Context, delta float64) (epsilon float64, steps int, err error) {
	const finalists = 3
	epsilon, steps = math.Inf(1), w.run.T
	sketches := w.sketches(delta)
	for _, d := range append(w.plain(delta), sketches[:min(finalists, len(sketches))]...) {
		e, failed := w.divided(ctx, d, delta)
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

// plain is the shortest window with ε₀ = 0 whose F(1) is a small share of δ, if there is one.
func (w *composedWindow) plain(delta float64) []lossSplit {
	const share = 0.1 // of δ
	for _, m := range w.windows {
		if w.forgotten(m, 0) <= share*delta {
			return []lossSplit{{steps: m}}
		}
	}
	return nil
}

// divided is the ε of the whole run by a split, with the composed privacy losses of the window.
func (w *composedWindow) divided(ctx context.Context, d lossSplit, delta float64) (float64, error) {
	window, before := w.alikeAt(ctx, d.steps), w.forgotten(d.steps, d.loss)
	rest := (delta - before) * math.Exp(-d.loss) * (1 - 1e-14)
	if d.steps == w.run.T {
		rest = delta
		if w.run.Scheme.Sampled() {
			rest = claim.AtLeast(delta) // as stated: other rows compose all steps at this δ, and the answer is kept
		}
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

// alikeAt is the ε at a δ of so many steps that start alike.
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

// sketches are splits with their approximate ε, from the best on. One is the window of all steps.
func (w *composedWindow) sketches(delta float64) (out []lossSplit) {
	best := lossSplit{steps: w.run.T, about: w.converted(w.drawn.alike)(w.run.T, delta)}
	windows := w.hopeful(w.windows, best.about, delta)
	if len(windows) == 0 { // the mean over batches is not asked, which takes longer than composition
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
	// Windows and losses near the best, between those that were tried.
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

// hopeful are the windows that leave less than delta of what came before them if ε₀ is as large a part of the loss about as any
// that is tried. Others are of no use to a run whose ε is about.
func (w *composedWindow) hopeful(windows []int, about, delta float64) (out []int) {
	for _, m := range windows {
		if w.forgotten(m, largestShare*about) < delta {
			out = append(out, m)
		}
	}
	return out
}

// lossShares are the shares, of the ε of a window alone, that are tried for ε₀.
var lossShares = []float64{0, 0.01, 0.02, 0.04, 0.07, 0.1, 0.15, 0.2, 0.3, largestShare}

const largestShare = 0.45

// converted is the ε at a δ of m steps by their Rényi divergences, alike, at a few orders.
func (w *composedWindow) converted(alike func(m int, alpha float64) float64) func(m int, delta float64) float64 {
	var alphas []float64
	for i := 0; ; i++ {
		const hopeless = 700 // the (α − 1)·D_α above which an order is of no use
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
