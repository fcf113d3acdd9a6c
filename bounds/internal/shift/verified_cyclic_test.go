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
func drawnCyclic(source *rand.Rand, longest float64) (Cyclic, ExactCyclic) {
	p := Cyclic{Excess: random.LogUniform(source, 1e-7, 0.5), Sensitivity: random.LogUniform(source, 1e-3, 1), Diameter: math.Inf(1), Period: 1 + int(random.LogUniform(source, 1, longest))}
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
	exact := ExactCyclic{Excess: interval.Float(p.Excess), VisitExcess: interval.Float(p.VisitExcess), Sensitivity: interval.Float(p.Sensitivity), Period: p.Period}
	if source.IntN(2) == 0 {
		p.Diameter = random.LogUniform(source, 1e-2, 100)
		exact.Diameter = interval.Float(p.Diameter)
	}
	return p, exact
}

// TestVerifiedCyclic compares the costs of all positions with those that Solve finds:
// none is below, beyond the rounding of what was found, and nearly all are within a
// billionth; for c on both sides of 1, and at 1, with and without projection, and for
// any length.
func TestVerifiedCyclic(t *testing.T) {
	source := rand.New(rand.NewPCG(6, 28))
	known, unknown := 0, 0
	for range 3000 {
		p, exact := drawnCyclic(source, 300)
		sigma, T, position := random.LogUniform(source, 0.1, 10), 1+int(random.LogUniform(source, 1, 1e6)), source.IntN(p.Period)
		want := p.Solve(T, position).R / sigma / sigma
		got := exact.Verified(interval.Float(sigma).Square()).Solve(T, position)
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

// TestVerifiedCyclicNeverBelow compares what starts cost with outward rounding, digit by
// digit: never below, and above by no more than a few roundings for each step of the
// computation.
func TestVerifiedCyclicNeverBelow(t *testing.T) {
	source := rand.New(rand.NewPCG(9, 1))
	compared := map[string]int{}
	for range 1500 {
		excess := random.LogUniform(source, 1e-6, 0.3)
		kind := []string{"c < 1", "c = 1", "c > 1"}[source.IntN(3)]
		excess *= map[string]float64{"c < 1": -1, "c = 1": 0, "c > 1": 1}[kind]
		p := ExactCyclic{Excess: interval.Decimal(excess), VisitExcess: interval.Decimal(excess * source.Float64()), Sensitivity: interval.Decimal(random.LogUniform(source, 1e-3, 1)),
			Diameter: interval.Decimal(random.LogUniform(source, 1e-2, 100)), Period: 2 + int(random.LogUniform(source, 1, 100))}
		variance := interval.Decimal(random.LogUniform(source, 0.01, 100))
		f := p.Verified(variance)
		exact, ok := p.proven()
		if !ok {
			t.Fatalf("%+v: which side of 1 its factors lie on is not known", p)
		}
		trailing, lead, epochs := source.IntN(p.Period), source.IntN(p.Period), source.IntN(30)
		// The search has a text of its own, in float64.
		search, after := chord{p.near(), trailing}, chord{p.near(), trailing + 1}
		plain := map[string]float64{"from 0": search.pay(0, 0, epochs).R, "from D": search.pay(p.near().Diameter, lead, epochs).R,
			"after the last": after.afterLastVisit().R}
		for what, c := range map[string]struct {
			verified float64
			exact    interval.Number
		}{
			"from 0":         {f.pay(nearly(errfloat.Near{}), trailing, 0, epochs).up(), exact.pay(outward(interval.Int(0)), trailing, 0, epochs).exact},
			"from D":         {f.pay(f.d, trailing, lead, epochs).up(), exact.pay(exact.d, trailing, lead, epochs).exact},
			"after the last": {f.afterLastVisit(trailing + 1).up(), exact.afterLastVisit(trailing + 1).exact},
		} {
			if math.IsInf(c.verified, 1) || !c.exact.Defined() {
				continue
			}
			compared[what+", "+kind]++
			truth := c.exact.Quo(variance)
			if found := plain[what]; math.Abs(found-c.exact.Float64()) > 1e-9*found {
				t.Errorf("%s, %+v, %d steps after, %d before, %d epochs: %v in float64, exactly %v", what, p, trailing, lead, epochs, found, c.exact)
			}
			if interval.Float(c.verified).Less(truth) || c.verified > truth.Up()*(1+1e-9) {
				t.Errorf("%s, %+v, %d steps after, %d before, %d epochs: %v, exactly %v", what, p, trailing, lead, epochs, c.verified, truth)
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

// On opposite sides of 1, at 0, and without any step nothing is claimed that is not
// known.
func TestVerifiedCyclicEdges(t *testing.T) {
	one := interval.Int(1)
	program := func(c, visit float64) ExactCyclic {
		return ExactCyclic{Excess: interval.Decimal(c), VisitExcess: interval.Decimal(visit), Sensitivity: one, Diameter: interval.Int(2), Period: 3}
	}
	for _, p := range []ExactCyclic{program(-0.1, 0.1), program(0.1, -0.1), {Excess: interval.Undefined, VisitExcess: one, Sensitivity: one, Period: 3}} {
		if r := p.Verified(one).Solve(50, 1); !math.IsInf(r, 1) {
			t.Errorf("%v and %v: %v", p.Excess, p.VisitExcess, r)
		}
	}
	// Where steps forget everything, the last one alone counts.
	if r := program(-1, -1).Verified(one).Solve(50, 1); !(r >= 1 && r < 1+1e-9) {
		t.Errorf("a last step that uses the example, c = 0: %v", r)
	}
	if r := program(-1, -1).Verified(one).Solve(51, 1); !math.IsInf(r, 1) {
		t.Errorf("a step after the last use, c = 0: %v", r)
	}
	shares := program(0, 0).Verified(one).Positions(2, 256)
	if len(shares) != 3 || shares[2].R != 0 || !(shares[0].R > 0.5-1e-9 && shares[0].R < 0.5+1e-9) || !(shares[1].R >= 1 && shares[1].R < 1+1e-9) {
		t.Errorf("two steps of an epoch of three: %+v", shares)
	}
}
