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
	// roughly is a relative margin around a target: a value found outside the margin is on the same side of
	// the target as its certified value.
	roughly = 2e-6
	// surely is twice tie, the relative difference within which Evaluate takes two bounds for the same and answers with
	// the one that the catalogue lists first.
	surely = 2 * tie
)

// bestAnswer returns Evaluate's answer if it is above enough, and otherwise the first answer found that is not. Rows that a lower
// bound contradicts are left out. A value that is not certified decides if it is far from enough; near enough, Evaluate's value
// does. know holds what the search has learned about rows at other values, and is updated.
func bestAnswer(ctx context.Context, theorems []*theorem.Theorem, below *floor, r run.Run, q claim.Question, enough float64,
	know *knownRows) Answer {
	rows := map[*theorem.Theorem]Row{}
	for _, t := range know.order(uppers(theorems, r, q)) {
		if ctx.Err() != nil {
			break
		}
		row, p := proveRow(ctx, t, r, q)
		least := enough * (1 - roughly)
		if math.Abs(row.Epsilon-enough) <= roughly*enough {
			row, least = certifyRow(row, p), enough*(1-surely)
		}
		row = below.guardRow(row, r, q)
		if know.idle != nil && row.Applies && row.Err == nil && row.Epsilon > 1.5*enough && t.IsSlow(r, q) {
			know.idle[t] = true
		}
		if rows[t] = row; row.Applies && row.Epsilon <= least {
			know.met = t
			return Answer{Row: t.ID, Epsilon: row.Epsilon, Certified: row.Certified}
		}
	}
	return answerFrom(theorems, rows)
}

// knownRows is what a search has learned about rows at other values.
type knownRows struct {
	met *theorem.Theorem // the row that met the target last; nil if none did
	// idle rows are left out. Unless idle is nil, slow rows that are far above the target are
	// added to it.
	idle map[*theorem.Theorem]bool
}

// order returns the theorems in the order in which a search evaluates them: first the one that met the target last.
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

// uppers returns the valid upper bounds among the theorems; those that are slow for this run come last, in the reverse order of the
// catalogue. Of two slow rows the later one is mostly tighter, so a search needs the earlier one only near its end.
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
