package forgetting

import (
	"math"
	"slices"
	"sync"

	"lastiterate/bounds/internal/errfloat"
)

// means returns the means of E_e over the places of a part, for shifts of both lengths.
func (w lastSteps) means(p part, logE float64) (far, near float64) {
	const profile = 20 // units of work
	w.work.Spend(4 * profile * len(p.places))
	excess := math.Expm1(logE)
	wholeFar, wholeNear := errfloat.Profile(w.far, logE), errfloat.Profile(w.near, logE)
	for _, place := range p.places {
		f := place.after(w.far, wholeFar, logE, excess)
		n := f
		if w.near != w.far {
			n = place.after(w.near, wholeNear, logE, excess)
		}
		far, near = far+place.weight*f, near+place.weight*n
	}
	return far * (1 + 1e-12), near * (1 + 1e-12)
}

// meansTable has the means at some e, in ascending order. In between it takes the chords, which is much quicker: they are
// above the divergences, which are convex in e.
type meansTable struct {
	logE, excess, far, near []float64
	shared                  []*sharedTable // none if all places have the same e
}

// tabulate makes the tables of all parts, with nodes values up to ln e = reach.
func (w *lastSteps) tabulate(reach float64, nodes int) {
	logE, excess := nodesOf(reach, nodes)
	var swaps [][]swapChoice
	for i := range w.parts {
		p, t := &w.parts[i], &meansTable{logE: logE, excess: excess}
		c := w.curvesOf(*p, logE, excess)
		t.far, t.near = c.means(c.far), c.means(c.near)
		if p.swapped {
			if swaps == nil {
				swaps = w.swapChoices(logE, excess)
			}
			t.far = swapped(t.far, swaps)
			for place, far := range c.far {
				c.far[place] = swapped(far, swaps)
			}
		}
		if len(p.places) > 1 {
			t.shared = c.share(p.rate, nodes > sketchNodes, w.work)
		}
		p.table = t
	}
}

// tabulateLater makes the tables when a mean is first needed. A window after which too much of the earlier difference remains
// never needs one.
func (w *lastSteps) tabulateLater(reach float64, nodes int) {
	w.tables = sync.OnceFunc(func() { w.tabulate(reach, nodes) })
}

// inParts returns at least E_γ of two runs that are alike before the window. With several parts it may return +Inf if that is not
// below `enough`.
func (w lastSteps) inParts(logGamma, enough float64) float64 {
	if w.tables != nil {
		w.tables()
	}
	return w.inWindow(w.parts, logGamma, enough)
}

// nodesOf returns nodes values of ln e up to reach, closer together near 0, and of e − 1.
func nodesOf(reach float64, nodes int) (logE, excess []float64) {
	for n := range nodes {
		x := float64(n) / float64(nodes-1)
		logE = append(logE, reach*x*(0.01+0.99*x))
		excess = append(excess, math.Expm1(logE[n]))
	}
	return logE, excess
}

// swapChoice is a share of ln e for a swap with an example before the window: F at that share, and the factor e of the share
// for the value at the rest of ln e. The rest lies on the chord before a node.
type swapChoice struct {
	before, times, along float64
	node                 int
}

// swapChoices returns the choices at each node that may be the least.
func (w lastSteps) swapChoices(logE, excess []float64) [][]swapChoice {
	all := make([][]swapChoice, len(logE))
	for n, logE := range logE {
		for _, x := range swapShares {
			if before := w.before(x * logE); before < 1 {
				node, along := chord(excess, math.Expm1((1-x)*logE*(1-1e-15)))
				all[n] = append(all[n], swapChoice{before, math.Exp(x * logE), along, node})
			}
		}
	}
	return all
}

// swapped returns `far` with the contribution of a swap with an example before the window: the least over the shares of ln e
// for the swap (E_e(B_ω‖A) in firstepoch.md, Theorem 4).
func swapped(far []float64, choices [][]swapChoice) []float64 {
	out := make([]float64, len(far))
	for n := range far {
		out[n] = 1
		for _, c := range choices[n] {
			if c.before < out[n] {
				out[n] = min(out[n], c.before+c.times*between(far[c.node-1], far[c.node], c.along)*(1+1e-12))
			}
		}
		if n > 0 {
			out[n] = min(out[n], out[n-1])
		}
	}
	return out
}

