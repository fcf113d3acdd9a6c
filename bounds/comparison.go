package bounds

import (
	"context"
	"math"
	"slices"
	"sync"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// clearlyBelow is the relative margin by which a hidden-state row of a table
// must beat composition to count: rounding alone never makes a verdict.
const clearlyBelow = 1e-9

// surelyBelow is the margin by which it must where the row's own digits are
// compared, not the certified ones, which are rounded up in the tenth digit.
const surelyBelow = 1e-8

// comparison sets rows that use hidden state against composition.
type comparison struct {
	ctx      context.Context
	question claim.Question
	theorems []*theorem.Theorem // the available ones
	alive    func()             // called before every comparison
	// sketch compares at one order, the one that converts composition best: for
	// where to look, not for statements.
	sketch   bool
	composed map[comparedRun]*composedEpsilon
	below    *floor
}

// comparedRun is a run that was compared, exactly or in a sketch.
type comparedRun struct {
	run    run.Run
	sketch bool
}

// againstComposition sets rows of the theorems against composition, guarded by the floors of all that there are.
func againstComposition(ctx context.Context, q claim.Question, theorems, all []*theorem.Theorem, alive func()) comparison {
	return comparison{ctx: ctx, question: q, theorems: theorems, alive: alive, composed: map[comparedRun]*composedEpsilon{},
		below: newFloor(ctx, all)}
}

// sketched is the comparison at one order.
func (c comparison) sketched() comparison {
	c.sketch = true
	return c
}

// composedEpsilon is composition's ε, in the order in which it is found out: the Rényi
// part is cheap; what is proved at δ itself is asked for only where it does not
// settle the matter.
type composedEpsilon struct {
	order  float64 // that converts best
	renyi  float64 // ε by the Rényi bound alone
	direct func() float64
}

func (c comparison) composition(r run.Run) *composedEpsilon {
	of := comparedRun{r, c.sketch}
	if known, ok := c.composed[of]; ok {
		return known
	}
	e := &composedEpsilon{order: c.question.Alpha, renyi: math.Inf(1)}
	e.direct = func() float64 { return e.renyi }
	c.composed[of] = e
	for _, as := range named(composition.Composition, r) {
		_ = work.Alone(func() { c.compose(e, as) }) // as it was where it fails
	}
	return e
}

// compose finds out what is cheap of composition under a name of the run, and prepares what is
// not; the least over its names counts.
func (c comparison) compose(e *composedEpsilon, r run.Run) {
	p, ok := c.proof(composition.Composition, r)
	switch {
	case !ok:
		return
	case c.question.Renyi():
		e.renyi = min(e.renyi, p.Curve(c.question.Alpha))
		return
	}
	converted, at := convert.EpsilonUpper(p.Curve, claim.AtMost(c.question.Delta))
	if c.sketch {
		if at.Epsilon < e.renyi {
			e.order, e.renyi = at.Alpha, at.Epsilon
		}
		return
	}
	e.renyi = min(e.renyi, converted)
	before := e.direct
	e.direct = sync.OnceValue(func() float64 {
		least := min(e.renyi, before())
		_ = work.Alone(func() { // which leaves the Rényi part
			if s, err := p.At(c.question); err == nil {
				least = min(least, s.Epsilon)
			}
		})
		return least
	})
}

// proof is what a valid upper bound proves of the run, if it applies.
func (c comparison) proof(t *theorem.Theorem, r run.Run) (claim.Proof, bool) {
	if c.ctx.Err() != nil || !theorem.Applies(t.Hypotheses(r, c.question)) {
		return claim.Proof{}, false
	}
	p, err := t.Prove(work.With(c.ctx, work.NewBudget(rowWork, work.From(c.ctx))), r)
	return p, err == nil
}

// gain is log(composition/row): above 0 where the row helps, −Inf where it does
// not apply or fails.
func (c comparison) gain(t *theorem.Theorem, r run.Run) float64 {
	c.alive()
	gain := math.Inf(-1)
	if err := work.Alone(func() { gain = c.compare(t, r) }); err != nil {
		gain = math.Inf(-1)
	}
	work.From(c.ctx).Spend(gainUnits) // which ends the whole search if that has taken too much
	return gain
}

// gainUnits are those of a comparison beside those that its rows count.
const gainUnits = 5000

// compare is gain for a row that does not fail: the most under any name of the run.
func (c comparison) compare(t *theorem.Theorem, r run.Run) float64 {
	gain := math.Inf(-1)
	for _, as := range named(t, r) {
		if p, ok := c.proof(t, as); ok {
			gain = max(gain, c.compareProof(p, r))
		}
	}
	return gain
}

// named is a run under its own name and the others under which a row is asked about it.
func named(t *theorem.Theorem, r run.Run) []run.Run {
	runs := []run.Run{r}
	for _, name := range t.OtherNames(r) {
		runs = append(runs, name.Run)
	}
	return runs
}

// compareProof sets what a row proves of the run against composition.
func (c comparison) compareProof(p claim.Proof, r run.Run) float64 {
	against := c.composition(r)
	if p.Delta != nil && !c.sketch && !c.question.Renyi() {
		return c.compareAt(p, r, min(against.renyi, against.direct()))
	}
	hidden := math.Inf(1)
	switch {
	case !c.sketch:
		if s, err := p.At(c.question); err == nil {
			hidden = s.Epsilon
		}
	case p.Curve != nil:
		hidden = p.Curve(against.order)
	}
	least := against.renyi
	if hidden < least*(1-clearlyBelow) {
		least = against.direct()
	}
	switch {
	case math.IsInf(hidden, 1) || math.IsNaN(hidden):
		return math.Inf(-1)
	case !c.sketch && (c.below.refutes(r, c.question, hidden, true) || c.below.refutes(r, c.question, least, true)):
		return math.Inf(-1)
	case hidden == least: // 0 and 0, too
		return 0
	}
	return math.Log(least / hidden)
}

// compareAt is gain for a row that bounds δ at composition's ε: about what it would be
// in ε, above 0 where the row is below by a margin.
func (c comparison) compareAt(p claim.Proof, r run.Run, composed float64) float64 {
	if math.IsInf(composed, 1) || composed == 0 || c.below.refutes(r, c.question, composed, true) {
		return math.Inf(-1)
	}
	delta := c.question.Delta
	found, err := p.Delta(composed*(1-2*surelyBelow), delta)
	if err != nil || !(found >= 0) { // not a number, too
		return math.Inf(-1)
	}
	lead := math.Log(delta/found) / -math.Log(delta) // +Inf where nothing is left of δ
	if lead < 0 {
		return lead // it does not have that ε, however small the margin makes what is missing
	}
	return lead + 2*surelyBelow
}

// helps reports whether any row that uses hidden state is surely below composition.
func (c comparison) helps(r run.Run) bool {
	for _, t := range c.rows(r) {
		if c.gain(t, r) > surelyBelow {
			return true
		}
	}
	return false
}

// rows are the valid upper bounds that use hidden state, those that take long for
// this run last.
func (c comparison) rows(r run.Run) []*theorem.Theorem {
	return slices.DeleteFunc(uppers(c.theorems, r, c.question), func(t *theorem.Theorem) bool { return !t.HiddenState })
}
