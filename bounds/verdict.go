package bounds

import (
	"context"
	"math"

	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// verdict says whether hidden state helps, from which T on, and which changes would make it help. It calls alive before every
// comparison. If the search fails, the verdict keeps what was found before, and still has the answer for a fixed order.
func verdict(ctx context.Context, report Report, theorems, all []*theorem.Theorem, alive func()) Verdict {
	if report.AllIterates == nil && (report.Answer != nil || report.Contradiction != nil) {
		return Verdict{}
	}
	left := int64(answerWork)
	for _, row := range report.Rows {
		left -= row.budget.Used()
	}
	// within calls do with a budget of the work that is left, or of leastWork if less is left.
	within := func(do func(comparison)) error {
		budget := work.NewBudget(max(left, leastWork), work.From(ctx))
		defer func() { left -= budget.Used() }()
		return work.Alone(func() { do(againstComposition(work.With(ctx, budget), report.Question, theorems, all, alive)) })
	}
	var v Verdict
	if report.Answer != nil && !report.Run.Steady() {
		_ = within(func(c comparison) {
			if a, ok := c.answer(report.Run.AtRate(report.Run.Eta)); ok {
				v.Constant = &a
			}
		})
	}
	if report.AllIterates != nil {
		v.Helps = isBelowComposition(report, clearlyBelow)
		v.GivenUp = within(func(c comparison) { v.search(c, report.Run) }) != nil
	}
	if report.Answer == nil || !v.Helps {
		_ = within(func(c comparison) { v.answerChanges(c, report.Run, report.Answer == nil) })
	}
	return v
}

// answerChanges adds the answers of the changed runs, and of the run with a fixed order, as far as the budget of c allows. If the
// run is uncovered, so that no bound applies, it first finds changes that make one apply.
func (v *Verdict) answerChanges(c comparison, r run.Run, uncovered bool) {
	if uncovered {
		_ = work.Alone(func() { v.Changes = c.coveringChanges(r) })
	}
	_ = work.Alone(func() { v.Ordered = c.inKnownOrder(r) })
	for i := range v.Changes {
		if e := &v.Changes[i]; e.Epsilon == 0 {
			e.Epsilon = math.Inf(1)
			_ = work.Alone(func() {
				changed := r
				if changed.Set(e.Field, e.Value) != nil {
					return
				}
				if a, ok := c.answer(changed); ok {
					e.Epsilon = a.Epsilon
				}
			})
		}
	}
}

const (
	// answerWork is the work that the rows, the verdict's search and the answers of the changes may take together.
	answerWork = rowWork
	// leastWork is the least budget of the search, and of those answers, whatever the rows have spent.
	leastWork = rowWork / 8
)

// search adds the T from which on hidden state helps or, if it does not help, the changes that would make it help.
func (v *Verdict) search(c comparison, r run.Run) {
	if r.Releases() > 1 {
		if last := r.OnlyLast(); !v.Helps && c.helps(last) {
			v.Changes = append(v.Changes, Change{Field: "release", Value: string(run.LastIterate)})
		}
		return // a longer run has more releases
	}
	if !v.Helps {
		changes(c, r, func(found Change) { v.Changes = append(v.Changes, found) })
		return
	}
	if !r.Steady() { // shorter runs have other schedules, so there is no such T
		return
	}
	v.BurnIn = c.since(r, r.After+r.BeforeFirstUse(), r.T)
	if r.Scheme.Secret() {
		v.BurnIn = c.pastEnds(r, v.BurnIn)
	}
}

// since returns the number of steps, above `from` and at most `to`, from which on hidden state helps.
func (c comparison) since(r run.Run, from, to int) int {
	if i, ok := c.earliest(byLength(r, from, to)); ok {
		return from + i
	}
	return to // it helps at to by so little that only certified values show it
}

// pastEnds returns a number of steps in a secret order from which on hidden state also helps at the ends of epochs: steps
// itself, or one after the last end at which it does not help. Within an epoch hidden state helps more than at the end, since
// composition already charges a use that in most orders is still to come.
func (c comparison) pastEnds(r run.Run, steps int) int {
	period, whole := r.StepsPerEpoch(), r.Holding()/r.StepsPerEpoch()
	epoch := (steps-r.After-1)/period + 1
	if ends := byEpochs(r, epoch-1, whole); epoch > whole || c.helps(ends.run(1)) {
		return steps
	}
	before := whole // last epoch at whose end hidden state does not help
	if i, ok := c.earliest(byEpochs(r, epoch, whole)); ok {
		before = epoch + i - 1
	}
	from := r.After + before*period
	return c.since(r, from, min(from+period, r.T))
}

// isBelowComposition reports whether the answer is below composition by more than a relative
// margin; if so, a row that uses hidden state gave it.
func isBelowComposition(report Report, margin float64) bool {
	return math.Log(report.AllIterates.Epsilon/report.Answer.Epsilon) > margin // 0 and 0: NaN
}
