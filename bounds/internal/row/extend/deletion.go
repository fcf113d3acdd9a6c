package extend

import (
	"context"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// After the deletion of the differing example (run.Run.After) both runs take the same steps, which pay off and forget the
// distance from the steps before (bounds/internal/shift/deletion.md).

// restsSlower reports whether a step after the deletion may contract less than one before the deletion, because it lacks the
// example's curvature.
func restsSlower(r run.Run) bool {
	return r.After > 0 && r.Steady() && r.Loss == run.StronglyConvex && r.Clipping != run.ClippingGLM
}

// neverAboveDeletion caps a row's value by its value for the run up to the deletion. Otherwise the value might be larger, if
// the row counts all steps without the example as if they came after the deletion.
func neverAboveDeletion(t *theorem.Theorem) {
	prove := t.Prove
	t.Prove = func(ctx context.Context, r run.Run) (claim.Proof, error) {
		p, err := prove(ctx, r)
		if !restsSlower(r) {
			return p, err
		}
		before, failed := prove(ctx, r.ToDeletion())
		switch {
		case err != nil:
			return proof.FollowedBy(r.After, before), failed
		case failed != nil:
			return p, nil
		}
		return proof.EitherOf(p, proof.FollowedBy(r.After, before)), nil
	}
}
