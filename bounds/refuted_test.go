package bounds_test

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// TestLiangCounterexample is the evidence against Liang et al. 2025, Theorems
// 3.3 and 3.4, as printed: one step, n = 100, b = 1, C = 1, η = 1, σ_DP = 0.5.
// One example has a gradient of length C where all others, and the example that
// replaces it, have none. So W_1 is (1−q)N(0, σ²) + qN(C/b, σ²) against N(0, σ²).
// At α = 10 the theorems give 0.8 and the divergence is 14.883.
func TestLiangCounterexample(t *testing.T) {
	const n, c, sigma, alpha = 100, 1.0, 0.5, 10.0
	truth := mixtureDivergence(1.0/n, c, sigma, alpha)
	printed(t, "the loss", truth, 14.883, 3)

	r := run.Run{
		N: n, B: 1, T: 1, Eta: 1, Clip: c, Sigma: sigma, Noise: run.GradientNoise, Diameter: 100,
		Adjacency: run.Replace, Scheme: run.WithoutReplacement, Loss: run.Smooth, Smoothness: 1, Clipping: run.ClippingActive,
	}
	report, err := bounds.Evaluate(context.Background(), r, claim.Question{Alpha: alpha}, bounds.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	refuted := 0
	for _, row := range report.Rows {
		switch row.Theorem.ID {
		case "liang-3.3", "liang-3.4":
			refuted++
			if !row.Applies || math.Abs(row.Epsilon-0.8) > 1e-12 || row.Theorem.Status != claim.NotValid {
				t.Errorf("%s is %v (applies: %v, %s), want 0.8, not valid", row.Theorem.ID, row.Epsilon, row.Applies, row.Theorem.Status)
			}
		default:
			if row.Applies && row.Theorem.Side == claim.Upper && row.Theorem.Status == claim.Proved && row.Epsilon < truth {
				t.Errorf("%s is %v, below the loss %v", row.Theorem.ID, row.Epsilon, truth)
			}
		}
	}
	if refuted != 2 {
		t.Errorf("%d of the two rows are there", refuted)
	}
	if report.Answer == nil || report.Answer.Epsilon < truth {
		t.Errorf("the answer is %+v, the loss %v", report.Answer, truth)
	}
}

// mixtureDivergence is D_α((1−q)N(0,σ²) + qN(shift,σ²) ‖ N(0,σ²)) by the
// trapezium rule on log(∫ratio^α dN)/(α−1); for analytic integrands of Gaussian
// decay its error falls faster than any power of the step.
func mixtureDivergence(q, shift, sigma, alpha float64) float64 {
	const points = 200_000
	lo, hi := -12*sigma, alpha*shift+12*sigma
	step := (hi - lo) / points
	top := math.Inf(-1)
	logs := make([]float64, points+1)
	for i := range logs {
		x := lo + step*float64(i)
		ratio := math.Log1p(q * math.Expm1((x-shift/2)*shift/(sigma*sigma)))
		logs[i] = alpha*ratio - x*x/(2*sigma*sigma)
		top = max(top, logs[i])
	}
	sum := 0.0
	for _, l := range logs {
		sum += math.Exp(l - top)
	}
	return (top + math.Log(sum*step/(sigma*math.Sqrt(2*math.Pi)))) / (alpha - 1)
}
