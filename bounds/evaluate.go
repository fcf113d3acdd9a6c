package bounds

import (
	"context"
	"errors"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// Evaluate answers the question about the run with every row that the settings select.
// It returns a run.Errors if the run or the question is not valid, the
// context's error if it was cancelled, and an error that names the row if
// Settings.Rows has an unknown row. A row that fails is reported with its trivial
// bound (+Inf, or 0 for a lower bound) and never becomes the answer.
func Evaluate(ctx context.Context, r run.Run, q claim.Question, settings Settings) (Report, error) {
	ctx = memo.Remembering(ctx)
	theorems, err := settings.selected()
	if err != nil {
		return Report{}, err
	}
	if err := validate(r, q); err != nil {
		return Report{}, err
	}
	tell := settings.Partial
	if tell == nil {
		tell = func(Part) {}
	}
	rows := newTable(ctx, theorems, settings.every(), r, q)
	rows.fill(tell)
	report := rows.report((*entry).isComplete)
	if err := ctx.Err(); err != nil {
		return Report{}, err
	}
	report.Verdict = verdict(ctx, report, settings.theorems(), settings.every(), func() { tell(Part{rows}) })
	report.Statement, report.AllIteratesStatement = statement(report), allIteratesStatement(report)
	return report, ctx.Err()
}

// rowWork is the work that one row may take for one answer, in units of package work; it takes seconds.
const rowWork = 1 << 27

// provedAnswer is a theorem's solution for a question, and the Rényi bounds from which it may have been converted.
type provedAnswer struct {
	claim.Solution
	curve func(alpha float64) float64
}

// proveRow checks one theorem's hypotheses and, if they hold, computes its value; the second result is the solution behind the value,
// nil if there is none. If another scheme has the same batches and the row proves more for it, the row is evaluated under that
// scheme's name.
func proveRow(ctx context.Context, t *theorem.Theorem, r run.Run, q claim.Question) (Row, *provedAnswer) {
	row, p := proveNamed(ctx, t, r, q)
	for _, name := range t.OtherNames(r) {
		if other, others := proveNamed(ctx, t, name.Run, q); other.provesMore(&row, others, p) {
			row, p = other, others
			row.As = name.Run
			row.Hypotheses = append([]claim.Hypothesis{name.Hypothesis(r)}, row.Hypotheses...)
		}
	}
	return row, p
}

// provesMore reports whether a row proves more than the same row under another name, or
// proves the same and is the only one of the two that can be certified.
func (row *Row) provesMore(other *Row, own, others *provedAnswer) bool {
	switch {
	case !row.Applies || row.Err != nil || math.IsNaN(row.Epsilon):
		return false
	case !other.Applies || other.Err != nil || math.IsNaN(other.Epsilon):
		return true
	}
	certain, more := own.Certify != nil && others.Certify == nil, row.Epsilon < other.Epsilon*(1-tie)
	if row.Theorem.Side == claim.Lower {
		more = row.Epsilon > other.Epsilon*(1+tie)
	}
	return more || certain && math.Abs(row.Epsilon-other.Epsilon) <= tie*other.Epsilon
}

// proveNamed checks and proves one row for the run exactly as given, under its stated scheme. If the row panics or takes too
// much work, only this row fails.
func proveNamed(ctx context.Context, t *theorem.Theorem, r run.Run, q claim.Question) (Row, *provedAnswer) {
	row := newRow(t, q)
	row.budget = work.NewBudget(rowWork, work.From(ctx))
	ctx = work.With(ctx, row.budget)
	var p *provedAnswer
	if err := work.Alone(func() { p = row.prove(ctx, r) }); err != nil {
		return row.failed(err), nil
	}
	return row, p
}

func newRow(t *theorem.Theorem, q claim.Question) Row {
	none := claim.Bound{Question: q, Epsilon: math.NaN(), Renyi: math.NaN(), Converted: math.NaN()}
	return Row{Theorem: t, Bound: none, Mu: math.NaN(), Gap: math.NaN(), Mironov: math.NaN()}
}

// failed returns the row without a value, with err as the reason.
func (row *Row) failed(err error) Row {
	out := newRow(row.Theorem, row.Question)
	out.Hypotheses, out.Applies = row.Hypotheses, true
	out.Err, out.Epsilon, out.budget = err, worst(row.Theorem.Side), row.budget
	return out
}

// prove fills in the row's hypotheses and, if they hold, its value.
func (row *Row) prove(ctx context.Context, r run.Run) *provedAnswer {
	t := row.Theorem
	row.Hypotheses = t.Hypotheses(r, row.Question)
	if row.Applies = theorem.Applies(row.Hypotheses); !row.Applies {
		return nil
	}
	proof, err := t.Prove(ctx, r)
	if err != nil {
		row.Err, row.Epsilon = err, worst(t.Side)
		return nil
	}
	s, err := proof.At(row.Question)
	row.Bound, row.Err = s.Bound, err
	if err != nil { // At may return a partial result beside an error
		row.Epsilon, row.Renyi = worst(t.Side), math.NaN()
	}
	if row.answers() {
		row.By = t.Method(r, row.Bound, s.Mu)
		if t.Side == claim.Upper {
			row.Selection = theorem.PrivateSelection(r.Tuning)
		}
	}
	row.provisional = t.Side == claim.Upper
	row.Mu, row.Gap, row.Note = s.Mu, s.Gap, s.Note
	row.Schedule = s.Payments.Write != nil && (row.Alpha > 1 || !s.Payments.PerAlpha)
	return &provedAnswer{s, proof.Curve}
}

// certifiedRow evaluates one theorem, with the value that a report shows for it.
func certifiedRow(ctx context.Context, t *theorem.Theorem, r run.Run, q claim.Question) Row {
	return certifyRow(proveRow(ctx, t, r, q))
}

// certifyRow returns the row with its value certified if p, the solution behind it, can be.
func certifyRow(row Row, p *provedAnswer) Row {
	if p != nil {
		row.attempt(func(row *Row) { row.certify(p.Certify) })
	}
	return row
}

// extend certifies a proved row and adds the other parts that a report has. Parts that take too much work are left out.
func (row *Row) extend(p *provedAnswer) {
	*row = certifyRow(*row, p)
	if row.answers() && p.Explain != nil {
		row.attempt(func(row *Row) { row.Chosen, row.Substituted = p.Explain() })
	}
	if row.Alpha > 0 && !row.Question.Renyi() && p.curve != nil {
		row.attempt(func(row *Row) { row.Mironov = convert.Mironov(p.curve, row.Question.Delta) })
	}
}

// answers reports whether the row has a finite value.
func (row *Row) answers() bool {
	return row.Err == nil && !math.IsInf(row.Epsilon, 0) && !math.IsNaN(row.Epsilon)
}

// attempt lets f change the row, and undoes the change if f takes too much work. After a fault in f the row
// has no value, since the fault may have affected it.
func (row *Row) attempt(f func(*Row)) {
	changed := *row
	switch err := work.Alone(func() { f(&changed) }); {
	case err == nil:
		*row = changed
	case isFault(err):
		*row = row.failed(err)
	}
}

func isFault(err error) bool {
	var fault *work.Panic
	return errors.As(err, &fault)
}

// certify replaces the row's value by a certificate: the value evaluated with outward rounding. If there is no certificate, an
// upper bound is raised by lastDigits.
func (row *Row) certify(certificate func() (epsilon float64, ok bool)) {
	row.provisional = false
	if mutants.Any() || !row.answers() {
		return
	}
	epsilon, ok := 0.0, false
	if certificate != nil {
		epsilon, ok = certificate()
	}
	if !ok {
		if row.Theorem.Kind() != claim.UpperBound {
			return
		}
		epsilon = row.Epsilon * (1 + lastDigits)
	}
	switch {
	case row.Question.Renyi():
		row.Renyi = epsilon
	case row.Converted == row.Epsilon:
		row.Converted = epsilon
	}
	row.Epsilon, row.Certified = epsilon, ok
}

// tie is the relative difference within which two bounds count as the same number. The answer then names the row that the
// catalogue lists first (published rows come before ours), unless only a later one is certified.
const tie = 1e-12

// surer reports whether two answers are the same number (tie) and only the first is certified.
func (a *Answer) surer(than *Answer) bool {
	return a.Certified && !than.Certified && math.Abs(a.Epsilon-than.Epsilon) <= tie*than.Epsilon
}

// summarise fills the answers from the rows.
func (p *Report) summarise() {
	below := func(a, best *Answer) bool { return best == nil || a.Epsilon < best.Epsilon*(1-tie) || a.surer(best) }
	above := func(a, best *Answer) bool {
		return a.Epsilon > 0 && (best == nil || a.Epsilon > best.Epsilon*(1+tie) || a.surer(best))
	}
	for _, row := range p.Rows {
		if !row.Applies || math.IsNaN(row.Epsilon) {
			continue
		}
		a := &Answer{Row: row.Theorem.ID, Epsilon: row.Epsilon, Certified: row.Certified}
		switch row.Theorem.Kind() {
		case claim.UpperBound:
			if below(a, p.Answer) {
				p.Answer = a
			}
			if !row.Theorem.HiddenState && below(a, p.AllIterates) {
				p.AllIterates = a
			}
		case claim.Floor:
			if above(a, p.Lower) {
				p.Lower = a
			}
		case claim.EstimatedFloor:
			if above(a, p.LowerEstimate) {
				p.LowerEstimate = a
			}
		case claim.AsPrinted, claim.ReferenceLine: // not bounds
		}
	}
}

// validate checks a run and a question together.
func validate(r run.Run, q claim.Question) error {
	var errs run.Errors
	for _, err := range []error{r.Validate(), q.Validate()} {
		if e, ok := err.(run.Errors); ok {
			errs = append(errs, e...)
		}
	}
	return errs.OrNil()
}

// worst returns the trivial bound on a side: +Inf for an upper bound, 0 for a lower one.
func worst(side claim.Side) float64 {
	if side == claim.Upper {
		return math.Inf(1)
	}
	return 0
}
