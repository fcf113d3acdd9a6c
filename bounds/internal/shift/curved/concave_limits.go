package curved

import (
	"math"

	"lastiterate/bounds/internal/modulus"
)

// A leap is n plain steps at once, or a visit and n plain steps, for lower limits where a
// table of single steps is too long. Plain steps from z to y cost at least
//
//	(z − u)²/w,   m(…m(u)) ≥ y,   w = Σ_{j≤n} c^{−2j},
//
// where c ≥ 1 is m's least slope, so m's inverse shortens distances by c at least. u is the distance that leads to y without
// payments, and the payments a_j add at most a_j·c^{−j} to it. For a leap that begins with a visit, m*(z) + s takes the place
// of z, and w is larger by 1 (shift.md, section 8).
const (
	// leastLeaps and mostLeaps bound the number of nodes in a leap of an optimal path.
	leastLeaps = 1.5
	mostLeaps  = 4
	// flows is the number of parts into which a leap is divided to bound u.
	flows = 8
)

// leapSize returns the number of steps in a leap, and the number of nodes, for an optimal path of the given steps. ok is
// false if there are too many epochs for a table.
func (w *solver) leapSize(steps float64) (n int, fine float64, ok bool) {
	T := min(steps, float64(w.T))
	count := longerWindows*T + 2*min(float64(w.Period), float64(w.T)) // steps in the table
	size := min(float64(w.Period-1), max(2, math.Ceil(math.Sqrt(count*T*mostLeaps/layerWork))))
	fine = min(mostLeaps, layerWork*size*size/T/count)
	return int(size), fine, size > 1 && fine >= leastLeaps
}

// leaps returns a table of leaps of n steps from top, with fine nodes in each. A layer is the last visit, a whole leap or, at
// the beginning of an epoch, the visit with a shorter leap. A window that begins within a leap may cost less than the table
// says, by at most `within`.
func (w *solver) leaps(top float64, n int, fine, spare float64) (t *layers, within float64) {
	period := (w.Period-2)/n + 1
	rest := w.Period - 1 - (period-1)*n
	whole, short, visit := w.plain, w.plain, w.visit
	z := w.nodes(top, spare, fine/float64(n), maxNodes)
	t = w.newLayers(z, layerWork, func(i int) *growth {
		switch {
		case i == 1:
			return &w.visit
		case (i-1)%period == 0:
			return &visit
		}
		return &whole
	})
	t.period, t.after, t.visit = period, &short, &visit
	t.reach[&whole] = w.newLeap(z, n)
	leap := w.newLeap(z, rest)
	t.reach[&short] = leap
	leap.x, leap.dip = t.reach[&w.visit].x, append([]float64(nil), t.reach[&w.visit].dip...)
	leap.weight++
	for i := range leap.dip {
		leap.dip[i] *= (1 + 1e-15) / leap.weight
	}
	t.reach[&visit] = leap
	// within is for a window that begins within a leap, with payments that keep it at the top before.
	k, _ := w.plain.added(top)
	return t, float64(n) * k * k * (1 + 1e-14)
}

// newLeap returns the reach of n plain steps from the nodes of a grid.
func (w *solver) newLeap(z []float64, n int) reach {
	r := reach{x: z, dip: make([]float64, len(z)-1), from: append([]float64(nil), z...), weight: float64(n)}
	if c := w.slope * w.slope; c > 1 {
		r.weight = min(r.weight, -math.Expm1(-float64(n)*math.Log(c))/(c-1)*(1+1e-12))
	}
	parts := min(n, flows)
	for i := range parts {
		// m(…m(u)) ≥ u + p(m(u) − u) after p steps, so u is at least the distance that leads to y.
		var many modulus.Min
		for _, m := range w.plain.moduli {
			p := float64(n*(i+1)/parts - n*i/parts)
			m.Excess, m.Offset, m.Holder = p*m.Excess, p*m.Offset, p*m.Holder
			many = append(many, m)
		}
		for j, u := range r.from {
			r.from[j] = min(u, many.Inverse(u)*(1+4e-14))
		}
	}
	for j := range r.dip {
		gap := (z[j+1] - z[j]) / 2
		r.dip[j] = gap * gap / r.weight * (1 + 1e-15)
	}
	return r
}

// windowLimit returns a lower limit, by leaps, on the cost of windows of about that many steps from top; 0 if none is known.
func (w *solver) windowLimit(steps, spare float64) float64 {
	n, fine, ok := w.leapSize(steps)
	if !ok {
		return 0
	}
	t, within := w.leaps(w.top, n, fine, spare)
	return w.windows(t, new([]int)) - within
}

// epochLimit returns a lower limit, by leaps, on the cost of a visit from 0 and the steps after it; 0 if none is known.
func (w *solver) epochLimit(steps float64) float64 {
	n, fine, ok := w.leapSize(steps)
	if !ok {
		return 0
	}
	t, _ := w.leaps(w.Sensitivity, n, fine, 0)
	kind := t.kind
	t.kind = func(i int) *growth { return kind(i + 1) }
	low, whole := w.epochTable(t, t.visit)
	if !whole {
		return 0
	}
	return low
}

// fallLimit returns a lower limit on the cost of any path from top to 0 within T steps. Spread each visit's s over the B
// steps that begin with the visit. Then y = z − s(1−p/B), p steps into an epoch, falls from at least top − s(1−1/B) to the
// distance ζ before the last visit. That visit costs (s+ζ)² or more, and a step from y to y' at least
//
//	(r + y − y')² + μ ≥ 2(r + √(r²+μ))(y−y'),   r = s/B + m*(y) − y,
//
// less μT for the fees of T steps. The same holds with m in place of m*, if s is reduced by the largest
// difference of the two (shift.md, section 8).
func (w *solver) fallLimit(mu float64) float64 {
	if w.Period == 1 { // every step is a visit
		return w.fallLimitOf(&w.visit, w.Sensitivity, mu)
	}
	// These bound the most by which m exceeds m*, on cells with ends a hundredth apart; the last cell reaches from 0 to a
	// millionth of top.
	const cell, lastCell = 0.99, 1e-6
	less, high := 0.0, w.top
	for high > w.top*lastCell {
		low := high * cell
		k, _ := w.plain.added(high)
		visit, _ := w.visit.added(low)
		less, high = max(less, k-visit), low
	}
	k, _ := w.plain.added(high)
	return max(w.fallLimitOf(&w.visit, w.Sensitivity, mu), w.fallLimitOf(&w.plain, w.Sensitivity-max(less, k)*(1+1e-12), mu))
}

// fallLimitOf is fallLimit if every step grows by g, and a visit adds s besides. If s < 0, y is up to −s above z, and g adds
// no less to z than to y + s.
func (w *solver) fallLimitOf(g *growth, s, mu float64) float64 {
	share, above := s/float64(w.Period), max(0, -s)
	rate := func(y float64) float64 {
		k := 0.0
		if y > above || s >= 0 {
			k, _ = g.added(y - above)
		}
		r := share + k
		root := math.Sqrt(r*r + mu)
		if r < 0 {
			return 2 * min(mu/(root-r), w.Sensitivity+y) // the same, without its cancellation
		}
		return 2 * min(r+root, w.Sensitivity+y)
	}
	top := max(0, w.top-max(0, s-share))
	return w.integrated(w.Sensitivity*w.Sensitivity, top, mu, mu == 0 && s >= 0, rate)
}
