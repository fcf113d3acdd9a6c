package window

import (
	"math"

	"lastiterate/bounds/internal/mutants"
)

// This file bounds Rényi divergences by windows (window.md, section 2).

// renyi returns the least bound on the divergence of order alpha of the whole run by any window, and the steps of that window.
func (w *composedWindow) renyi(alpha float64) (least float64, steps int) {
	w.solve()
	least, steps = w.allSteps(alpha), w.run.T
	for k := range w.known {
		for _, part := range []float64{0.25, 0.5, 0.75, 1} { // of the way from order(k−1) to order(k)
			if beta := order(k-1) + part*(order(k)-order(k-1)); beta > alpha {
				if e, m := w.after(alpha, beta, w.known[k]); e < least {
					least, steps = e, m
				}
			}
		}
	}
	return least, steps
}

// allSteps bounds the divergence of order alpha of the whole run without a window: by the composition of all steps, or by
// the last step over the whole domain.
func (w *composedWindow) allSteps(alpha float64) float64 {
	return min(w.alike(w.run.T, alpha), alpha*w.last)
}

// highestOrder is the highest Rényi order that is tried.
const highestOrder = 4096

// order returns the i-th Rényi order that is tried; they ascend.
func order(i int) float64 { return 1 + math.Pow(2, float64(i)/2)/64 }

// solve fills w.known with bounds, at every order(i), on the divergence of the steps that may come before a window.
func (w *composedWindow) solve() {
	if w.known == nil {
		known := w.ofWholeUnits().divergences()
		w.known = known // set only if complete: divergences panics if the budget ends
	}
}

// ofWholeUnits returns the windows of a run of whole units. The divergences of that run bound every run that may come before
// a window of w. The divergences of w's own run need not: a run that ends within a unit may lose less than a shorter one that
// ends with a unit.
func (w *composedWindow) ofWholeUnits() *composedWindow {
	if w.unit == 1 {
		return w
	}
	whole := *w
	whole.run.T = w.wholeUnits()
	if w.earlier != nil {
		whole.drawn.alike = w.earlier
	}
	whole.windows, whole.lengths = whole.ofUnits(0), nil
	return &whole
}

// wholeUnits returns a number of steps, in whole units, that no run before a window exceeds: T rounded down to whole units if
// windows begin with a unit, and otherwise T rounded up.
func (w *composedWindow) wholeUnits() int {
	steps := w.run.T - w.run.T%w.unit
	if w.anywhere && steps < w.run.T {
		steps += w.unit
	}
	return steps
}

// divergences returns, for each Rényi order(i), a bound on the divergence of the whole run and of every shorter run; a bound at a
// higher order may serve. If one secret order of the batches serves all epochs, it is the mean over these orders of Proposition 4,
// so nothing that relies on places hiding each other may be used. The steps before a window are bounded in the same way at a higher
// Rényi order, so the highest is computed first. From the first Rényi order at which composition is hopeless, only the last step
// gives a bound, +Inf if that row does not apply.
func (w *composedWindow) divergences() []float64 {
	const hopeless = 20 // the (α − 1)·D_α of a unit above which no units are composed
	n := 1
	for order(n) <= highestOrder && (order(n)-1)*w.step(order(n)) < hopeless {
		n++
	}
	all := n
	for order(all) <= highestOrder {
		all++
	}
	known := make([]float64, all)
	for i := all - 1; i >= 0; i-- {
		if i >= n {
			known[i] = order(i) * w.last
			continue
		}
		best := w.allSteps(order(i))
		if i+1 < all {
			best = min(best, known[i+1])
		}
		for k := i + 1; k < all; k++ {
			e, _ := w.after(order(i), order(k), known[k])
			best = min(best, e)
		}
		known[i] = best
	}
	return known
}

// after returns the least bound on the divergence of order alpha by any window, and the steps of that window. before bounds the
// divergence of order beta = p·alpha of the steps before the window.
func (w *composedWindow) after(alpha, beta, before float64) (least float64, steps int) {
	least = math.Inf(1)
	if mutants.ForgottenWindow.On() {
		before = 0
	}
	p := beta / alpha
	w.work.Spend(len(w.windows))
	for _, m := range w.windows {
		composed := w.alike(m, (beta-1)/(p-1))
		if composed >= least {
			break
		}
		left := w.remnantOf(m).renyi(beta)
		if before < math.Inf(1) {
			left = min(left, shrunk(before, beta, w.left[m]))
		}
		if e := ((alpha-1/p)/(alpha-1)*left + composed) * (1 + 1e-12); e < least {
			least, steps = e, m
		}
	}
	return least, steps
}

// shrunk returns the divergence of order beta after a kernel that multiplies e^{(β−1)D} − 1 by e^{left}.
func shrunk(divergence, beta, left float64) float64 {
	const large = 30
	if exponent := (beta - 1) * divergence; exponent > large { // here the −1 does not count
		if left += exponent; left > large {
			return (left + math.Exp(-left)) / (beta - 1)
		}
		return math.Log1p(math.Exp(left)) / (beta - 1)
	}
	return math.Log1p(math.Exp(left)*math.Expm1((beta-1)*divergence)) / (beta - 1)
}
