package forgetting

import (
	"math"
	"slices"

	"lastiterate/bounds/internal/contraction"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/proof"
)

// means are the means of E_e over the places of a part, for shifts of both lengths.
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

// meansTable is the means at some e, in ascending order. In between the chords are used, which is much quicker:
// they are above the divergences, which are convex in e.
type meansTable struct{ logE, excess, far, near []float64 }

// tabulate makes the tables of all parts, of so many nodes up to ln e = reach.
func (w *lastSteps) tabulate(reach float64, nodes int) {
	for i := range w.parts {
		p, t := &w.parts[i], &meansTable{}
		for n := range nodes {
			x := float64(n) / float64(nodes-1)
			logE := reach * x * (0.01 + 0.99*x)
			far, near := w.means(*p, logE)
			if n > 0 {
				far, near = min(far, t.far[n-1]), min(near, t.near[n-1])
			}
			t.logE, t.excess, t.far, t.near = append(t.logE, logE), append(t.excess, math.Expm1(logE)), append(t.far, far),
				append(t.near, near)
		}
		if p.swapped {
			w.swap(t)
		}
		p.table = t
	}
}

// swap adds to a table what is left of a swap with an example before the window: the least
// over the shares of ln e that go to it (E_e(B_ω‖A) in firstepoch.md, Theorem 4).
func (w *lastSteps) swap(t *meansTable) {
	far := make([]float64, len(t.far))
	for n, logE := range t.logE {
		far[n] = 1
		for _, x := range swapShares {
			if v := w.before(x * logE); v < far[n] {
				left, _ := t.at(math.Expm1((1 - x) * logE * (1 - 1e-15)))
				far[n] = min(far[n], v+math.Exp(x*logE)*left)
			}
		}
		if n > 0 {
			far[n] = min(far[n], far[n-1])
		}
	}
	t.far = far
}

// at is the values of the chords at e = 1 + excess, and beyond the last node those of that node.
func (t *meansTable) at(excess float64) (far, near float64) {
	i, _ := slices.BinarySearch(t.excess, excess)
	switch {
	case i == 0:
		return t.far[0], t.near[0]
	case i == len(t.excess):
		return t.far[i-1], t.near[i-1]
	}
	along := (t.excess[i] - excess) / (t.excess[i] - t.excess[i-1])
	along = min(1, max(0, along)*(1+1e-12)+1e-15)
	chord := func(of []float64) float64 { return (along*of[i-1] + (1-along)*of[i]) * (1 + 1e-12) }
	return chord(t.far), chord(t.near)
}

var (
	// Shares of ln γ, or ln e, that are tried: for what came before the window, for a swap with an example before it,
	// and for the first of several parts. Every choice is valid.
	forgottenShares = []float64{0.01, 0.03, 0.1, 0.25, 0.5}
	swapShares      = []float64{0.01, 0.03, 0.06, 0.1, 0.17, 0.25, 0.37, 0.5}
	partShares      = []float64{0.2, 0.4, 0.05, 0.6, 0.8, 0.95} // the likely ones first
)

// before is F(γ) at ln γ = loss: what the window leaves of the difference of the two runs before it.
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

// of is H(γ) of a part at ln γ (Theorem 4).
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
	far, near := p.table.at(excess * (1 - 0x1p-52))
	return p.p * min(plain, other*far+rho*near)
}

// inWindow is at least E_γ of two runs that are alike before the window, part by part; +Inf if that
// is not below enough, which saves trying most ways of sharing ln γ among several parts.
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

// at is E_γ of both directions, from above.
func (w lastSteps) at(logGamma float64) float64 {
	least := errfloat.Profile(w.simple, logGamma)
	if w.start == 0 {
		return min(least, w.inWindow(w.parts, logGamma, 1)*(1+1e-12)+errfloat.Tiny)
	}
	w.work.Spend(400)
	for _, x := range forgottenShares {
		if v := w.before(x * logGamma); v < least {
			rest := math.Exp(x * logGamma)
			v += rest * w.inWindow(w.parts, (1-x)*logGamma*(1-1e-15), (least-v)/rest*(1+1e-14))
			least = min(least, v*(1+1e-12)+errfloat.Tiny)
		}
	}
	return least
}

// epsilon is the least ε, from above, at which at is at most delta; +Inf if none is found.
func (w lastSteps) epsilon(delta float64) float64 {
	e, err := proof.LeastMeeting(func(logGamma float64) bool { return w.at(logGamma) <= delta }, 1e3)
	if err != nil {
		return math.Inf(1)
	}
	return e
}

// widestReach is the largest ln e at which e does not overflow in products.
const widestReach = 650

// reach is an ln e beyond which shifts add next to nothing to the divergence of order alpha; 2 serves
// for a δ.
func (o walk) reach(alpha float64) float64 {
	return o.far * (o.far/2 + (max(alpha-2, 0)+1)*o.far + 13)
}

// renyi integrates the profile: chords between points, which are above it, and beyond the last point the profile
// of the simple Gaussian.
func (w lastSteps) renyi(alpha float64, points int) float64 {
	fine, end := w.reach(alpha), contraction.GaussianReach(alpha, w.simple)
	if max(fine, end) > widestReach {
		return math.Inf(1)
	}
	var logGamma, h []float64
	put := func(at float64) {
		v := w.at(at)
		if n := len(h); n > 0 {
			if !(at > logGamma[n-1]) {
				return
			}
			v = min(v, h[n-1])
		}
		logGamma, h = append(logGamma, at), append(h, v)
	}
	p := w.parts[0].p
	for i := range points + 1 {
		// Closer together near 1, where tiny rates see γ.
		x := float64(i) / float64(points)
		put(math.Log1p(p * math.Expm1(fine*x*(0.2+0.8*x))))
	}
	const further = 64
	for i, from := 1, logGamma[len(logGamma)-1]; i <= further; i++ {
		put(from + (end-from)*float64(i)/further)
	}
	return contraction.Integrated(alpha, w.simple, logGamma, h)
}
