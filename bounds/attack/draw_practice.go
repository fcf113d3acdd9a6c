package main

import (
	"math"
	"math/rand/v2"

	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/run"
)

// drawPractice adds what real training adds: weight decay, deletions, releases, schedules and the choice of the best run.
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

// drawTuning releases the best of several runs. The cost of the choice shows if the shape is near −1, and
// the cost of every run if the runs are far apart.
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

// drawJumps leaves out the smoothness. What jumps of the gradients add to a distance shows if they are long
// compared with the noise; and on a line if a step keeps little of the distance, since there they are not
// perpendicular to it.
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

// drawKept gives a run in one order a regulariser whose curvature remains after the deletion, steps that do not
// overshoot, and whole epochs after the deletion (Chien, Wang, Chen and Li 2024).
func drawKept(rng *rand.Rand, r *run.Run) {
	if order := r.Order(); order != run.KnownOrder && order != run.SecretOrder || epochSteps(*r) >= r.T {
		return
	}
	r.Loss, r.Clipping = run.StronglyConvex, run.ClippingGLM
	r.Smoothness = random.Rounded(random.LogUniform(rng, 0.1, 0.99) / r.Eta)
	r.StrongConvexity = random.Rounded(r.Smoothness * random.LogUniform(rng, 0.03, 1))
	r.After = min(epochSteps(*r)*random.Pick(rng, 1, 1, 2, 3), r.T-1)
}

// drawBends draws how fast gradients without jumps change: about as fast as a step can distinguish from a jump,
// with what weight decay leaves of it.
func drawBends(rng *rand.Rand, r *run.Run) {
	step := r.Steps().Peak()
	kept := max(1e-3, 1-step.Decay())
	r.HolderOrder = random.Rounded(random.Pick(rng, 0.2, 0.5, 0.9, 0.05+0.9*rng.Float64()))
	turned := random.LogUniform(rng, 0.01, 30) * r.Eta * r.Clip / kept
	r.HolderConstant = random.Rounded(2 * r.Clip / math.Pow(turned, r.HolderOrder))
}

// drawDecay draws how much of the iterate a step takes: little, much, or all of it.
func drawDecay(rng *rand.Rand, r *run.Run) {
	r.WeightDecay = random.Rounded(random.LogUniform(rng, 0.003, 1) / r.Eta)
	if random.Chance(rng, 0.06) {
		r.WeightDecay = 1 / r.Eta
	}
}
