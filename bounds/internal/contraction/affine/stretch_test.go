package affine

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The payments of a stretch, made one by one, take the diameter to 0 and never below on the way; and they cost what the stretch
// says. That the first payment is less than the offset does no harm.
func TestStretchesAreFeasible(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 16))
	small, refused := 0, 0
	for range 20_000 {
		l := Line{Excess: -0.9 + 1.6*rng.Float64(), Offset: math.Exp(-6 + 7*rng.Float64())}
		d, n, beta := math.Exp(-2+5*rng.Float64()), 1+rng.IntN(60), rng.Float64()
		if rng.IntN(3) == 0 {
			beta = 0
		}
		half := NewStretch(l, d, float64(n)).Half(beta)
		if math.IsInf(half, 1) {
			refused++
			continue
		}
		c, reach, variance := 1+l.Excess, d, 0.0
		noise := func(i int) float64 {
			if i == n {
				return 1 - beta
			}
			return 1
		}
		weight := func(i int) float64 { return math.Pow(c, float64(n-i)) }
		reach *= math.Pow(c, float64(n))
		for i := 1; i <= n; i++ {
			reach += l.Offset * weight(i)
			variance += noise(i) * weight(i) * weight(i)
		}
		z, cost := d, 0.0
		for i := 1; i <= n; i++ {
			pays := reach * weight(i) * noise(i) / variance
			if i == 1 && pays < l.Offset {
				small++
			}
			z = c*z + l.Offset - pays
			cost += pays * pays / noise(i)
			if z < -1e-12*d*math.Max(1, math.Pow(c, float64(n))) {
				t.Fatalf("%+v, diameter %v, %d steps, share %v: %v after step %d", l, d, n, beta, z, i)
			}
		}
		if mu := math.Sqrt(cost); n > 1 && math.Abs(2*half/mu-1) > 1e-6 {
			t.Errorf("%+v, diameter %v, %d steps, share %v: μ = %v, the payments say %v", l, d, n, beta, 2*half, mu)
		}
	}
	if small < 1000 || refused < 1000 {
		t.Errorf("%d stretches whose first payment is small, %d refused", small, refused)
	}
}
