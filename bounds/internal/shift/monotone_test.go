package shift

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/internal/random"
)

// TestDescentBetweenUses checks the least Σa² that brings the distance D to 0 in n steps with φ(z)² = c·z² + h and
// without uses; c is the square of the program's factor. want was computed by another minimiser, and squaredLevels is
// the closed form. For c = 1 it is D²/n + h(1 + ½ + … + 1/n).
func TestDescentBetweenUses(t *testing.T) {
	for _, c := range []struct {
		c, h, d float64
		n       int
		want    float64
	}{{1, .01, 2, 50, .1249921}, {.9, .02, 1.5, 12, .1421769}, {.8, .1, 3, 7, .6933788}, {1.1, .05, 1, 9, .3306256}} {
		p := MonotoneProgram{Excess: math.Sqrt(c.c) - 1, Across: math.Sqrt(c.h), VisitAcross: math.Sqrt(c.h), Sensitivity: 1e3, Diameter: c.d,
			Period: c.n + 1}
		s := p.Solve(c.n+1, 0) // a use that nobody would pay for, and then the descent
		if math.Abs(s.R/c.want-1) > 1e-6 || s.Tau != 1 {
			t.Errorf("%+v: %v from step %d", c, s.R, s.Tau)
		}
		if closed := squaredLevels(c.c, c.h, c.d, c.n); math.Abs(s.R/closed-1) > 1e-9 {
			t.Errorf("%+v: %v, in closed form %v", c, s.R, closed)
		}
	}
	if got := descent(2, .01, 50); math.Abs(got/.1249921-1) > 1e-4 || got < .124992053 {
		t.Errorf("without following it: %v", got)
	}
}

// squaredLevels is the minimum of Proposition 22 (shift.md), c·w_1 + h + Σ c^{2k}·w_k with w_n = D²/S_n²,
// w_k = c·w_{k+1} + h/S_{k+1}² and S_k = 1 + c + … + c^{k−1}.
func squaredLevels(c, h, d float64, n int) float64 {
	sums := make([]float64, n+2)
	for k := 1; k <= n+1; k++ {
		sums[k] = 1 + c*sums[k-1]
	}
	w := d * d / sums[n] / sums[n]
	total := 0.0
	for k := n - 1; k >= 1; k-- {
		w = c*w + h/sums[k+1]/sums[k+1]
		total += math.Pow(c, 2*float64(k)) * w
	}
	return c*w + h + total
}

// No path over a grid of distances costs less, whether it leaves 0, stays there or comes back to it; and the
// path that is written out has the stated cost under moduli that are 0 at 0.
func TestMonotoneAgainstGrid(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 1))
	paid := 0
	for range 24 {
		b := float64(1 + rng.IntN(3))
		p := MonotoneProgram{Excess: random.Pick(rng, 0, 0, -.05, -.3), Across: .2, VisitAcross: .2 * (b - 1) / b,
			Sensitivity: random.Pick(rng, .2, .1) / b,
			Diameter:    random.Pick(rng, .05, .3, 1, 2, math.Inf(1)), Period: 1 + rng.IntN(6)}
		if p.Period == 1 {
			p.Across = p.VisitAcross
		}
		T := 10 + rng.IntN(70)
		position := rng.IntN(min(p.Period, T))
		s := p.Solve(T, position)
		least := p.overGrid(T, position, 300)
		if s.R > least*(1+5e-3) || s.R < least*(1-4e-2) {
			t.Errorf("%+v, T = %d, position %d: %v, over a grid %v", p, T, position, s.R, least)
		}
		path, ok := p.Path(s, T, position)
		if !ok || math.Abs(path.R/s.R-1) > 1e-9 || len(path.A) != T-s.Tau {
			t.Fatalf("%+v, T = %d, position %d: the path costs %v (%v), the solution %v", p, T, position, path.R, ok, s.R)
		}
		w := p.walk(T, position)
		for i, a := range path.A {
			at := s.Tau + i
			if next := w.grown(at, path.Z[i]) + path.S[i] - a; next > path.Z[i+1]*(1+1e-12)+1e-15 || path.S[i] != w.shiftOf(at) {
				t.Fatalf("%+v: step %d leaves %v, not %v", p, at, next, path.Z[i+1])
			}
		}
		if s.end > 0 {
			paid++
		}
	}
	if paid < 8 {
		t.Errorf("only %d paths were not composition", paid)
	}
}

