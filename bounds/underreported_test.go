package bounds

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// Runs whose answers were once below the loss of a run within the assumptions
// (web/docs/what-we-got-wrong.md). No valid upper bound may be below it again.
func TestUnderReportedRuns(t *testing.T) {
	base := run.Run{N: 1, B: 1, Eta: 1, Sigma: 1, Noise: run.IterateNoise, Diameter: math.Inf(1), Adjacency: run.Replace, Scheme: run.Full,
		Loss: run.Smooth}
	with := func(change func(*run.Run)) run.Run {
		r := base
		change(&r)
		return r
	}
	for _, c := range []struct {
		name  string
		run   run.Run
		q     claim.Question
		truth float64 // of a run found by bounds/attack, unless said
	}{
		{"bounded difference, full batch", with(func(r *run.Run) {
			r.T, r.Clip, r.Diameter, r.Smoothness, r.Clipping = 1e5, 0.5, 1, 8, run.ClippingDifference
		}), claim.Question{Alpha: 1.05}, 7.9136},
		{"a step that leaves a 10⁻¹⁸-th of a distance", with(func(r *run.Run) {
			// ηm = 1.000000001·0.999999999 = 1 − 10⁻¹⁸: two Gaussians 200.0000002 deviations apart.
			r.N, r.T, r.Eta, r.Clip, r.Clipping, r.Scheme, r.Position = 2, 2, 1.000000001, 1e20, run.ClippingDifference, run.Cyclic, 1
			r.Loss, r.Smoothness, r.StrongConvexity = run.StronglyConvex, 0.999999999, 0.999999999
		}), claim.Question{Delta: 1e-5}, 20851.98},
		{"reshuffled, Hölder gradients as steep as jumps", with(func(r *run.Run) {
			// The others' gradients lead to the nearest multiple of 20, the example's adds 20: 19 uses, which noise brings about
			// in the other run with probability e^(−19·26)·1.16^19 at most, each by the noise of the use and of the step after it.
			r.N, r.T, r.Clip, r.Adjacency, r.Scheme, r.Loss, r.Smoothness, r.HolderOrder = 20, 380, 20, run.ZeroOut, run.Reshuffle,
				run.Holder, 1e18, 0.9
			r.Clipping = run.ClippingActive
		}), claim.Question{Alpha: 2}, 491},
		{"bounded difference, fixed order", with(func(r *run.Run) {
			// x₀ = −D/2; the example pushes by 4.016 in one run and by 6.324 in the other.
			r.N, r.T, r.Clip, r.Diameter, r.Smoothness, r.Clipping, r.Scheme = 2, 50, 1.585, 2.57, 4.807, run.ClippingDifference, run.Cyclic
		}), claim.Question{Delta: 0.3}, 57.5},
		{"regulariser outside the clip", with(func(r *run.Run) {
			// One run's example has a constant gradient, the other's a ramp between −C
			// and C (attack/testdata/seen.json).
			r.T, r.Clip, r.Diameter, r.Smoothness, r.StrongConvexity, r.Clipping, r.Loss = 41, 3.1, 1.04, 10051.5, 51.5, run.ClippingGLM,
				run.StronglyConvex
		}), claim.Question{Alpha: 2.5}, 137.86},
		{"reshuffled, an epoch of a million expanding steps", with(func(r *run.Run) {
			r.N, r.T, r.Eta, r.Clip, r.Noise, r.Smoothness, r.Clipping, r.Scheme = 1e6, 1e6, 0.5, 1, run.NoiseMultiplier, 1,
				run.ClippingActive,
				run.Reshuffle
			// Linear losses: two Gaussians 2/√T apart, μ = 0.002.
		}), claim.Question{Delta: 1e-5}, 0.00438},
		{"reshuffled, bounded difference, overshooting steps", with(func(r *run.Run) {
			r.N, r.B, r.T, r.Clip, r.Sigma, r.Smoothness, r.Clipping, r.Loss, r.Scheme = 823870, 10, 8238700, 1, 0.667, 100,
				run.ClippingDifference,
				run.Convex, run.Reshuffle
		}), claim.Question{Delta: 1e-6}, 0.0353},
		{"reshuffled, an epoch whose steps expand by more than any number", with(func(r *run.Run) {
			r.N, r.B, r.T, r.Eta, r.Clip, r.Noise, r.Smoothness, r.Clipping, r.Scheme = 50000, 8, 6250, 0.1, 1, run.NoiseMultiplier, 1,
				run.ClippingActive, run.Reshuffle
			// Linear losses: μ = 2/√T.
		}), claim.Question{Delta: 1e-5}, 0.0759},
		{"zeroed out of tiny batches with very little noise", with(func(r *run.Run) {
			// One of the 100 steps uses the example with probability 1e-4 and then loses
			// N(5000, 100²) − ln 1e6, which exceeds 5100 with probability 0.127.
			r.N, r.T, r.Clip, r.Sigma, r.Noise, r.Smoothness, r.Clipping, r.Loss = 1e6, 100, 1, 0.01, run.NoiseMultiplier, 1,
				run.ClippingActive, run.Convex
			r.Adjacency, r.Scheme = run.ZeroOut, run.WithoutReplacement
		}), claim.Question{Delta: 1e-5}, 5100},
		{"reshuffled, 10¹⁰ epochs, δ near 1", with(func(r *run.Run) {
			// Linear losses: two Gaussians √T/600 apart.
			r.N, r.T, r.Clip, r.Sigma, r.Smoothness, r.Clipping, r.Loss, r.Scheme = 6, 1e11, 1, 200, 1, run.ClippingActive, run.Convex,
				run.Reshuffle
		}), claim.Question{Delta: 0.9999999}, 136147},
	} {
		t.Run(c.name, func(t *testing.T) {
			report, err := Evaluate(context.Background(), c.run, c.q, Settings{})
			if err != nil {
				t.Fatal(err)
			}
			if report.Answer == nil {
				t.Fatal("the answer is nil, want a bound")
			}
			for _, row := range report.Rows {
				if row.Theorem.Side == claim.Upper && row.Theorem.Status == claim.Proved && row.Applies && !(row.Epsilon >= c.truth) {
					t.Errorf("%s: ε = %v, the true loss is at least %v", row.Theorem.ID, row.Epsilon, c.truth)
				}
			}
		})
	}
}
