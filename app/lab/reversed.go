package lab

import (
	"fmt"

	"lastiterate/app/number"
	"lastiterate/bounds/lab/audit"
	"lastiterate/bounds/run"
)

// reversed returns the lower bound on ε that the same audit proves if flagged and unflagged examples are exchanged, at all
// thresholds at once if there are several.
func reversed(v Values, a auditAnswer) (proved float64) {
	points := a.Points
	if len(points) == 0 {
		points = []point{a.point}
	}
	setting := audit.Setting{Delta: value(v, "delta"), Level: value(v, "level"), Thresholds: len(points)}
	members, others := int(value(v, "members")), int(value(v, "non_members"))
	for _, p := range points {
		e, err := audit.Evaluate(audit.Counts{TruePositives: members - p.TruePositives, Members: members,
			FalsePositives: others - p.FalsePositives, NonMembers: others}, setting)
		if err == nil {
			proved = max(proved, e.Lower)
		}
	}
	return proved
}

// wouldShow says what a reversed attack would show and why that is not the result: the direction was not chosen beforehand.
// Half of the error for each direction allows for both (Bonferroni).
func wouldShow(proved, level float64) string {
	percent := func(share float64) string { return number.Plain(run.Digits(100*share, 6)) + " %" }
	return fmt.Sprintf("Reversed, so that it flags the examples it now does not, the attack would show ε ≥ %s. That choice must be made "+
		"before the counts are seen. If it is made now, it spends confidence: exchange the counts, and enter a confidence of %s. "+
		"The limit then allows for both directions and holds with %s confidence.",
		number.Down(proved, 3), percent((1+level)/2), percent(level))
}
