package bounds

import (
	"context"
	"math"
	"slices"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// answerOf returns Evaluate's answer without the rest of the report; its Row is empty if no bound applies.
func answerOf(ctx context.Context, theorems []*theorem.Theorem, below *floor, r run.Run, q claim.Question) Answer {
	rows := map[*theorem.Theorem]Row{}
	for _, t := range uppers(theorems, r, q) {
		rows[t] = below.guardRow(certifiedRow(ctx, t, r, q), r, q)
	}
	return answerFrom(theorems, rows)
}

// answerFrom returns the answer of a report with these rows.
func answerFrom(theorems []*theorem.Theorem, rows map[*theorem.Theorem]Row) Answer {
	var p Report
	for _, t := range theorems {
		if row, ok := rows[t]; ok {
			p.Rows = append(p.Rows, row)
		}
	}
	if p.summarise(); p.Answer != nil {
		return *p.Answer
	}
	return Answer{Epsilon: math.Inf(1)}
}

const (
	// targetMargin is a relative margin around a target: a value found outside the margin is on the same side of
	// the target as its certified value.
	targetMargin = 2e-6
	// tieMargin is how far below the target, relatively, a certified value must be to decide. It is twice tie, since
	// Evaluate may answer with another value that differs by no more than tie.
	tieMargin = 2 * tie
)

// bestAnswer returns the first answer found that is at most target; if there is none, Evaluate's answer. Rows that a lower
// bound contradicts are left out. A value far from target decides without certification; one within the margin is certified
// first. know holds what the search has learned about rows at other values, and is updated.
func bestAnswer(ctx context.Context, theorems []*theorem.Theorem, below *floor, r run.Run, q claim.Question, target float64,
	know *knownRows) Answer {
	rows := map[*theorem.Theorem]Row{}
	for _, t := range know.order(uppers(theorems, r, q)) {
		if ctx.Err() != nil {
			break
		}
		row, p := proveRow(ctx, t, r, q)
		limit := target * (1 - targetMargin)
		if math.Abs(row.Epsilon-target) <= targetMargin*target {
			row, limit = certifyRow(row, p), target*(1-tieMargin)
		}
		row = below.guardRow(row, r, q)
		if know.idle != nil && row.Applies && row.Err == nil && row.Epsilon > 1.5*target && t.IsSlow(r, q) {
			know.idle[t] = true
		}
		if rows[t] = row; row.Applies && row.Epsilon <= limit {
			know.met = t
			return Answer{Row: t.ID, Epsilon: row.Epsilon, Certified: row.Certified}
		}
	}
	return answerFrom(theorems, rows)
}

// knownRows is what a search has learned about rows at other values.
type knownRows struct {
	met *theorem.Theorem // the row that most recently met the target; nil if none did
	// idle rows are left out. Unless idle is nil, slow rows that are far above the target are
	// added to it.
	idle map[*theorem.Theorem]bool
}

// order returns the theorems that are not idle. The one that most recently met the target comes first.
func (know *knownRows) order(theorems []*theorem.Theorem) (out []*theorem.Theorem) {
	for _, t := range theorems {
		switch {
		case know.idle[t]:
		case t == know.met:
			out = slices.Insert(out, 0, t)
		default:
			out = append(out, t)
		}
	}
	return out
}

// uppers returns the theorems that are proved upper bounds, their hypotheses unchecked; those that are slow for this run come
// last, in the reverse order of the catalogue. Of two slow rows the later one is mostly tighter, so a search needs the earlier
// one only near its end.
func uppers(theorems []*theorem.Theorem, r run.Run, q claim.Question) []*theorem.Theorem {
	var quick, slow []*theorem.Theorem
	for _, t := range theorems {
		switch {
		case t.Kind() != claim.UpperBound:
		case t.IsSlow(r, q):
			slow = append(slow, t)
		default:
			quick = append(quick, t)
		}
	}
	slices.Reverse(slow)
	return append(quick, slow...)
}
