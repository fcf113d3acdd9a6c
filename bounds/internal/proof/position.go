package proof

import (
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// FollowedBy returns the proof for a run that goes on for `rest` steps without the differing example.
func FollowedBy(rest int, p claim.Proof) claim.Proof {
	return FollowedFor(rest, "after the example's last use", p)
}

// FollowedFor is FollowedBy with texts that call these steps `which`.
func FollowedFor(rest int, which string, p claim.Proof) claim.Proof {
	if rest == 0 || p.At == nil {
		return p
	}
	at := p.At
	p.At = func(q claim.Question) (claim.Solution, error) {
		s, err := at(q)
		if s.Note != "" {
			s.Note += "; "
		}
		if rest == 1 {
			s.Note += "the step " + which + " is post-processing"
		} else {
			s.Note += fmt.Sprintf("the %d steps %s are post-processing", rest, which)
		}
		s.Payments = ThenResting(s.Payments, rest)
		return s, err
	}
	return p
}

// ThenResting returns payments that end with `rest` further steps that pay nothing, at distance 0.
func ThenResting(p claim.Payments, rest int) claim.Payments {
	write := p.Write
	if write == nil || rest == 0 {
		return p
	}
	p.Write = func() (claim.TrackedPath, bool) {
		path, ok := write()
		if !ok || len(path.A) > longestPath-rest {
			return path, false
		}
		path.Path = path.Resting(rest)
		return path, true
	}
	return p
}

// PositionNote names the position of the example for which a row bounds the loss.
func PositionNote(r run.Run) string {
	switch rest := r.AfterLastUse(); {
	case r.States("position") && rest > 0:
		return fmt.Sprintf("an example of batch j = %d, last used %d steps before the end", r.Position, rest)
	case r.Scheme.UsesAll() && r.After > 0:
		return fmt.Sprintf("the example is deleted %d steps before the end", r.After)
	case r.After > 0:
		return fmt.Sprintf("%s, %d steps before the end", WorstPosition, r.After)
	}
	return WorstPosition
}

// WorstPosition is the note of theorems stated for E whole epochs and an example of a given batch. They hold for every T with
// E = ⌈T/B⌉ at the worst position, which is visited at the last step. Counting the epochs from its first visit leaves out
// only steps in which the two runs are equal.
const WorstPosition = "at the worst position, which is visited last"