// at returns the values of the chords at e = 1 + excess, and those of the last node beyond it.
func (t *meansTable) at(excess float64) (far, near float64) {
	i, along := chord(t.excess, excess)
	return between(t.far[i-1], t.far[i], along) * (1 + 1e-12), between(t.near[i-1], t.near[i], along) * (1 + 1e-12)
}

// chord returns the node before which x lies, at least 1, and the weight of the node before that.
func chord(nodes []float64, x float64) (node int, share float64) {
	i, _ := slices.BinarySearch(nodes, x)
	switch {
	case i == 0:
		return 1, 1
	case i == len(nodes):
		return i - 1, 0
	}
	along := (nodes[i] - x) / (nodes[i] - nodes[i-1])
	return i, min(1, max(0, along)*(1+1e-12)+1e-15)
}

// between returns a value on the chord from a to b; share is the weight of a.
func between(a, b, share float64) float64 { return share*a + (1-share)*b }

var (
	// These are shares of ln γ, or ln e, that are tried: for the difference before the window, for a swap with an example
	// before it, and for the first of several parts. Every choice is valid.
	forgottenShares = []float64{0.01, 0.03, 0.1, 0.25, 0.5}
	swapShares      = []float64{0.01, 0.03, 0.06, 0.1, 0.17, 0.25, 0.37, 0.5}
	partShares      = []float64{0.2, 0.4, 0.05, 0.6, 0.8, 0.95} // the likely ones first
)

// before returns F(γ) at ln γ = loss: the difference of the two runs before the window that remains after it.
func (w lastSteps) before(loss float64) float64 {
	if w.start == 0 { // the runs are alike
		return 0
	}
	left := errfloat.Profile(w.slide, loss)
	if w.kernel != nil {
		left = min(left, w.kernel.Left(w.start, math.Expm1(loss)))
	}
	return left
}

// of returns H(γ) of a part at ln γ (Theorem 4).
func (w lastSteps) of(p part, logGamma float64) float64 {
	gained := math.Expm1(logGamma)
	excess, rho := gained/p.rate, (1+gained)/(1+gained/p.rate)
	if math.IsInf(gained, 1) {
		excess, rho = gained, p.rate
	}
	rho = min(1, rho)
	other := 1 - rho + 1e-15
	if p.table == nil {
		logE := math.Log1p(excess)
		if math.IsInf(excess, 1) {
			logE = logGamma
		}
		far, near := w.means(p, logE)
		_, plain := w.means(p, logGamma)
		return p.p * min(plain, other*far+rho*near)
	}
	_, plain := p.table.at(gained) // by joint convexity alone
	// The means fall in e, so the quotient must not be rounded up.
	excess *= 1 - 0x1p-52
	far, near := p.table.at(excess)
	least := min(plain, other*far+rho*near)
	for _, s := range p.table.shared {
		least = min(least, s.at(excess, 1+gained))
	}
	return p.p * least
}

// inWindow is inParts for some of the parts, one by one. If one part is not below `enough`, most ways of sharing ln γ among
// several need not be tried.
func (w lastSteps) inWindow(parts []part, logGamma, enough float64) float64 {
	if len(parts) == 1 {
		w.work.Spend(partUnits)
		return w.of(parts[0], logGamma)
	}
	least := math.Inf(1)
	for _, x := range partShares {
		w.work.Spend(partUnits)
		v, rest := w.of(parts[0], x*logGamma), math.Exp(x*logGamma)
		if v < enough {
			v += rest * w.inWindow(parts[1:], (1-x)*logGamma*(1-1e-15), (enough-v)/rest*(1+1e-14))
			least, enough = min(least, v), min(enough, v)
		}
	}
	return least
}

// partUnits is the work of H of one part, from its table.
const partUnits = 7

// at returns E_γ of both directions, from above.
func (w lastSteps) at(logGamma float64) float64 {
	least := errfloat.Profile(w.simple, logGamma)
	if w.start == 0 {
		return min(least, w.inParts(logGamma, 1)*(1+1e-12)+errfloat.Tiny)
	}
	w.work.Spend(400)
	for _, x := range forgottenShares {
		if v := w.before(x * logGamma); v < least {
			rest := math.Exp(x * logGamma)
			v += rest * w.inParts((1-x)*logGamma*(1-1e-15), (least-v)/rest*(1+1e-14))
			least = min(least, v*(1+1e-12)+errfloat.Tiny)
		}
	}
	return least
}

// losses returns the losses of the run by this window.
func (w lastSteps) losses() losses { return losses{w.at, w.parts[0].p, w.far, w.simple} }
