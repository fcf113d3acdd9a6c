package shift

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A step with the example that keeps more of a distance than the others makes early visits dear: worked by hand,
// (0.8·4 + 0.8)²/1.64 with the visit first, 4.2²/2 with the visit last.
func TestLaterVisitsMayCostLess(t *testing.T) {
	p := CyclicProgram{Excess: -0.2, VisitExcess: 0, Sensitivity: 1, Diameter: math.Inf(1), Period: 2}.Proven()
	from, to := p.level(4), p.level(0)
	for j, want := range []float64{16 / 1.64, 4.2 * 4.2 / 2} {
		if got := p.epochCost(j, 2, from, to); math.Abs(got/want-1) > 1e-9 {
			t.Errorf("the visit at step %d: %v, want %v", j, got, want)
		}
	}
	if got := p.costUpTo(1, 2, from, to); !math.IsInf(got, 1) {
		t.Errorf("both visits together: %v, want none", got)
	}
}

// Positions that are grouped, in epochs too long to look at each, cost at least their mean, whatever the levels; and hardly more
// where a mean is found.
func TestGroupedPositionsCostTheirMean(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8192))
	found, refused := 0, 0
	for range 60 {
		n := exactPositions + 1 + rng.IntN(200)
		rate := math.Exp(math.Log(1e-5) + rng.Float64()*math.Log(1e4)) // 1 − c
		p := CyclicProgram{Excess: -rate, VisitExcess: -rate * rng.Float64(), Sensitivity: 1, Diameter: math.Inf(1), Period: n}
		if rng.IntN(3) == 0 {
			p.VisitExcess = 0
		}
		if rng.IntN(2) == 0 {
			p.Diameter = math.Exp(rng.Float64() * 9)
		}
		q := p.Proven()
		from := min(p.Diameter, math.Exp(rng.Float64()*14-1))
		to := from * rng.Float64() * float64(rng.IntN(2))
		got, exact := 0.0, 0.0
		for _, s := range q.shares(span{n, n, from, to, 0}, 400) {
			got += s.Weight * s.R
		}
		for j := range n {
			exact += q.epochCost(j, n, q.level(from), q.level(to)) / float64(n)
		}
		switch {
		case math.IsInf(got, 1):
			refused++
		case got < exact*(1-1e-12)-1e-20:
			t.Errorf("%+v from %v to %v: %v in groups, the mean is %v", p, from, to, got, exact)
		default:
			found++
		}
	}
	if found < 20 || refused == 0 {
		t.Errorf("%d means found, %d refused", found, refused)
	}
	expanding := CyclicProgram{Excess: 3e-5, VisitExcess: 3e-5, Sensitivity: 1, Diameter: 7, Period: exactPositions + 8}
	if plan := expanding.Proven().Descent(20*expanding.Period, 48); plan != nil {
		t.Errorf("a descent of %d groups where steps expand", len(plan))
	}
}
