package shift

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/random"
)

// drawnCyclic is a program, and what it is exactly, with epochs of fewer than longest
// steps; for c on both sides of 1, and at 1, with and without projection.
func drawnCyclic(source *rand.Rand, longest float64) (CyclicProgram, StatedConstants) {
	p := CyclicProgram{Excess: random.LogUniform(source, 1e-7, 0.5), Sensitivity: random.LogUniform(source, 1e-3, 1), Diameter: math.Inf(1),
		Period: 1 + int(random.LogUniform(source, 1, longest))}
	if source.IntN(2) == 0 {
		p.Excess = -p.Excess
	}
	if source.IntN(5) == 0 {
		p.Excess = 0
	}
	p.VisitExcess = p.Excess * source.Float64()
	if p.Period == 1 {
		p.VisitExcess = p.Excess
	}
	exact := StatedConstants{Excess: interval.Float(p.Excess), VisitExcess: interval.Float(p.VisitExcess),
		Sensitivity: interval.Float(p.Sensitivity), Period: p.Period}
	if source.IntN(2) == 0 {
		p.Diameter = random.LogUniform(source, 1e-2, 100)
		exact.Diameter = interval.Float(p.Diameter)
	}
	return p, exact
}

// A step without the example that leaves a 10⁻¹⁸-th of a distance leaves 2 of 2·10¹⁸, and the noise of two
// steps then hides (sc)²/(1+c²) = 4. Only the factor 0 leaves nothing.
func TestNearlyForgetting(t *testing.T) {
	one := interval.Int(1)
	little := interval.Decimal(1e-18)
	p := StatedConstants{Excess: little.Sub(one), VisitExcess: little.Sub(one), Sensitivity: interval.Decimal(2e18), Period: 2}
	if got := p.Cyclic(one).Solve(2, 0).R; !(got >= 4 && got < 4*(1+1e-12)) {
		t.Errorf("R = %v, want 4", got)
	}
	p.Excess = interval.Int(-1)
	if got := p.Cyclic(one).Solve(2, 0).R; got != 0 {
		t.Errorf("R = %v, want 0 where all is forgotten", got)
	}
}

// TestProven compares the costs of all positions with those that Solve finds:
// none is below, beyond the rounding of what was found, and nearly all are within a
// billionth; for c on both sides of 1, and at 1, with and without projection, and for
// any length.
func TestProven(t *testing.T) {
	source := rand.New(rand.NewPCG(6, 28))
	known, unknown := 0, 0
	for range 3000 {
		p, exact := drawnCyclic(source, 300)
		sigma, T, position := random.LogUniform(source, 0.1, 10), 1+int(random.LogUniform(source, 1, 1e6)), source.IntN(p.Period)
		want := p.Solve(T, position).R / sigma / sigma
		got := exact.Cyclic(interval.Float(sigma).Square()).Solve(T, position).R
		if got < want*(1-1e-9) || got > want*(1+1e-9) && !math.IsInf(got, 1) {
			t.Errorf("%+v, σ = %v, T = %d, position %d: %v, found %v: %.2g above", p, sigma, T, position, got, want, got/want-1)
		}
		if known++; math.IsInf(got, 1) {
			unknown++
		}
	}
	t.Logf("%d of %d are not known", unknown, known)
	if unknown > known/5 {
		t.Errorf("%d of %d are not known", unknown, known)
	}
}

// If steps expand and those that use the example contract, as with weight decay and few examples in a batch, the latter count as
// if they kept distances, and cost exactly as much.
func TestVisitsOnTheOtherSideOfOne(t *testing.T) {
	source := rand.New(rand.NewPCG(11, 29))
	for range 300 {
		p, exact := drawnCyclic(source, 50)
		p.Excess = max(math.Abs(p.Excess), 1e-7)
		p.VisitExcess = -random.LogUniform(source, 1e-7, 0.5)
		kept, exactKept := p, exact
		kept.VisitExcess = 0
		exact.Excess, exact.VisitExcess = interval.Float(p.Excess), interval.Float(p.VisitExcess)
		exactKept.Excess, exactKept.VisitExcess = exact.Excess, interval.Int(0)
		T, position, variance := 1+int(random.LogUniform(source, 1, 1e4)), source.IntN(p.Period), interval.Int(1)
		got, want := p.Solve(T, position).R, kept.Solve(T, position).R
		proven, provenWant := exact.Cyclic(variance).Solve(T, position).R, exactKept.Cyclic(variance).Solve(T, position).R
		if got != want || proven != provenWant {
			t.Errorf("%+v, T = %d, position %d: %v and certified %v; if visits keep distances %v and %v", p, T, position, got, proven, want,
				provenWant)
		}
	}
}

// minorantCost is the cost of the convex minorant of explicit steps, digit by digit: of a start
// distance, then for each step what it adds and its factor.
func minorantCost(start interval.Number, jumps, factors []interval.Number) interval.Number {
	type segment struct{ rise, run interval.Number }
	var stack []segment
	weight := interval.Int(1) // of a step over the first's
	for i := range jumps {
		rise := jumps[i].Mul(weight)
		if i == 0 {
			rise = rise.Add(start.Mul(factors[0]))
		}
		next := segment{rise, weight.Square()}
		for len(stack) > 0 {
			before := stack[len(stack)-1]
			if before.rise.Mul(next.run).Less(next.rise.Mul(before.run)) {
				break
			}
			next = segment{before.rise.Add(next.rise), before.run.Add(next.run)}
			stack = stack[:len(stack)-1]
		}
		stack = append(stack, next)
		if i+1 < len(jumps) {
			weight = weight.Quo(factors[i+1])
		}
	}
	sum := interval.Int(0)
	for _, p := range stack {
		sum = sum.Add(p.rise.Square().Quo(p.run))
	}
	return sum
}

