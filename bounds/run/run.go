package run

import (
	"math"

	"lastiterate/bounds/internal/mutants"
)

// Run is one training run. The zero value is not valid; see Run.Validate.
type Run struct {
	N int // dataset size n ≥ 1
	B int // batch size b, 1 … n; equals N when the scheme is Full
	T int // iterations T ≥ 1

	Eta float64 // learning rate η > 0
	// The learning rate of step t is η·ρ_t (Steps.Share): it rises over the first Warmup steps and then
	// follows the Schedule, known in advance.
	Schedule       RateSchedule // empty for ConstantRate
	Warmup         int          // steps, 0 … T
	ScheduleFinal  float64      // the share 0 … 1 of η at which LinearFall and CosineFall end
	ScheduleEvery  int          // steps from drop to drop of StepFall, ≥ 1
	ScheduleFactor float64      // each drop of StepFall multiplies the rate by this factor in (0, 1]
	// WeightDecay is ω ≥ 0 with ηω ≤ 1: every step adds ωw to the gradient, outside of the clip
	// and whatever the batch holds.
	WeightDecay float64
	Clip        float64 // clipping norm, or Lipschitz constant of the loss, C > 0

	Sigma float64    // the noise as stated, in the convention Noise; > 0
	Noise Convention // what Sigma measures

	Diameter  float64 // diameter D of the domain K, > 0; +Inf when there is no projection
	Adjacency Adjacency
	Scheme    Scheme
	Position  int // in a known order, the batch j of the epoch, 1 … B, whose examples' loss is asked for; 0 for the worst
	// After is K, 0 … T−1: the differing example was deleted before the last K steps, which are the same in both runs. Its
	// place in a batch stays empty, or another example takes it; a sum of gradients is still divided by b.
	After int

	Group int // examples of one person, whose loss is asked for; 0 for 1

	Release Release // which iterates are released; empty for LastIterate
	Every   int     // k ≥ 1 of EveryKth and LastIterates

	Tuning      Tuning  // the law of the number of runs from which the released one was chosen; empty for NoTuning
	TuningMean  float64 // the mean number of runs, or the fixed number; ≥ 1
	TuningShape float64 // ν > −1 of NegativeBinomial

	Loss            Class
	Smoothness      float64 // L ≥ 0, or the Hölder constant of the gradient; +Inf for convex losses that are not smooth
	StrongConvexity float64 // m ≥ 0
	WeakConvexity   float64 // w ≥ 0: f + w‖·‖²/2 is convex
	HolderOrder     float64 // λ in (0, 1]
	// HolderConstant is L if convex losses are not smooth but have gradients that are (L, λ)-Hölder on all of space, where λ is
	// HolderOrder; 0 if no such L is stated.
	HolderConstant float64
	Clipping       Clipping
}

// Kappa is the factor κ by which the adjacency multiplies the clipping norm: 2 if one example replaces another, 1 if it is
// zeroed out, added or removed, and NaN for an unknown adjacency.
func (r Run) Kappa() float64 { return r.Adjacency.kappa() }

func (a Adjacency) kappa() float64 {
	switch a {
	case Replace:
		if mutants.OneSided.On() {
			return 1
		}
		return 2
	case ZeroOut, AddRemove:
		return 1
	}
	return math.NaN()
}

// Sensitivity is s = κηC/b, the largest length by which the differing example can move the iterate in one step. It panics if the
// steps of the run differ.
func (r Run) Sensitivity() float64 { return r.Step().Sensitivity }

// StepsPerEpoch is B = ⌊n/b⌋. If b does not divide n, schemes that go through the data in an order drop the last n mod b
// examples of each pass. Random allocation drops none, so its batches hold slightly more than b examples on average.
func (r Run) StepsPerEpoch() int { return r.N / r.B }

// EpochSteps is the number of steps that count as a pass over the data. Poisson sampling makes no passes; a pass then counts
// ⌈n/b⌉ steps, the length of a loader whose last batch may be smaller, as in Opacus (make_private, opacus 1.5: sample_rate =
// 1/len(data_loader)).
func (r Run) EpochSteps() int {
	if r.Scheme.Sampled() && !r.Scheme.FixedSize() {
		return (r.N-1)/r.B + 1
	}
	return r.StepsPerEpoch()
}

// InEpochsOf returns the run with as many passes over the data as the run before, to the nearest iteration: the T after a change
// of n or b that keeps the number of epochs. Both runs need 1 ≤ b ≤ n.
func (r Run) InEpochsOf(before Run) Run {
	was, is := before.EpochSteps(), r.EpochSteps()
	if was != is {
		iterations := math.Round(float64(before.T) / float64(was) * float64(is))
		r.T = int(min(max(iterations, 1), MaxCount))
	}
	return r
}

