package bounds

import (
	"context"
	"math"
	"slices"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// answerOf is what Evaluate answers, without the report; its Row is empty if no
// bound applies.
func answerOf(ctx context.Context, theorems []*theorem.Theorem, below *floor, r run.Run, q claim.Question) Answer {
	rows := map[*theorem.Theorem]Row{}
	for _, t := range uppers(theorems, r, q) {
		rows[t] = below.guarded(shown(ctx, t, r, q), r, q)
	}
	return answered(theorems, rows)
}

// answered is the answer of a report with these rows of the theorems.
func answered(theorems []*theorem.Theorem, rows map[*theorem.Theorem]Row) Answer {
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
	// roughly is a relative margin around a target outside of which a certified
	// value lies on the same side of it as the value that was found.
	roughly = 2e-6
	// surely is twice the relative difference within which bounds are the same to
	// Evaluate, which then answers with the one that the catalogue lists first.
	surely = 2 * tie
)

// bestAnswer is Evaluate's answer, of rows that no lower bound contradicts, if that is above enough;
// otherwise it is any answer that is not above enough. Values in floating point decide this if they are
// far from enough, and Evaluate's values if they are near. know is what was seen at other values.
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
			row, least = certified(row, p), enough*(1-surely)
		}
		row = below.guarded(row, r, q)
		if know.idle != nil && row.Applies && row.Err == nil && row.Epsilon > 1.5*enough && t.IsSlow(r, q) {
			know.idle[t] = true
		}
		if rows[t] = row; row.Applies && row.Epsilon <= least {
			know.met = t
			return Answer{Row: t.ID, Epsilon: row.Epsilon, Certified: row.Certified}
		}
	}
	return answered(theorems, rows)
}

// knownRows is what a search knows of rows from other values.
type knownRows struct {
	met *theorem.Theorem // the row that met the target last, nil for none
	// idle rows are not asked; unless it is nil, slow rows that are far above the target are
	// added to it.
	idle map[*theorem.Theorem]bool
}

// order is the order in which a search asks the theorems: first the one that met last.
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

// uppers are the valid upper bounds among the theorems, those that take long for
// this run last. Of these the later ones in the catalogue come first: each was found to
// be tighter than those before, and a search asks the others only where it ends.
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
