package drawn

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/shift"
)

// sizedProgram has batches of three sizes, whose steps multiply distances by 0.8 to 1. Hide is the price of a step
// sampled with probability 0.1.
func sizedProgram(d float64) SizedProgram {
	return SizedProgram{
		Sizes: []SizeRange{
			{0.25, []affine.Line{{}}},
			{0.5, []affine.Line{{Excess: -0.1}, {Offset: 0.4}}},
			{0.25, []affine.Line{{Excess: -0.2}}},
		},
		Weight: 1.5, Diameter: d,
		Hide:  func(beta float64) float64 { return math.Log1p(0.1 * math.Expm1(0.05/beta)) },
		Apart: func(t int) float64 { return min(d, float64(t)*0.2) },
	}
}

// The cost of a solution is at least the sum over its steps of the mean over sizes, and at most slightly more.
func TestSizedIsTheSumOfItsSteps(t *testing.T) {
	refused := 0
	for _, d := range []float64{0.5, 2, 6} {
		for _, T := range []int{3, 60, 200, 300, 1000, 5000} {
			p := sizedProgram(d)
			s := p.Solve(T)
			if len(s.Legs) == 0 {
				if composed, path := float64(T)*p.Hide(1), straight(p, T); !math.IsInf(s.R, 1) || path < composed {
					t.Errorf("D = %v, T = %d: no path and R = %v; composition costs %v, a straight path %v", d, T, s.R, composed, path)
				}
				refused++
				continue
			}
			z, sum, steps := s.Legs[0].From, 0.0, 0
			if z < p.Apart(s.Tau) {
				t.Errorf("D = %v, T = %d: it starts at %v, and the runs may be %v apart", d, T, z, p.Apart(s.Tau))
			}
			for _, l := range s.Legs {
				if z != l.From {
					t.Fatalf("a leg from %v begins at %v", l.From, z)
				}
				for k := 1; k <= l.Steps; k++ {
					next := l.From + (l.To-l.From)*float64(k)/float64(l.Steps)
					if l.Ratio {
						next = l.From * math.Pow(l.To/l.From, float64(k)/float64(l.Steps))
					}
					mean := 0.0
					for _, size := range p.Sizes {
						m := math.Inf(1)
						for _, line := range size.Lines {
							m = min(m, (1+line.Excess)*z+line.Offset)
						}
						a := max(0, m-next)
						mean += size.Weight * math.Exp(p.Weight*a*a/(1-l.Beta))
					}
					sum += p.Hide(l.Beta) + math.Log(mean)
					z = next
					steps++
				}
				z = l.To
			}
			if z != 0 || steps+s.Tau != T {
				t.Errorf("D = %v, T = %d: ends at %v after %d steps from %d on", d, T, z, steps, s.Tau)
			}
			if s.R < sum*(1-1e-9) || s.R > sum*1.02 {
				t.Errorf("D = %v, T = %d: R = %v, step by step %v", d, T, s.R, sum)
			}
		}
	}
	if refused > 6 {
		t.Errorf("%d of 18 runs have no path below composition", refused)
	}
}

// straight is the least cost of a path of one leg in a run of T steps.
func straight(p SizedProgram, T int) float64 {
	least := math.Inf(1)
	for tau := range T {
		for beta := 0.05; beta < 1; beta += 0.05 {
			least = min(least, p.Priced([]Leg{{From: p.Apart(tau), Steps: T - tau, Beta: beta}}))
		}
	}
	return least
}

// No random path is cheaper than the solution, apart from what its grid may cost. The paths have at most 14 steps
// and start at D, so they are the last steps of a long run.
func TestSizedIsNearTheBest(t *testing.T) {
	source := rand.New(rand.NewPCG(26, 1))
	for _, d := range []float64{0.5, 2, 6} {
		p := sizedProgram(d)
		s := p.Solve(10_000)
		least := math.Inf(1)
		for range 20_000 {
			n := 1 + source.IntN(14)
			z := d
			legs := make([]Leg, n)
			for i := range legs {
				next := z * (0.4 + 0.6*source.Float64())
				if i == n-1 {
					next = 0
				}
				legs[i] = Leg{From: z, To: next, Steps: 1, Beta: 0.1 + 0.85*source.Float64()}
				z = next
			}
			least = min(least, p.Priced(legs))
		}
		if s.R > least*(1+1e-3) {
			t.Errorf("D = %v: %v was found, %v by chance", d, s.R, least)
		}
	}
}

// Batches of one size are the program of DrawnProgram.
func TestSizedOfOneSize(t *testing.T) {
	for _, excess := range []float64{0, -0.1, 0.05} {
		for _, d := range []float64{0.3, 1, 4} {
			p := sizedProgram(d)
			p.Sizes = []SizeRange{{1, []affine.Line{{Excess: excess}}}}
			one := DrawnProgram{ChargedProgram: shift.ChargedProgram{FullBatch: shift.FullBatch{Excess: excess, Sensitivity: 0.2, Diameter: d},
				Drift: math.Inf(1)},
				Hide: func(beta float64) float64 { return p.Hide(beta) / p.Weight }}
			p.Apart = func(t int) float64 { return one.Distance(t) }
			s := p.Solve(100_000)
			want := p.Weight * one.Solve(100_000).R
			if s.R < want*(1-1e-2) || s.R > want*1.02 {
				t.Errorf("c = 1%+v, D = %v: %v, of fixed size %v", excess, d, s.R, want)
			}
		}
	}
}
