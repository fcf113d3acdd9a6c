package contraction

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/work"
)

// A bundle has the curves that one search needs, and charges its budget for them.
type bundle struct {
	lengths
	coarsely, finely *toll // for searches and for answers
	curves           map[kernelSteps]*curve
}

// kernelSteps are n steps, the last of which keeps the share 1−beta of its noise.
type kernelSteps struct {
	n, beta float64
	fine    bool
}

const (
	// littleApart is the μ below which next to nothing is left to be mixed better.
	littleApart = 0.3
	// worthFollowing is the ratio of total variations, by mirrored noise over Gaussians, below which a curve is followed.
	worthFollowing = 0.998
	// fewSteps is the number of steps up to which a search does not interpolate the share of the last.
	fewSteps = 4
)

// apartness is that of n steps which Gaussians bound by mu, with a curve if that gains. If fine, it is a
// bound; else it may be an estimate, by which to choose. A nil bundle has no curves.
func (b *bundle) apartness(n, beta, mu float64, fine bool) apartness {
	a := apartness{mu: mu}
	if b == nil || n < 2 || !(mu > littleApart && mu < tooFarApart) || b.mirror == nil {
		return a
	}
	key := kernelSteps{n, beta, fine}
	if c, known := b.curves[key]; known {
		a.curve = c
		return a
	}
	if left, _ := b.mirror.theta(n, beta); left < worthFollowing*math.Erf(mu/math.Sqrt(8)) {
		a.curve = b.follow(n, beta, mu, fine)
	}
	b.curves[key] = a.curve
	return a
}

// follow computes a curve; nil where rays cannot be followed.
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
	return &bundle{l, newToll(l.work), newToll(l.work), map[kernelSteps]*curve{}}
}

// curved reports whether a curve was used for an answer.
func (b *bundle) curved() bool {
	if b != nil {
		for k, c := range b.curves {
			if k.fine && c != nil {
				return true
			}
		}
	}
	return false
}

// A toll charges a budget for the levels of rays: once for each, whether or not another search has followed them before.
type toll struct {
	work *work.Budget
	paid map[float64]int // the levels charged, by β
}

func newToll(w *work.Budget) *toll { return &toll{w, map[float64]int{}} }

// An interpolation says where a number lies between two neighbours of a list, given by their indices.
type interpolation struct {
	first, second int
	share         float64 // of the second, from below
}

// curve is what n ≥ 2 steps leave between any two points, the last of which keeps the
// share 1−β of its noise; none of it is above what Gaussians mu apart have.
func (s *rays) curve(n, beta, mu float64, t *toll) *curve {
	level := int(min(n, float64(s.most)))
	return s.read(s.endsUpTo(level, beta, t)[level], level, mu)
}

// nearly estimates curve, and is no bound: only steps with all of their noise are followed, and a last step with
// the share 1−β is interpolated between n−1 and n of them.
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

// read turns the ends of a level, U at D by rate, into a curve.
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
