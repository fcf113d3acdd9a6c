package forgetting

import (
	"math"
	"slices"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/work"
)

// sharedTable is the mean over a part's places if each has an e of its own, of a given mean (firstepoch.md, Theorem 1): sums
// at the nodes of a meansTable, computed when they are asked for. On the chords on either side of a node no e is below γ.
type sharedTable struct {
	sharing
	rate  float64
	fits  bool    // the e minimise the whole value, not far alone
	nodes []*sums // nil until computed; far is +Inf if e cannot be that large
}

// curves are E_e of the places of a part at the nodes of a table, for shifts of both lengths, and their weights.
type curves struct {
	excess    []float64 // e − 1
	weight    []float64
	far, near [][]float64 // by place
	lends     int         // the first place that lends: from it on e is at most γ, before it at least γ
}

// curvesOf evaluates E_e of each place at all nodes, without swaps.
func (w lastSteps) curvesOf(p part, logE, excess []float64) curves {
	const profile = 20 // units of work
	c, nodes := curves{excess: excess, lends: len(p.places)}, len(excess)
	wholeFar, wholeNear := make([]float64, nodes), make([]float64, nodes)
	for n, loss := range logE {
		wholeFar[n], wholeNear[n] = errfloat.Profile(w.far, loss), errfloat.Profile(w.near, loss)
	}
	for _, place := range p.places {
		w.work.Spend(4 * profile * nodes)
		far := make([]float64, nodes)
		near := far
		if w.near != w.far {
			near = make([]float64, nodes)
		}
		for n, x := range excess {
			far[n] = place.after(w.far, wholeFar[n], logE[n], x)
			if w.near != w.far {
				near[n] = place.after(w.near, wholeNear[n], logE[n], x)
			}
			if n > 0 {
				far[n], near[n] = min(far[n], far[n-1]), min(near[n], near[n-1])
			}
		}
		c.weight, c.far, c.near = append(c.weight, place.weight), append(c.far, far), append(c.near, near)
	}
	return c
}

// means returns the means over the places at each node.
func (c curves) means(of [][]float64) (means []float64) {
	for n := range c.excess {
		sum := 0.0
		for place, weight := range c.weight {
			sum += weight * of[place][n]
		}
		means = append(means, sum*(1+1e-12))
	}
	return means
}

// sums are sums over the places, each with its own e: Σ weight·far and Σ weight·(far − near)/e over places with e above γ,
// and Σ weight·near over the others, whose e is γ, at a few γ.
type sums struct {
	far, saved float64
	plain      []float64
}

// sums adds up the places along chords. A place that borrows, with an excess of at most gained, may instead have e = γ; it
// does if that is less at the middle one of the γ.
func (c curves) sums(excess []float64, gained float64, plain []float64) sums {
	all := sums{plain: make([]float64, len(plain))}
	for place, x := range excess {
		i, along := chord(c.excess, x)
		n := between(c.near[place][i-1], c.near[place][i], along)
		f := max(n, between(c.far[place][i-1], c.far[place][i], along))
		if place < c.lends && x <= gained {
			at := plain[len(plain)/2]
			if rho := (1 + at) / (1 + x); c.plain(place, at) <= (1-rho)*f+rho*n {
				for k, at := range plain {
					all.plain[k] += c.weight[place] * c.plain(place, at)
				}
				continue
			}
		}
		all.far += c.weight[place] * f * (1 + 1e-11)
		all.saved += c.weight[place] * (f - n) / (1 + x) * (1 - 1e-11)
	}
	all.saved = kept(all.saved)
	return all
}

// kept returns what is saved, or 0 if that is so little that rounding may have enlarged it by more than the margins of sums: floats
// below 10⁻³⁰⁷ have few digits, and γ multiplies what is saved.
func kept(saved float64) float64 {
	if saved < 1e-290 {
		return 0
	}
	return saved
}

// plain returns a place's `near` at e = γ = 1 + gained.
func (c curves) plain(place int, gained float64) float64 {
	i, along := chord(c.excess, gained)
	return between(c.near[place][i-1], c.near[place][i], along) * (1 + 1e-11)
}

// mixed returns a part of a and the rest of b.
func (a sums) mixed(b sums, part float64) sums {
	out := sums{between(a.far, b.far, part) * (1 + 1e-12), kept(between(a.saved, b.saved, part) * (1 - 1e-12)), nil}
	for k, x := range a.plain {
		out.plain = append(out.plain, between(x, b.plain[k], part)*(1+1e-12))
	}
	return out
}

// at returns far − γ·saved + plain.
func (a sums) at(gamma, plain float64) float64 {
	return (a.far - gamma*a.saved*(1-1e-12) + plain) * (1 + 1e-12)
}

// share returns tables of means with shared e, of which the least counts: one whose e minimise far and, with care, one whose
// e minimise the whole value. Between nodes either may be smaller.
func (c curves) share(rate float64, careful bool, w *work.Budget) (out []*sharedTable) {
	s := c.sharing(w)
	out = append(out, &sharedTable{sharing: s, rate: rate, nodes: make([]*sums, len(c.excess))})
	if careful && s.apart {
		s.hulls = slices.Clone(s.hulls) // fit changes them
		out = append(out, &sharedTable{sharing: s, rate: rate, fits: true, nodes: make([]*sums, len(c.excess))})
	}
	return out
}

// node returns the sums at a node, for γ of the nodes before it, at it and after it; far is +Inf if e cannot be that large.
func (s *sharedTable) node(n int) *sums {
	if s.nodes[n] == nil {
		before, after := s.rate*s.excess[max(n-1, 0)], s.rate*s.excess[min(n+1, len(s.excess)-1)]
		// On the chord to the next node γ is at most that of the next node.
		all, gained := sums{far: math.Inf(1)}, after*(1+1e-12)
		if mean := s.excess[n]; gained <= mean {
			if s.fits {
				s.fit(gained)
			}
			all = s.shared(mean, gained, before*(1-1e-12), s.rate*mean*(1-1e-12), after*(1-1e-12))
		}
		s.nodes[n] = &all
	}
	return s.nodes[n]
}

// at returns the mean at the mean e = 1 + excess; +Inf beyond the last node, whose e need not reach γ.
func (s *sharedTable) at(excess, gamma float64) float64 {
	if !(excess <= s.excess[len(s.excess)-1]) {
		return math.Inf(1)
	}
	i, along := chord(s.excess, excess)
	a, b := s.node(i-1), s.node(i)
	if math.IsInf(a.far, 1) || math.IsInf(b.far, 1) {
		return math.Inf(1)
	}
	// a holds for the γ after its node, b for those before its node.
	first, second := between(a.plain[1], a.plain[2], along), between(b.plain[0], b.plain[1], along)
	return between(a.at(gamma, first), b.at(gamma, second), along) * (1 + 1e-12)
}
