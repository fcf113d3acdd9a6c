package composition

import (
	"context"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// The formula under an answer is the one that the number came from: at a δ the laws of a sampled step, which depend on how batches
// are drawn and on what neighbours are, and at an order the divergence of a step.
func TestSampledLawsAreWritten(t *testing.T) {
	base := run.Run{N: 1000, B: 10, T: 500, Eta: 0.1, Clip: 1, Sigma: 1, Noise: run.NoiseMultiplier, Diameter: 10, Loss: run.Convex,
		Smoothness: 1, Clipping: run.ClippingActive}
	for _, c := range []struct {
		scheme    run.Scheme
		adjacency run.Adjacency
		want      string
	}{
		{run.Poisson, run.ZeroOut, `Q = \mathcal{N}(0, u^2), \quad u = `},
		{run.Poisson, run.Replace, `Q = (1 - 0.01)\, \mathcal{N}(0, u^2) + 0.01\, \mathcal{N}(-1, u^2)`},
		{run.WithoutReplacement, run.Replace, `E_\gamma(P \| Q) = E_\gamma(Q \| P) = 0.01\, E_{1 + (\gamma - 1)/0.01}`},
		{run.WithoutReplacement, run.ZeroOut, `E_\gamma(P \| Q) = E_\gamma\!\left((1 - 0.01)\, \mathcal{N}(0, u^2) + 0.01\, \mathcal{N}(2, u^2)`},
	} {
		r := base
		r.Scheme, r.Adjacency = c.scheme, c.adjacency
		p := Composed(context.Background(), r).Upper()
		for _, q := range []claim.Question{{Delta: 1e-5}, {Alpha: 3}} {
			s, err := p.At(q)
			if err != nil {
				t.Fatalf("%s, %s, %+v: %v", c.scheme, c.adjacency, q, err)
			}
			_, written := s.Explain()
			laws := strings.Contains(written, c.want) && strings.Contains(written, `(P, Q)^{\otimes 500}`)
			if byOrder := strings.Contains(written, `S_\alpha`); laws == q.Renyi() || byOrder != q.Renyi() {
				t.Errorf("%s, %s: the answer to %+v is written %s", c.scheme, c.adjacency, q, written)
			}
		}
	}
}
