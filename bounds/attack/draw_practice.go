package main

import (
	"math"
	"math/rand/v2"

	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/run"
)

// drawPractice adds features of real training: weight decay, deletions, losses that are not smooth, several releases,
// schedules, the choice of the best run, and several examples of one person.
func drawPractice(rng *rand.Rand, r *run.Run, on focus) {
	if on.decays > 0 && random.Chance(rng, on.decays) {
		drawDecay(rng, r)
	}
	if on.deletes > 0 && r.T > 1 && random.Chance(rng, on.deletes) {
		r.After = 1 + rng.IntN(min(r.T-1, random.Pick(rng, 3, 40)))
		if on.loss == "" && on.clipping == "" && random.Chance(rng, 0.2) {
			drawKept(rng, r)
		}
		if r.Position > r.T-r.After {
			r.Position = 0
		}
	}
	if on.jumps > 0 && r.Loss == run.Convex && random.Chance(rng, on.jumps) {
		drawJumps(rng, r)
		if r.Uses("holder_constant") && (on.bends || random.Chance(rng, 0.4)) {
			drawBends(rng, r)
		}
	}
	if on.releases > 0 && random.Chance(rng, on.releases) {
		drawRelease(rng, r)
		r.After = min(r.After, r.T-1)
		if r.Position > 0 {
			r.Position = min(r.Position, r.T-r.After)
		}
	}
	if on.changes > 0 && !r.Nonsmooth() && random.Chance(rng, on.changes) {
		drawSchedule(rng, r)
		r.Position = min(r.Position, r.T)
	}
	if on.tunes > 0 && r.Releases() == 1 && random.Chance(rng, on.tunes) {
		drawTuning(rng, r)
	}
	if on.groups > 0 && random.Chance(rng, on.groups) {
		drawGroup(rng, r)
	}
}

// drawTuning releases the best of several runs. A shape near −1 shows the cost of the choice, and runs that are
// far apart show the cost of every run.
func drawTuning(rng *rand.Rand, r *run.Run) {
	r.Tuning = random.Pick(rng, run.Geometric, run.Logarithmic, run.NegativeBinomial, run.NegativeBinomial, run.PoissonTuning,
		run.FixedTuning)
	r.TuningMean = random.Rounded(random.LogUniform(rng, 1.01, 300))
	switch r.Tuning {
	case run.FixedTuning:
		r.TuningMean = float64(2 + rng.IntN(8))
	case run.NegativeBinomial:
		r.TuningShape = random.Rounded(random.LogUniform(rng, 0.01, 4) - 1)
	case run.NoTuning, run.Geometric, run.Logarithmic, run.PoissonTuning:
	default:
		panic(run.Unknown(r.Tuning))
	}
}

// drawJumps makes the losses convex without a smoothness, so that gradients may jump. The distance that a jump adds shows
// only if it is long compared with the noise, and, on a line, if a step keeps little of the distance: a jump on a line is
// never perpendicular to it.
func drawJumps(rng *rand.Rand, r *run.Run) {
	r.Smoothness = math.Inf(1)
	if random.Chance(rng, 0.6) {
		r.WeightDecay = random.Rounded((1 - random.LogUniform(rng, 1e-3, 0.7)) / r.Eta)
		if random.Chance(rng, 0.3) {
			r.WeightDecay = 1 / r.Eta
		}
	}
	if r.Bounded() && random.Chance(rng, 0.5) {
		r.Diameter = random.Rounded(r.Steps().Peak().Drift() * random.LogUniform(rng, 0.1, 3))
	}
	if r.WeightDecay > 0 && random.Chance(rng, 0.7) {
		r.Diameter = random.Rounded(r.Steps().Peak().Drift() * random.LogUniform(rng, 1, 3))
	}
}

// drawKept changes a run whose order serves all epochs: it gets a regulariser, whose curvature remains after the deletion, steps
// that do not overshoot, and whole epochs after the deletion (Chien, Wang, Chen and Li 2024).
func drawKept(rng *rand.Rand, r *run.Run) {
	if order := r.Order(); order != run.KnownOrder && order != run.SecretOrder || epochSteps(*r) >= r.T {
		return
	}
	r.Loss, r.Clipping = run.StronglyConvex, run.ClippingGLM
	r.Smoothness = random.Rounded(random.LogUniform(rng, 0.1, 0.99) / r.Eta)
	r.StrongConvexity = random.Rounded(r.Smoothness * random.LogUniform(rng, 0.03, 1))
	r.After = min(epochSteps(*r)*random.Pick(rng, 1, 1, 2, 3), r.T-1)
}

// drawBends draws the Hölder constant and order of gradients that do not jump. They go from −C to C over a hundredth to
// thirty times ηC/(1 − ηω): a step distinguishes only the longer of these lengths from a jump.
func drawBends(rng *rand.Rand, r *run.Run) {
	step := r.Steps().Peak()
	kept := max(1e-3, 1-step.Decay())
	r.HolderOrder = random.Rounded(random.Pick(rng, 0.2, 0.5, 0.9, 0.05+0.9*rng.Float64()))
	turned := random.LogUniform(rng, 0.01, 30) * r.Eta * r.Clip / kept
	r.HolderConstant = random.Rounded(2 * r.Clip / math.Pow(turned, r.HolderOrder))
}

// drawDecay draws which share of the iterate weight decay removes in a step: little, much, or all of it.
func drawDecay(rng *rand.Rand, r *run.Run) {
	r.WeightDecay = random.Rounded(random.LogUniform(rng, 0.003, 1) / r.Eta)
	if random.Chance(rng, 0.06) {
		r.WeightDecay = 1 / r.Eta
	}
}
