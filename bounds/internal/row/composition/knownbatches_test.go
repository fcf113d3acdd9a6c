package composition

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
)

// Known batches are a binomial number of Gaussian steps.
func TestKnownBatches(t *testing.T) {
	phi := func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
	for _, scheme := range []run.Scheme{run.Poisson, run.WithoutReplacement} {
		r := rowtest.SmallPoisson()
		r.Scheme, r.Adjacency, r.Clipping = scheme, run.Replace, run.ClippingDifference
		g, err := Composition.Prove(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		const s = 0.6 // over σ, twice 0.3·1/2/0.5
		mean := func(value func(k float64) float64) float64 {
			sum, p := 0.0, math.Pow(0.8, float64(r.T))
			for k := range r.T + 1 {
				sum += p * value(float64(k))
				p *= float64(r.T-k) / float64(k+1) * 0.25
			}
			return sum
		}
		const alpha = 3.5
		want := math.Log(mean(func(k float64) float64 { return math.Exp((alpha - 1) * alpha * k * s * s / 2) })) / (alpha - 1)
		if got := rowtest.RenyiOf(g, alpha); !(math.Abs(got/want-1) < 1e-10) {
			t.Errorf("%s: %v, want %v", scheme, got, want)
		}
		for _, delta := range []float64{1e-7, 1e-2} {
			epsilon, err := rowtest.EpsilonOf(g, delta)
			if err != nil {
				t.Fatal(err)
			}
			got := mean(func(k float64) float64 {
				mu := math.Sqrt(k) * s
				if mu == 0 {
					return 0
				}
				return phi(mu/2-epsilon/mu) - math.Exp(epsilon)*phi(-mu/2-epsilon/mu)
			})
			if !(got < delta*(1+1e-9) && got > delta*(1-1e-6)) {
				t.Errorf("%s: δ = %v at the ε of δ = %v", scheme, got, delta)
			}
		}
	}
}
