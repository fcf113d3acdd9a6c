package main

import (
	"math"
	"math/rand/v2"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/run"
)

var (
	schemes     = run.Schemes()
	classes     = []run.Class{run.Smooth, run.Convex, run.StronglyConvex, run.WeaklyConvex, run.Holder}
	clippings   = []run.Clipping{run.ClippingActive, run.ClippingNever, run.ClippingGLM, run.ClippingDifference, run.ClippingDifferenceAll}
	adjacencies = []run.Adjacency{run.Replace, run.ZeroOut, run.AddRemove}
	conventions = []run.Convention{run.IterateNoise, run.GradientNoise, run.LangevinNoise, run.NoiseMultiplier}
)

// A focus restricts the runs that are drawn. A scheme, loss or clipping that it leaves empty is drawn at random.
type focus struct {
	scheme   run.Scheme
	loss     run.Class
	clipping run.Clipping
	hidden   bool    // the run is so long that a bound by its domain is below composition
	long     bool    // epochs are long and there is no projection, if the scheme has epochs
	decays   float64 // the share of runs with weight decay
	deletes  float64 // the share of runs whose example is deleted
	releases float64 // the share of runs that release more than the last iterate
	changes  float64 // the share of runs whose learning rate changes
	tunes    float64 // the share of runs that are the best of several
	groups   float64 // the share of runs whose datasets differ in several examples
	early    bool    // the example is in the first batch
	jumps    float64 // the share of convex runs whose losses are not smooth
	bends    bool    // losses that are not smooth have Hölder gradients, which do not jump
	short    bool    // under random allocation, there are so few steps that all iterates can be followed, and no projection
}

const (
	// usualShare is the share of runs with weight decay, and of convex runs whose losses are not smooth, unless a test looks
	// for a fault that needs another share.
	usualShare = 1.0 / 3
	// oftenShare is the share of runs whose example is deleted, and of runs whose learning rate changes.
	oftenShare = 0.2
	// releasing is the share of runs that release more than their last iterate.
	releasing = 0.2
	// tuning is the share of runs that are the best of several.
	tuning = 0.1
	// grouping is the share of runs whose datasets differ in several examples.
	grouping = 0.1
)

// drawRun draws a valid run whose laws fit a small grid: lengths are at most a few tens of the noise's deviation, and epochs
// have few batches.
func drawRun(rng *rand.Rand, on focus) run.Run {
	for {
		r := draft(rng, on)
		if r.Validate() == nil {
			return r
		}
	}
}

func draft(rng *rand.Rand, on focus) run.Run {
	r := run.Run{
		Scheme: random.Pick(rng, schemes...), Loss: random.Pick(rng, classes...), Clipping: random.Pick(rng, clippings...),
		Adjacency: random.Pick(rng, run.Replace, run.Replace, run.ZeroOut),
		Noise:     random.Pick(rng, conventions...),
		Eta:       random.Rounded(random.LogUniform(rng, 0.02, 2)), Clip: random.Rounded(random.LogUniform(rng, 0.1, 10)),
		B: random.Pick(rng, 1, 1, 1, 2, 3), Diameter: math.Inf(1), Sigma: 1,
	}
	if on.scheme != "" {
		r.Scheme = on.scheme
	}
	if on.loss != "" {
		r.Loss = on.loss
	}
	if on.clipping != "" {
		r.Clipping = on.clipping
	}
	switch {
	case r.Scheme == run.Allocation:
		r.Adjacency = random.Pick(rng, run.ZeroOut, run.AddRemove)
	case !r.Scheme.FixedSize():
		r.Adjacency = random.Pick(rng, adjacencies...)
	}
	long := drawLengths(rng, &r, on)
	overshoots := drawCurvatures(rng, &r)
	drawNoise(rng, &r, on, long, overshoots)
	if r.Scheme == run.Allocation && (on.short || random.Chance(rng, 0.4)) {
		drawShort(rng, &r)
	}
	if r.Loss == run.StronglyConvex && random.Chance(rng, 0.05) {
		r.StrongConvexity = r.Smoothness
	}
	if r.Uses("position") && random.Chance(rng, 0.3) {
		r.Position = 1 + rng.IntN(min(epochSteps(r), r.T))
	}
	drawPractice(rng, &r, on)
	if on.early {
		r.Position = 1
	}
	return r
}

// drawShort makes a run so short that all its iterates can be followed.
func drawShort(rng *rand.Rand, r *run.Run) {
	r.T = random.Pick(rng, 1, 2, 2, 3, 3, 4)
	r.N = r.B * random.Pick(rng, 2, 2, 3, r.T)
	r.Diameter = math.Inf(1)
}

