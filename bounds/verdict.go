package bounds

import (
	"context"
	"math"

	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// verdict says whether hidden state helps, since when, and what would make it
// help. It calls alive before every comparison. Where its search fails it says
// whether hidden state helps, and what a fixed order would answer.
func verdict(ctx context.Context, report Report, theorems []*theorem.Theorem, alive func()) Verdict {
	if report.Published == nil && (report.Answer != nil || report.Contradiction != nil) {
		return Verdict{}
	}
	limited := func(most int64) comparison {
		return againstComposition(work.With(ctx, work.NewBudget(most, work.From(ctx))), report.Question, theorems, alive)
	}
	var v Verdict
	if report.Published != nil {
		v.Helps = helped(report, clearlyBelow)
		c := limited(searchWork(report.Rows))
		if err := work.Alone(func() { v.search(c, report.Run) }); err != nil {
			v = Verdict{Helps: v.Helps, GivenUp: true}
		}
	}
	switch {
	case report.Answer == nil: // then there was no search
		v.price(limited(searchWork(report.Rows)), report.Run, true)
	case !v.Helps:
		v.price(limited(priceWork), report.Run, false)
	}
	return v
}

// price adds the answers of the changes and of the runs that are set beside this one,
// as far as they take no more work than c allows; of an uncovered run, to which no
// bound applies, it finds changes first.
func (v *Verdict) price(c comparison, r run.Run, uncovered bool) {
	if uncovered {
		_ = work.Alone(func() { v.Changes = c.covering(r) })
	}
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
	_ = work.Alone(func() { v.Ordered = c.ordered(r) })
}

const (
	// answerWork is what the rows and the verdict's search may take together. The search
	// is left at least leastSearch.
	answerWork  = rowWork
	leastSearch = rowWork / 4
	// priceWork is what the answers of the proposed changes may take.
	priceWork = rowWork / 4
)

// searchWork is what the rows leave of an answer's work to the search.
func searchWork(rows []Row) int64 {
	left := int64(answerWork)
	for _, row := range rows {
		left -= row.budget.Used()
	}
	return max(left, leastSearch)
}

// search adds since when hidden state helps, or what would make it help.
func (v *Verdict) search(c comparison, r run.Run) {
	if !v.Helps {
		v.Changes = changes(c, r)
		return
	}
	burnIn, ok := c.earliest(byLength(r, 0, r.T))
	if !ok { // by a hair, in certified numbers
		burnIn = r.T
	}
	v.BurnIn = burnIn
}

// helped reports whether the answer is below composition by more than a relative
// margin; then a row that uses hidden state gave it.
func helped(report Report, margin float64) bool {
	return math.Log(report.Published.Epsilon/report.Answer.Epsilon) > margin // 0 and 0: NaN
}
