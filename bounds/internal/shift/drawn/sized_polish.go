package drawn

import "math"

// halved returns the legs, those of several steps divided in two.
func halved(legs []Leg) (out []Leg) {
	for _, l := range legs {
		first := l.Steps / 2
		if first == 0 {
			out = append(out, l)
			continue
		}
		a, b := l, l
		a.Steps, b.Steps = first, l.Steps-first
		a.To = l.From + (l.To-l.From)*float64(first)/float64(l.Steps)
		if l.Ratio {
			a.To = l.From * math.Pow(l.To/l.From, float64(first)/float64(l.Steps))
		}
		b.From = a.To
		out = append(out, a, b)
	}
	return out
}

// polish moves each level between two legs to where these cost least, and tries one step more or less in each leg. It returns
// the step at which the first leg begins.
func (w *sizedWalk) polish(legs []Leg, sweeps int) (tau int) {
	shares := make([]int, len(legs))
	tau = w.T
	for _, l := range legs {
		tau -= l.Steps
	}
	divide := func() {
		for i := range legs {
			l := &legs[i]
			var least float64
			least, shares[i] = w.bestShare(*l, shares[i])
			for _, more := range []int{1, -1} {
				other := *l
				if other.Steps += more; other.Steps < 1 || tau < more || legs[0].From < w.Diameter && legs[0].From < w.Apart(tau-more) {
					continue
				}
				if c, share := w.bestShare(other, shares[i]); c < least {
					least, shares[i], *l = c, share, other
					tau -= more
				}
			}
			l.Beta = w.shares.at(shares[i]).beta
		}
	}
	for i, l := range legs {
		shares[i] = w.shares.of(l.Beta)
	}
	divide()
	const first, narrower = 0.5, 0.7 // levels move by up to half a step at first, and by less in each further sweep
	reach := first
	for range sweeps {
		for i := 1; i < len(legs); i++ {
			w.level(&legs[i-1], &legs[i], shares[i-1], shares[i], reach)
		}
		divide()
		reach *= narrower
	}
	return tau
}

// level moves the level between two legs, whose shares stay, to where both together cost least: to the bottom of a parabola
// through three levels no further apart than reach steps, or to one of these.
func (w *sizedWalk) level(a, b *Leg, before, after int, reach float64) {
	at := func(z float64) float64 {
		x, y := *a, *b
		x.To, y.From = z, z
		return w.cost(x, w.shares.at(before)) + w.cost(y, w.shares.at(after))
	}
	up, down := reach*(a.From-a.To)/float64(a.Steps), reach*(b.From-b.To)/float64(b.Steps)
	middle, least := a.To, at(a.To)
	above, below := at(middle+up), at(middle-down)
	try := func(z, c float64) {
		if c < least && z < a.From && z > b.To {
			least, a.To, b.From = c, z, z
		}
	}
	q, p := (above-least)/up, (least-below)/down
	if bend, slope := (q-p)/(up+down), (q*down+p*up)/(up+down); bend > 0 && !math.IsInf(bend, 1) {
		if z := middle - slope/(2*bend); z > middle-down && z < middle+up {
			try(z, at(z))
		}
	}
	try(middle+up, above)
	try(middle-down, below)
}
