package curved

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/shift/shifttest"
	"lastiterate/bounds/run"

	"pgregory.net/rapid"
)

// moduli draws a minimum of moduli that differ in kind: Hölder, linear and
// clipped ones, contracting ones if wanted.
func moduli(t *rapid.T, s float64, contracting bool) modulus.Min {
	var ms modulus.Min
	kinds := rapid.IntRange(1, 7).Draw(t, "kinds")
	if kinds&1 != 0 {
		ms = append(ms, modulus.Modulus{Holder: shifttest.LogUniform(t, "H", 1e-4, 3),
			Order: rapid.SampledFrom([]float64{0.5, 1, rapid.Float64Range(0.05, 0.99).Draw(t, "λ")}).Draw(t, "order")})
	}
	if kinds&2 != 0 {
		ms = append(ms, modulus.Modulus{Excess: shifttest.LogUniform(t, "c−1", 1e-4, 1)})
	}
	if kinds&4 != 0 || contracting {
		clip := modulus.Modulus{Offset: s * shifttest.LogUniform(t, "2ηC/s", 0.1, 100)}
		if contracting {
			clip.Excess = -shifttest.LogUniform(t, "1−c", 1e-3, 0.5)
		}
		ms = append(ms, clip)
	}
	return ms
}

// concaveProgram draws a small program, of which the grid below takes
// milliseconds.
func concaveProgram(t *rapid.T, contracting bool) (p ConcaveProgram, T int) {
	s := shifttest.LogUniform(t, "s", 0.02, 0.5)
	p = ConcaveProgram{Sensitivity: s, Diameter: shifttest.LogUniform(t, "D/s", 0.5, 40) * s, Period: 1}
	p.Plain = moduli(t, s, contracting)
	p.Visit = p.Plain.Visit(run.Run{B: rapid.IntRange(1, 5).Draw(t, "b")}.Step())
	if rapid.Bool().Draw(t, "cyclic") {
		p.Period = rapid.IntRange(2, 12).Draw(t, "B")
	}
	return p, rapid.IntRange(1, 60).Draw(t, "T")
}

// enclose solves the program by dynamic programming from the end, without
// anything that ConcaveProgram uses: paths restricted to the nodes of an even grid cost
// at least the optimum, and paths that may pay only down to the node above their
// distance and count from the node below cost at most that.
func enclose(p ConcaveProgram, T, cells int) (low, high float64) { return encloseAfter(p, T, 0, cells) }

// encloseAfter is enclose where rest steps come after the last visit.
func encloseAfter(p ConcaveProgram, T, rest, cells int) (low, high float64) {
	h := p.Diameter / float64(cells)
	grown := func(ms modulus.Min, s float64) []float64 {
		x := make([]float64, cells+1)
		for i := range x {
			x[i] = ms.Eval(h*float64(i)) + s
		}
		return x
	}
	plain, visit := grown(p.Plain, 0), grown(p.Visit, p.Sensitivity)
	// down[i] is the least cost from a distance in (h(i−1), hi], up[i] from hi.
	down, up := make([]float64, cells+1), make([]float64, cells+1)
	for i := range down {
		down[i], up[i] = math.Inf(1), math.Inf(1)
	}
	down[0], up[0] = 0, 0
	low, high = math.Inf(1), math.Inf(1)
	for i := 1; i <= T; i++ {
		x := plain
		if i > rest && (i-1-rest)%p.Period == 0 {
			x = visit
		}
		nextDown, nextUp := make([]float64, cells+1), make([]float64, cells+1)
		for j := range x {
			nextDown[j], nextUp[j] = math.Inf(1), math.Inf(1)
			least := x[max(j-1, 0)] // of any distance counted as j
			if j == 1 {
				least = x[0] // and just above 0
			}
			for k := 0; k <= cells; k++ {
				y := h * float64(k)
				a := max(0, least-y)
				nextDown[j] = min(nextDown[j], a*a+down[k])
				if y <= x[j] {
					nextUp[j] = min(nextUp[j], (x[j]-y)*(x[j]-y)+up[k])
				}
			}
		}
		down, up = nextDown, nextUp
		low, high = min(low, down[cells]), min(high, up[cells])
	}
	return min(low, down[0]), min(high, up[0])
}

// checkEnclosed wants the value to lie within what the grid allows, the
// certificate below the optimum, and the two close to each other.
func checkEnclosed(t *rapid.T, contracting bool, slack, gap float64) {
	p, T := concaveProgram(t, contracting)
	got := p.Solve(T)
	low, high := enclose(p, T, 120)
	if got.R < low*(1-1e-12) || got.R > high*(1+slack) {
		t.Fatalf("%+v, T=%d: R = %v, the grid says [%v, %v]", p, T, got.R, low, high)
	}
	if got.Lower > high*(1+1e-12) || !(got.Lower <= got.R) {
		t.Fatalf("%+v, T=%d: the optimum is at least %v by the table and at most %v by the grid", p, T, got.Lower, high)
	}
	if !(got.Gap() <= gap) {
		t.Fatalf("%+v, T=%d: R = %v, certified %v: gap %v", p, T, got.R, got.Lower, got.Gap())
	}
}

