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
	EveryKth     Release = "every" // the iterates after every k-th step, k = Run.Every, and the last
	LastIterates Release = "tail"  // the last k iterates, and anything computed from them alone, such as their average
	AllIterates  Release = "all"
)

// Tuning says from how many runs the released one was chosen, as the best by the released iterates or by a score whose privacy
// loss is accounted for. The number is fixed, or drawn before the first run (Papernot and Steinke 2022).
type Tuning string

const (
	NoTuning         Tuning = "none"              // this is the only run
	Geometric        Tuning = "geometric"         // truncated negative binomial of shape 1
	Logarithmic      Tuning = "logarithmic"       // truncated negative binomial of shape 0
	NegativeBinomial Tuning = "negative-binomial" // truncated negative binomial of shape TuningShape
	PoissonTuning    Tuning = "poisson"
	FixedTuning      Tuning = "fixed" // as many as TuningMean says
)

// RateSchedule says how the learning rate falls after the warm-up.
type RateSchedule string

const (
	ConstantRate RateSchedule = "constant"
	LinearFall   RateSchedule = "linear" // linearly, to the share ScheduleFinal
	CosineFall   RateSchedule = "cosine" // along half a period of a cosine, to the share ScheduleFinal
	StepFall     RateSchedule = "step"   // by the factor ScheduleFactor every ScheduleEvery steps
)

// Unknown is the panic message of a switch that has no case for a choice: the run was not validated, or the switch was
// forgotten when the choice was added.
func Unknown[C ~string](choice C) string { return "no case for " + strconv.Quote(string(choice)) }

// Class is what is assumed about each example's loss.
type Class string

const (
	Smooth         Class = "smooth"          // L-Lipschitz gradient
	Convex         Class = "convex"          // convex; L-Lipschitz gradient unless L is infinite
	StronglyConvex Class = "strongly-convex" // m-strongly convex; L-Lipschitz gradient
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
	// ClippingGLM: the unregularised gradient of a one-output generalised linear model is clipped, then the regulariser's
	// gradient is added (Ye and Shokri 2022, F.2). It is added once a step, whatever the batch holds, also if the example is
	// zeroed out or absent. Smoothness includes the regulariser; strong convexity is the regulariser's. If each sampled
	// example adds its own share of the regulariser, gradients are longer than C: state ClippingNever with a larger C.
	ClippingGLM Clipping = "glm"
	// ClippingDifference: nothing is clipped. At any one point the differing example's two gradients are at most κC apart
	// (Bok et al. 2024, gradient sensitivity). Nothing bounds the gradients of other examples.
	ClippingDifference Clipping = "difference"
	// ClippingDifferenceAll: nothing is clipped. At any one point the gradients of any two examples are at most κC apart (Ye and
	// Shokri 2022); the gradient of an example that is zeroed out or absent counts as 0. Upper bounds under ClippingDifference
	// hold here too; floors may not, since their runs may violate this.
	ClippingDifferenceAll Clipping = "difference-all"
)

// Differences reports whether only differences of gradients are bounded: those of the differing example, or all.
func (c Clipping) Differences() bool {
	return c == ClippingDifference || c == ClippingDifferenceAll
}
