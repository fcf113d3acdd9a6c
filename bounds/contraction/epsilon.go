package contraction

import (
	"math"

	"lastiterate/bounds/convert"
)

// Epsilon returns an upper bound on ε at delta by contracting the privacy profile
// itself, +Inf where that gives none.
func (p Problem) Epsilon(delta float64) (float64, Choice) {
	s := p.hunt(func(g *grid, h []float64) float64 {
		if v := g.lossAt(h, delta); !math.IsInf(v, 1) {
			return v
		}
		return math.Inf(1)
	})
	none := Choice{Beta: 1, Block: 1}
	// What is beyond the grid counts as lost, and must be far below delta.
	const beyond = 1e-4
	top := convert.GaussianEpsilonUpper(s.simple(), delta*beyond)
	if !(top < widest) {
		top = widest
	}
	for range 8 {
		g := newGrid(top, coarse)
		narrower := math.Inf(1)
		for _, b := range []float64{0.3, 0.6, 0.9} {
			narrower = math.Min(narrower, g.lossAt(s.run(g, plan{b, s.from}, 1e-3), delta*beyond))
		}
		if !(narrower < 0.8*top) {
			break
		}
		top = narrower * 1.05
	}
	if top == 0 {
		return 0, none
	}
	pl, v := s.best(top)
	if math.IsInf(v, 1) {
		return v, none
	}
	g := newGrid(top, fine)
	return g.lossAt(s.run(g, pl, 1e-7), delta), Choice{pl.beta, int(pl.block)}
}

// widest keeps e^{2·top} within numbers.
const widest = 300

// simple is a μ of Gaussian differential privacy of the run without contraction:
// of the last step, or of all.
func (s hunt) simple() float64 {
	last := math.Max(least(s.visit, s.d, 1), least(s.plain, s.d, 1)) + s.s
	if s.Order == Sampled {
		return last
	}
	return math.Min(last, math.Sqrt(s.epochs)*s.s)
}
