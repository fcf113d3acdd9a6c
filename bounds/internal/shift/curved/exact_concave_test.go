package curved

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/run"
)

// exactly takes a program's numbers as they are.
func exactly(p ConcaveProgram) ExactConcave {
	moduli := func(ms modulus.Min) (out []modulus.ExactModulus) {
		for _, m := range ms {
			order := m.Order
			if m.Holder == 0 {
				order = 1
			}
			out = append(out, modulus.ExactModulus{Across: interval.Int(0), Excess: interval.Float(m.Excess), Offset: interval.Float(m.Offset),
				Holder: interval.Float(m.Holder), Order: interval.Float(order)})
		}
		return out
	}
	return ExactConcave{Plain: moduli(p.Plain), Visit: moduli(p.Visit), Sensitivity: interval.Float(p.Sensitivity),
		Diameter: interval.Float(p.Diameter), Period: p.Period}
}

// bigCost is the cost of a path in 300-bit arithmetic, for moduli whose powers
// are square roots.
func bigCost(p ConcaveProgram, s ConcaveSolution, T int) *big.Float {
	num := func(x float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(x) }
	mul := func(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(300).Mul(x, y) }
	add := func(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(300).Add(x, y) }
	cost, s2 := num(0), mul(num(p.Sensitivity), num(p.Sensitivity))
	for i := range T - s.Tau {
		visit := (T-1-s.Tau-i)%p.Period == 0
		if i >= len(s.A) {
			if visit {
				cost = add(cost, s2)
			}
			continue
		}
		ms, grown := p.Plain, num(0)
		if visit {
			ms, grown = p.Visit, num(p.Sensitivity)
		}
		if s.Z[i] > 0 {
			var least *big.Float
			for _, m := range ms {
				z := num(s.Z[i])
				y := add(add(z, mul(num(m.Excess), z)), num(m.Offset))
				if m.Holder > 0 {
					y = add(y, mul(num(m.Holder), new(big.Float).SetPrec(300).Sqrt(z)))
				}
				if least == nil || y.Cmp(least) < 0 {
					least = y
				}
			}
			grown = add(grown, least)
		}
		if a := add(grown, num(-s.Z[i+1])); a.Sign() > 0 {
			cost = add(cost, mul(a, a))
		}
	}
	return cost
}

// The certificate is never below the cost in 300 bits and within its last digit,
// and close to what was found in floating point.
func TestExactConcave(t *testing.T) {
	evaluated := 0
	rapid.Check(t, func(t *rapid.T) {
		contracting := rapid.IntRange(0, 4).Draw(t, "kind") == 0
		p, T := concaveProgram(t, contracting)
		for i := range p.Plain {
			p.Plain[i].Order = 0.5
		}
		p.Visit = p.Plain.Visit(run.Run{B: rapid.IntRange(1, 5).Draw(t, "batch")}.Step())
		s := p.Solve(T)
		cost := exactly(p).Cost(s, T)
		if !cost.Defined() {
			if s.Z != nil {
				t.Fatalf("%+v T=%d: a path of %d steps from %v at %d was not evaluated", p, T, len(s.A), s.Z[0], s.Tau)
			}
			return
		}
		up := new(big.Float).SetFloat64(cost.Up())
		want := float64(0)
		if s.Z == nil {
			s2 := new(big.Rat).SetFloat64(p.Sensitivity)
			s2.Mul(s2, s2).Mul(s2, new(big.Rat).SetInt64(int64((T-1)/p.Period+1)))
			if new(big.Float).SetPrec(300).SetRat(s2).Cmp(up) > 0 {
				t.Fatalf("composition: %v below %v", cost.Up(), s2)
			}
			want, _ = s2.Float64()
		} else {
			evaluated++
			path := s
			path.Z = append([]float64{s.Z[0]}, s.Z[1:]...)
			for i := range path.Z[1:] {
				path.Z[i+1] = cutToBits(path.Z[i+1])
			}
			exact := bigCost(p, path, T)
			if exact.Cmp(up) > 0 {
				t.Fatalf("%+v T=%d: certified %v is below %s", p, T, cost.Up(), exact.Text('g', 25))
			}
			want, _ = exact.Float64()
		}
		if cost.Up() > want*(1+5e-16) || math.Abs(s.R-want) > 1e-9*want {
			t.Fatalf("%+v T=%d: certified %v, found %v, in 300 bits %v", p, T, cost.Up(), s.R, want)
		}
	})
	if evaluated < 30 && !testing.Short() { // rapid draws a fifth in a short run
		t.Errorf("only %d of 100 paths were evaluated", evaluated)
	}
}

// Where nothing is certain there is no certificate.
func TestNoExactConcave(t *testing.T) {
	ms := modulus.Min{{Holder: 0.3, Order: 0.5}, {Offset: 0.1}}
	p := ConcaveProgram{Plain: ms, Visit: ms, Sensitivity: 0.02, Diameter: 1, Period: 1}
	s := p.Solve(1e6)
	if s.Z == nil || !exactly(p).Cost(s, 1e6).Defined() {
		t.Fatalf("the cost of a path with %d distances is undefined, want a certificate", len(s.Z))
	}
	lower := exactly(p)
	lower.Diameter = interval.Float(1.5) // the path starts below
	if c := lower.Cost(s, 1e6); c.Defined() {
		t.Errorf("the cost of a path that starts below the diameter = %v, want an undefined value", c)
	}
	late := s
	late.Z = append([]float64{0}, s.Z[1:]...)
	if c := exactly(p).Cost(late, 1e6); c.Defined() {
		t.Errorf("the cost of a path from 0 that starts late = %v, want an undefined value", c)
	}
	long := ConcaveSolution{Z: make([]float64, longestExact+2), A: make([]float64, longestExact+1)}
	if c := exactly(p).Cost(long, longestExact+1); c.Defined() {
		t.Errorf("the cost of a path of %d steps = %v, want an undefined value", longestExact+1, c)
	}
}
