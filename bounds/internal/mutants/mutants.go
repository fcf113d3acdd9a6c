// Package mutants holds deliberate faults of the engine, each of which makes some answer too small. They are for the tests of
// bounds/attack, which must find every one. Without the build tag mutants, On is the constant false and the compiler leaves
// out the code behind it.
//
// With the tag, the environment variable MUTANT chooses one fault for the whole process, so the engine never reuses a value
// that it kept under another fault.
package mutants

// A Mutant is the name of a fault.
type Mutant string

const (
	// DifferencePair treats two gradients with a bounded difference as if each were bounded, in the modulus of a step that
	// uses the example.
	DifferencePair Mutant = "difference-pair"
	// RegulariserPair forgets that the example's regulariser is not clipped.
	RegulariserPair Mutant = "regulariser-pair"
	// EpochUnderflow charges nothing for an epoch whose expansion overflows.
	EpochUnderflow Mutant = "epoch-underflow"
	// HalfSensitivity halves the jump of the shift program.
	HalfSensitivity Mutant = "half-sensitivity"
	// HalfPayment halves the shift that contraction pays for.
	HalfPayment Mutant = "half-payment"
	// LaterMixing lets a kernel mix for one step too many.
	LaterMixing Mutant = "later-mixing"
	// MirrorLeak forgets the distances that are cut to the diameter.
	MirrorLeak Mutant = "mirror-leak"
	// RayLeak forgets the distances that are cut to the diameter where rates are followed.
	RayLeak Mutant = "ray-leak"
	// MatchedStarts lets unmatched mass start at one point in both runs.
	MatchedStarts Mutant = "matched-starts"
	// ExtraPart contracts by one part more than the steps have.
	ExtraPart Mutant = "extra-part"
	// HalfOverlap halves the part of two laws that is not common after a step.
	HalfOverlap Mutant = "half-overlap"
	// WholeNoise pays with σ although only √β·σ of the noise may pay.
	WholeNoise Mutant = "whole-noise"
	// WholeNoiseSampled does the same for a sampled step.
	WholeNoiseSampled Mutant = "whole-noise-sampled"
	// DoubleDelta converts Gaussian guarantees at twice the δ asked for.
	DoubleDelta Mutant = "double-delta"
	// FreeStart starts the shift program late at distance 0 instead of D.
	FreeStart Mutant = "free-start"
	// OneSided is the sensitivity of zeroing out where an example is replaced.
	OneSided Mutant = "one-sided"
	// MissedVisit composes one use of the example too few.
	MissedVisit Mutant = "missed-visit"
	// NoCurvature counts weakly convex losses as convex.
	NoCurvature Mutant = "no-curvature"
	// NoOvershoot forgets that long steps overshoot.
	NoOvershoot Mutant = "no-overshoot"
	// FreeClip forgets that clipping can change a gradient.
	FreeClip Mutant = "free-clip"
	// HolderAsLipschitz takes a Hölder gradient for a Lipschitz one.
	HolderAsLipschitz Mutant = "holder-as-lipschitz"
	// OtherDirection takes the smaller direction of a sampled step's divergence.
	OtherDirection Mutant = "other-direction"
	// WrongRate is q(1 − q/2) for the sampling rate q.
	WrongRate Mutant = "wrong-rate"
	// NoDisplacement forgets that a zeroed example still displaces another.
	NoDisplacement Mutant = "no-displacement"
	// CloseGradients assumes that the gradients of any two examples are close if each is bounded by itself.
	CloseGradients Mutant = "close-gradients"
	// OnePair assumes that, where a zeroed example displaces another, the pair with the largest
	// loss is the worst at every γ.
	OnePair Mutant = "one-pair"
	// MeanOfCosts averages costs over secret orders, and not the profiles.
	MeanOfCosts Mutant = "mean-of-costs"
	// LateUse forgets a use of the example in the last step of a sampled run.
	LateUse Mutant = "late-use"
	// EarlyRate halves the chance that an unfinished order has used the example.
	EarlyRate Mutant = "early-rate"
	// Overlent lends the late places of an order twice what the early places can lend.
	Overlent Mutant = "overlent"
	// ForgottenStart forgets the steps before the last ones of a secret order.
	ForgottenStart Mutant = "forgotten-start"
	// EarlyPosition takes the last use of a stated position to be a step earlier than it is.
	EarlyPosition Mutant = "early-position"
	// ForgottenWindow forgets the steps before the last ones of sampled batches.
	ForgottenWindow Mutant = "forgotten-window"
	// EpochOfWindow counts one epoch with a use too few in a window of steps of an order.
	EpochOfWindow Mutant = "epoch-of-window"
	// AlikeBits lets the example act alike in both runs of a sampled step that contracts.
	AlikeBits Mutant = "alike-bits"
	// LostLoss leaves the loss before a window of sampled batches out of the sum.
	LostLoss Mutant = "lost-loss"
	// FreeDistance pays nothing for distances in Poisson batches.
	FreeDistance Mutant = "free-distance"
	// IdlePlace assumes that the place of a zeroed or absent example contracts everything to a point.
	IdlePlace Mutant = "idle-place"
	// DecayTwice counts weight decay twice.
	DecayTwice Mutant = "decay-twice"
	// DecayInClip lets weight decay shrink the clipped gradients, and not the iterate.
	DecayInClip Mutant = "decay-in-clip"
	// DecayOfBatch adds weight decay once for every example of the batch.
	DecayOfBatch Mutant = "decay-of-batch"
	// EarlyDeletion has the example deleted a step earlier than it is.
	EarlyDeletion Mutant = "early-deletion"
	// FreeDeletion lets steps after a deletion forget the distance at no cost.
	FreeDeletion Mutant = "free-deletion"
	// LongerRest counts one step more after a deletion than there is.
	LongerRest Mutant = "longer-rest"
	// WholeBatch includes the curvature of the deleted example in the steps after a deletion.
	WholeBatch Mutant = "whole-batch"
	// UnlearnedTwice counts every epoch after a deletion twice in the published bound.
	UnlearnedTwice Mutant = "unlearned-twice"
	// ForgottenRelease leaves out the segment that is shorter than the others.
	ForgottenRelease Mutant = "forgotten-release"
	// LaterShown lets the steps after a deletion forget for as long again as there is until the next release.
	LaterShown Mutant = "later-shown"
	// FreeMiddle counts nothing of the segment in which the example is deleted.
	FreeMiddle Mutant = "free-middle"
	// RestartedPosition lets every segment begin with an epoch.
	RestartedPosition Mutant = "restarted-position"
	// AverageInside averages over a secret order in each segment, and not their sum.
	AverageInside Mutant = "average-inside"
	// SegmentOnceLess composes the privacy loss of a kind of segments once too few.
	SegmentOnceLess Mutant = "segment-once-less"
	// ChoiceForgotten counts the best of several runs as a run that was not chosen.
	ChoiceForgotten Mutant = "choice-forgotten"
	// PeakNoise gives every step the noise of the full learning rate.
	PeakNoise Mutant = "peak-noise"
	// FirstOfBlock assumes that all steps of a block change distances as its first one, the longest, does.
	FirstOfBlock Mutant = "first-of-block"
	// FloorOfBlocks sums a floor over blocks, each with its worst step.
	FloorOfBlocks Mutant = "floor-of-blocks"
	// HalfAcross forgets that two subgradients may point away from each other.
	HalfAcross Mutant = "half-across"
	// CurveWithoutDecay forgets that weight decay reduces the distance that gradients can bend.
	CurveWithoutDecay Mutant = "curve-without-decay"
	// RoundedDown moves the mass of a cell of an allocation's likelihood ratio to its lower end.
	RoundedDown Mutant = "rounded-down"
	// OneDirection forgets that an allocated example may be added as well as removed, or
	// removed as well as added.
	OneDirection Mutant = "one-direction"
	// EpochsForgotten composes one epoch of an allocation.
	EpochsForgotten Mutant = "epochs-forgotten"
	// OneBinMore allocates to one batch more than there are.
	OneBinMore Mutant = "one-bin-more"
	// AllocatedLate forgets that an unfinished epoch may have used the example.
	AllocatedLate Mutant = "allocated-late"
	// TwicePlaces hides the example among twice as many places as an epoch in a secret order has.
	TwicePlaces Mutant = "twice-places"
	// CutEpoch places a use at the end of every epoch of a new order even if a release cuts the epoch.
	CutEpoch Mutant = "cut-epoch"
	// MemberForgotten ends the chain of a person's examples one example too early.
	MemberForgotten Mutant = "member-forgotten"
)

