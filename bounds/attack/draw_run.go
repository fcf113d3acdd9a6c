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

// A focus restricts the runs that are drawn; empty fields are drawn.
type focus struct {
	scheme   run.Scheme
	loss     run.Class
	clipping run.Clipping
	hidden   bool    // on a domain that hides more than composition knows
	long     bool    // where there are epochs, long ones, without a projection
	decays   float64 // the share of runs with weight decay
	deletes  float64 // the share of runs whose example is deleted
	releases float64 // the share of runs that release more than the last iterate
	changes  float64 // … whose learning rate changes
	tunes    float64 // the share of runs of several of which the best is released
	groups   float64 // … whose datasets differ in several examples
	early    bool    // the example is in the first batch
	jumps    float64 // the share of convex runs whose losses are not smooth
	bends    bool    // of those, none jumps
	short    bool    // as short as a run whose iterates are all followed, without a projection
}

const (
	// usually is the share of runs with weight decay, and of convex runs that are not smooth, unless other
	// faults are searched for.
	usually = 1.0 / 3
	// often is the share of runs whose example is deleted, and of runs whose learning rate changes.
	often = 0.2
	// releasing is the share of runs that release more than their last iterate.
	releasing = 0.2
	// tuning is the share of runs that are the best of several.
	tuning = 0.1
	// grouping is the share of runs whose datasets differ in several examples.
	grouping = 0.1
)

// drawRun makes a valid run whose laws a small grid can hold: lengths within a few
// tens of the noise, few batches in an epoch.
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

// drawShort draws a run of which all iterates can be followed.
func drawShort(rng *rand.Rand, r *run.Run) {
	r.T = random.Pick(rng, 1, 2, 2, 3, 3, 4)
	r.N = r.B * random.Pick(rng, 2, 2, 3, r.T)
	r.Diameter = math.Inf(1)
}

// drawDecay draws how much of the iterate a step takes: little, much, or all of it.
func drawDecay(rng *rand.Rand, r *run.Run) {
	r.WeightDecay = random.Rounded(random.LogUniform(rng, 0.003, 1) / r.Eta)
	if random.Chance(rng, 0.06) {
		r.WeightDecay = 1 / r.Eta
	}
}

// drawLengths draws T, n and the batches of an epoch; long are epochs of many batches.
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
		// What came before the last steps of an epoch is forgotten.
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
		r.N += rng.IntN(r.B)
	}
	return long
}

// drawCurvatures draws ηL, and the curvatures within it. A regulariser may overshoot.
func drawCurvatures(rng *rand.Rand, r *run.Run) (overshoots bool) {
	curved := random.LogUniform(rng, 0.02, 20)
	if random.Chance(rng, 0.15) {
		curved = random.LogUniform(rng, 20, 2e4)
	}
	r.Smoothness = random.Rounded(curved / r.Eta)
	r.StrongConvexity = random.Rounded(r.Smoothness * random.LogUniform(rng, 0.003, 1))
	overshoots = r.Clipping == run.ClippingGLM && r.Loss == run.StronglyConvex && random.Chance(rng, 0.5)
	if overshoots { // the regulariser alone
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
	r.Sigma = s / ratio / noise(*r)
	r.Sigma = random.Rounded(r.Sigma)
	if (on.hidden || random.Chance(rng, 0.75)) && !(long && !r.Scheme.UsesAll()) {
		r.Diameter = random.Rounded(noise(*r) * random.LogUniform(rng, 0.15, 12))
		if on.hidden || random.Chance(rng, 0.6) {
			hide(rng, r)
		}
	}
	if r.Loss == run.StronglyConvex && r.Clipping == run.ClippingNever && r.Bounded() && random.Chance(rng, 0.8) {
		// Otherwise the class may be empty.
		r.StrongConvexity = min(r.StrongConvexity, random.Rounded(2*r.Clip/r.Diameter*rng.Float64()))
	}
	if r.Scheme == run.WithoutReplacement && r.Loss == run.Convex && r.Clipping == run.ClippingNever && r.Bounded() &&
		random.Chance(rng, 0.5) {
		// Amplification by sampling (Altschuler and Talwar 2022) needs all of: small
		// batches, much noise, steps that do not overshoot.
		r.N = r.B * random.Pick(rng, 5, 8, 20)
		r.Smoothness = random.Rounded(random.LogUniform(rng, 0.05, 2) / r.Eta)
		more := max(1, ratio*random.LogUniform(rng, 6, 60)) // σ over s is at least this much
		r.Sigma, r.Diameter = random.Rounded(r.Sigma*more), random.Rounded(r.Diameter*more)
	}
}

// hide makes the run so long that the domain, and not composition, bounds its loss:
// T·s² is above (D + s)².
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
