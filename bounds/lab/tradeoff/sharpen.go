package tradeoff

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"lastiterate/bounds"
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

// sharpenedKey is a run, and the settings that decide which theorems count.
type sharpenedKey struct {
	run       run.Run
	all       bool   // no rows are named, so that every row counts
	rows      string // the named rows, quoted
	published bool
}

type sharpenedValue struct {
	guarantee Guarantee
	rows      []string
	err       error
}

// Sharpened returns OfRun's guarantee with the points that Sharpen adds, and the rows that gave OfRun's points. The context's engine
// remembers both: several tools ask about one run, and each prior that is typed asks again. The errors are those of OfRun and Sharpen.
func Sharpened(ctx context.Context, r run.Run, settings bounds.Settings) (Guarantee, []string, error) {
	key := sharpenedKey{r, settings.Rows == nil, fmt.Sprintf("%q", settings.Rows), settings.PublishedOnly}
	v := bounds.Remembered(ctx, key, func(ctx context.Context) any {
		var v sharpenedValue
		if v.guarantee, v.rows, v.err = OfRun(ctx, r, settings); v.err == nil {
			v.guarantee, v.err = Sharpen(ctx, r, v.guarantee, v.rows)
		}
		return v
	}).(sharpenedValue)
	return v.guarantee, v.rows, v.err
}

// Sharpen adds points to the profile of a run, from OfRun, at the δ that decide the fit of a Gaussian parameter: any points give an
// upper bound, and more points a smaller one. rows are the rows that gave the points. It returns the error of ctx.
func Sharpen(ctx context.Context, r run.Run, g Guarantee, rows []string) (Guarantee, error) {
	for range mostRounds {
		at := g.missingDeltas()
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

// missingDeltas returns, in ascending order, the δ of points that may lower the fit the most; none if none may lower it by much.
func (g Guarantee) missingDeltas() (at []float64) {
	e := envelopeOf(g.Points)
	if delta, ok := e.nearAxis(); ok {
		at = append(at, delta)
	}
	below := 0.0
	for _, p := range e.lines {
		if mu, x := touching(p); x >= LeastRate {
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
