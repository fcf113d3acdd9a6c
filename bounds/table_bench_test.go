package bounds

import (
	"context"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// tableRuns are the runs whose whole row table is timed: the opening run, a
// training run of 60,000 examples in every scheme, and the logistic regression
// of Bok, Su and Altschuler.
func tableRuns() map[string]run.Run {
	runs := map[string]run.Run{"opening": DefaultRun(), "logistic": logisticRegression(run.ShuffleOnce)}
	for _, scheme := range run.Schemes() {
		r := run.Run{N: 60000, B: 256, T: 4680, Eta: 0.1, Clip: 1, Sigma: 1.1, Noise: run.NoiseMultiplier, Diameter: 1,
			Adjacency: run.Replace, Scheme: scheme, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
		if scheme == run.Full {
			r.B = r.N
		}
		runs[string(scheme)] = r
	}
	return runs
}

// BenchmarkTable times the table of all rows of one run, for a Rényi question
// (closed forms and searches) and for (ε, δ) (privacy loss distributions too).
// `make bench` runs it natively and as WebAssembly and prints the ratio.
func BenchmarkTable(b *testing.B) {
	for name, r := range tableRuns() {
		for kind, q := range map[string]claim.Question{"renyi": {Alpha: 8}, "delta": {Delta: 1e-5}} {
			b.Run(name+"/"+kind, func(b *testing.B) {
				for b.Loop() {
					if _, err := Evaluate(context.Background(), r, q, Settings{}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// lengthRuns are runs whose time must not depend on their number of steps: of
// each scheme and kind of modulus that the shift row covers, with epochs of a
// hundred steps.
func lengthRuns() map[string]run.Run {
	runs := map[string]run.Run{}
	for _, scheme := range []run.Scheme{run.Full, run.Cyclic, run.ShuffleOnce, run.Reshuffle} {
		for _, loss := range []run.Class{run.Smooth, run.Convex, run.StronglyConvex, run.Holder} {
			r := run.Run{N: 10000, B: 100, Eta: 0.1, Clip: 1, Sigma: 0.02, Noise: run.IterateNoise, Diameter: 0.1, Adjacency: run.Replace,
				Scheme: scheme, Loss: loss, Smoothness: 0.1, StrongConvexity: 0.05, HolderOrder: 0.5, Clipping: run.ClippingNever}
			if scheme == run.Full {
				r.N = r.B
			}
			runs[string(scheme)+"-"+string(loss)] = r
		}
	}
	return runs
}

// BenchmarkLength times the shift row at a thousand and at a billion steps, for
// a Rényi question. `make bench` prints the ratio.
func BenchmarkLength(b *testing.B) {
	for name, r := range lengthRuns() {
		for _, length := range []string{"1e3", "1e9"} {
			b.Run(name+"/T="+length, func(b *testing.B) {
				if err := r.Set("T", length); err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					if _, err := Evaluate(context.Background(), r, claim.Question{Alpha: 8},
						Settings{Rows: []string{"shift"}}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
