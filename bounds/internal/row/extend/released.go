package extend

import (
	"context"
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/attained"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// Released lets rows answer for runs that release more than their last iterate (Run.Release). Given one iterate the two runs
// are at the same point again. So the release is the adaptive composition of its segments, each a run of its own length from
// a fixed start (release.md). A bound for every such run composes: Rényi divergences of one order add, and so do the squares
// of μ. The first release after a deletion is the last one that costs: later ones are post-processing of it. Bounds that
// count every iterate as public are unchanged. So are floors, since all iterates show at least what the last one shows,
// except for two that say more (released_floors.go).
func Released(list []*theorem.Theorem) []*theorem.Theorem {
	for _, t := range list {
		switch {
		case t.Side == claim.Upper && t.HiddenState:
			composesSegments(t)
		case t == attained.OneStep:
			oneStepReleases(t)
		case t == attained.LinearAdversary:
			linearReleases(t)
		case t == attained.ShuffleFloor: // it asks for all iterates
		default:
			proof.AskedFor(t, run.Run.OnlyLast)
		}
		untilShown(t, t.Side == claim.Upper && t.HiddenState)
	}
	return list
}

// tied reports whether iterates released after shown(r) may reveal the example's place in a secret order, because the place
// is empty after the deletion. The order then counts as known (release.md, “Deletion”).
func tied(r run.Run) bool {
	first := shown(r)
	if first.T == r.T {
		return false
	}
	switch r.Order() {
	case run.SecretOrder:
		return true
	case run.FreshOrder: // in the epoch that holds both the deletion and that release
		begins := first.T / r.StepsPerEpoch() * r.StepsPerEpoch()
		return begins < first.T && begins < first.Holding()
	case run.KnownOrder, run.Drawn:
	}
	return false
}

// shown returns the run up to the first release after a deletion, or the whole run if its learning rate changes: a shorter
// run would have another schedule.
func shown(r run.Run) run.Run {
	if !r.Steady() {
		return r
	}
	return r.ToShown()
}

// untilShown makes a row answer for a run with a deletion by its bound up to the first release after it. A row that composes
// segments finds that release itself.
func untilShown(t *theorem.Theorem, composes bool) {
	if !composes {
		proof.AskedFor(t, shown)
		if t.Side == claim.Upper && !t.PlaceByPlace {
			keepsOrder(t)
		}
	}
	prove := t.Prove
	t.Prove = func(ctx context.Context, r run.Run) (claim.Proof, error) {
		p, err := prove(ctx, r)
		return proof.FollowedFor(r.T-shown(r).T, "after the first release without the example", p), err
	}
}

// keepsOrder concerns a row whose proof is not for each place by itself and that does not count a revealed order as known. It
// makes the row apply only if releases after a deletion do not reveal the order.
func keepsOrder(t *theorem.Theorem) {
	alsoNeeding(t, func(r run.Run) []claim.Hypothesis {
		if !tied(r) {
			return nil
		}
		return []claim.Hypothesis{{Name: "deletion", Needed: "no release after the deletion that tells the order",
			Actual: run.Words(r.Release), Detail: "the example’s empty place in later batches shows where it was in the order"}}
	})
}

// releasesSeveral reports whether more than one iterate is released.
func releasesSeveral(r run.Run) bool { return r.Releases() > 1 }

// longest returns the length of the run's longest segment.
func longest(r run.Run) int {
	most := 0
	for _, s := range r.Segments() {
		most = max(most, s.Steps)
	}
	return most
}

// composesSegments makes a row that uses hidden state compose its bounds for segments.
func composesSegments(t *theorem.Theorem) {
	single := segmentedRow{row: t, hypotheses: t.Hypotheses, prove: t.Prove}
	t.Hypotheses = func(whole run.Run, q claim.Question) []claim.Hypothesis {
		r := shown(whole)
		if !releasesSeveral(r) && !tied(whole) {
			return single.hypotheses(r.OnlyLast(), q)
		}
		return append(single.hypotheses(representative(r), q), needSegments(t, whole))
	}
	t.Prove = func(ctx context.Context, whole run.Run) (claim.Proof, error) {
		r, of := shown(whole), single // a copy for this run: others are proved at the same time
		of.tied = tied(whole)
		switch {
		case !releasesSeveral(r) && !of.tied:
			return of.prove(ctx, r.OnlyLast())
		case longest(r) == 1: // nothing is hidden
			return composition.Composition.Prove(ctx, r.OnlyLast())
		case !r.Steady():
			return variedReleases(ctx, r), nil
		}
		return of.compose(ctx, r)
	}
	if settles := t.Settles; settles != nil {
		t.Settles = func(r run.Run) bool { return !releasesSeveral(r) && settles(r.OnlyLast()) }
	}
	losses := t.Losses
	t.Losses = func(r run.Run) bool { return byLosses(t, shown(r)) || losses != nil && losses(r) }
	slow := t.Slow
	t.Slow = func(r run.Run, q claim.Question) bool {
		return (releasesSeveral(shown(r)) || tied(r)) && longest(r) > 1 || slow != nil && slow(r.OnlyLast(), q)
	}
}

// representative returns the run whose hypotheses a row shows: the longest segment, in a known order if the bound is averaged
// over a secret one; or the whole run if nothing is hidden.
func representative(r run.Run) run.Run {
	of := r.OnlyLast()
	of.After = 0
	if of.T = longest(r); of.T == 1 || !r.Steady() {
		of.T = r.T
		return of
	}
	return segment{steps: of.T}.in(r)
}

// needSegments requires a bound for one segment that composes, and steps that can be divided into segments.
func needSegments(t *theorem.Theorem, whole run.Run) claim.Hypothesis {
	r := shown(whole)
	h := claim.Hypothesis{Name: "several releases", Holds: true,
		Needed: "a bound that holds from every start, composed over the segments between releases",
		Actual: inSegments(r)}
	switch {
	case !theorem.Applies(composition.Composition.Hypotheses(r.OnlyLast(), claim.Question{Alpha: proof.SomeOrder})):
		h.Holds, h.Detail = false, "no bound holds for steps whose iterates are all released"
	case t.Status != claim.Proved:
		h.Holds, h.Detail = false, "what is not proved for one segment is not composed"
	case r.Scheme == run.Allocation && longest(r) > 1 && cutsEpochs(r):
		h.Holds, h.Detail = false, "it does not cover an epoch of random allocation that a release cuts in two"
	case longest(r) == 1:
		h.Actual += ": nothing is hidden, and every step counts as in composition"
	case !r.Steady() && t != ordered.Shift:
		h.Holds, h.Detail = false, "with a changing learning rate it does not cover the segments between releases"
	case !r.Steady() && r.Order() == run.FreshOrder && cutsEpochs(r) && !mutants.CutEpoch.On():
		h.Holds, h.Detail = false, "with a changing learning rate it does not cover an epoch in a new order that a release cuts in two"
	case !r.Steady() && !followsSegments(r):
		h.Holds, h.Detail = false, "with a changing learning rate there are too many steps, or batches, to cut at the releases"
	case r.Order() == run.KnownOrder && r.Scheme != run.Full && !r.States("position"):
		h.Actual += "; at the worst position for the sum"
	case r.Order() == run.SecretOrder:
		h.Actual += "; the segments share one order, so their sum is averaged over it"
	case r.Order() == run.FreshOrder && cutsEpochs(r):
		h.Actual += "; an epoch that a release cuts counts as if all of its iterates were released"
	}
	if tied(whole) {
		h.Actual += "; later releases may reveal the example’s position in the order"
	}
	if r.After > 0 && r.Steady() {
		h.Actual += fmt.Sprintf("; the example is deleted %d steps before the end of the last", r.After)
	}
	return h
}

// inSegments writes the numbers and lengths of the segments in words.
func inSegments(r run.Run) string {
	text := ""
	for _, s := range r.Segments() {
		if text != "" {
			text += ", then "
		}
		steps := "steps"
		if s.Steps == 1 {
			steps = "step"
		}
		switch {
		case s.Times == 1 && text == "":
			text = fmt.Sprintf("one segment of %d %s", s.Steps, steps)
		case s.Times == 1:
			text += fmt.Sprintf("one of %d %s", s.Steps, steps)
		default:
			text += fmt.Sprintf("%d segments of %d %s", s.Times, s.Steps, steps)
		}
	}
	return text
}