func TestConcaveWithinTheGrid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkEnclosed(t, false, 1e-9, 3e-4) })
}

// Where distances stop growing a path may rise from 0 before it falls.
func TestContractingWithinTheGrid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkEnclosed(t, true, 1e-4, 1e-2) })
}

// A visit may leave a little to the step after it, less than the table's first
// node: composition pays 8e-4 here, and an even grid's path at most 7.982e-4.
func TestContractingLeavesALittle(t *testing.T) {
	plain := modulus.Min{{Holder: 1.2840254166877414, Order: 0.75}, {Excess: -0.36787944117144233, Offset: 0.03297442541400256}}
	p := ConcaveProgram{Plain: plain, Visit: plain.Visit(run.Run{B: 1}.Step()), Sensitivity: 0.02, Diameter: 0.03297442541400256, Period: 8}
	_, high := enclose(p, 15, 120)
	if got := p.Solve(15); got.R > high || got.Gap() > 1e-4 {
		t.Errorf("R = %v, gap %v; the grid has %v", got.R, got.Gap(), high)
	}
}

// An example by hand: m(z) = min(z + 0.3√z, z + 0.1), s = 0.02,
// D = 1. With exactly twelve steps the optimum is 0.47596; it reaches 0 after
// nine and composes three steps of s² = 0.0004, so that nine alone are cheaper.
func TestConcaveExample(t *testing.T) {
	p := ConcaveProgram{Visit: modulus.Min{{Holder: 0.3, Order: 0.5}, {Offset: 0.1}}, Sensitivity: 0.02, Diameter: 1, Period: 1}
	got := p.Solve(1e6)
	if n := len(got.A); n != 9 || math.Abs(got.R+3*0.0004-0.47596) > 5e-6 {
		t.Errorf("R = %v in %d steps, want 0.47596 − 3·0.0004 in 9", got.R, n)
	}
	if got.Gap() > 1e-4 {
		t.Errorf("gap %v", got.Gap())
	}
}

// rayScan is the cheapest stationary path of a full batch, found without any
// table: from each last payment p the path is followed backward, a_{t−1} =
// a_t·m'(z_t), and ended at D with the payment that leads there.
func rayScan(p ConcaveProgram, T, points int) float64 {
	best := float64(T) * p.Sensitivity * p.Sensitivity
	g := newGrowth(p.Visit, p.Sensitivity)
	atTop := g.of(p.Diameter)
	for i := range points {
		z := p.Diameter * math.Pow(1e-9, float64(i)/float64(points)) // after one step
		a := g.of(z)
		cost := a * a
		best = min(best, atTop*atTop)
		for n := 2; n <= T && z < p.Diameter && cost < best; n++ {
			last := atTop - z
			best = min(best, cost+last*last)
			_, slope, _ := g.bend(z)
			a *= slope
			cost += a * a
			y := z + a - p.Sensitivity // = m of the next
			next := 0.0
			for _, m := range p.Visit {
				next = max(next, m.Inverse(y))
			}
			z = next
		}
	}
	return best
}

// Rays and the table are two ways to the same optimum.
func TestRaysMeetTheTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, T := concaveProgram(t, false)
		p.Period = 1
		got, rays := p.Solve(T), rayScan(p, T, 4000)
		if got.R > rays*(1+1e-9) || rays < got.Lower {
			t.Fatalf("%+v, T=%d: table %v ≥ %v, rays %v", p, T, got.R, got.Lower, rays)
		}
	})
}

// Under one linear modulus the solver meets the closed forms.
func TestConcaveIsLinear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := shifttest.LogUniform(t, "s", 0.01, 1)
		c := shift.CyclicProgram{Excess: shifttest.LogUniform(t, "c−1", 1e-4, 1), Sensitivity: s,
			Diameter: s * shifttest.LogUniform(t, "D/s", 0.1, 50),
			Period:   rapid.SampledFrom([]int{1, 1, 2, 5, 9}).Draw(t, "B")}
		b := rapid.IntRange(1, 9).Draw(t, "b")
		m := modulus.Min{modulus.Linear("", c.Excess)}
		c.VisitExcess = m.Visit(run.Run{B: b}.Step())[0].Excess
		T := rapid.IntRange(1, 300).Draw(t, "T")
		want := c.Solve(T, (T-1)%c.Period).R
		if c.Period == 1 {
			want = shift.FullBatch{Excess: c.VisitExcess, Sensitivity: s, Diameter: c.Diameter}.Solve(T).R
		}
		p := ConcaveProgram{Plain: m, Visit: m.Visit(run.Run{B: b}.Step()), Sensitivity: s, Diameter: c.Diameter, Period: c.Period}
		got := p.Solve(T)
		if shifttest.Relative(got.R, want) > 1e-9 || got.Lower > want*(1+1e-12) {
			t.Fatalf("%+v b=%d T=%d: R = %v ≥ %v, closed form %v", c, b, T, got.R, got.Lower, want)
		}
		// λ → 1 is continuous.
		near := modulus.Min{{Holder: c.Excess, Order: 1 - 1e-9}}
		p.Plain, p.Visit = near, near.Visit(run.Run{B: b}.Step())
		if got := p.Solve(T); shifttest.Relative(got.R, want) > 1e-6 {
			t.Fatalf("%+v b=%d T=%d: R = %v just below λ = 1, %v at it", c, b, T, got.R, want)
		}
	})
}

