package tradeoff

import (
	"cmp"
	"context"
	"math"
	"slices"

	"lastiterate/bounds/run"
)

const (
	// Points are added until more could lower the fitted μ by at most fitted·(1 + μ), and the advantage by at most flat.
	fitted = 1e-5
	flat   = 1e-6
	// There are at most mostRounds rounds. Each adds points for at most mostAdded kinks, and one for the advantage.
	mostRounds, mostAdded = 12, 6
	// leastDelta is the smallest δ at which a point is added.
	leastDelta = 1e-15
)

// sharpen adds points to the profile of a run at the δ that decide the advantage and, if fits, the fit of a Gaussian parameter: any
// points give an upper bound, and more points a smaller one. It returns the error of ctx.
func sharpen(ctx context.Context, r run.Run, p Limits, fits bool) (Guarantee, error) {
	g := p.Guarantee
	for range mostRounds {
		at := g.missingDeltas(fits)
		if len(at) == 0 || len(p.Rows) == 0 {
			break
		}
		more, _, err := profileOf(ctx, r, p.Rows, at, nil)
		if err != nil {
			return g, err
		}
		if len(more) == 0 {
			break
		}
		g.Points = append(slices.Clone(g.Points), more...)
		slices.SortFunc(g.Points, func(a, b EpsilonDelta) int { return cmp.Compare(a.Delta, b.Delta) })
	}
	return g, nil
}

// missingDeltas returns, in ascending order, the δ of points that may lower the advantage or, if fits, the fit the most; none if none
// may lower them by much.
func (g Guarantee) missingDeltas(fits bool) (at []float64) {
	e := envelopeOf(g.Points)
	if delta, ok := e.nearAxis(); ok {
		at = append(at, delta)
	}
	if fits {
		at = append(at, e.forFit(g)...)
	}
	slices.Sort(at)
	at = slices.Compact(at)
	return slices.DeleteFunc(at, func(delta float64) bool {
		return !(delta >= leastDelta && delta < 1) || slices.ContainsFunc(g.Points,
			func(p EpsilonDelta) bool { return math.Abs(delta/p.Delta-1) < 1e-9 })
	})
}

// forFit returns the δ of points that may lower the fit.
func (e envelope) forFit(g Guarantee) []float64 {
	below := 0.0
	for _, p := range e.lines {
		if mu, x := touching(p); x >= LeastRate {
			below = max(below, mu)
		}
	}
	enough := below + fitted*(1+below)
	if g.hasMu() && g.Mu <= enough {
		return nil
	}
	return e.between(enough)
}

// nearAxis returns a δ at which ε may be near 0, and whether a point there may lower the advantage by more than flat. The profile is
// convex in e^ε, so the line through its last two points bounds it from below at ε = 0.
func (e envelope) nearAxis() (delta float64, wanted bool) {
	n := len(e.lines)
	if n < 2 {
		return 0, false
	}
	a, b := e.lines[n-2], e.lines[n-1]
	delta = b.Delta + (b.Delta-a.Delta)*math.Expm1(b.Epsilon)/(math.Exp(b.Epsilon)*math.Expm1(a.Epsilon-b.Epsilon))
	return delta, e.profile(0)-delta > flat
}

// between returns the δ of points whose lines may cut off the kinks whose μ is above `enough`, the largest μ first.
func (e envelope) between(enough float64) (at []float64) {
	kinks, first := e.from(LeastRate)
	if first < 0 {
		return nil
	}
	var peaks []peak
	for i, k := range kinks {
		if mu := muThrough(k); mu > enough {
			peaks = append(peaks, peak{mu, k.x, first + i - 1})
		}
	}
	slices.SortFunc(peaks, func(a, b peak) int { return cmp.Compare(b.mu, a.mu) })
	for _, p := range peaks[:min(len(peaks), mostAdded)] {
		switch {
		case p.line < first: // where the curve begins, on either side
			at = append(at, e.middle(first-1), e.middle(first))
		default:
			at = append(at, e.cut(p))
		}
	}
	return at
}

// cut is a δ between those of the lines that meet in a peak: that of the tangent there of the peak's Gaussian curve, which has nearly
// the direction of the run's curve.
func (e envelope) cut(p peak) float64 {
	delta := tangent(p.mu, quantile(p.x))
	if p.line+1 < len(e.lines) && delta > e.lines[p.line].Delta*(1+1e-9) && delta < e.lines[p.line+1].Delta*(1-1e-9) {
		return delta
	}
	return e.middle(p.line)
}

// middle is a δ between those of a line and the next: a quarter of the first δ before the first line, and 0, for none, after the
// last.
func (e envelope) middle(line int) float64 {
	switch {
	case line < 0:
		return e.lines[0].Delta / 4
	case line+1 == len(e.lines):
		return 0
	}
	return math.Sqrt(e.lines[line].Delta) * math.Sqrt(e.lines[line+1].Delta)
}
