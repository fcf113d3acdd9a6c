package forgetting

import (
	"math"

	"lastiterate/bounds/internal/mutants"
)

// The window at an order (sampledwindow.md, section 2).

// renyi is the divergence of order alpha of the whole run by the best window. It is interpolated
// between the two orders tried around alpha, because (α−1)D_α is convex.
func (w *sampledWindow) renyi(alpha float64) (least float64, steps int) {
	least, steps = w.whole(alpha), w.run.T
	i := 0
	for order(i) < alpha {
		i++
	}
	e, m := w.at(i)
	if i > 0 {
		below, _ := w.at(i - 1)
		share := (order(i) - 1) / (alpha - 1) * (alpha - order(i-1)) / (order(i) - order(i-1))
		e = min(e, (below+share*(e-below))*(1+1e-12))
	}
	if e < least {
		least, steps = e, m
	}
	return least, steps
}

// whole is the divergence of all steps composed, or of the last one over the whole domain.
func (w *sampledWindow) whole(alpha float64) float64 {
	return min(float64(w.run.T)*w.step(alpha), alpha*w.last)
}

// order is the i-th of the orders that are tried, in ascending order.
func order(i int) float64 { return 1 + math.Pow(2, float64(i)/2)/64 }

// at bounds the divergence of the whole run at order(i), possibly by that at a higher order, and says by how many
// steps. What came before the window is bounded in the same way at a higher order, so orders are computed from
// the highest down.
func (w *sampledWindow) at(i int) (least float64, steps int) {
	if w.known == nil {
		const highest, hopeless = 4096, 20 // the highest order that is tried, and the (α − 1)·D_α of a step above which one is not
		n := 1
		for order(n) <= highest && (order(n)-1)*w.step(order(n)) < hopeless {
			n++
		}
		w.known = make([]windowLoss, n)
		w.lowest = n
	}
	if i >= len(w.known) {
		return math.Inf(1), w.run.T
	}
	for ; w.lowest > i; w.lowest-- {
		j := w.lowest - 1
		best := windowLoss{w.whole(order(j)), w.run.T}
		for k := j + 1; k < len(w.known); k++ {
			if e, m := w.after(order(j), order(k)/order(j), w.known[k].epsilon); e < best.epsilon {
				best = windowLoss{e, m}
			}
		}
		if j+1 < len(w.known) && w.known[j+1].epsilon < best.epsilon {
			best = w.known[j+1]
		}
		w.known[j] = best
	}
	return w.known[i].epsilon, w.known[i].steps
}

// windowLoss is a divergence and the number of steps of its window.
type windowLoss struct {
	epsilon float64
	steps   int
}

// after is the divergence of order beta by the best window, where before is the divergence of order p·beta
// before the window.
func (w *sampledWindow) after(beta, p, before float64) (least float64, steps int) {
	least = math.Inf(1)
	if mutants.ForgottenWindow.On() {
		before = 0
	}
	if math.IsInf(before, 1) {
		return least, 0
	}
	each := w.step((p*beta - 1) / (p - 1))
	w.work.Spend(len(w.tried))
	for _, m := range w.tried {
		composed := float64(m) * each
		if composed >= least {
			break
		}
		if e := ((beta-1/p)/(beta-1)*shrunk(before, p*beta, w.left[m]) + composed) * (1 + 1e-12); e < least {
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
