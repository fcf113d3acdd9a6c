package extend

import (
	"context"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// AtPositions lets every upper bound of the list answer for a stated position of the differing example in a known order, 1 ≤
// j ≤ B, and after its deletion. The steps after the last one that uses the example are the same in both runs: they are
// post-processing. So a bound for the run that ends with that step, a shorter run at its worst position, holds for the whole
// run. A row with Positions or Deletes proves more for such runs itself. A floor does not carry over, since later steps may
// hide the difference: without Deletes it does not apply if steps follow the deletion, and without Positions not if steps
// follow the last use either.
func AtPositions(list []*theorem.Theorem) []*theorem.Theorem {
	for _, t := range list {
		switch {
		case t.Deletes && t.Side == claim.Upper:
			neverAboveDeletion(t)
		case t.Deletes:
		case t.Side != claim.Upper && t.Positions:
			onlyLastStep(t, func(r run.Run) int { return r.After })
		case t.Side != claim.Upper:
			onlyLastStep(t, run.Run.AfterLastUse)
		case t.Positions:
			upTo(t, run.Run.ToDeletion, func(r run.Run) int { return r.After })
		default:
			upTo(t, run.Run.ToLastUse, run.Run.AfterLastUse)
		}
		keepsPlace(t)
	}
	return list
}

// onlyLastStep makes a floor apply only if no step follows the last use; rest returns the number of steps that do.
func onlyLastStep(t *theorem.Theorem, rest func(run.Run) int) {
	alsoNeeding(t, func(r run.Run) []claim.Hypothesis {
		if rest(r) <= 0 {
			return nil
		}
		return []claim.Hypothesis{{Name: "the last step", Needed: "a last step that uses the differing example",
			Actual: proof.PositionNote(r), Detail: "later steps may hide the last push"}}
	})
}

// upTo makes a row answer for a run by its bound for the run up to an earlier step, which after(r) steps follow without the
// differing example.
func upTo(t *theorem.Theorem, earlier func(run.Run) run.Run, after func(run.Run) int) {
	whole := *t
	proof.AskedFor(t, func(r run.Run) run.Run {
		if r.Steady() {
			return earlier(r)
		}
		return r // a shorter run would have another schedule
	})
	prove := t.Prove
	t.Prove = func(ctx context.Context, r run.Run) (claim.Proof, error) {
		if !r.Steady() {
			return whole.Prove(ctx, r)
		}
		p, err := prove(ctx, r)
		return proof.FollowedBy(after(r), p), err
	}
}

// keepsPlace adds a hypothesis to a row that relies on the example's place in a secret order: no step after the deletion may
// reveal the place (bounds/internal/shift/deletion.md).
func keepsPlace(t *theorem.Theorem) {
	alsoNeeding(t, func(r run.Run) []claim.Hypothesis {
		if !t.LosesPlace(r) {
			return nil
		}
		return []claim.Hypothesis{{Name: "deletion", Needed: "a deletion at the end of an epoch whose order is not used again",
			Actual: proof.PositionNote(r), Detail: "later batches leave its place empty and may reveal its position in the order"}}
	})
}
