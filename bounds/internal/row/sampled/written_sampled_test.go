package sampled

import (
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/shift/drawn"
	"lastiterate/bounds/run"
)

// The sampled program has the shares of noise that were found.
func TestWrittenShares(t *testing.T) {
	r := rowtest.StrongRun()
	r.N, r.B, r.T, r.Eta, r.Clip, r.Sigma, r.Scheme, r.Noise = 60, 6, 40, 0.3, 2, 1.25, run.WithoutReplacement, run.IterateNoise
	h := &hiddenBatches{ctx: t.Context(), run: r, step: composition.SampledStep(r.Step())}
	h.best.Keep(2, hiddenOptimum{SampledSolution: drawn.SampledSolution{FeasiblePoint: shift.FeasiblePoint{Tau: 3},
		Splits: []drawn.Split{{Beta: 0.75}, {Beta: 0.5}, {Beta: 1}}}})
	chosen, text := h.explain(claim.Bound{Question: claim.Question{Alpha: 2}, Epsilon: 0.1, Alpha: 2, Renyi: 0.1})
	if !strings.Contains(text, `0.5 \le \beta_t \le 1`) || !strings.Contains(text, `\sum_{t=3}`) ||
		len(rowtest.Named(chosen, "betas")) != 3 ||
		rowtest.ValueNamed(chosen, "window") != 37 {
		t.Errorf("written is %s of %v", text, chosen)
	}
}
