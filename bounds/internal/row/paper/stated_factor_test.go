package paper

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
)

// The cases of Chien and Li's factor hinge on ηL = 1 and ηL = 2, which floating point may pass or miss.
func TestEdgesOfFactors(t *testing.T) {
	r := run.Run{N: 10, B: 10, T: 20, Clip: 1, Sigma: 1, Noise: run.IterateNoise, Diameter: 1, Adjacency: run.Replace, Scheme: run.Full,
		Clipping: run.ClippingNever}
	random := rand.New(rand.NewPCG(8, 8))
	wrong := 0
	for range 1000 {
		r.Eta = rowtest.Decimal(int64(random.IntN(9999)+1)*int64(math.Pow10(random.IntN(4))), "")
		limit := 1 + random.IntN(2)
		r.Smoothness = float64(limit) / r.Eta
		r.Loss, r.Clipping, r.StrongConvexity = run.Convex, run.ClippingNever, r.Smoothness/2
		if limit == 1 {
			r.Loss = run.StronglyConvex
		}
		beyond := new(big.Rat).Mul(rowtest.Typed(r.Eta), rowtest.Typed(r.Smoothness)).Cmp(big.NewRat(int64(limit), 1)) > 0
		excess, which := chienLiFactor(r)
		if contracts := excess < 0; limit == 1 && contracts == beyond || limit == 2 && (excess > 0) != beyond {
			t.Errorf("η = %v, L = %v: the factor is %v, %s", r.Eta, r.Smoothness, 1+excess, which)
		}
		if beyond != (r.Eta*r.Smoothness > float64(limit)) {
			wrong++
		}
	}
	if wrong == 0 {
		t.Error("floating point gets 0 of the factors wrong, want at least 1: the runs are too easy")
	}
}
