package theorem

import (
	"context"
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// atPositions lets every upper bound of the list answer for a stated position of the
// differing example in a known order, 1 ≤ j ≤ B, and after its deletion. The steps after the last one that uses
// it are the same in both runs, whatever they do: they are post-processing, so that
// what a theorem proves of the run that ends with that step, the worst position of a
// shorter run, holds of the whole one. A row with Positions, or with Deletes, says more itself. A floor
// does not carry over: later steps may hide what it found, so that one without does not apply.
func atPositions(list []*Theorem) []*Theorem {
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
	}
	return list
}

// onlyLastStep has a floor apply only where no step follows.
func onlyLastStep(t *Theorem, rest func(run.Run) int) {
	hypotheses := t.Hypotheses
	t.Hypotheses = func(r run.Run, q claim.Question) []claim.Hypothesis {
		h := hypotheses(r, q)
		if rest(r) > 0 {
			h = append(h, claim.Hypothesis{Name: "the last step", Needed: "a last step that uses the differing example",
				Actual: positionNote(r), Detail: "the steps that follow may hide the last push"})
		}
		return h
	}
}

// upTo has a row answer for the run up to a step that so many follow without the differing example.
func upTo(t *Theorem, earlier func(run.Run) run.Run, after func(run.Run) int) {
	whole := *t
	t.askedFor(func(r run.Run) run.Run {
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
		return followedBy(after(r), p), err
	}
}

// followedBy is the proof for a run that goes on for so many steps without the
// differing example.
func followedBy(rest int, p claim.Proof) claim.Proof {
	if rest == 0 || p.At == nil {
		return p
	}
	at := p.At
	p.At = func(q claim.Question) (claim.Solution, error) {
		s, err := at(q)
		if s.Note != "" {
			s.Note += "; "
		}
		s.Note += fmt.Sprintf("the %d steps after the example's last use are post-processing", rest)
		s.Payments = thenResting(s.Payments, rest)
		return s, err
	}
	return p
}

// thenResting are payments that end with so many steps that pay nothing, at distance 0.
func thenResting(p claim.Payments, rest int) claim.Payments {
	write := p.Write
	if write == nil || rest == 0 {
		return p
	}
	p.Write = func() (claim.Path, bool) {
		path, ok := write()
		if !ok || len(path.A) > longestPath-rest {
			return path, false
		}
		path.Path = path.Resting(rest)
		return path, true
	}
	return p
}

// visited is the place in its epoch, from 0, of the steps that use the differing
// example: that of the last step unless a position is stated.
func visited(r run.Run) int { return r.Steps().Place() }

// positionNote says whose loss a row stated for positions is.
func positionNote(r run.Run) string {
	switch rest := r.AfterLastUse(); {
	case r.States("position") && rest > 0:
		return fmt.Sprintf("an example of batch j = %d, last used %d steps before the end", r.Position, rest)
	case r.Scheme.UsesAll() && r.After > 0:
		return fmt.Sprintf("the example is deleted %d steps before the end", r.After)
	case r.After > 0:
		return fmt.Sprintf("%s, %d steps before the end", worstPosition, r.After)
	}
	return worstPosition
}