// overGrid is the least Σa² of paths whose distances are on a grid, a little above those of the two runs.
func (p MonotoneProgram) overGrid(T, position, points int) float64 {
	w := p.walk(T, position)
	top := 0.0
	for t := range T + 1 {
		top = max(top, w.far(t))
	}
	level := func(i int) float64 { return top * float64(i) / float64(points) }
	cost := make([]float64, points+1)
	for i := 1; i <= points; i++ {
		cost[i] = math.Inf(1)
	}
	for t := range T {
		start := int(math.Ceil(w.far(t) / top * float64(points) * (1 - 1e-12)))
		cost[min(start, points)] = 0
		next := make([]float64, points+1)
		for j := range next {
			next[j] = math.Inf(1)
		}
		for i, c := range cost {
			if math.IsInf(c, 1) {
				continue
			}
			grown := w.grown(t, level(i)) + w.shiftOf(t)
			for j := range next {
				a := max(0, grown-level(j))
				next[j] = min(next[j], c+a*a)
			}
		}
		cost = next
	}
	return cost[0]
}

// A window that is too long to be followed costs no less than the optimum, and no more than composition.
func TestMonotoneFarther(t *testing.T) {
	p := MonotoneProgram{Across: .001, VisitAcross: .00099, Sensitivity: 2e-5, Diameter: 5, Period: 100}
	s := p.Solve(1e9, 99)
	if s.Followed || s.R > 1e7*p.Sensitivity*p.Sensitivity || s.R < p.Across*p.Across {
		t.Errorf("%+v", s)
	}
	if path, ok := p.Path(s, 1e9, 99); ok {
		t.Errorf("Path of a solution that was not followed has %d steps, want no path", len(path.A))
	}
}

// Among positions with equally many uses a later one costs no less.
func TestMonotonePositions(t *testing.T) {
	p := MonotoneProgram{Across: .2, VisitAcross: .1, Sensitivity: .1, Diameter: 1, Period: 12}
	const T = 150
	for position := 1; position < p.Period; position++ {
		if position == T%p.Period {
			continue // one use fewer
		}
		before, after := p.Solve(T, position-1).R, p.Solve(T, position).R
		if before > after*(1+1e-4) {
			t.Errorf("position %d costs %v, the next %v", position-1, before, after)
		}
	}
	sum := 0.0
	for _, s := range p.Positions(T, 4) {
		sum += s.Weight
		if worst := p.Solve(T, T%p.Period-1).R; s.R > worst*(1+1e-6) {
			t.Errorf("a position costs %v, the worst %v", s.R, worst)
		}
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("the shares add up to %v", sum)
	}
}

// The limit of a track that is too long to be followed is never exceeded, at whatever step of an epoch it was cut.
func TestSettledTracks(t *testing.T) {
	for _, period := range []int{70_000, 88_000, 100_000} {
		p := MonotoneProgram{Excess: -1 / float64(period), Across: 1, Sensitivity: 1, Diameter: math.Inf(1), Period: period}
		w := p.walk(1<<30, 0)
		z, far := w.track[len(w.track)-1], 0.0
		for at := len(w.track) - 1; at < longestPass+20*period; at++ {
			z = w.grown(at, z) + w.shiftOf(at)
			far = max(far, z)
		}
		if far > w.rest || w.rest > far*1.1 {
			t.Errorf("%d steps an epoch: a limit of %v for distances up to %v", period, w.rest, far)
		}
	}
}
