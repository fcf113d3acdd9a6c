// Package theorem describes a theorem as data: where it comes from, what it needs and what it proves.
// Package catalog lists them all.
package theorem

import (
	"context"
	"math"
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
	// HiddenState marks bounds that rely on only the last iterate being released; the others hold even if
	// every iterate is released.
	HiddenState bool

	Note    string // one sentence on what the bound is
	Errata  string // errors of the printed statement, and looseness, with the evidence; usually empty
	Formula string // the statement for display, in LaTeX
	Symbols string // the meaning of letters that only this Formula has; usually empty

	// Hypotheses checks every condition of the theorem against the run; the
	// theorem applies when all hold.
	Hypotheses func(run.Run, claim.Question) []claim.Hypothesis
	// Positions says that Prove handles a stated position of the differing example in a known order.
	// Other upper bounds are evaluated on the run up to the last use of the example, and other floors apply only if
	// the last step uses it.
	Positions bool
	// Deletes says that Prove handles the steps after the deletion of the differing example. Other upper
	// bounds are evaluated on the run up to the deletion, and other floors do not apply.
	Deletes bool
	// NoCurve says that Prove answers each question separately, without a Rényi curve.
	NoCurve bool
	// Decays says that the proof covers steps with weight decay. Other rows are evaluated on the run with
	// regularised losses that takes the same steps, if there is one.
	Decays bool
	// Schedules says that the proof covers steps with different learning rates. Other rows do not apply
	// to a run that has them.
	Schedules bool
	// Nonsmooth says that the proof covers convex losses that are not smooth. Other rows do not apply
	// to them.
	Nonsmooth bool
	// Allocates says that the proof covers random allocation. Other rows do not apply to it.
	Allocates bool
	// PlaceByPlace says that the proof holds for every place of the differing example in a secret order by
	// itself, or does not cover secret orders. Other upper bounds may rely on runs with the example at
	// different places hiding each other. Steps after a deletion that leave its place empty differ from place to
	// place, so they are not post-processing of what was proved; such a bound does not apply to a run with such steps.
	PlaceByPlace bool
	// OneOrder says that for at most one epoch in a secret order the row has the same value under both schemes of secret orders,
	// so it is computed only under one of their names.
	OneOrder bool
	// Prove returns the proof for a valid run whose hypotheses hold, or an error if no finite bound was found.
	Prove func(context.Context, run.Run) (claim.Proof, error)
	// Losses reports whether values that are found at δ, and not converted from Rényi divergences, come from
	// privacy loss distributions; nil means never.
	Losses func(run.Run) bool
	// Profile says that the source has only Rényi divergences. If the proof gives a Gaussian parameter, a value found at δ comes from
	// the exact privacy profile of Gaussians, whose papers are cited in place of the source.
	Profile bool
	// Slow reports whether one value takes milliseconds or more, which makes a curve of hundreds
	// expensive; nil means never.
	Slow func(run.Run, claim.Question) bool
	// Settles reports whether the value never falls as T grows and is the same for every run that is
	// long enough, so that a curve need not compute it again; nil means no.
	Settles func(run.Run) bool
}

// Kind returns the kind of the theorem's values, by its side and status.
func (t *Theorem) Kind() claim.BoundKind { return claim.KindOf(t.Side, t.Status) }

// LosesPlace reports whether the row relies on the place of the differing example being secret, and steps after a
// deletion may show that place.
func (t *Theorem) LosesPlace(r run.Run) bool {
	return t.Side == claim.Upper && !t.PlaceByPlace && r.ShowsPlace()
}

// Method returns the papers of the published method that found a value, if the theorem's source does not have the method; otherwise
// nil. mu is the proof's Gaussian parameter, NaN if it gives none.
func (t *Theorem) Method(r run.Run, found claim.Bound, mu float64) []Source {
	switch {
	case !found.Direct():
		return nil
	case t.Profile && !math.IsNaN(mu):
		return slices.Clone(gaussianProfile)
	case t.Losses == nil || !t.Losses(r):
		return nil
	case r.Scheme == run.Allocation:
		return append(LossDistributions(), RandomAllocation()...)
	}
	return LossDistributions()
}

// Applies reports whether all hypotheses hold.
func Applies(hypotheses []claim.Hypothesis) bool {
	return !slices.ContainsFunc(hypotheses, func(h claim.Hypothesis) bool { return !h.Holds })
}

// WhoIsLeftOut names the hypothesis that chance decides which examples a pass in a secret order leaves out. Rows that rely on it list
// it.
const WhoIsLeftOut = "who is left out"
