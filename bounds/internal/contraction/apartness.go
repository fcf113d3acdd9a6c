package contraction

import (
	"math"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/work"
)

// A bundle keeps the apartness of every kernel that one search needs, and charges the search's budget for their curves.
type bundle struct {
	lengths
	coarsely, finely *toll // the charges of searches and of answers
	known            map[kernelSteps]apartness
}

// kernelSteps are n steps, the last of which keeps the share 1−beta of its noise.
type kernelSteps struct {
	n, beta float64
	fine    bool
}

const (
	// littleApart is the μ below which no curve is computed: Gaussians leave erf(0.3/√8) = 0.12 of the total variation there,
	// and mirrored noise can save only a part of that.
	littleApart = 0.3
	// worthFollowing is the ratio of the total variation by mirrored noise to that by Gaussians below which a curve is
	// computed. A smaller gain is not worth the work, which is most of a search's.
	worthFollowing = 0.998
	// fewSteps is the number of steps up to which a search computes curves at every share β of the last step. Among more
	// steps the last one matters less, and the search interpolates.
	fewSteps = 4
)

// apartness returns the apartness of n steps whose Gaussian bound is mu, with a curve if the curve is lower. If fine is set,
// it is a bound; otherwise it may be an estimate, for choosing a plan. A nil bundle has no curves.
func (b *bundle) apartness(n, beta, mu float64, fine bool) apartness {
	a := gaussiansApart(mu)
	if b == nil || n < 2 || !(mu > littleApart && mu < tooFarApart) || b.mirror == nil {
		return a
	}
	key := kernelSteps{n, beta, fine}
	if k, known := b.known[key]; known {
		k.mu = mu // the curve is valid beside any Gaussian bound
		return k
	}
	a.total, _ = b.mirror.theta(n, beta)
	if a.total < worthFollowing*math.Erf(mu/math.Sqrt(8)) {
		a.curve = b.follow(n, beta, mu, fine)
	}
	b.known[key] = a
	return a
}

// follow computes the curve of n steps; nil if the problem has no rays.
func (b *bundle) follow(n, beta, mu float64, fine bool) *curve {
	made, toll := &b.rays.coarse, b.coarsely
	if fine {
		made, toll = &b.rays.fine, b.finely
	}
	switch r := made.of(b.lengths); {
	case r == nil:
		return nil
	case fine || n <= fewSteps:
		return r.curve(n, beta, mu, toll)
	default:
		return r.nearly(n, beta, mu, toll)
	}
}

func newBundle(l lengths) *bundle {
	return &bundle{l, newToll(l.work), newToll(l.work), map[kernelSteps]apartness{}}
}

// curved reports whether an answer, not only a search, has used a curve.
func (b *bundle) curved() bool {
	if b != nil {
		for steps, k := range b.known {
			if steps.fine && k.curve != nil {
				return true
			}
		}
	}
	return false
}

// A toll charges a budget for the levels of rays, once for each level, whether or not another search has followed it before.
type toll struct {
	work *work.Budget
	paid map[float64]int // the levels charged, by β
}

func newToll(w *work.Budget) *toll { return &toll{w, map[float64]int{}} }

// An interpolation is the place of a number between two neighbours of a list, given by their indices.
type interpolation struct {
	first, second int
	share         float64 // the weight of the second, from below
}

// curve returns the bound on E_γ between any two points after n ≥ 2 steps, the last of which keeps the share 1−β of its
// noise. No value exceeds that of two Gaussians mu apart.
func (s *rays) curve(n, beta, mu float64, t *toll) *curve {
	level := int(min(n, float64(s.most)))
	return s.read(s.endsUpTo(level, beta, t)[level], level, mu)
}

// nearly estimates curve, and is no bound: it follows only steps with all of their noise, and interpolates a last step with
// the share 1−β between n−1 and n such steps.
func (s *rays) nearly(n, beta, mu float64, t *toll) *curve {
	level := int(min(n, float64(s.most)))
	ends := s.endsUpTo(level, 0, t)
	c := s.read(ends[level], level, mu)
	less := s.read(ends[level-1], level-1, mu)
	for i, v := range c.values {
		w, _ := less.at(c.excess[i])
		c.values[i] = math.Pow(v, 1-beta) * math.Pow(w, beta)
	}
	return c
}

// read turns one level of the rays, U at D by rate, into a curve.
func (s *rays) read(end []float64, level int, mu float64) *curve {
	c, drift := &curve{mu: mu}, s.drift(level-1, 1)
	for j, rate := range s.rates {
		loss := rate * drift * s.nodes[len(s.nodes)-1].raisedMean() * (1 + 4*u)
		v := end[j] * errfloat.Exp(loss/2) * (1 + 16*u + loss*u)
		c.excess = append(c.excess, errfloat.Expm1(loss)*(1+36*u))
		c.values = append(c.values, min(1, v, errfloat.Profile(mu, loss)))
	}
	falling(c.values)
	c.compare()
	return c
}

