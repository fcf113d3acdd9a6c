package extend

import (
	"context"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// After the deletion of the differing example (run.Run.After) both runs make the same steps, which pay
// off and forget what the steps before have left (bounds/internal/shift/deletion.md).

// restsSlower reports whether a step that lacks the example may leave more of a distance than one of
// the whole class: where losses are strongly convex.
func restsSlower(r run.Run) bool {
	return r.After > 0 && r.Steady() && r.Loss == run.StronglyConvex && r.Clipping != run.ClippingGLM
}

// neverAboveDeletion caps a row's value by that of the run up to the deletion, which it might exceed
// when all steps without the example count like those after it.
func neverAboveDeletion(t *theorem.Theorem) {
	followed := t.Prove
	t.Prove = func(ctx context.Context, r run.Run) (claim.Proof, error) {
		p, err := followed(ctx, r)
		if !restsSlower(r) {
			return p, err
		}
		before, failed := followed(ctx, r.ToDeletion())
		switch {
		case err != nil:
			return proof.FollowedBy(r.After, before), failed
		case failed != nil:
			return p, nil
		}
		return proof.EitherOf(p, proof.FollowedBy(r.After, before)), nil
	}
}