// AfterLastUse is the number of steps after the last one that may use the differing example: the steps after its deletion and, at
// a stated position of a known order, those between its last use and the deletion. The example at the worst position is used in
// the last step before the deletion. The run must be valid.
func (r Run) AfterLastUse() int {
	if r.Scheme != Cyclic || r.Position == 0 {
		return r.T - r.Holding()
	}
	return r.T - r.Holding() + (r.Holding()-r.Position)%r.StepsPerEpoch()
}

// Holding is the number of steps T − K whose data hold the differing example.
func (r Run) Holding() int {
	if mutants.EarlyDeletion.On() && r.After > 0 {
		return max(1, r.T-r.After-1)
	}
	return r.T - r.After
}

// ToDeletion returns the run up to the deletion of the differing example. Later steps are post-processing, the same in both runs.
// The returned run releases its last iterate, and those earlier ones that r releases.
func (r Run) ToDeletion() Run {
	r = r.ToShown()
	r.T, r.After = r.Holding(), 0
	return r
}

// ShowsPlace reports whether steps after the deletion of the differing example may depend on its place in a secret order. The
// place is empty in the rest of the epoch, and in all later epochs if one order serves them all.
func (r Run) ShowsPlace() bool {
	return r.After > 0 && r.Scheme.Secret() && r.Scheme.FixedSize() &&
		(r.Scheme == ShuffleOnce || r.Holding()%r.StepsPerEpoch() != 0)
}

// BeforeFirstUse is the number of steps before the first that uses the differing example, if its position in a known order is
// stated; otherwise 0.
func (r Run) BeforeFirstUse() int {
	if r.Scheme != Cyclic || r.Position == 0 {
		return 0
	}
	return r.Position - 1
}

// ToLastUse returns the run up to the last step that may use the differing example, which is then at its worst position. Later
// steps are post-processing, the same in both runs.
func (r Run) ToLastUse() Run {
	rest := r.AfterLastUse()
	r.T -= rest
	r.Position, r.After = 0, 0
	return r
}

// Dropped is the number of examples that no batch of an epoch holds: n mod b for schemes that go through the data in an order,
// otherwise 0. They are the last of that order. If the order is secret, chance decides which examples are left out, which the
// rows for such orders assume. If the same examples are always dropped, state the smaller n.
func (r Run) Dropped() int {
	if r.Scheme.InPasses() {
		return r.N % r.B
	}
	return 0
}

// SamplingRate is q, the nearest float64 to Rate.
func (r Run) SamplingRate() float64 {
	q := float64(r.Rate().Part) / float64(r.Rate().Whole)
	if mutants.WrongRate.On() {
		return q * (1 - q/2)
	}
	return q
}

// Bounded reports whether the iterate is projected on a set of finite diameter.
func (r Run) Bounded() bool { return !math.IsInf(r.Diameter, 1) }

// Lipschitz reports whether the class bounds the Lipschitz constant of the
// gradient by Smoothness.
func (r Run) Lipschitz() bool { return (r.Loss != Holder || r.HolderOrder == 1) && !r.Nonsmooth() }

// Nonsmooth reports whether no Lipschitz constant of the gradient is stated, as for hinge, absolute and quantile losses. Their
// steps use a subgradient that depends only on the iterate, the step and the batch.
func (r Run) Nonsmooth() bool { return math.IsInf(r.Smoothness, 1) }

// Monotone reports whether the gradients that a step uses are subgradients of convex functions, of norm at most C. This bounds a
// step of losses that are not smooth. It holds for convex losses that are never clipped, and for one-output generalised linear
// models, whose clipped gradients are still subgradients of convex functions.
func (r Run) Monotone() bool {
	return r.Loss == Convex && (r.Clipping == ClippingNever || r.Clipping == ClippingGLM)
}

// HolderGradients reports whether losses that are not smooth have monotone gradients with a stated Hölder constant.
func (r Run) HolderGradients() bool { return r.Nonsmooth() && r.Monotone() && r.HolderConstant > 0 }

// Unclipped reports whether a step is also a step with unclipped gradients of some function in the class. It is if clipping
// never acts, or in a generalised linear model, where a clipped gradient is the gradient of another convex function.
func (r Run) Unclipped() bool { return r.Clipping != ClippingActive }

// Curvature is the weak convexity w of weakly convex losses, and 0 for every other class.
func (r Run) Curvature() float64 {
	if r.Loss == WeaklyConvex {
		return r.WeakConvexity
	}
	return 0
}

// Regulariser is the strong convexity m of strongly convex losses, and 0 for every other class. In a clipped generalised linear
// model it is the regulariser's.
func (r Run) Regulariser() float64 {
	if r.Loss == StronglyConvex {
		return r.StrongConvexity
	}
	return 0
}
