package main

import (
	"math"
	"math/rand/v2"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/run"
)

var schemes = []run.Scheme{run.Full, run.Cyclic, run.ShuffleOnce, run.Reshuffle, run.WithoutReplacement, run.Poisson}

// draw makes a valid run and a question. All schemes are equally likely, and so are all conventions of noise. Classes of
// losses and states of clipping are drawn with equal probability, but runs that are not valid are drawn anew. These
// quantities are log-uniform:
//
//	η from 0.001 to 1, C from 0.1 to 10, ηL from 0.001 to 3, m/L and w/L from 0.01 to 1,
//	b from 1 to 50, steps an epoch from 1 to 300, T from 1 to 20,000,
//	s/σ from 0.001 to 3, D/σ from 0.1 to 30 in six runs of ten; the others have no domain,
//	δ from 1e-10 to 0.01, or α from 1.1 to 33.
//
// A full batch holds as many examples as such an epoch. Adjacency is replacement in half of the runs and zero out in the others; with
// Poisson batches it is add or remove in half of the runs. In one run of five n need not be a multiple of b. Half of the runs in a
// known order state the position of the differing example, uniform over the positions that the run reaches. The position is drawn
// last, so that drawing it does not change the other fields. Numbers have three digits, so that people can read the links.
func draw(rng *rand.Rand) (run.Run, claim.Question) {
	for {
		r := draft(rng)
		q := claim.Question{Delta: random.Rounded(random.LogUniform(rng, 1e-10, 0.01))}
		if random.Chance(rng, 0.5) {
			q = claim.Question{Alpha: random.Rounded(1 + random.LogUniform(rng, 0.1, 32))}
		}
		if r.Validate() != nil {
			continue
		}
		if r.Uses("position") && random.Chance(rng, 0.5) {
			r.Position = 1 + rng.IntN(min(r.StepsPerEpoch(), r.T))
		}
		return r, q
	}
}

func draft(rng *rand.Rand) run.Run {
	r := run.Run{
		Scheme:    random.Pick(rng, schemes...),
		Loss:      random.Pick(rng, run.Smooth, run.Convex, run.StronglyConvex, run.WeaklyConvex, run.Holder),
		Clipping:  random.Pick(rng, run.ClippingActive, run.ClippingNever, run.ClippingGLM, run.ClippingDifference),
		Noise:     random.Pick(rng, run.IterateNoise, run.GradientNoise, run.LangevinNoise, run.NoiseMultiplier),
		Adjacency: random.Pick(rng, run.Replace, run.ZeroOut),
		Eta:       random.Rounded(random.LogUniform(rng, 1e-3, 1)), Clip: random.Rounded(random.LogUniform(rng, 0.1, 10)),
		T: int(random.LogUniform(rng, 1, 20_000)), B: int(random.LogUniform(rng, 1, 50)),
		HolderOrder: random.Rounded(0.1 + 0.9*rng.Float64()), Diameter: math.Inf(1),
	}
	if !r.Scheme.FixedSize() && random.Chance(rng, 0.5) {
		r.Adjacency = run.AddRemove
	}
	r.N = r.B * int(random.LogUniform(rng, 1, 300))
	if random.Chance(rng, 0.2) {
		r.N += rng.IntN(r.B)
	}
	if r.Scheme.UsesAll() {
		r.B = r.N
	}
	r.Smoothness = random.Rounded(random.LogUniform(rng, 1e-3, 3) / r.Eta)
	r.StrongConvexity = random.Rounded(r.Smoothness * random.LogUniform(rng, 1e-2, 1))
	r.WeakConvexity = random.Rounded(r.Smoothness * random.LogUniform(rng, 1e-2, 1))
	r.Sigma = 1
	r = r.WithIterateNoise(r.Sensitivity() / random.LogUniform(rng, 1e-3, 3))
	r.Sigma = random.Rounded(r.Sigma)
	if random.Chance(rng, 0.6) {
		r.Diameter = random.Rounded(r.IterateNoise() * random.LogUniform(rng, 0.1, 30))
	}
	return r
}
