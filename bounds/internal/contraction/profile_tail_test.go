package contraction

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/internal/errfloat"
)

// Tails serve profiles as they serve Rényi divergences: clearly below blocks
// alone where several steps are needed to mix, never much above anywhere, and
// never below the loss of the linear run that cannot leave the domain (a Gaussian
// of shift s at least, by the last step alone).
func TestProfileTails(t *testing.T) {
	for _, c := range []struct{ excess, d, s, gain float64 }{
		{0, 1, 0.08, 1.001}, {0, 2, 0.01, 1.001}, {0, 3.3, 0.01, 0.98}, {0, 5, 0.01, 0.9}, {0, 10, 0.01, 0.6}, {0, 10, 0.08, 0.65},
		{-0.05, 5, 0.01, 0.87}, {0.1, 5, 0.01, 0.92}, {0.1, 10, 0.01, 0.8},
	} {
		p := linear(c.excess, c.s, 1, c.d, 1e6)
		got := profile(t, p, 1e-5)
		s := p.search(atDelta(1e-5))
		s.tails, s.tailRatio = false, 0
		top := s.top(context.Background(), 1e-5)
		pl, _ := s.best(context.Background(), top)
		g := newGrid(top, answer.points)
		alone := min(g.lossAt(s.run(g, pl, answer), 1e-5), convert.GaussianEpsilonUpper(s.simple, 1e-5))
		if got > c.gain*alone {
			t.Errorf("%+v: ε = %v, by blocks alone %v", c, got, alone)
		}
		if least := convert.GaussianEpsilonLower(c.s, 1e-5); got < least {
			t.Errorf("%+v: ε = %v, and one step loses %v", c, got, least)
		}
	}
}

// A chain with a tail pays a Gaussian shift. Applied to a profile of 0, on the grid, it is at least
// the profile of that shift, and near it.
func TestChainWithTail(t *testing.T) {
	p := linear(0, 0.05, 1, 4, 1e9)
	s := p.search(atDelta(1e-5))
	s.tailRatio = 1
	g := newGrid(3, 200)
	pl := plan{0.5, 3}
	// z_3 = 3s, three more steps add s each; 0.5 and three whole variances.
	want := (3*0.05 + 3*0.05) / math.Sqrt(0.5+3)
	if got := s.shift(3, 0.5); got < want || got > want*(1+1e-12) {
		t.Errorf("the tail pays %v, want %v", got, want)
	}
	block := s.chain(g, pl, 1)
	paid := block.over(g.equalLaws())
	for i, v := range paid {
		if exact := errfloat.LeastProfile(want, g.loss(i)); v < exact*(1-1e-9) || v > exact*1.01+1e-25 {
			t.Fatalf("at loss %v: %v, the shift alone is %v", g.loss(i), v, exact)
		}
	}
}
