package forgetting

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/internal/row/sampled"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// n may be that of the smaller of the two data sets. Here it is 1, and every batch holds all:
// the added example meets another one, whose ramp of slope −50 takes the model to one end of
// the domain or the other and lets it forget no push. The laws are followed on cells.
func TestAddedExampleMeetsAllOthers(t *testing.T) {
	const cells, steep = 240, 50.0
	for _, c := range []struct {
		T                                     int
		clip, sigma, alpha, start, centre, by float64
	}{
		{30, 0.9254, 0.982, 1.01, 0, 0.5, -1},
		{1000, 1.198, 0.6956, 1.1, -1, 0.2, -1},
	} {
		r := run.Run{N: 1, B: 1, T: c.T, Eta: 1, Clip: c.clip, Sigma: c.sigma, Noise: run.IterateNoise, Diameter: 2,
			Scheme: run.Poisson, Adjacency: run.AddRemove, Loss: run.Smooth, Smoothness: steep, Clipping: run.ClippingNever}
		follow := func(push float64) []float64 {
			edge := func(k int) float64 { return -1 + 2*float64(k)/cells }
			step := func(x float64) []float64 { // the two ends, and the cells between
				mean := x - max(-c.clip, min(c.clip, -steep*(x-c.centre))) - push
				out := make([]float64, cells+2)
				out[cells], out[cells+1] = phiOf((edge(0)-mean)/c.sigma), phiOf((mean-edge(cells))/c.sigma)
				for k := range cells {
					out[k] = phiOf((edge(k+1)-mean)/c.sigma) - phiOf((edge(k)-mean)/c.sigma)
				}
				return out
			}
			kernel := make([][]float64, cells+2)
			for k := range cells {
				kernel[k] = step((edge(k) + edge(k+1)) / 2)
			}
			kernel[cells], kernel[cells+1] = step(edge(0)), step(edge(cells))
			law := step(c.start)
			for range c.T - 1 {
				next := make([]float64, cells+2)
				for i, p := range law {
					for k, to := range kernel[i] {
						next[k] += p * to
					}
				}
				law = next
			}
			return law
		}
		with, without := follow(c.by*c.clip), follow(0)
		divergence := func(p, q []float64) float64 {
			sum := 0.0
			for i := range p {
				if p[i] > 0 && q[i] > 0 {
					sum += p[i] * math.Pow(p[i]/q[i], c.alpha-1)
				}
			}
			return math.Log(sum) / (c.alpha - 1)
		}
		truth := max(divergence(with, without), divergence(without, with))
		for _, row := range []*theorem.Theorem{composition.Composition, Contraction, Profile, sampled.AveragedShift} {
			q := claim.Question{Alpha: c.alpha}
			if !theorem.Applies(row.Hypotheses(r, q)) {
				if row != sampled.AveragedShift { // whose steps must not expand
					t.Errorf("%s does not apply", row.ID)
				}
				continue
			}
			g, err := row.Prove(context.Background(), r)
			if err != nil {
				t.Fatal(err)
			}
			if e := rowtest.RenyiOf(g, c.alpha); !(e > truth) {
				t.Errorf("T = %d: %s says %v, the run loses %v", c.T, row.ID, e, truth)
			}
		}
		if truth < 2.8 {
			t.Errorf("T = %d: the run loses %v only", c.T, truth)
		}
	}
}
