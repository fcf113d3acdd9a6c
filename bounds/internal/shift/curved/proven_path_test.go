package curved

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/shift/ray"
)

// What is certified of a path is at least its cost in intervals, and hardly more than what
// the search said of it. The start of a path is at least as far away as the runs can be.
func TestProvenPathOfRays(t *testing.T) {
	source := rand.New(rand.NewPCG(9, 41))
	starts := map[string]int{}
	for range 400 {
		s, holder, order := random.LogUniform(source, 1e-3, 10), random.LogUniform(source, 1e-3, 1),
			random.Pick(source, 1, 0.2+0.75*source.Float64())
		period, b := 1+source.IntN(5), 1+source.IntN(4)
		rest, T := source.IntN(period), 2*period+source.IntN(40)
		drift, d := s*random.LogUniform(source, 1, 5), math.Inf(1)
		zero, one := interval.Int(0), interval.Int(1)
		line := func(offset float64) modulus.ExactModulus {
			return modulus.ExactModulus{Across: interval.Int(0), Excess: zero, Offset: interval.Decimal(offset), Holder: zero, Order: one}
		}
		exact := modulus.ExactModulus{Across: interval.Int(0), Excess: zero, Offset: zero, Holder: interval.Decimal(holder),
			Order: interval.Decimal(order)}
		partial := exact
		partial.Holder = exact.Holder.Mul(interval.Fraction(b-1, b))
		p := ProvenPath{Plain: []modulus.ExactModulus{exact, line(drift)}, Visit: []modulus.ExactModulus{partial, line(drift - s)},
			Sensitivity: interval.Decimal(s), Period: period, First: (T - rest - 1) % period}
		if source.IntN(3) > 0 {
			d = s * random.LogUniform(source, 0.1, 10)
			p.Diameter = interval.Decimal(d)
		}
		g := modulus.Modulus{Holder: holder, Order: order}
		common := modulus.Modulus{Holder: holder * float64(b-1) / float64(b), Order: order}
		visit := func(z float64) float64 { return min(common.Eval(z)+s, z+drift) }
		r := ray.Rays{Modulus: g, Visit: shift.Gaussian(s), Period: period, Rest: rest, Diameter: d,
			Track: shift.ForwardTrack(visit, func(z float64) float64 { return min(g.Eval(z), z+drift) }, period, d, T+1)}
		best := r.Solve(T)
		path, ok := r.Path(best, T)
		if !ok {
			continue
		}
		got, least := p.Charged(exact, path), exactCost(p, path, []modulus.ExactModulus{exact}, []modulus.ExactModulus{exact}, true)
		if got < least.Down() || math.Abs(got/best.R-1) > 1e-9 {
			t.Fatalf("%+v: certified %v, in intervals %v, found %v", r, got, least, best.R)
		}
		switch {
		case path.Tau == 0:
			starts["at the beginning"]++
			continue
		case path.Z[0] >= d:
			starts["at the diameter"]++
		default:
			starts["on the way"]++
		}
		path.Z[0] *= 1 - 1e-4
		if got := p.Charged(exact, path); !math.IsInf(got, 1) && path.Z[0] < min(d, p.furthest(path.Tau, math.MaxInt, math.Inf(1))) {
			t.Fatalf("%+v: a start that is too near is certified as %v", r, got)
		}
	}
	for _, start := range []string{"at the beginning", "at the diameter", "on the way"} {
		if starts[start] == 0 {
			t.Errorf("no path starts %s: %v", start, starts)
		}
	}
}

// Under the minimum of several moduli, and with the step's own jump among what is paid off.
func TestProvenPathOfConcave(t *testing.T) {
	source := rand.New(rand.NewPCG(10, 41))
	long := 0
	for range 200 {
		s, d := random.LogUniform(source, 1e-3, 1), random.LogUniform(source, 1e-2, 10)
		ms := modulus.Min{{Excess: random.LogUniform(source, 1e-3, 0.5)}, {Offset: s * random.LogUniform(source, 1, 10)},
			{Holder: random.LogUniform(source, 1e-2, 1), Order: 0.2 + 0.7*source.Float64()}}
		period, T := 1+source.IntN(4), 3+source.IntN(60)
		c := ConcaveProgram{Plain: ms, Visit: ms, Sensitivity: s, Diameter: d, Period: period}
		best := c.Solve(T)
		path, ok := c.Path(best, T)
		if !ok {
			continue
		}
		var exact []modulus.ExactModulus
		for _, m := range ms {
			exact = append(exact, modulus.ExactModulus{Across: interval.Int(0), Excess: interval.Decimal(m.Excess),
				Offset: interval.Decimal(m.Offset),
				Holder: interval.Decimal(m.Holder), Order: interval.Decimal(m.Order)})
		}
		p := ProvenPath{Plain: exact, Visit: exact, Sensitivity: interval.Decimal(s), Diameter: interval.Decimal(d), Period: period,
			First: (T - 1) % period}
		got, least := p.Cost(path), exactCost(p, path, exact, exact, false)
		if got < least.Down() || got > best.R*(1+1e-9) {
			t.Fatalf("%+v: certified %v, in intervals %v, found %v", c, got, least, best.R)
		}
		if path.Z[0] > 0 {
			long++
		}
		path.Z[len(path.A)] = 1e-9 * s
		if got := p.Cost(path); !math.IsInf(got, 1) {
			t.Fatalf("%+v: a path that leaves a distance is certified as %v", c, got)
		}
	}
	if long == 0 {
		t.Error("0 paths start at the diameter, want at least 1")
	}
}

// exactCost is what the levels of a path cost, in intervals.
func exactCost(p ProvenPath, path shift.Path, plain, visit []modulus.ExactModulus, charged bool) interval.Number {
	sum, zero := interval.Int(0), interval.Int(0)
	z := zero // the run's beginning, or a distance that the runs are within
	switch start := path.Z[0]; {
	case path.Tau == 0:
	case p.far() <= start*(1+1e-9):
		z = interval.Max(p.Diameter, interval.Float(start))
	default:
		z = interval.Float(max(start, p.furthest(path.Tau, math.MaxInt, start*2)))
	}
	for i := range path.A {
		used := (path.Tau+i)%p.Period == p.First
		ms, jump, charge := plain, zero, zero
		switch {
		case used && charged:
			ms, charge = visit, p.Sensitivity
		case used:
			ms, jump = visit, p.Sensitivity
		}
		grown := jump
		if !z.IsZero() {
			grown = grown.Add(modulus.LeastAt(ms, z))
		}
		z = interval.Float(path.Z[i+1])
		sum = sum.Add(interval.Max(zero, grown.Sub(z)).Add(charge).Square())
	}
	return sum
}

// A power is at least that of every exponent in its range, on either side of 1, and hardly more
// than the larger of those at the ends.
func TestPowerUp(t *testing.T) {
	for _, z := range []float64{1e-200, 1e-9, 0.3, 1 - 1e-12, 1, 1 + 1e-12, 7, 1e12} {
		got := powerUp(z, 0.25, 0.5)
		least := interval.Max(interval.Float(z).Pow(interval.Fraction(1, 4)), interval.Float(z).Pow(interval.Fraction(1, 2)))
		if !(got >= least.Up()) || got > least.Up()*(1+1e-12) {
			t.Errorf("%v to the power is %v, want hardly above %v", z, got, least.Up())
		}
	}
	if got := powerUp(1e-320, 0.5, 0.5); !math.IsInf(got, 1) {
		t.Errorf("powerUp(1e-320, 0.5, 0.5) = %v, want +Inf, since the number is not normal", got)
	}
}
