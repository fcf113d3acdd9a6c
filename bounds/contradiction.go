package bounds

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// Contradiction is an upper bound below a proved lower bound for the same run and question. One of the two is wrong. It is not
// known which, so neither is used.
type Contradiction struct {
	Upper, Lower Answer // the pair that is furthest apart
}

// provisionalMargin is the largest relative rounding error of a provisional value, which is not certified yet; no report has one.
// All other values are compared as they are: upper bounds have been raised for rounding, and lower ones reduced.
const provisionalMargin = 1e-9

// refutes reports whether a lower bound contradicts an upper bound, which may be provisional.
func refutes(lower, upper float64, provisional bool) bool {
	if provisional {
		lower *= 1 - provisionalMargin
	}
	return upper < lower // false for NaN
}

// isProved reports whether the row is a proved bound on this side and has a value.
func (row *Row) isProved(side claim.Side) bool {
	return row.Theorem.Side == side && row.Theorem.Status == claim.Proved && row.Applies && row.Err == nil && !math.IsNaN(row.Epsilon)
}

func (row *Row) answer() Answer {
	return Answer{Row: row.Theorem.ID, Epsilon: row.Epsilon, Certified: row.Certified}
}

// Contradicted is the Err of a row whose value another row contradicts.
type Contradicted struct {
	Own   Answer
	Other Answer     // the answer that contradicts it most
	Name  string     // of the row of Other
	Side  claim.Side // the side of Own
}

func (c *Contradicted) Error() string {
	own, others := "most", "least"
	if c.Side == claim.Lower {
		own, others = others, own
	}
	return fmt.Sprintf("this row says that ε is at %s %s, but %s says that it is at %s %s; one of the two is wrong. This is a bug "+
		"in the calculator, so neither is used",
		own, run.FormatNumber(c.Own.Epsilon), c.Name, others, run.FormatNumber(c.Other.Epsilon))
}

// ContradictionOf returns the contradiction whose two bounds are furthest apart, among rows of Evaluate or of its
// partial results; nil if there is none.
func ContradictionOf(rows []Row) *Contradiction {
	var widest *Contradiction
	apart := func(c Contradiction) float64 { return c.Lower.Epsilon / c.Upper.Epsilon }
	for _, row := range rows {
		var of *Contradicted
		if !errors.As(row.Err, &of) {
			continue
		}
		pair := Contradiction{Upper: of.Own, Lower: of.Other}
		if of.Side == claim.Lower {
			pair = Contradiction{Upper: of.Other, Lower: of.Own}
		}
		if widest == nil || apart(pair) > apart(*widest) {
			widest = &pair
		}
	}
	return widest
}

// guard returns the rows with contradictory values removed. floors are further lower bounds, which need not be among
// the rows. If there is a contradiction, no row counts as certified.
func guard(rows, floors []Row) []Row {
	out, doubt := rows, false
	lowers := append(rows[:len(rows):len(rows)], floors...)
	for i := range rows {
		row := &rows[i]
		var against *Row
		if row.Theorem.Side == claim.Upper {
			against = opposite(row, lowers, claim.Lower)
		} else {
			against = opposite(row, rows, claim.Upper)
		}
		if against != nil {
			if !doubt {
				out = slices.Clone(rows)
			}
			out[i] = row.failed(&Contradicted{Own: row.answer(), Other: against.answer(), Name: against.Theorem.Name,
				Side: row.Theorem.Side})
			doubt = true
		}
	}
	if doubt {
		for i := range out {
			out[i].Certified = false
		}
	}
	return out
}

// opposite returns the row among others, on the given side, that contradicts the row most; nil if none does.
func opposite(row *Row, others []Row, side claim.Side) (against *Row) {
	if !row.isProved(row.Theorem.Side) {
		return nil
	}
	for j := range others {
		other := &others[j]
		upper, lower := row, other
		if side == claim.Upper {
			upper, lower = other, row
		}
		// The cheap comparison comes first: a curve makes it at every value.
		if upper.Epsilon < lower.Epsilon && other.isProved(side) && refutes(lower.Epsilon, upper.Epsilon, upper.provisional) &&
			(against == nil || math.Abs(other.Epsilon-row.Epsilon) > math.Abs(against.Epsilon-row.Epsilon)) {
			against = other
		}
	}
	return against
}

// floor guards rows that are computed without a report: it knows the largest proved lower bound that quick rows give for each run
// and question.
type floor struct {
	ctx      context.Context
	theorems []*theorem.Theorem
	known    map[claim.Query]*Row
}

func newFloor(ctx context.Context, theorems []*theorem.Theorem) *floor {
	return &floor{ctx: ctx, theorems: theorems, known: map[claim.Query]*Row{}}
}

// at returns the row of the largest proved lower bound for a run; nil if none is known.
func (f *floor) at(r run.Run, q claim.Question) *Row {
	of := claim.Query{Run: r, Question: q}
	best, known := f.known[of]
	if known {
		return best
	}
	for _, row := range floors(f.ctx, f.theorems, r, q) {
		if row.isProved(claim.Lower) && row.Epsilon > 0 && (best == nil || row.Epsilon > best.Epsilon) {
			best = &row
		}
	}
	f.known[of] = best
	return best
}

// refutes reports whether the floor of a run contradicts an upper bound on it,
// which may be provisional.
func (f *floor) refutes(r run.Run, q claim.Question, epsilon float64, provisional bool) bool {
	if math.IsInf(epsilon, 1) {
		return false
	}
	best := f.at(r, q)
	return best != nil && refutes(best.Epsilon, epsilon, provisional)
}

// guardRow returns the row of an upper bound, without its value if the floor contradicts it.
func (f *floor) guardRow(row Row, r run.Run, q claim.Question) Row {
	if !row.isProved(claim.Upper) || !f.refutes(r, q, row.Epsilon, row.provisional) {
		return row
	}
	against := f.at(r, q)
	return row.failed(&Contradicted{Own: row.answer(), Other: against.answer(), Name: against.Theorem.Name, Side: claim.Upper})
}

// floors returns the rows of the proved lower bounds that are quick for the run.
func floors(ctx context.Context, theorems []*theorem.Theorem, r run.Run, q claim.Question) []Row {
	var out []Row
	for _, t := range theorems {
		if t.Kind() == claim.Floor && !t.IsSlow(r, q) {
			row, _ := proveRow(ctx, t, r, q)
			out = append(out, row)
		}
	}
	return out
}
