package window

import (
	"math"

	"lastiterate/bounds/internal/mutants"
)

// The window at an order (window.md, section 2).

// renyi is the divergence of order alpha of the whole run by the best window, and the steps of that window.
func (w *composedWindow) renyi(alpha float64) (least float64, steps int) {
	w.solve()
	least, steps = w.allSteps(alpha), w.run.T
	for k := range w.known {
		for _, part := range []float64{0.25, 0.5, 0.75, 1} { // of the way from the order before
			if beta := order(k-1) + part*(order(k)-order(k-1)); beta > alpha {
				if e, m := w.after(alpha, beta, w.known[k]); e < least {
					least, steps = e, m
				}
			}
		}
	}
	return least, steps
}

// allSteps is the divergence of all steps composed, or of the last one over the whole domain.
func (w *composedWindow) allSteps(alpha float64) float64 {
	return min(w.alike(w.run.T, alpha), alpha*w.last)
}

// highestOrder is the highest order that is tried.
const highestOrder = 4096

// order is the i-th of the orders that are tried, in ascending order.
func order(i int) float64 { return 1 + math.Pow(2, float64(i)/2)/64 }

// solve bounds the divergence of what may come before a window at every order(i).
func (w *composedWindow) solve() {
	if w.known == nil {
		known := w.ofWholeUnits().divergences()
		w.known = known // once it is complete: a budget may end before
	}
}

// ofWholeUnits are the windows of a run of whole units. Its divergences bound every run that may come before a window of this one.
// This one's own need not: a run that ends within a unit may lose less than a shorter one that ends with a unit.
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

// wholeUnits is the number of steps of the units that hold every run before a window: T rounded down to whole units if windows begin
// with a unit, and otherwise up.
func (w *composedWindow) wholeUnits() int {
	steps := w.run.T - w.run.T%w.unit
	if w.anywhere && steps < w.run.T {
		steps += w.unit
	}
	return steps
}

// divergences bounds that of the whole run and of shorter ones at every order(i), possibly by that at a higher order: for one secret
// order, the mean over orders of divergences given the order (Proposition 4), so that nothing may enter by which places hide each
// other. What came before a window is bounded in the same way at a higher order, so orders are computed from the highest down.
// From an order on only the last step says anything about the whole run, if it does.
func (w *composedWindow) divergences() []float64 {
	const hopeless = 20 // the (α − 1)·D_α of a unit above which none are composed
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

// after is the divergence of order alpha by the best window, and the steps of that window, where before is the
// divergence of order beta = p·alpha before it.
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

// shrunk is the divergence of order beta after a kernel that leaves the share e^{left} of
// e^{(β−1)D} − 1.
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
