package run

import "strconv"

// Adjacency says which two datasets must be hard to tell apart.
type Adjacency string

const (
	Replace   Adjacency = "replace"    // one example is replaced by another; κ = 2
	ZeroOut   Adjacency = "zero-out"   // one example's gradient is replaced by zero (Kairouz et al. 2021); κ = 1
	AddRemove Adjacency = "add-remove" // one example is added or removed; κ = 1, Poisson sampling and random allocation only
)

// Scheme says how the batches are made.
type Scheme string

const (
	Full               Scheme = "full"                // every step uses all n examples
	Cyclic             Scheme = "cyclic"              // a fixed, known order, the same every epoch
	ShuffleOnce        Scheme = "shuffle-once"        // one secret random order, then cyclic
	Reshuffle          Scheme = "reshuffle"           // a fresh secret order every epoch
	WithoutReplacement Scheme = "without-replacement" // b distinct examples drawn afresh every step
	Poisson            Scheme = "poisson"             // every example joins a batch with probability b/n
	// Allocation: every epoch each example joins one of ⌊n/b⌋ batches, each as likely as the
	// others and independently of where the other examples go (balls in bins).
	Allocation Scheme = "allocation"
)

// Schemes lists every scheme, in the order in which the form offers them.
func Schemes() []Scheme {
	return []Scheme{Full, Cyclic, ShuffleOnce, Reshuffle, WithoutReplacement, Poisson, Allocation}
}

// Release says which of the iterates W_1, …, W_T are released.
type Release string

const (
	LastIterate  Release = "last"  // W_T alone
	EveryKth     Release = "every" // those after every k-th step, k = Run.Every, and the last
	LastIterates Release = "tail"  // the last k; whatever is computed from them alone, such as their average
	AllIterates  Release = "all"
)

// Tuning says how many runs the released one was chosen from: the best by what the runs release, or by
// a score that is accounted for. The number is drawn before the first run (Papernot and Steinke 2022),
// or fixed.
type Tuning string

const (
	NoTuning         Tuning = "none"              // this is the only run
	Geometric        Tuning = "geometric"         // truncated negative binomial of shape 1
	Logarithmic      Tuning = "logarithmic"       // of shape 0
	NegativeBinomial Tuning = "negative-binomial" // of the shape TuningShape
	PoissonTuning    Tuning = "poisson"
	FixedTuning      Tuning = "fixed" // as many as TuningMean says
)

// RateSchedule says how the learning rate falls after the warm-up.
type RateSchedule string

const (
	ConstantRate RateSchedule = "constant"
	LinearFall   RateSchedule = "linear" // to the share ScheduleFinal
	CosineFall   RateSchedule = "cosine" // to the share ScheduleFinal, half a period
	StepFall     RateSchedule = "step"   // by ScheduleFactor every ScheduleEvery steps
)

// Unknown is the panic message of a switch over a choice with an unknown value: the run was not
// validated, or the value was added elsewhere only.
func Unknown[C ~string](choice C) string { return "no case for " + strconv.Quote(string(choice)) }

// Class is what is assumed about each example's loss.
type Class string

const (
	Smooth         Class = "smooth"          // L-Lipschitz gradient
	Convex         Class = "convex"          // and convex
	StronglyConvex Class = "strongly-convex" // and m-strongly convex
	WeaklyConvex   Class = "weakly-convex"   // L-Lipschitz gradient, f + w‖·‖²/2 convex
	Holder         Class = "holder"          // (L, λ)-Hölder continuous gradient
)

// Clipping says what clipping does to the gradients.
type Clipping string

const (
	// ClippingActive: gradients may be clipped at C.
	ClippingActive Clipping = "active"
	// ClippingNever: every gradient is at most C long on K, so clipping does nothing.
	ClippingNever Clipping = "never"
	// ClippingGLM: the unregularised gradient of a one-output generalised linear
	// model is clipped, then the regulariser's gradient is added (Ye and Shokri 2022, F.2): once
	// a step, whatever the batch holds and also where the example is zeroed out or absent.
	// Smoothness counts the regulariser; strong convexity is the regulariser's. A sampled
	// example that brings its own share of it has a gradient that is longer than C: that is
	// ClippingNever with a larger C.
	ClippingGLM Clipping = "glm"
	// ClippingDifference: nothing is clipped, and all that is bounded is how far the
	// differing example's two gradients are apart at any one point, by κC (Bok et al. 2024,
	// gradient sensitivity). Nothing bounds the others' gradients.
	ClippingDifference Clipping = "difference"
	// ClippingDifferenceAll: nothing is clipped, and at any one point no two examples' gradients
	// are further apart than κC (Ye and Shokri 2022); one that is zeroed out or absent
	// counts as 0. What holds under ClippingDifference holds here, but for floors, whose runs
	// may not meet this.
	ClippingDifferenceAll Clipping = "difference-all"
)

// Differences reports whether only differences of gradients are bounded, be it the
// differing example's or all.
func (c Clipping) Differences() bool {
	return c == ClippingDifference || c == ClippingDifferenceAll
}
