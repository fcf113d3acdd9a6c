package shift

import (
	"math"
	"math/rand/v2"
	"testing"
)

// costAt is the cost of the program from z_τ = start on, at the given distances z_{τ+1} … z_{T−1}.
func (p VariedProgram) costAt(tau int, start float64, z []float64) float64 {
	sum, before := 0.0, start
	for t := tau; t < len(p.Groups); t++ {
		s, after := p.Groups[t], 0.0
		if t+1 < len(p.Groups) {
			after = z[t-tau]
		}
		pay := max(0, (1+s.Excess)*before+s.Shift-after) / s.Noise
		sum += pay * pay
		before = after
	}
	return sum
}

// descend minimises the convex program by moving one distance at a time, each to the optimum between
// its neighbours, which is where its two payments are balanced.
func (p VariedProgram) descend(tau int, start float64) float64 {
	n := len(p.Groups) - tau - 1
	z := make([]float64, n)
	for range 40000 {
		moved := 0.0
		for i := range z {
			s, next := p.Groups[tau+i], p.Groups[tau+i+1]
			before, after := start, 0.0
			if i > 0 {
				before = z[i-1]
			}
			if i+1 < n {
				after = z[i+1]
			}
			arrives, c := (1+s.Excess)*before+s.Shift, 1+next.Excess
			u, v := 1/(s.Noise*s.Noise), c/(next.Noise*next.Noise)
			best := (u*arrives + v*(after-next.Shift)) / (u + v*c)
			best = min(max(best, 0), arrives)
			moved = max(moved, math.Abs(best-z[i]))
			z[i] = best
		}
		if moved < 1e-14 {
			break
		}
	}
	return p.costAt(tau, start, z)
}

func randomProgram(rng *rand.Rand, n int) VariedProgram {
	p := VariedProgram{Diameter: math.Inf(1)}
	if rng.IntN(2) == 0 {
		p.Diameter = 3 * rng.Float64()
	}
	for range n {
		s := StepGroup{Excess: -0.5 * rng.Float64(), Noise: 0.2 + rng.Float64()}
		if rng.IntN(4) == 0 {
			s.Excess = 0.3 * rng.Float64()
		}
		if rng.IntN(3) > 0 {
			s.Shift = rng.Float64()
		}
		s.Composed = s.Shift / s.Noise * s.Shift / s.Noise
		p.Groups = append(p.Groups, s)
	}
	return p
}

// The concave majorant is the minimum of the program, found by descent from every start.
func TestVariedBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 3))
	started := map[bool]int{}
	for range 300 {
		p := randomProgram(rng, 1+rng.IntN(9))
		want, composed := math.Inf(1), 0.0
		for tau, s := range p.Groups {
			want = min(want, composed+p.descend(tau, 0))
			if tau > 0 && !math.IsInf(p.Diameter, 1) {
				want = min(want, p.descend(tau, p.Diameter))
			}
			composed += s.Composed
		}
		got, tau := p.Solve()
		started[tau > 0]++
		if !(got >= want*(1-1e-9)) || !(got <= want*(1+1e-6)+1e-15) {
			t.Fatalf("%v from step %d, by descent %v: %+v", got, tau, want, p)
		}
	}
	if started[true] < 30 || started[false] < 30 {
		t.Errorf("from a later step: %v", started)
	}
}

// Idle steps in one group cost at least as much as one by one, when a path may start at each of them. Without a
// diameter they cost the same. Shifts gathered at the last step of a group cost at least as much as one by one.
func TestVariedStepGroups(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 4))
	for range 500 {
		one, idle, gathered := VariedProgram{Diameter: 2 * rng.Float64()}, VariedProgram{}, VariedProgram{}
		for range 1 + rng.IntN(8) {
			n := 1 + rng.IntN(6)
			s := StepGroup{Excess: 0.4*rng.Float64() - 0.3, Noise: 0.2 + rng.Float64(), Shift: rng.Float64()}
			s.Composed = s.Shift / s.Noise * s.Shift / s.Noise
			rest := StepGroup{Excess: s.Excess, Noise: s.Noise}
			every := rng.IntN(2) == 0
			for i := range n {
				if every || i == n-1 {
					one.Groups = append(one.Groups, s)
				} else {
					one.Groups = append(one.Groups, rest)
				}
			}
			s.Idle = n - 1
			if !every {
				idle.Groups = append(idle.Groups, s)
			} else {
				for range n {
					idle.Groups = append(idle.Groups, StepGroup{Excess: s.Excess, Noise: s.Noise, Shift: s.Shift, Composed: s.Composed})
				}
			}
			if every {
				s.Shift, s.Composed = s.Gathered(n), float64(n)*s.Composed
			}
			gathered.Groups = append(gathered.Groups, s)
		}
		idle.Diameter, gathered.Diameter = one.Diameter, one.Diameter
		exact, _ := one.Solve()
		if same, _ := idle.Solve(); same < exact*(1-1e-9) {
			t.Fatalf("%v in groups, %v one by one", same, exact)
		}
		if more, _ := gathered.Solve(); more < exact*(1-1e-9) {
			t.Fatalf("%v of gathered shifts, %v one by one: %+v", more, exact, one)
		}
		one.Diameter, idle.Diameter = math.Inf(1), math.Inf(1)
		exact, _ = one.Solve()
		if same, _ := idle.Solve(); math.Abs(same-exact) > 1e-9*exact {
			t.Fatalf("%v in groups, %v one by one", same, exact)
		}
	}
}