// ways are alternative bounds for the same steps of a common kernel; at each point the least counts. They are empty for no
// steps.
type ways []way

// A way counts steps as kernels one after another: first, repeated as often as times says, and then last. Several kernels can
// prove more than one, because the values that a kernel leaves are smaller, and small values contract more (profile.md,
// section 11).
type way struct {
	first apartness
	times int
	last  apartness
}

// alone returns the ways of steps that count as one kernel only.
func alone(k apartness) ways { return ways{{last: k}} }

const (
	// mostHalvings is how often steps are halved at most. The work doubles with each halving.
	mostHalvings = 4
	// mostParts is the largest number of parts into which steps are split.
	mostParts = 1 << mostHalvings
)

// split returns the ways of n steps: as one kernel, and as 2, 4, 8 … parts. last returns the kernel of the last part, of the given
// number of steps.
func (s search) split(g *grid, n float64, last func(steps float64) apartness) (out ways) {
	for parts := 1.0; parts == 1 || parts <= min(mostParts, n); parts *= 2 {
		w := way{times: int(parts) - 1}
		each := math.Floor(n / parts)
		if parts > 1 {
			w.first = s.idleApartness(each, g.fine())
		}
		w.last = last(n - (parts-1)*each)
		out = append(out, w)
	}
	return out
}

// idleWays returns the ways of n steps that do not use the example.
func (s search) idleWays(g *grid, n float64) ways {
	if n == 0 {
		return nil
	}
	return s.split(g, n, func(steps float64) apartness { return s.idleApartness(steps, g.fine()) })
}

// waysToUse returns the ways of a block of n steps that ends with the last of its uses, which keeps the share 1−beta of its
// noise. If the block has one use, the steps before it are common to both runs, so the last part may take the shared map of a
// single step. If it has more, every step is one run's own.
func (s search) waysToUse(g *grid, n, uses, beta float64) ways {
	return s.split(g, n, func(steps float64) apartness {
		if uses > 1 {
			return s.under(s.stretches(steps), steps, beta, g.fine())
		}
		return s.toUse(steps, beta, g.fine())
	})
}

// idleApartness is the apartness of n steps that do not use the example.
func (s search) idleApartness(n float64, fine bool) apartness {
	return s.mirrored.apartness(n, 0, s.lengths.idleMu(n), fine)
}

// toUse is the apartness of n steps whose last one uses the example and keeps the share 1−beta of its noise.
func (s search) toUse(n, beta float64, fine bool) apartness {
	return s.under(s.kernelToUse(n), n, beta, fine)
}

// under is the apartness of n steps that the stretches bound. The last step keeps the share 1−beta of its noise.
func (s search) under(stretches []affine.Stretch, n, beta float64, fine bool) apartness {
	return s.mirrored.apartness(n, beta, apart(stretches, beta), fine)
}

// over returns the profile h after the steps: at each point the least by any of the ways.
func (w ways) over(g *grid, h []float64) []float64 {
	var out []float64
	for _, x := range w {
		by := x.over(g, h)
		for i := range out {
			by[i] = min(by[i], out[i])
		}
		out = by
	}
	if out == nil {
		return h
	}
	return out
}

// few keeps two ways, because many blocks are followed with them: the single kernel, and the way that is best at most points
// of the profile after a first use. The choice does not depend on the run's length.
func (w ways) few(g *grid, pays []mechanism) ways {
	if len(w) <= 2 {
		return w
	}
	h := g.compose(g.equalLaws(), pays...)
	best, least := w[0], w[0].over(g, h)
	for _, x := range w[1:] {
		by, ahead := x.over(g, h), 0
		for i, v := range by {
			switch {
			case v < least[i]:
				ahead++
			case v > least[i]:
				ahead--
			}
		}
		if ahead > 0 {
			best, least = x, by
		}
	}
	if best.times == 0 {
		return w[:1]
	}
	return ways{w[0], best}
}

// over returns the profile h after the way's kernels.
func (w way) over(g *grid, h []float64) []float64 { return g.contract(w.before(g, h), w.last) }

// before returns the profile h after all of the way's kernels but the last.
func (w way) before(g *grid, h []float64) []float64 {
	times := w.times
	if mutants.ExtraPart.On() && times > 0 {
		times++
	}
	for range times {
		h = g.contract(h, w.first)
	}
	return h
}

// units is the work of the ways on a grid of n points, beyond that of one kernel.
func (w ways) units(n int) (units int) {
	const contractUnits = 18 // the work of contract at one point, in units of package work
	for i, x := range w {
		units += contractUnits * n * (x.times + min(i, 1))
		if x.last.sizes != nil {
			units += sizeUnits * n
		}
	}
	return units
}