// Every path written out must satisfy (P): payments that lead from each distance
// to the next, from D down to 0, and a cost not below their squares'.
func TestPathsAreFeasible(t *testing.T) {
	written := 0
	rapid.Check(t, func(t *rapid.T) {
		p, T := concaveProgram(t, false)
		got := p.Solve(T)
		if got.Z == nil {
			return
		}
		written++
		n := len(got.A)
		if got.Z[0] != p.Diameter || got.Z[n] != 0 || got.Tau < 0 || got.Tau+n > T {
			t.Fatalf("%+v, T=%d: from %v at %d to %v after %d", p, T, got.Z[0], got.Tau, got.Z[n], n)
		}
		cost := 0.0
		for i, a := range got.A {
			left := T - 1 - got.Tau - i // steps after this one
			reached := p.Plain.Eval(got.Z[i])
			if left%p.Period == 0 {
				reached = p.Visit.Eval(got.Z[i]) + p.Sensitivity
			}
			if a < 0 || got.Z[i+1] < reached-a {
				t.Fatalf("%+v, T=%d: step %d of %d pays %v from %v to %v", p, T, i, n, a, reached, got.Z[i+1])
			}
			cost += a * a
		}
		for i := n; got.Tau+i < T; i++ {
			if (T-1-got.Tau-i)%p.Period == 0 {
				cost += p.Sensitivity * p.Sensitivity
			}
		}
		if got.R < cost {
			t.Fatalf("%+v, T=%d: R = %v is below the payments' %v", p, T, got.R, cost)
		}
	})
	if written == 0 {
		t.Error("0 paths were written out, want at least 1")
	}
}

// Runs of any length and scale: the value is finite, between its certificate and
// composition, and does not fall as the run grows by a factor of a million.
func TestConcaveAtEveryScale(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	for _, ms := range []modulus.Min{
		{{Holder: 1e-30, Order: 0.5}}, {{Holder: 1e-3, Order: 1e-6}}, {{Holder: 1e30, Order: 0.3}, {Offset: 1e-2}},
		{{Holder: 0.1, Order: 0.7}, {Offset: 1e-3}, {Excess: 0.01}}, {{Offset: 1}}, {{Excess: 0.5}, {Excess: -0.1, Offset: 1e-3}},
		{{Excess: 0.5}, {Excess: -1, Offset: 1e-3}},
		{{Excess: 99}, {Offset: 1}}, {{Excess: 99}, {Excess: -0.99, Offset: 1e-2}},
	} {
		for _, d := range []float64{1e-9, 1e-3, 1, 1e3, 1e9, math.Inf(1)} {
			for _, period := range []int{1, 2, 1000, 1e9} {
				last := 0.0
				for _, T := range []int{1, 7, 1000, 1e9, 1e12} {
					p := ConcaveProgram{Plain: ms, Visit: ms.Visit(run.Run{B: 100}.Step()), Sensitivity: 1e-3, Diameter: d, Period: period}
					got := p.Solve(T)
					composed := 1e-6 * float64((T-1)/period+1)
					if !(got.R > 0) || got.R > composed*(1+1e-15) || got.R < got.Lower || got.R < last*(1-1e-3) {
						t.Errorf("%v D=%v B=%d T=%d: R = %v ≥ %v after %v, composition costs %v", ms, d, period, T, got.R, got.Lower,
							last, composed)
					}
					last = got.R
				}
			}
		}
	}
}

// A long run from D = 1 in small steps costs nearly 4∫(s + m(z) − z)dz, here
// 4(s + H/1.5), which no run undercuts (section 8): known to the fourth digit.
func TestConcaveContinuousLimit(t *testing.T) {
	for _, s := range []float64{1e-4, 1e-6, 1e-8} {
		p := ConcaveProgram{Visit: modulus.Min{{Holder: s, Order: 0.5}}, Sensitivity: s, Diameter: 1, Period: 1}
		got, limit := p.Solve(1e12), 4*(s+s/1.5)
		if got.R < limit || got.R > limit*(1+4*s+1e-5) || got.Gap() > 2e-4 {
			t.Errorf("s = %v: R = %v, gap %v, the limit is %v", s, got.R, got.Gap(), limit)
		}
	}
}
