package contraction

import (
	"context"
	"math"

	"lastiterate/bounds/internal/renyi"
)

// ProfileRenyi returns an upper bound on the Rényi divergence of order alpha by
// contracting the privacy profile and integrating it, never above that of
// composition, of the last step alone or of [Problem.Joint]. The error is the context's.
func (p Problem) ProfileRenyi(ctx context.Context, alpha float64) (float64, Choice, error) {
	none := Choice{Beta: 1, Block: 1}
	s := p.search(nil)
	mu := s.simple
	simple := alpha * mu * mu / 2 * up
	if e, c := p.Joint(alpha); e < simple {
		simple, none = e, Choice{Beta: c.Beta, Block: c.Block, Tail: c.Tail}
	}
	want := atOrder{alpha, s.startMu}
	s.want = want
	top, least := 0.0, math.Inf(1)
	for wide := fewDigits(math.Min(want.reach(), widest)); wide > 1e-9 && ctx.Err() == nil; wide /= 2 {
		v, g := math.Inf(1), newGrid(wide, sketch.points)
		for _, pl := range s.typical() {
			v = math.Min(v, s.value(g, pl))
		}
		if !(v < least) && !math.IsInf(least, 1) {
			break
		}
		// A sketch gains more by a narrower grid than the answer does.
		if v < least*0.99 {
			top = wide
		}
		least = math.Min(v, least)
	}
	if math.IsInf(least, 1) || ctx.Err() != nil {
		return simple, none, ctx.Err()
	}
	pl, _ := s.best(ctx, top)
	best, found := s.ended(ctx, pl, top, want)
	if best < simple {
		return best, pl.choice(found), ctx.Err()
	}
	return simple, none, ctx.Err()
}

// ended is the answer of a plan on the grid whose end serves it best: a wide one
// loses by its coarseness, a narrow one by what lies beyond it. A sketch's best end is
// only the place to start from.
func (s search) ended(ctx context.Context, pl plan, top float64, want atOrder) (best float64, found *path) {
	best = math.Inf(1)
	try := func(end float64) bool {
		if ctx.Err() != nil || !(end > 1e-9) || end > widest {
			return false
		}
		g := newGrid(end, answer.points)
		f := s.follow(g, pl, answer)
		e := want.value(g, s.release(g, pl, f))
		if !(e < best) {
			return false
		}
		best, found = e, &path{s, pl, end, f}
		return true
	}
	try(top)
	for _, factor := range []float64{2, math.Sqrt2, math.Sqrt(math.Sqrt2)} {
		moved := false
		for found != nil && found.top < want.reach() && try(fewDigits(found.top*factor)) {
			moved = true
		}
		for !moved && found != nil && try(fewDigits(found.top/factor)) {
			continue
		}
	}
	return best, found
}

// atOrder wants the Rényi divergence at an order, of a run whose profile is also
// below the Gaussian one of μ = startMu.
type atOrder struct{ alpha, startMu float64 }

// reach is where the Gaussian profile no longer adds anything.
func (o atOrder) reach() float64 { return renyi.GaussianReach(o.alpha, o.startMu) }

// progress is the sum of h·γ^{α−1}.
func (o atOrder) progress(g *grid, h []float64) float64 {
	sum, end := 0.0, g.loss(g.last())
	for i, v := range h {
		sum += v * math.Exp((o.alpha-1)*(g.loss(i)-end))
	}
	return sum
}

// value is ln(1 + α(α−1)∫_1^∞ (γ^{α−2} + γ^{−α−1})h(γ)dγ)/(α−1) for a profile on the
// grid, which is continued by the Gaussian profile where that is smaller than the
// last value.
func (o atOrder) value(g *grid, h []float64) float64 {
	const further = 64
	logGamma, values := make([]float64, 0, len(h)+further), make([]float64, 0, len(h)+further)
	for i, v := range h {
		logGamma, values = append(logGamma, g.loss(i)), append(values, v)
	}
	if reach, end := o.reach(), g.loss(g.last()); reach > end {
		step := (reach - end) / further
		for i := 1; i <= further; i++ {
			loss := end + float64(i)*step
			logGamma = append(logGamma, loss)
			values = append(values, math.Min(values[len(values)-1], hockey(o.startMu, loss)))
		}
	}
	return renyi.BelowGaussian(o.alpha, o.startMu, logGamma, values)
}
