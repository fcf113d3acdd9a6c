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
	ScheduleFactor float64      // what each drop of StepFall multiplies the rate by, in (0, 1]
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
	// After is K, 0 … T−1: the differing example was deleted before the last K steps. It adds nothing to
	// them, so that both runs make the same step; a sum of gradients is still divided by b. Its place in a
	// batch stays empty, or another example takes it.
	After int

	Group int // examples of one person, whose loss is asked for; 0 for 1

	Release Release // which iterates are released; empty for LastIterate
	Every   int     // k ≥ 1 of EveryKth and LastIterates

	Tuning      Tuning  // how many runs the released one was chosen from; empty for NoTuning
	TuningMean  float64 // the mean number of runs, or their number; ≥ 1
	TuningShape float64 // ν > −1 of NegativeBinomial

	Loss            Class
	Smoothness      float64 // L ≥ 0, or the Hölder constant of the gradient; +Inf of convex losses that are not smooth
	StrongConvexity float64 // m ≥ 0
	WeakConvexity   float64 // w ≥ 0: f + w‖·‖²/2 is convex
	HolderOrder     float64 // λ in (0, 1]
	// HolderConstant is L of convex losses that are not smooth but whose gradients are (L, λ)-Hölder on all of
	// space, λ being HolderOrder; 0 if nothing of the kind is stated.
	HolderConstant float64
	Clipping       Clipping
}

// Kappa is the factor κ by which the adjacency multiplies the clipping norm: 2 when one example
// replaces another, 1 when it is zeroed out, added or removed, NaN for an unknown adjacency, for which
// no bound is known.
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

// Sensitivity is s = κηC/b, the length by which one step that uses the
// differing example can move the iterate, of a run whose steps are all alike.
func (r Run) Sensitivity() float64 { return r.Step().Sensitivity }

// StepsPerEpoch is B = ⌊n/b⌋. Where b does not divide n, schemes that walk through the data in an order
// drop the last n mod b examples of each pass; random allocation drops none, and its batches are
// slightly larger than b on average.
func (r Run) StepsPerEpoch() int { return r.N / r.B }

// EpochSteps is how many steps are counted as a pass over the data. Poisson sampling makes no passes; as
// many steps are counted as a loader of batches of b has, ⌈n/b⌉ with the last and smaller one, as Opacus
// does (make_private, opacus 1.5: sample_rate = 1/len(data_loader)).
func (r Run) EpochSteps() int {
	if r.Scheme.Sampled() && !r.Scheme.FixedSize() {
		return (r.N-1)/r.B + 1
	}
	return r.StepsPerEpoch()
}

// InEpochsOf returns the run with as many passes over the data as before has, to the nearest whole
// iteration: T after a change of n or b that keeps the stated epochs. Both runs need 1 ≤ b ≤ n.
func (r Run) InEpochsOf(before Run) Run {
	was, is := before.EpochSteps(), r.EpochSteps()
	if was != is {
		iterations := math.Round(float64(before.T) / float64(was) * float64(is))
		r.T = int(min(max(iterations, 1), MaxCount))
	}
	return r
}

// AfterLastUse is the number of steps after the last one that may use the differing example: those since
// its deletion and, at a stated position of a known order, those between its last use and the deletion;
// the worst position is used at the last step before the deletion. The run must be valid.
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

// ToDeletion is the run up to the deletion of the differing example. What follows is post-processing, the same in
// both runs. It releases its last iterate, and those of the others that the run releases.
func (r Run) ToDeletion() Run {
	r = r.ToShown()
	r.T, r.After = r.Holding(), 0
	return r
}

// ShowsPlace reports whether steps after the deletion of the differing example may depend on its place in a
// secret order: the place is left empty in the rest of the epoch, and in all later epochs if one order serves
// for all.
func (r Run) ShowsPlace() bool {
	return r.After > 0 && r.Scheme.Secret() && r.Scheme.FixedSize() &&
		(r.Scheme == ShuffleOnce || r.Holding()%r.StepsPerEpoch() != 0)
}

// BeforeFirstUse is the number of steps before the first one that uses the differing
// example, whose position in a known order is stated; 0 at the worst position.
func (r Run) BeforeFirstUse() int {
	if r.Scheme != Cyclic || r.Position == 0 {
		return 0
	}
	return r.Position - 1
}

// ToLastUse is the run up to the last step that uses the differing example, at its
// worst position: the same to the last bit. What follows is post-processing, the same
// in both runs.
func (r Run) ToLastUse() Run {
	rest := r.AfterLastUse()
	r.T -= rest
	r.Position, r.After = 0, 0
	return r
}

// Dropped is the number of examples that no batch of an epoch holds: n mod b for the schemes that walk
// through the data in an order, otherwise 0. They are the last of that order: if it is secret, chance
// decides which examples are left out, a hypothesis of the rows that rely on it. If the same examples
// are always dropped, state the smaller n.
func (r Run) Dropped() int {
	if r.Scheme.InPasses() {
		return r.N % r.B
	}
	return 0
}

// SamplingRate is Rate as the nearest float64, q = b/n, or 1/B.
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

// Nonsmooth reports whether nothing bounds how fast gradients change: hinge, absolute and quantile
// losses, whose steps use a subgradient that depends on the iterate, the step and the batch only.
func (r Run) Nonsmooth() bool { return math.IsInf(r.Smoothness, 1) }

// Monotone reports whether every step's gradients are subgradients of convex losses, each of norm at
// most C, which bounds a step of losses that are not smooth: never clipped, or those of a one-output
// generalised linear model, which clipping keeps such.
func (r Run) Monotone() bool {
	return r.Loss == Convex && (r.Clipping == ClippingNever || r.Clipping == ClippingGLM)
}

// HolderGradients reports whether losses that are not smooth have a stated bound on how fast their gradients
// change, which are monotone as well.
func (r Run) HolderGradients() bool { return r.Nonsmooth() && r.Monotone() && r.HolderConstant > 0 }

// Unclipped reports whether a step is also a step with unclipped gradients of some function
// in the class: clipping never acts, or acts on a generalised linear model, where the clipped
// gradient is that of another convex function.
func (r Run) Unclipped() bool { return r.Clipping != ClippingActive }

// Curvature is the weak convexity w that the class states: 0 for convex and
// strongly convex losses.
func (r Run) Curvature() float64 {
	if r.Loss == WeaklyConvex {
		return r.WeakConvexity
	}
	return 0
}

// Regulariser is the strong convexity that a clipped generalised linear model owes to its
// regulariser: 0 for convex ones.
func (r Run) Regulariser() float64 {
	if r.Loss == StronglyConvex {
		return r.StrongConvexity
	}
	return 0
}
