package pld

import (
	"math"

	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/work"
)

// An atom is a loss and its probability.
type atom struct{ loss, mass float64 }

// sketchPair samples a pair at equal steps of x. The trapezoidal rule makes the moments of the sketch accurate to several
// digits, more than choices need.
func sketchPair(m pair, tail float64) []atom {
	const n = 500
	low, high := cutoffs(m, tail)
	dx := (high - low) / n
	a := make([]atom, 0, n+1)
	for i := 0; i <= n; i++ {
		loss, logDensity := m.at(low + dx*float64(i))
		if mass := math.Exp(logDensity) * dx; mass > 0 {
			a = append(a, atom{loss, mass})
		}
	}
	return a
}

// halves returns the law whose positive losses are those of forward, and whose negative losses are the opposites of the
// positive losses of backward, a sketch of the other direction.
func halves(forward, backward []atom) []atom {
	s := make([]atom, 0, len(forward)+len(backward)+1)
	rest := 1.0
	put := func(loss, mass float64) {
		s = append(s, atom{loss, mass})
		rest -= mass
	}
	for _, v := range forward {
		if v.loss > 0 {
			put(v.loss, v.mass)
		}
	}
	for _, v := range backward {
		if v.loss > 0 {
			put(-v.loss, v.mass*math.Exp(-v.loss))
		}
	}
	return append(s, atom{0, max(0, rest)})
}

// cutOff cuts a sketch at the losses ±most, as connect does: a larger loss keeps its Q-mass, at the loss `most`, and lost is
// the rest of its probability.
func cutOff(sketch []atom, most float64) (cut []atom, lost float64) {
	for _, a := range sketch {
		if a.loss > most {
			kept := a.mass * math.Exp(most-a.loss)
			lost += a.mass - kept
			a = atom{most, kept}
		}
		a.loss = max(a.loss, -most)
		cut = append(cut, a)
	}
	return cut, lost
}

// sketchLoss groups a law on a grid into a few thousand atoms, finer where there is more
// mass.
func sketchLoss(l *PLD) []atom {
	const atoms = 2000
	a := make([]atom, 0, 2*atoms+1)
	var g atom
	n := 0
	for i, p := range l.p {
		g.mass += p
		g.loss += p * l.lossAt(i)
		if n++; g.mass > 0 && (g.mass > 1.0/atoms || n*atoms >= len(l.p)) {
			a = append(a, atom{g.loss / g.mass, g.mass})
			g, n = atom{}, 0
		}
	}
	if g.mass > 0 {
		a = append(a, atom{g.loss / g.mass, g.mass})
	}
	return a
}

// A blueprint is a sketch of a whole run in one direction.
type blueprint struct {
	parts [][]atom  // a sketch of each law of the run
	times []float64 // how often each is taken
	total float64   // number of steps
	lost  float64   // about the probability that a loss is cut off
	work  *work.Budget
}

// largest returns the largest loss of a step.
func (b *blueprint) largest() float64 {
	most := 0.0
	for _, part := range b.parts {
		for _, a := range part {
			most = max(most, a.loss)
		}
	}
	return most
}

// cumulants returns ln E exp(θ·L) of the run's loss L, and mean and variance of
// L under the law tilted by exp(θ·L).
func (b *blueprint) cumulants(theta float64) (log, mean, variance float64) {
	for i, part := range b.parts {
		b.work.Spend(atomUnits * len(part))
		var m0, m1, m2, top float64
		top = math.Inf(-1)
		for _, a := range part {
			top = max(top, theta*a.loss)
		}
		for _, a := range part {
			w := a.mass * math.Exp(theta*a.loss-top)
			m0 += w
			m1 += w * a.loss
			m2 += w * a.loss * a.loss
		}
		mu := m1 / m0
		log += b.times[i] * (top + math.Log(m0))
		mean += b.times[i] * mu
		variance += b.times[i] * max(0, m2/m0-mu*mu)
	}
	return log, mean, variance
}

// conversion returns θ·ln θ − (1+θ)·ln(1+θ): delta(e) <= exp(K(θ) − θe + conversion) (Canonne, Kamath, Steinke 2020,
// arXiv:2004.00010v6, Proposition 12).
func conversion(theta float64) float64 {
	return theta*-math.Log1p(1/theta) - math.Log1p(theta)
}

// bestTilt minimises f over θ, within a factor of e^7 of one over the standard deviation of the loss. Any θ is valid, so
// neither the scan nor the golden section needs care.
func (b *blueprint) bestTilt(f func(theta, logMoment float64) float64) float64 {
	_, _, variance := b.cumulants(0)
	unitTilt := -math.Log(max(math.Sqrt(variance), 1e-300))
	value := func(x float64) float64 {
		theta := math.Exp(x)
		k, _, _ := b.cumulants(theta)
		return f(theta, k)
	}
	const from, to, n = -7.0, 7.0, 20 // the scan: ends, and intervals between its points
	best, at := math.Inf(1), 0.0
	for i := 0; i <= n; i++ {
		x := unitTilt + from + (to-from)*float64(i)/n
		if v := value(x); v < best {
			best, at = v, x
		}
	}
	x1, x2 := scalar.Golden(at-(to-from)/n, at+(to-from)/n, 14, value)
	return short(math.Exp((x1 + x2) / 2))
}

// steeper returns a tilt of at least two over the standard deviation if that costs no more than a factor of e^6 in the
// Chernoff bound. The window grows like 1/θ, and delta near 1 needs no tilt at all.
func (b *blueprint) steeper(theta, epsilon float64) float64 {
	k, _, _ := b.cumulants(theta)
	_, _, variance := b.cumulants(0)
	least := short(2 / math.Sqrt(variance))
	if theta >= least || math.IsInf(least, 1) {
		return theta
	}
	if k1, _, _ := b.cumulants(least); k1-least*epsilon+conversion(least) <= k-theta*epsilon+conversion(theta)+6 {
		return least
	}
	return theta
}

// short rounds a choice to 12 bits, so that platforms whose math functions differ in the last bit choose alike, and their
// answers differ in the last bits only.
func short(x float64) float64 { return scalar.Short(x, 12) }
