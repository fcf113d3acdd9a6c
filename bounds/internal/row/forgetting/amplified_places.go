package forgetting

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/proof"
)

// lastPlaces are the places of a lastOrder in groups, with E_e of each group at the nodes of a table. The last group holds the
// places that are not used, if there are any.
type lastPlaces struct {
	lastOrder
	groups       []placeGroup
	logE, excess []float64
	near         [][]float64 // E_e of a group's own pair
}

// placeGroup are the places from … to−1.
type placeGroup struct {
	from, to int
	weight   float64
}

// tabulate evaluates the places' own pairs at nodes values of ln e, for an order alpha, or a δ.
func (o lastOrder) tabulate(alpha float64, nodes int) lastPlaces {
	p := lastPlaces{lastOrder: o}
	if nodes <= quickNodes {
		p.earlier = o.sketched
	}
	// The place of the last epoch with the largest cost has the largest loss. A run that does not use the example in this
	// epoch last used it in the epoch before, so at least as many steps follow that use as follow place 0 of this epoch.
	p.simple = min(p.simple, p.shift(p.earlier[len(p.earlier)-1].R+o.own(0, o.used)))
	p.far = math.Hypot(p.simple, p.far) // the use of the lender adds to the shift
	p.logE, p.excess = nodesOf(o.tableReach(p.far, alpha), nodes)
	period := o.run.StepsPerEpoch()
	put := func(from, to int) {
		p.groups = append(p.groups, placeGroup{from, to, float64(to-from) / float64(period) * (1 + proof.UpperMargin)})
		p.near = append(p.near, p.curve(o.own(from, to)))
	}
	for r := 0; r < o.used; {
		n := min(max(1, r/12), o.used-r)
		put(r, r+n)
		r += n
	}
	if o.used < period {
		put(o.used, period)
		if unused := p.near[len(p.near)-1]; o.unused != nil {
			for n, logE := range p.logE {
				unused[n] = min(unused[n], o.unused(logE))
			}
		}
	}
	return p
}

// shift returns the shift of two Gaussians that bound a pair of this cost.
func (p lastPlaces) shift(cost float64) float64 {
	return math.Sqrt(cost) / p.run.IterateNoise() * (1 + proof.UpperMargin)
}

// curve returns E_e, at the nodes, of a pair whose last epoch has this cost.
func (p lastPlaces) curve(cost float64) []float64 {
	const profile = 20 // units of work
	p.work.Spend(profile * len(p.logE) * len(p.earlier))
	out := make([]float64, len(p.logE))
	for _, s := range p.earlier {
		mu := p.shift(s.R + cost)
		for n, logE := range p.logE {
			out[n] += s.Weight * errfloat.Profile(mu, logE) * (1 + 1e-12)
		}
	}
	for n := range out[1:] {
		out[n+1] = min(out[n+1], out[n])
	}
	return out
}

// lending returns E_γ of the run if the groups from index lends on lend to the groups before.
func (p lastPlaces) lending(lends int) losses {
	c := curves{excess: p.excess, near: p.near, lends: lends}
	for i, g := range p.groups {
		far := p.near[i]
		if i < lends {
			far = p.curve(p.lent(g.from, g.to, p.groups[lends].from))
		}
		c.weight, c.far = append(c.weight, g.weight), append(c.far, far)
	}
	s := c.sharing(p.work)
	return losses{func(logGamma float64) float64 {
		simple, gained := errfloat.Profile(p.simple, logGamma), math.Expm1(logGamma)
		if !(gained <= p.excess[len(p.excess)-1]) {
			return simple
		}
		mean := gained * (1 - 1e-12)
		if mutants.Overlent.On() {
			mean *= 2
		}
		s.fit(gained)
		all := s.shared(mean, gained, gained)
		return min(simple, all.at(1+gained, all.plain[0])+errfloat.Tiny)
	}, 1, p.far, p.simple}
}
