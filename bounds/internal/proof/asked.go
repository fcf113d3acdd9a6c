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

// InWhole makes a row know whole batches, whatever the scheme that draws them.
func InWhole(t *theorem.Theorem) *theorem.Theorem {
	if settles := t.Settles; settles != nil {
		t.Settles = func(r run.Run) bool { return settles(theorem.Whole(r)) }
	}
	return AskedFor(t, theorem.Whole)
}

// AskedFor makes a row answer for the changed run. It leaves Settles to the caller, since the change may
// remove what it depends on, such as a position.
func AskedFor(t *theorem.Theorem, changed func(run.Run) run.Run) *theorem.Theorem {
	hypotheses, prove := t.Hypotheses, t.Prove
	t.Hypotheses = func(r run.Run, q claim.Question) []claim.Hypothesis { return hypotheses(changed(r), q) }
	t.Prove = func(ctx context.Context, r run.Run) (claim.Proof, error) { return prove(ctx, changed(r)) }
	if slow := t.Slow; slow != nil {
		t.Slow = func(r run.Run, q claim.Question) bool { return slow(changed(r), q) }
	}
	return t
}

// Extended has a row answer for a run that states more than its proof is about: it is asked for
// the run without that, under the hypothesis need, and what it proves there is carried over by
// follows, within the work of the context.
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