// All lists the mutants.
func All() []Mutant {
	return []Mutant{DifferencePair, RegulariserPair, EpochUnderflow, HalfSensitivity, HalfPayment, LaterMixing, MirrorLeak, RayLeak,
		MatchedStarts, ExtraPart, HalfOverlap, WholeNoise, WholeNoiseSampled,
		DoubleDelta, FreeStart, OneSided, MissedVisit, NoCurvature, NoOvershoot, FreeClip,
		HolderAsLipschitz, OtherDirection, WrongRate, NoDisplacement, CloseGradients, OnePair, MeanOfCosts, LateUse, EarlyRate,
		Overlent, ForgottenStart,
		EarlyPosition, ForgottenWindow, DecayTwice, DecayInClip, DecayOfBatch, EarlyDeletion, FreeDeletion, LongerRest,
		WholeBatch, UnlearnedTwice, ForgottenRelease, LaterShown, FreeMiddle,
		RestartedPosition, AverageInside, SegmentOnceLess, ChoiceForgotten, AlikeBits, LostLoss, FreeDistance, IdlePlace,
		PeakNoise, FirstOfBlock, FloorOfBlocks, HalfAcross, CurveWithoutDecay, RoundedDown, OneDirection, EpochsForgotten, OneBinMore,
		AllocatedLate, TwicePlaces, CutEpoch, MemberForgotten, EpochOfWindow}
}