// drawLengths draws T, n and the number of batches of an epoch; long reports that an epoch of a cyclic or fresh order has many.
func drawLengths(rng *rand.Rand, r *run.Run, on focus) (long bool) {
	steps := random.Pick(rng, 1, 2, 2, 3, 4, 6)
	r.T = int(random.LogUniform(rng, 2, 120))
	if random.Chance(rng, 0.05) {
		r.T = 1
	}
	long = on.long || random.Chance(rng, 0.08)
	many := (r.Order() == run.SecretOrder || r.Order() == run.FreshOrder && !long) && random.Chance(rng, 0.25)
	switch {
	case r.Scheme.UsesAll():
		steps = 1
		if random.Chance(rng, 0.1) {
			r.T = int(random.LogUniform(rng, 60, 1e5))
		}
	case many:
		// With many steps in an epoch, the steps before the last ones are forgotten.
		steps = random.Pick(rng, 8, 16, 40)
		r.T = min(r.T, 40)
		if random.Chance(rng, 0.5) {
			r.T = steps * random.Pick(rng, 1, 2, 3)
		}
	case r.Order() == run.SecretOrder:
		r.T = min(r.T, 40)
		if random.Chance(rng, 0.6) {
			r.T = steps * max(1, r.T/steps) // whole epochs
		}
	case r.Scheme.Sampled():
		steps = random.Pick(rng, 1, 2, 3, 5, 8)
		if random.Chance(rng, 0.1) {
			steps, r.T = int(random.LogUniform(rng, 10, 1e5)), int(random.LogUniform(rng, 10, 1e5))
		}
	case long:
		steps = int(random.LogUniform(rng, 10, 1e6))
		r.T = steps * random.Pick(rng, 1, 1, 2, 3)
	}
	r.N = r.B * steps
	if random.Chance(rng, 0.2) && r.B > 1 && !r.Scheme.UsesAll() {
		r.N += rng.IntN(r.B) // perhaps no multiple of b
	}
	return long
}

// drawCurvatures draws ηL, and the other curvatures up to it. overshoots reports that steps on the regulariser overshoot.
func drawCurvatures(rng *rand.Rand, r *run.Run) (overshoots bool) {
	curved := random.LogUniform(rng, 0.02, 20)
	if random.Chance(rng, 0.15) {
		curved = random.LogUniform(rng, 20, 2e4)
	}
	r.Smoothness = random.Rounded(curved / r.Eta)
	r.StrongConvexity = random.Rounded(r.Smoothness * random.LogUniform(rng, 0.003, 1))
	overshoots = r.Clipping == run.ClippingGLM && r.Loss == run.StronglyConvex && random.Chance(rng, 0.5)
	if overshoots { // η·reg is at least 1
		r.StrongConvexity = random.Rounded(random.LogUniform(rng, 1, 60) / r.Eta)
		r.Smoothness = random.Rounded(r.StrongConvexity + random.LogUniform(rng, 1, 1e4)/r.Eta)
	}
	r.WeakConvexity = random.Rounded(r.Smoothness * random.LogUniform(rng, 0.01, 1))
	r.HolderOrder = random.Rounded(0.1 + 0.9*rng.Float64())
	return overshoots
}

// drawNoise draws the noise relative to the sensitivity, and the domain relative to the
// noise.
func drawNoise(rng *rand.Rand, r *run.Run, on focus, long, overshoots bool) {
	s := r.Eta * apartMost(*r) / float64(r.B)
	ratio := random.LogUniform(rng, 0.1, 4) // s/σ
	if long || overshoots {
		ratio = random.LogUniform(rng, 0.5, 8)
	}
	r.Sigma = random.Rounded(s / ratio / noise(*r)) // Sigma was 1: noise(*r) is σ per unit of Sigma
	if (on.hidden || random.Chance(rng, 0.75)) && !(long && !r.Scheme.UsesAll()) {
		r.Diameter = random.Rounded(noise(*r) * random.LogUniform(rng, 0.15, 12))
		if on.hidden || random.Chance(rng, 0.6) {
			hide(rng, r)
		}
	}
	if r.Loss == run.StronglyConvex && r.Clipping == run.ClippingNever && r.Bounded() && random.Chance(rng, 0.8) {
		// If mD > 2C, no loss is m-strongly convex with gradients of norm at most C on the whole domain.
		r.StrongConvexity = min(r.StrongConvexity, random.Rounded(2*r.Clip/r.Diameter*rng.Float64()))
	}
	if r.Scheme == run.WithoutReplacement && r.Loss == run.Convex && r.Clipping == run.ClippingNever && r.Bounded() &&
		random.Chance(rng, 0.5) {
		// Amplification by sampling (Altschuler and Talwar 2022) needs all of: small
		// batches, much noise, steps that do not overshoot.
		r.N = r.B * random.Pick(rng, 5, 8, 20)
		r.Smoothness = random.Rounded(random.LogUniform(rng, 0.05, 2) / r.Eta)
		more := max(1, ratio*random.LogUniform(rng, 6, 60)) // makes σ/s at least 6
		r.Sigma, r.Diameter = random.Rounded(r.Sigma*more), random.Rounded(r.Diameter*more)
	}
}

// hide makes the run so long that a bound by the domain is below composition, uses·s² ≥ (D + s)², but of at most `most` steps.
func hide(rng *rand.Rand, r *run.Run) {
	s := r.Eta * apartMost(*r) / float64(r.B)
	uses := math.Ceil(random.LogUniform(rng, 1, 30) * math.Pow(1+r.Diameter/s, 2))
	most := 64.0
	if r.Scheme.Known() {
		most = 1e5
	}
	r.T = int(min(most, uses*float64(epochSteps(*r))))
}

// drawQuestions draws a question at an order and one at a δ.
func drawQuestions(rng *rand.Rand) []claim.Question {
	return []claim.Question{
		{Alpha: random.Rounded(1 + random.LogUniform(rng, 0.02, 31))},
		{Delta: random.Rounded(random.LogUniform(rng, 1e-8, 0.5))},
	}
}
