// Package theorem describes a theorem as data: where it comes from, what it needs and what it proves.
// Package catalog lists them all.
package theorem

import (
	"context"
	"slices"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// Theorem is one row of the calculator.
type Theorem struct {
	ID     string // stable name in links and messages: "chien-li-3.1"
	Name   string // what people call it: "Chien–Li, Theorem 3.1"
	Source Source
	Side   claim.Side
	Status claim.Status
	// HiddenState marks bounds that rely on only the last iterate being released; others hold when
	// every iterate is.
	HiddenState bool

	Note    string // one sentence on what the bound is
	Errata  string // what is wrong or loose in print, with the evidence; usually empty
	Formula string // the statement for display, in LaTeX
	Symbols string // what the letters of Formula mean that no other row has; usually empty

	// Hypotheses checks every condition of the theorem against the run; the
	// theorem applies when all hold.
	Hypotheses func(run.Run, claim.Question) []claim.Hypothesis
	// Positions says that Prove handles a stated position of the differing example in a known order.
	// Other upper bounds are asked for the run up to its last use, and other floors apply only if that
	// is the last step.
	Positions bool
	// Deletes says that Prove handles the steps after the deletion of the differing example. Other upper
	// bounds are asked for the run up to its deletion, and other floors do not apply.
	Deletes bool
	// NoCurve says that Prove answers each question separately, without a Rényi curve.
	NoCurve bool
	// Decays says that the proof covers steps with weight decay. Other rows are asked for the run of
	// the regularised losses, if there is one.
	Decays bool
	// Schedules says that the proof covers steps with different learning rates. Other rows do not apply
	// to them.
	Schedules bool
	// Nonsmooth says that the proof covers convex losses without a smoothness. Other rows do not apply
	// to them.
	Nonsmooth bool
	// Allocates says that the proof covers random allocation. Other rows do not apply to it.
	Allocates bool
	// PlaceByPlace says that the proof holds for every place of the differing example in a secret order by
	// itself, or does not cover secret orders. For other upper bounds runs with the example at different
	// places may hide each other: steps that leave its place empty are not the same map for all places, so they
	// are not post-processing of what is proved, and such bounds do not apply where a run has any.
	PlaceByPlace bool
	// OneOrder says that for at most one epoch in a secret order the value does not depend on whether
	// the next epoch would have another order, so it is computed once.
	OneOrder bool
	// Prove returns what is proved about a valid run whose hypotheses hold. An error means that no
	// finite bound was found, never a small one.
	Prove func(context.Context, run.Run) (claim.Proof, error)
	// Losses reports whether values found at δ itself come from privacy loss distributions; nil means
	// never.
	Losses func(run.Run) bool
	// Slow reports whether one value takes milliseconds or more, which makes a curve of hundreds
	// expensive; nil means never.
	Slow func(run.Run, claim.Question) bool
	// Settles reports whether the value never falls as T grows and is the same for every run that is
	// long enough, so that a curve need not compute it again; nil means no.
	Settles func(run.Run) bool
}

// Kind is the kind of the theorem's values.
func (t *Theorem) Kind() claim.BoundKind { return claim.KindOf(t.Side, t.Status) }

// LosesPlace reports whether steps after a deletion may show a place of the differing example on whose secrecy
// the row relies.
func (t *Theorem) LosesPlace(r run.Run) bool {
	return t.Side == claim.Upper && !t.PlaceByPlace && r.ShowsPlace()
}

// Method returns the papers of the numerical method that found a value, if it is someone else's.
func (t *Theorem) Method(r run.Run, found claim.Bound) []Source {
	if t.Losses == nil || !found.Direct() || !t.Losses(r) {
		return nil
	}
	if r.Scheme == run.Allocation {
		return append(LossDistributions(), RandomAllocation()...)
	}
	return LossDistributions()
}

// Applies reports whether all hypotheses hold.
func Applies(hypotheses []claim.Hypothesis) bool {
	return !slices.ContainsFunc(hypotheses, func(h claim.Hypothesis) bool { return !h.Holds })
}

// WhoIsLeftOut is the name of the hypothesis that chance decides which examples a pass over a secret
// order leaves out. Rows that list it rely on it.
const WhoIsLeftOut = "who is left out"
