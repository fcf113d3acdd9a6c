package ordered

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/shift"
)

// TestVerifiedAverages compares means of random costs with outward rounding: never below,
// and above by less than a billionth.
func TestVerifiedAverages(t *testing.T) {
	source := rand.New(rand.NewPCG(3, 30))
	between := func(lo, hi float64) float64 { return lo * math.Exp(source.Float64()*math.Log(hi/lo)) }
	one, half := interval.Int(1), interval.Fraction(1, 2)
	for range 60 {
		positions := 1 + source.IntN(40)
		var shares []shift.Share
		costs, top := []interval.Number{}, between(1e-6, 30)
		for range positions {
			r := top * source.Float64()
			shares = append(shares, shift.Share{Weight: 1 / float64(positions), R: r})
			costs = append(costs, interval.Float(r))
		}
		shares[0].R, costs[0] = 0, interval.Int(0) // never used
		mean := func(of func(cost interval.Number) interval.Number) interval.Number {
			sum := interval.Int(0)
			for _, c := range costs {
				sum = sum.Add(of(c))
			}
			return sum.Quo(interval.Int(positions))
		}
		check := func(what string, got float64, truth interval.Number) {
			if interval.Float(got).Less(truth) || got > truth.Up()*(1+1e-9)+1e-290 {
				t.Errorf("the mean of %d %s is %v, exactly %v", positions, what, got, truth)
			}
		}
		alpha := interval.Decimal(1 + between(1e-3, 5))
		less := alpha.Sub(one)
		check("Rényi divergences", RenyiAverage(shares, 1, alpha.Up()), mean(func(cost interval.Number) interval.Number {
			return less.Mul(alpha).Mul(cost).Mul(half).Expm1()
		}).Log1p().Quo(less))
		epsilon := between(1e-3, 10) * math.Sqrt(top)
		check("profiles", meanProfile(shares, 1, epsilon), mean(func(cost interval.Number) interval.Number {
			if cost.IsZero() {
				return cost
			}
			delta, _ := interval.GaussianProfile(cost.Sqrt(), interval.Float(epsilon))
			return delta
		}))
	}
	if e := RenyiAverage([]shift.Share{{Weight: 1, R: math.Inf(1)}}, 1, 2); !math.IsInf(e, 1) {
		t.Errorf("of an unknown cost: %v", e)
	}
	if d := meanProfile([]shift.Share{{Weight: 1, R: math.Inf(1)}}, 1, 1); d < 1 {
		t.Errorf("δ of an unknown cost: %v", d)
	}
}
