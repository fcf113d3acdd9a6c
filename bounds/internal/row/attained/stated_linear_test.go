package attained

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
)

// The members of the linear adversary hinge on ηm = 1, which floating point may pass or miss.
func TestEdgesOfLinearFactors(t *testing.T) {
	r := run.Run{N: 10, B: 10, T: 20, Clip: 1, Sigma: 1, Noise: run.IterateNoise, Diameter: 1, Adjacency: run.Replace, Scheme: run.Full,
		Clipping: run.ClippingNever}
	random := rand.New(rand.NewPCG(8, 8))
	wrong := 0
	for range 1000 {
		r.Eta = rowtest.Decimal(int64(random.IntN(9999)+1)*int64(math.Pow10(random.IntN(4))), "")
		r.Smoothness = 1 / r.Eta
		beyond := new(big.Rat).Mul(rowtest.Typed(r.Eta), rowtest.Typed(r.Smoothness)).Cmp(big.NewRat(1, 1)) > 0
		if beyond != (r.Eta*r.Smoothness > 1) {
			wrong++
		}
		r.Loss, r.Clipping, r.StrongConvexity = run.StronglyConvex, run.ClippingGLM, r.Smoothness
		if _, _, ok := linearFactors(r); ok == beyond {
			t.Errorf("η = %v, m = %v: a linear member %v", r.Eta, r.StrongConvexity, ok)
		}
	}
	if wrong == 0 {
		t.Error("floating point gets 0 of the runs wrong, want at least 1: the runs are too easy")
	}
}
