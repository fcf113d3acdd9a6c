package theorem

import (
	"context"
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// atPositions lets every upper bound of the list answer for a stated position of the
// differing example in a known order, 1 ≤ j ≤ B. The steps after the last one that uses
// it are the same in both runs, whatever they do: they are post-processing, so that
// what a theorem proves of the run that ends with that step, the worst position of a
// shorter run, holds of the whole one. A row with Positions says more itself. A floor
// does not carry over: later steps may hide what it found, so that one without Positions
// does not apply.
func atPositions(list []*Theorem) []*Theorem {
	for _, t := range list {
		switch {
		case t.Positions:
		case t.Side == claim.Upper:
			upToLastUse(t)
		default:
			onlyLastStep(t)
		}
	}
	return list
}

// onlyLastStep has a floor apply only to positions that the last step uses.
func onlyLastStep(t *Theorem) {
	hypotheses := t.Hypotheses
	t.Hypotheses = func(r run.Run, q claim.Question) []claim.Hypothesis {
		h := hypotheses(r, q)
		if r.AfterLastUse() > 0 {
			h = append(h, claim.Hypothesis{Name: "the last step", Needed: "a last step that uses the differing example",
				Actual: positionNote(r), Detail: "the steps that follow may hide the last push"})
		}
		return h
	}
}

func upToLastUse(t *Theorem) {
	whole := t.Prove
	prove := t.askedFor(run.Run.ToLastUse).Prove
	t.Prove = func(ctx context.Context, r run.Run) (claim.Proof, error) {
		if !r.Steady() { // a shorter run would have another schedule
			return whole(ctx, r)
		}
		p, err := prove(ctx, r)
		return followedBy(r.AfterLastUse(), p), err
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
		if write := s.Payments.Write; write != nil {
			s.Payments.Write = func() (claim.Path, bool) {
				path, ok := write()
				if !ok || len(path.A) > longestPath-rest {
					return path, false
				}
				path.Path = path.Resting(rest)
				return path, true
			}
		}
		return s, err
	}
	return p
}

// visited is the place in its epoch, from 0, of the steps that use the differing
// example: that of the last step unless a position is stated.
func visited(r run.Run) int { return r.Steps().Place() }

// positionNote says whose loss a row stated for positions is.
func positionNote(r run.Run) string {
	if rest := r.AfterLastUse(); rest > 0 {
		return fmt.Sprintf("an example of batch j = %d, last used %d steps before the end", r.Position, rest)
	}
	return worstPosition
}
