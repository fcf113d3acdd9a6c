package bounds

import (
	"context"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/prose"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// table holds the rows of an answer as far as they are known. It first finds the values of the rows that may be the answer, then the
// other rows, and last the parts of a report beside the values, so that the answer need not wait for these.
type table struct {
	claim.Query
	ctx      context.Context
	warnings []string
	below    []Row   // quick floors, whether or not they are asked for
	entries  []entry // the catalogue's order
	answered bool    // all rows that may be the answer have their values
}

// entry is a row of a table.
type entry struct {
	row      Row
	solution *provedAnswer // behind the value; nil if there is none
	valued   bool
	complete bool // it has all parts of a report
}

// newTable returns a table of the theorems' rows without values. It computes the quick lower bounds of all theorems, so that no
// report, not even a partial one, has a value that contradicts them.
func newTable(ctx context.Context, theorems, all []*theorem.Theorem, r run.Run, q claim.Question) *table {
	t := &table{Query: claim.Query{Run: r, Question: q}, ctx: ctx, warnings: prose.Warnings(r, q), below: floors(ctx, all, r, q),
		entries: make([]entry, len(theorems))}
	for i, of := range theorems {
		t.entries[i].row = newRow(of, q)
	}
	return t
}

// fill completes the rows, as many as it can before the context ends. It calls report after each
// new value.
func (t *table) fill(report func(Part)) {
	value := func(which func(*theorem.Theorem) bool) {
		for i := range t.entries {
			if e := &t.entries[i]; !e.valued && which(e.row.Theorem) && t.ctx.Err() == nil {
				e.row, e.solution = proveRow(t.ctx, e.row.Theorem, t.Run, t.Question)
				e.valued = true
				report(Part{t})
			}
		}
	}
	value(func(t *theorem.Theorem) bool { return t.Kind() == claim.UpperBound })
	if t.answered = t.ctx.Err() == nil; t.answered {
		report(Part{t})
	}
	value(func(*theorem.Theorem) bool { return true })
	for i := range t.entries {
		t.complete(&t.entries[i])
	}
}

// complete adds the other parts of a report to a row whose value is known.
func (t *table) complete(e *entry) {
	if e.complete || !e.valued || t.ctx.Err() != nil {
		return
	}
	e.complete = true
	if e.solution != nil {
		e.row.extend(e.solution)
	}
}

// report returns a report with the rows of the selected entries.
func (t *table) report(selected func(*entry) bool) Report {
	p := Report{Query: t.Query, Warnings: t.warnings}
	for i := range t.entries {
		if e := &t.entries[i]; selected(e) {
			p.Rows = append(p.Rows, e.row)
		}
	}
	p.Rows = guard(p.Rows, t.below)
	p.Contradiction = ContradictionOf(p.Rows)
	p.summarise()
	p.Verdict.Helps = p.AllIterates != nil && isBelowComposition(p, clearlyBelow)
	return p
}

func (e *entry) isValued() bool   { return e.valued }
func (e *entry) isComplete() bool { return e.complete }

// A Part gives reports of the results that Evaluate has before it has finished.
type Part struct{ of *table }

// ToCome is the number of rows whose values are still unknown.
func (p Part) ToCome() (n int) {
	for _, e := range p.of.entries {
		if !e.valued {
			n++
		}
	}
	return n
}

// Report returns all rows that have values and the answers that they give, with a verdict only on whether hidden state helps. pending
// has the ids of the other rows.
func (p Part) Report() (report Report, pending []string) {
	for i := range p.of.entries {
		p.of.complete(&p.of.entries[i])
	}
	return p.of.report((*entry).isComplete), p.pending()
}

// Answered reports whether the answer and its comparisons are final: a pending row can change them only
// by a contradiction.
func (p Part) Answered() bool { return p.of.answered }

// Answer is Report for the rows that give the answer and its comparisons, and for rows already reported; all others count as pending.
func (p Part) Answer() (report Report, pending []string) {
	var best Report
	// Certification may raise a row above another one, which is then the answer.
	for again := true; again; {
		again = false
		best = p.of.report((*entry).isValued)
		for i := range p.of.entries {
			e := &p.of.entries[i]
			for _, a := range []*Answer{best.Answer, best.AllIterates} {
				if a != nil && a.Row == e.row.Theorem.ID && !e.complete {
					p.of.complete(e)
					again = true
				}
			}
		}
	}
	report = p.of.report((*entry).isComplete)
	report.Contradiction = best.Contradiction
	return report, p.pending()
}

// pending are the ids of the rows that are not complete.
func (p Part) pending() []string {
	ids := []string{}
	for _, e := range p.of.entries {
		if !e.complete {
			ids = append(ids, e.row.Theorem.ID)
		}
	}
	return ids
}
