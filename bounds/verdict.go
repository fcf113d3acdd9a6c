package bounds

import (
	"context"
	"math"
)

// verdict says whether hidden state helps, since when, and what would make it
// help. It calls alive before every comparison.
func verdict(ctx context.Context, report Report, alive func()) Verdict {
	r := report.Run
	if report.Published == nil {
		return Verdict{}
	}
	c := againstComposition(ctx, report.Question, alive)
	if !helped(report, clearlyBelow) {
		return Verdict{Changes: changes(c, r)}
	}
	burnIn, ok := c.earliest(byLength(r, 0, r.T))
	if !ok { // by a hair, in certified numbers
		burnIn = r.T
	}
	return Verdict{Helps: true, BurnIn: burnIn}
}

// helped reports whether the answer is below composition by more than a relative
// margin; then a row that uses hidden state gave it.
func helped(report Report, margin float64) bool {
	return math.Log(report.Published.Epsilon/report.Answer.Epsilon) > margin // 0 and 0: NaN
}
