package window

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// Shuffled is composition over the last epochs, whose orders are drawn afresh, and the steps after them: on a bounded domain
// their noise makes the run forget the steps before. It applies the theorem of [Sampled] to epochs in place of steps: an
// epoch costs as much as in composition.Shuffled, and adds at most √(e^{D₂} − 1)/2 to the total variation (window.md, section
// 3).
var Shuffled = &theorem.Theorem{
	ID:     "shuffled-window",
	Name:   "Composition of the last epochs",
	Source: proof.Ours("the theorem on forgotten steps, with whole epochs, bounds/internal/row/window/window.md"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "Composition over the last epochs only, amplified by shuffling: on a bounded domain their noise makes the run forget " +
		"everything before them.",
	Formula: Sampled.Formula,
	Symbols: "m is the number of last steps, which begin with an epoch" + Sampled.Symbols[len("m is the number of last steps"):],
	Slow:    proof.Always,
	NoCurve: true,
	Decays:  true, Nonsmooth: true,
	// PlaceByPlace is false: the bound relies on places of the example hiding each other.
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return need.WithNonsmoothStep(r, need.Scheme(r, run.Reshuffle), need.Projection(r), need.FixedSize(r), need.SeveralBatches(r),
			needSeveralEpochs(r))
	},
	Prove: func(ctx context.Context, r run.Run) (claim.Proof, error) {
		w := newComposedWindow(ctx, r, eachEpoch(ctx, r))
		return w.proof(ctx, "The order is assumed secret and uniformly random, and drawn anew for every epoch."), nil
	},
}

// needSeveralEpochs requires an epoch before the last one.
func needSeveralEpochs(r run.Run) claim.Hypothesis {
	return claim.Hypothesis{Name: "several epochs", Holds: r.T > r.StepsPerEpoch(),
		Needed: "T > B, so that an earlier epoch can be forgotten", Actual: fmt.Sprintf("T = %d, B = %d", r.T, r.StepsPerEpoch())}
}

// eachEpoch describes batches whose order is drawn afresh for every epoch.
func eachEpoch(ctx context.Context, r run.Run) drawn {
	e, bins := composition.EpochsOf(ctx, r), r.StepsPerEpoch()
	return drawn{unit: bins, alike: e.Last, apart: min(oneUse(r), math.Sqrt(math.Expm1(e.Last(bins, 2)))/2) * (1 + proof.UpperMargin),
		whole: func(_ context.Context, of run.Run) proof.Parts {
			composed := e.Composed(of.T).Upper()
			return proof.Parts{Epsilon: func(delta float64) (float64, error) {
				s, err := composed.At(claim.Question{Delta: delta})
				return s.Epsilon, err
			}}
		}}
}
