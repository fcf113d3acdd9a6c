package shift

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/random"
)

// What is certified of a path is at least its cost in intervals, and hardly more than what
// the search said of it. The start of a path is at least as far away as the runs can be.
func TestProvenRays(t *testing.T) {
	source := rand.New(rand.NewPCG(9, 41))
	starts := map[string]int{}
	for range 400 {
		s, holder, order := random.LogUniform(source, 1e-3, 10), random.LogUniform(source, 1e-3, 1), random.Pick(source, 1, 0.2+0.75*source.Float64())
		period, b := 1+source.IntN(5), 1+source.IntN(4)
		rest, T := source.IntN(period), 2*period+source.IntN(40)
		drift, d := s*random.LogUniform(source, 0.5, 5), math.Inf(1)
		p := ProvenRays{Holder: interval.Decimal(holder), Order: interval.Decimal(order), Sensitivity: interval.Decimal(s), Drift: interval.Decimal(drift),
			Period: period, First: (T - rest - 1) % period}
		p.Common = p.Holder.Mul(interval.Fraction(b-1, b))
		if source.IntN(3) > 0 {
			d = s * random.LogUniform(source, 0.1, 10)
			p.Diameter = interval.Decimal(d)
		}
		g := modulus.Modulus{Holder: holder, Order: order}
		common := modulus.Modulus{Holder: holder * float64(b-1) / float64(b), Order: order}
		visit := func(z float64) float64 { return min(common.Eval(z)+s, z+drift) }
		r := Rays{Modulus: g, Visit: Gaussian(s), Period: period, Rest: rest, Diameter: d,
			Track: ForwardTrack(visit, func(z float64) float64 { return min(g.Eval(z), z+drift) }, period, d, T+1)}
		best := r.Solve(T)
		path, ok := r.Path(best, T)
		if !ok {
			continue
		}
		got, exact := p.Cost(path), exactCost(p, path)
		if got < exact.Down() || got > best.R*(1+1e-9) {
			t.Fatalf("%+v: certified %v, in intervals %v, found %v", r, got, exact, best.R)
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
		path.Z[0] *= 1 - 1e-6
		if got := p.Cost(path); !math.IsInf(got, 1) && path.Z[0] < p.furthest(path.Tau, math.Inf(1)) {
			t.Fatalf("%+v: a start that is too near is certified as %v", r, got)
		}
	}
	for _, start := range []string{"at the beginning", "at the diameter", "on the way"} {
		if starts[start] == 0 {
			t.Errorf("no path starts %s: %v", start, starts)
		}
	}
}

// exactCost is Σ(s_t + a_t)² of the levels of a path, in intervals.
func exactCost(p ProvenRays, path Path) interval.Number {
	sum, zero := interval.Int(0), interval.Int(0)
	for i := range path.A {
		z := interval.Float(path.Z[i])
		g := z
		if !z.IsZero() {
			g = z.Add(p.Holder.Mul(z.Pow(p.Order)))
		}
		a := interval.Max(zero, g.Sub(interval.Float(path.Z[i+1])))
		if (path.Tau+i)%p.Period == p.First {
			a = a.Add(p.Sensitivity)
		}
		sum = sum.Add(a.Square())
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
	if !math.IsInf(powerUp(1e-320, 0.5, 0.5), 1) {
		t.Error("a number that is not normal has a known power")
	}
}
