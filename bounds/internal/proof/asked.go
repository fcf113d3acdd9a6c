package proof

import (
	"context"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// Always is the Slow of a row that is slow for every run.
func Always(run.Run, claim.Question) bool { return true }

// Conversions is the Slow of rows whose Rényi divergence takes a while at each
// of the many orders that a conversion to (ε, δ) tries.
func Conversions(_ run.Run, q claim.Question) bool { return !q.Renyi() }

// InWhole makes a row require whole batches, whatever the scheme that draws them.
func InWhole(t *theorem.Theorem) *theorem.Theorem {
	if settles := t.Settles; settles != nil {
		t.Settles = func(r run.Run) bool { return settles(theorem.Whole(r)) }
	}
	return AskedFor(t, theorem.Whole)
}

// AskedFor makes a row answer for the changed run. It leaves Settles to the caller, since the change may remove a field on
// which Settles depends, such as a position.
func AskedFor(t *theorem.Theorem, changed func(run.Run) run.Run) *theorem.Theorem {
	hypotheses, prove := t.Hypotheses, t.Prove
	t.Hypotheses = func(r run.Run, q claim.Question) []claim.Hypothesis { return hypotheses(changed(r), q) }
	t.Prove = func(ctx context.Context, r run.Run) (claim.Proof, error) { return prove(ctx, changed(r)) }
	if slow := t.Slow; slow != nil {
		t.Slow = func(r run.Run, q claim.Question) bool { return slow(changed(r), q) }
	}
	return t
}

// Extended makes a row answer for runs with a property that its proof does not cover. states reports whether a run has it;
// the row is asked for the run without it, under the hypothesis need, and follows carries the result over, within the work of
// the context.
func Extended(t *theorem.Theorem, states func(run.Run) bool, without func(run.Run) run.Run,
	need func(*theorem.Theorem, run.Run) claim.Hypothesis, follows func(context.Context, claim.Proof, run.Run) claim.Proof) {
	AskedFor(t, without)
	hypotheses, prove := t.Hypotheses, t.Prove
	t.Hypotheses = func(r run.Run, q claim.Question) []claim.Hypothesis {
		h := hypotheses(r, q)
		if states(r) {
			h = append(h, need(t, r))
		}
		return h
	}
	t.Prove = func(ctx context.Context, r run.Run) (claim.Proof, error) {
		p, err := prove(ctx, r)
		if err != nil || !states(r) || t.Side == claim.Lower {
			return p, err
		}
		return follows(ctx, p, r), nil
	}
}