// The cost stays a sensible number even if products of the factors overflow or underflow.
func TestVariedFarFactors(t *testing.T) {
	for _, excess := range []float64{-1, -0.9, 0, 5} {
		p := VariedProgram{Diameter: 1}
		for range 2000 {
			p.Groups = append(p.Groups, StepGroup{Idle: 3, Excess: excess, Noise: 1, Shift: 0.1, Composed: 0.01})
		}
		if got, _ := p.Solve(); !(got >= 0.01*(1-1e-9) && got <= 20*(1+1e-9)) {
			t.Errorf("factor %v: %v", 1+excess, got)
		}
	}
}

// plainly computes the costs by start in the slow way: step by step, with a majorant of its own for every start.
func (p VariedProgram) plainly() map[int]float64 {
	n := len(p.Groups)
	composed := make([]float64, n+1)
	for i, s := range p.Groups {
		composed[i+1] = composed[i] + s.Composed
	}
	points, at, w, step := []corner(nil), corner{}, 1.0, 0
	for _, s := range p.Groups {
		step += s.Idle + 1
	}
	starts := map[int]float64{step: composed[n]}
	for i := n - 1; i >= 0; i-- {
		for s, k := p.Groups[i], 0; k <= s.Idle; k++ {
			at.x += w * w * s.Noise * s.Noise
			if k == 0 {
				at.y += w * s.Shift
			}
			w *= 1 + s.Excess
			points = append(points, at)
			step--
			starts[step] = composed[i] + wrapped(points)
			if first := i == 0 && k == s.Idle; !first && !math.IsInf(p.Diameter, 1) {
				far := append(append([]corner(nil), points[:len(points)-1]...), corner{x: at.x, y: at.y + p.Diameter*w})
				starts[step] = min(starts[step], wrapped(far))
			}
		}
	}
	return starts
}

// wrapped is the cost of the majorant: each line is the steepest to any point that is left.
func wrapped(points []corner) (cost float64) {
	for at := (corner{}); ; {
		steepest, next := 0.0, at
		for _, to := range points {
			if to.x > at.x && (to.y-at.y)/(to.x-at.x) > steepest {
				steepest, next = (to.y-at.y)/(to.x-at.x), to
			}
		}
		if steepest == 0 {
			return cost
		}
		cost += steepest * (next.y - at.y)
		at = next
	}
}

// The legs that all prefixes share cost what plain sums of every prefix do: of runs that bring distances closer, keep them
// or stretch them, with steps that wait between the uses.
func TestPrefixes(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 5))
	later := 0
	for range 300 {
		p, most := randomProgram(rng, 1+rng.IntN(12)), rng.IntN(4)
		for i := range p.Groups {
			s := &p.Groups[i]
			s.Excess *= []float64{1, 1e-3, 0, 1}[most]
			if rng.IntN(2) == 0 {
				s.Shift, s.Composed = 0, 0
			}
			if rng.IntN(3) == 0 {
				s.Idle = 1 + rng.IntN(9)
			}
			if s.Excess > 0 { // a group that grows is tried at its ends alone
				s.Idle = min(s.Idle, 1)
			}
			*s = s.Weighed()
		}
		all := p.Prefixes()
		for n := range len(p.Groups) + 1 {
			got, tau := all.Solve(n)
			starts := VariedProgram{p.Groups[:n], p.Diameter}.plainly()
			want := math.Inf(1)
			for _, cost := range starts {
				want = min(want, cost)
			}
			if !(got >= want*(1-1e-12)) || !(got <= want*(1+1e-10)) || tau > 0 && !(starts[tau] <= want*(1+1e-10)) {
				t.Fatalf("%v of %d groups from step %d, plainly %v from there and %v at best: %+v", got, n, tau, starts[tau], want, p)
			}
			if tau > 0 {
				later++
			}
		}
	}
	if later < 100 {
		t.Errorf("%d prefixes start at a later step", later)
	}
}
