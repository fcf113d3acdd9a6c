package theorem

import (
	"context"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// Whole is a run whose every batch holds all examples as what it is, one on full batches:
// an order of one batch is no secret, and nothing is sampled at the rate 1. Where an
// example is added or removed the two runs' batches differ in size, and are left.
func Whole(r run.Run) run.Run {
	if r.B == r.N && r.Adjacency != run.AddRemove {
		r.Scheme = run.Full
	}
	return r
}

// inWhole makes a row know whole batches, whatever the scheme that draws them.
func inWhole(t *Theorem) *Theorem {
	if settles := t.Settles; settles != nil {
		t.Settles = func(r run.Run) bool { return settles(Whole(r)) }
	}
	return t.askedFor(Whole)
}

// askedFor has a row answer for what a run is changed to. Whether it settles as T grows is
// the caller's to say: the change may take away what that depends on, such as a position.
func (t *Theorem) askedFor(changed func(run.Run) run.Run) *Theorem {
	hypotheses, prove := t.Hypotheses, t.Prove
	t.Hypotheses = func(r run.Run, q claim.Question) []claim.Hypothesis { return hypotheses(changed(r), q) }
	t.Prove = func(ctx context.Context, r run.Run) (claim.Proof, error) { return prove(ctx, changed(r)) }
	if slow := t.Slow; slow != nil {
		t.Slow = func(r run.Run, q claim.Question) bool { return slow(changed(r), q) }
	}
	return t
}

// extended has a row answer for a run that states more than its proof is about: it is asked for
// the run without that, under the hypothesis need, and what it proves there is carried over by
// follows.
func (t *Theorem) extended(states func(run.Run) bool, without func(run.Run) run.Run,
	need func(*Theorem, run.Run) claim.Hypothesis, follows func(claim.Proof, run.Run) claim.Proof) {
	t.askedFor(without)
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
		return follows(p, r), nil
	}
}
