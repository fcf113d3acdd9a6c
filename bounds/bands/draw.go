package main

import (
	"math"
	"math/rand/v2"
	"strconv"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

var schemes = []run.Scheme{run.Full, run.Cyclic, run.ShuffleOnce, run.Reshuffle, run.WithoutReplacement, run.Poisson}

// draw makes a valid run and a question. Every scheme is as likely as any other; so are
// classes of losses, states of clipping and conventions of noise. Log-uniform are
//
//	η from 0.001 to 1, C from 0.1 to 10, ηL from 0.001 to 3, m/L and w/L from 0.01 to 1,
//	b from 1 to 50, steps an epoch from 1 to 300, T from 1 to 20,000,
//	s/σ from 0.001 to 3, D/σ from 0.1 to 30 in six runs of ten; the others have no domain,
//	δ from 1e-10 to 0.01, or α from 1.1 to 33.
//
// Adjacency is replacement in half of the runs, zero out in the others; for Poisson
// batches add or remove in half of them. In one run of five b does not divide n. Numbers
// have three digits, so that the links can be read.
func draw(rng *rand.Rand) (run.Run, claim.Question) {
	for {
		r := draft(rng)
		q := claim.Question{Delta: rounded(logUniform(rng, 1e-10, 0.01))}
		if chance(rng, 0.5) {
			q = claim.Question{Alpha: rounded(1 + logUniform(rng, 0.1, 32))}
		}
		if r.Validate() == nil {
			return r, q
		}
	}
}

func draft(rng *rand.Rand) run.Run {
	r := run.Run{
		Scheme:    pick(rng, schemes...),
		Loss:      pick(rng, run.Smooth, run.Convex, run.StronglyConvex, run.WeaklyConvex, run.Holder),
		Clipping:  pick(rng, run.ClippingActive, run.ClippingNever, run.ClippingGLM, run.ClippingDifference),
		Noise:     pick(rng, run.IterateNoise, run.GradientNoise, run.LangevinNoise, run.NoiseMultiplier),
		Adjacency: pick(rng, run.Replace, run.ZeroOut),
		Eta:       rounded(logUniform(rng, 1e-3, 1)), Clip: rounded(logUniform(rng, 0.1, 10)),
		T: int(logUniform(rng, 1, 20_000)), B: int(logUniform(rng, 1, 50)),
		HolderOrder: rounded(0.1 + 0.9*rng.Float64()), Diameter: math.Inf(1),
	}
	if r.Scheme == run.Poisson && chance(rng, 0.5) {
		r.Adjacency = run.AddRemove
	}
	r.N = r.B * int(logUniform(rng, 1, 300))
	if chance(rng, 0.2) {
		r.N += rng.IntN(r.B)
	}
	if r.Scheme == run.Full {
		r.B = r.N
	}
	r.Smoothness = rounded(logUniform(rng, 1e-3, 3) / r.Eta)
	r.StrongConvexity = rounded(r.Smoothness * logUniform(rng, 1e-2, 1))
	r.WeakConvexity = rounded(r.Smoothness * logUniform(rng, 1e-2, 1))
	r.Sigma = 1
	r = r.WithIterateNoise(r.Sensitivity() / logUniform(rng, 1e-3, 3))
	r.Sigma = rounded(r.Sigma)
	if chance(rng, 0.6) {
		r.Diameter = rounded(r.IterateNoise() * logUniform(rng, 0.1, 30))
	}
	return r
}

func logUniform(rng *rand.Rand, lo, hi float64) float64 {
	return math.Exp(math.Log(lo) + rng.Float64()*math.Log(hi/lo))
}

func pick[T any](rng *rand.Rand, options ...T) T { return options[rng.IntN(len(options))] }

func chance(rng *rand.Rand, p float64) bool { return rng.Float64() < p }

// rounded keeps three digits.
func rounded(x float64) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	if err != nil {
		return x
	}
	return y
}
