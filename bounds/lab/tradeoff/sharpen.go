package tradeoff

import (
	"cmp"
	"context"
	"math"
	"slices"

	"lastiterate/bounds/run"
)

const (
	// fitted is how near a fit comes to the one that more points would give, relative to
	// 1 + μ, where it is not given up before.
	fitted = 1e-5
	// flat is the same of the advantage.
	flat = 1e-6
	// mostRounds and mostAdded bound the points that are added, by rounds and in each.
	mostRounds, mostAdded = 12, 6
	// leastDelta is the smallest δ that is asked for.
	leastDelta = 1e-15
)

// Sharpen adds points to the profile of a run, given by OfRun, where they decide the fit of a Gaussian
// parameter: any points give an upper bound, more points a smaller one. rows are those that gave the
// points. It returns the error of ctx.
func Sharpen(ctx context.Context, r run.Run, g Guarantee, rows []string) (Guarantee, error) {
	for range mostRounds {
		at := g.wanted()
		if len(at) == 0 || len(rows) == 0 {
			break
		}
		more, _, err := profileOf(ctx, r, rows, at, nil)
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

// wanted are the δ that would lower a fit the most, rising; none where they would not by much.
func (g Guarantee) wanted() (at []float64) {
	e := enveloped(g.Points)
	if delta, ok := e.nearAxis(); ok {
		at = append(at, delta)
	}
	below := 0.0
	for _, p := range e.lines {
		if mu, x := matched(p); x >= LeastRate {
			below = max(below, mu)
		}
	}
	enough := below + fitted*(1+below)
	if !(g.hasMu() && g.Mu <= enough) {
		at = append(at, e.between(enough)...)
	}
	slices.Sort(at)
	at = slices.Compact(at)
	return slices.DeleteFunc(at, func(delta float64) bool {
		return !(delta >= leastDelta && delta < 1) || slices.ContainsFunc(g.Points,
			func(p EpsilonDelta) bool { return math.Abs(delta/p.Delta-1) < 1e-9 })
	})
}

// nearAxis is the δ at which ε is near 0, where the advantage is not settled: the profile is
// convex in e^ε, so that its last two points leave it no lower there.
func (e envelope) nearAxis() (delta float64, wanted bool) {
	n := len(e.lines)
	if n < 2 {
		return 0, false
	}
	a, b := e.lines[n-2], e.lines[n-1]
	delta = b.Delta + (b.Delta-a.Delta)*math.Expm1(b.Epsilon)/(math.Exp(b.Epsilon)*math.Expm1(a.Epsilon-b.Epsilon))
	return delta, e.profile(0)-delta > flat
}

// between are δ of lines that would cut the kinks off whose μ is above enough, the largest
// first.
func (e envelope) between(enough float64) (at []float64) {
	kinks, first := e.from(LeastRate)
	if first < 0 {
		return nil
	}
	var peaks []peak
	for i, k := range kinks {
		if mu := needed(k); mu > enough {
			peaks = append(peaks, peak{mu, first + i - 1})
		}
	}
	slices.SortFunc(peaks, func(a, b peak) int { return cmp.Compare(b.mu, a.mu) })
	for _, p := range peaks[:min(len(peaks), mostAdded)] {
		switch {
		case p.line < first: // where the curve begins, on either side
			at = append(at, e.middle(first-1), e.middle(first))
		default:
			at = append(at, e.middle(p.line))
		}
	}
	return at
}

// middle is a δ between those of a line and the next; before the first it is a quarter of its
// own, after the last there is none.
func (e envelope) middle(line int) float64 {
	switch {
	case line < 0:
		return e.lines[0].Delta / 4
	case line+1 == len(e.lines):
		return 0
	}
	return math.Sqrt(e.lines[line].Delta) * math.Sqrt(e.lines[line+1].Delta)
}