// TestProvenNeverBelow compares what starts cost with the minorant of their steps, one by one
// and with outward rounding: never below, and above by no more than a few roundings for each
// step of the computation.
func TestProvenNeverBelow(t *testing.T) {
	source := rand.New(rand.NewPCG(9, 1))
	compared := map[string]int{}
	one, none := interval.Int(1), interval.Int(0)
	for range 900 {
		excess := random.LogUniform(source, 1e-6, 0.3)
		kind := []string{"c < 1", "c = 1", "c > 1"}[source.IntN(3)]
		excess *= map[string]float64{"c < 1": -1, "c = 1": 0, "c > 1": 1}[kind]
		p := StatedConstants{Excess: interval.Decimal(excess), VisitExcess: interval.Decimal(excess * source.Float64()),
			Sensitivity: interval.Decimal(random.LogUniform(source, 1e-3, 1)),
			Diameter:    interval.Decimal(random.LogUniform(source, 1e-2, 100)), Period: 2 + int(random.LogUniform(source, 1, 30))}
		variance := interval.Decimal(random.LogUniform(source, 0.01, 100))
		f := p.Cyclic(variance)
		trailing, lead, epochs := source.IntN(p.Period), source.IntN(p.Period), source.IntN(10)
		truth := func(start interval.Number, lead, epochs, trailing int, visits bool) interval.Number {
			var jumps, factors []interval.Number
			add := func(visit bool) {
				jump, factor := none, one.Add(p.Excess)
				if visit {
					jump, factor = p.Sensitivity, one.Add(p.VisitExcess)
				}
				jumps, factors = append(jumps, jump), append(factors, factor)
			}
			for range lead {
				add(false)
			}
			for range epochs * p.Period {
				add(len(jumps)%p.Period == lead%p.Period)
			}
			if visits {
				add(true)
			}
			for range trailing {
				add(false)
			}
			return minorantCost(start, jumps, factors).Quo(variance)
		}
		for what, c := range map[string]struct {
			proven float64
			exact  interval.Number
		}{
			"from 0":         {f.pay(errfloat.Near{}, trailing, 0, epochs).R, truth(none, 0, epochs, trailing, true)},
			"from D":         {f.pay(f.d, trailing, lead, epochs).R, truth(p.Diameter, lead, epochs, trailing, true)},
			"after the last": {f.afterLastVisit(trailing + 1).R, truth(p.Diameter, 0, 0, trailing+1, false)},
		} {
			if math.IsInf(c.proven, 1) || !c.exact.Defined() {
				continue
			}
			compared[what+", "+kind]++
			if interval.Float(c.proven).Less(c.exact) || c.proven > c.exact.Up()*(1+1e-9) {
				t.Errorf("%s, %+v, %d steps after, %d before, %d epochs: %v, exactly %v", what, p, trailing, lead, epochs,
					c.proven, c.exact)
			}
		}
	}
	t.Logf("compared: %v", compared)
	if len(compared) != 9 {
		t.Errorf("compared %v", compared)
	}
	for what, n := range compared {
		if n < 100 {
			t.Errorf("%s was compared %d times", what, n)
		}
	}
}

// If it is not known on which side of 1 the factor is, if it is 0, and without any step, nothing is claimed that is not
// known.
func TestProvenEdges(t *testing.T) {
	one := interval.Int(1)
	program := func(c, visit float64) StatedConstants {
		return StatedConstants{Excess: interval.Decimal(c), VisitExcess: interval.Decimal(visit), Sensitivity: one,
			Diameter: interval.Int(2), Period: 3}
	}
	unknown := StatedConstants{Excess: interval.Undefined, VisitExcess: one, Sensitivity: one, Period: 3}
	if r := unknown.Cyclic(one).Solve(50, 1).R; !math.IsInf(r, 1) {
		t.Errorf("%v and %v: %v", unknown.Excess, unknown.VisitExcess, r)
	}
	for _, mixed := range [][2]StatedConstants{{program(-0.1, 0.1), program(0, 0.1)}, {program(0.1, -0.1), program(0.1, 0)}} {
		if a, b := mixed[0].Cyclic(one).Solve(50, 1).R, mixed[1].Cyclic(one).Solve(50, 1).R; a != b || math.IsInf(a, 1) {
			t.Errorf("%v and %v: %v, and %v if the smaller is 1", mixed[0].Excess, mixed[0].VisitExcess, a, b)
		}
	}
	// Where steps forget everything, the last one alone counts.
	if r := program(-1, -1).Cyclic(one).Solve(50, 1).R; !(r >= 1 && r < 1+1e-9) {
		t.Errorf("a last step that uses the example, c = 0: %v", r)
	}
	if r := program(-1, -1).Cyclic(one).Solve(51, 1).R; !(r < 1e-200) {
		t.Errorf("a step after the last use, c = 0: %v", r)
	}
	shares := program(0, 0).Cyclic(one).Positions(2, 256)
	if len(shares) != 3 || shares[2].R != 0 || !(shares[0].R > 0.5-1e-9 && shares[0].R < 0.5+1e-9) ||
		!(shares[1].R >= 1 && shares[1].R < 1+1e-9) {
		t.Errorf("two steps of an epoch of three: %+v", shares)
	}
}
