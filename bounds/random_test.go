package bounds

import (
	"math"
	"math/rand/v2"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/run"
)

// draw makes a random valid run and question. Ranges are log-uniform around
// the scales at which theorems begin and cease to apply: s/σ from 1e-3 to 3, D/s
// from 0.1 to 1e3 or none, ηL from 1e-3 to 3. Every scheme, adjacency, class and
// clipping occurs.
func draw(r *rand.Rand) (run.Run, claim.Question) {
	for {
		x := drawRun(r)
		if x.Validate() == nil {
			return x, claim.Question{Alpha: 1 + random.LogUniform(r, 1e-2, 60)}
		}
	}
}

func drawRun(r *rand.Rand) run.Run {
	x := run.Run{
		Scheme: random.Pick(r, run.Full, run.Cyclic, run.Cyclic, run.ShuffleOnce, run.Reshuffle, run.WithoutReplacement,
			run.WithoutReplacement, run.Poisson),
		Adjacency: random.Pick(r, run.Replace, run.Replace, run.ZeroOut),
		Noise:     random.Pick(r, run.IterateNoise, run.GradientNoise, run.LangevinNoise, run.NoiseMultiplier),
		Loss:      random.Pick(r, run.Smooth, run.Convex, run.StronglyConvex, run.StronglyConvex, run.WeaklyConvex, run.Holder),
		Clipping:  random.Pick(r, run.ClippingActive, run.ClippingNever, run.ClippingNever, run.ClippingDifference, run.ClippingGLM),
		Eta:       random.LogUniform(r, 1e-3, 1),
		Clip:      random.LogUniform(r, 0.1, 10),
		T:         int(random.LogUniform(r, 1, 2000)),
		B:         int(random.LogUniform(r, 1, 50)),
	}
	if x.Scheme == run.Poisson && r.IntN(2) == 0 {
		x.Adjacency = run.AddRemove
	}
	steps := int(random.LogUniform(r, 1, 60))
	ratio := random.LogUniform(r, 1e-3, 3) // s/σ
	if x.Scheme == run.WithoutReplacement && r.IntN(2) == 0 {
		// Amplified convex runs need all of: small batches, much noise, no clipping.
		x.Loss, x.Clipping, x.Adjacency = run.Convex, run.ClippingNever, run.Replace
		steps = int(random.LogUniform(r, 5, 60))
		ratio = random.LogUniform(r, 1e-3, 0.1)
	}
	if x.Scheme == run.ShuffleOnce {
		x.T = steps * int(random.LogUniform(r, 1, 30)) // whole epochs, unless the batch size leaves a remainder
		x.Loss = random.Pick(r, x.Loss, run.StronglyConvex)
	}
	x.N = x.B*steps + random.Pick(r, 0, 0, r.IntN(x.B))
	if x.Scheme == run.Full {
		x.B = x.N
	}
	x.Smoothness = random.LogUniform(r, 1e-3, 3) / x.Eta
	x.StrongConvexity = x.Smoothness * random.LogUniform(r, 1e-2, 1)
	x.WeakConvexity = x.Smoothness * random.LogUniform(r, 1e-2, 1)
	x.HolderOrder = 0.1 + 0.9*r.Float64()
	s := x.Sensitivity()
	x.Diameter = math.Inf(1)
	if r.IntN(10) < 7 {
		x.Diameter = s * random.LogUniform(r, 0.1, 1e3)
	}
	x.Sigma = 1
	return x.WithIterateNoise(s / ratio)
}

// decayed gives a fifth of the runs weight decay, ηω from 1e-3 to 1, which few published rows know. Constants that
// are short decimals can be added to it.
func decayed(r *rand.Rand, x run.Run) run.Run {
	if !random.Chance(r, 0.2) {
		return x
	}
	y := x
	y.Smoothness, y.StrongConvexity = random.Rounded(x.Smoothness), random.Rounded(x.StrongConvexity)
	y.WeightDecay = random.Rounded(random.LogUniform(r, 1e-3, 1) / x.Eta)
	if random.Chance(r, 0.1) {
		y.WeightDecay = 1 / x.Eta
	}
	if y.Validate() != nil {
		return x
	}
	return y
}

// published gives three of ten runs whose order is fresh every epoch whole batches, a zeroed-out example and
// all iterates released: what shuffling cannot hide is asked of them alone.
func published(rng *rand.Rand, r run.Run) run.Run {
	if r.Scheme != run.Reshuffle || !random.Chance(rng, 0.3) {
		return r
	}
	y := r
	y.N -= r.N % r.B
	y.T = max(r.T, y.StepsPerEpoch())
	y.Adjacency, y.Release = run.ZeroOut, run.AllIterates
	if y.Validate() != nil {
		return r
	}
	return y
}

// unlearned gives half of the runs in one order curvature that stays when the example is deleted, and epochs after that.
func unlearned(rng *rand.Rand, r run.Run) run.Run {
	if order := r.Order(); order != run.KnownOrder && order != run.SecretOrder || !random.Chance(rng, 0.5) {
		return r
	}
	y := r
	y.Loss, y.Clipping, y.Smoothness = run.StronglyConvex, run.ClippingGLM, random.LogUniform(rng, 1e-3, 1)/r.Eta
	y.StrongConvexity = y.Smoothness * random.LogUniform(rng, 1e-2, 1)
	y.After = y.StepsPerEpoch() * (1 + rng.IntN(3))
	y.T = max(r.T, y.After+1+rng.IntN(100))
	if y.Validate() != nil {
		return r
	}
	return y
}
