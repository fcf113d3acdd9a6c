package bounds

import (
	"context"
	"math"

	"lastiterate/bounds/claim"
)

// verdict says whether hidden state helps, since when, and what would make it
// help. It calls alive before every comparison.
func verdict(ctx context.Context, report Report, alive func()) Verdict {
	r := report.Run
	if report.Published == nil {
		return Verdict{}
	}
	c := againstComposition(ctx, report.Question)
	c.alive = alive
	if !helped(report, clearlyBelow) {
		return Verdict{Changes: changes(c, r)}
	}
	burnIn, ok := c.earliest(byLength(r, 0, r.T))
	if !ok { // by a hair, in certified numbers
		burnIn = r.T
	}
	return Verdict{Helps: true, BurnIn: burnIn}
}

// helped reports whether a row that uses hidden state is below composition by more
// than a relative margin.
func helped(report Report, margin float64) bool {
	hidden := math.Inf(1)
	for _, row := range report.Rows {
		if row.Applies && row.Theorem.HiddenState && row.Theorem.Side == claim.Upper && row.Theorem.Status == claim.Proved {
			hidden = math.Min(hidden, row.Epsilon)
		}
	}
	return math.Log(report.Published.Epsilon/hidden) > margin // 0 and 0: NaN
}
