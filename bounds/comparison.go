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

// clearlyBelow is the relative margin by which a report's answer must be below composition for the verdict that hidden state
// helps: rounding alone never makes a verdict.
const clearlyBelow = 1e-9

// surelyBelow is the wider margin for values that are not certified yet: certification rounds up in the tenth digit.
const surelyBelow = 1e-8

// comparison compares rows that use hidden state with composition, for one question.
type comparison struct {
	ctx      context.Context
	question claim.Question
	theorems []*theorem.Theorem // the available ones
	alive    func()             // called before every comparison: the caller may report that the engine still works
	// sketch says that only Rényi bounds are compared, at the one order whose bound gives composition its least ε. A sketch
	// only guides the search; no statement depends on it.
	sketch   bool
	composed map[comparedRun]*composedEpsilon
	below    *floor
}

// comparedRun is a run for which composition's ε is cached, for exact comparisons or for sketches.
type comparedRun struct {
	run    run.Run
	sketch bool
}

// againstComposition returns a comparison of the theorems with composition. It ignores a value that is below the floor
// of any theorem in all.
func againstComposition(ctx context.Context, q claim.Question, theorems, all []*theorem.Theorem, alive func()) comparison {
	return comparison{ctx: ctx, question: q, theorems: theorems, alive: alive, composed: map[comparedRun]*composedEpsilon{},
		below: newFloor(ctx, all)}
}

// sketched returns the same comparison as a sketch.
func (c comparison) sketched() comparison {
	c.sketch = true
	return c
}

// composedEpsilon is composition's ε in two stages. The Rényi bound is cheap; the bound at δ itself is
// computed only if the Rényi bound leaves the comparison open.
type composedEpsilon struct {
	order  float64        // the order at which a sketch compares
	renyi  float64        // ε by the Rényi bound alone; in a sketch ε(order)
	direct func() float64 // the least ε by either bound
}

func (c comparison) composition(r run.Run) *composedEpsilon {
	of := comparedRun{r, c.sketch}
	if known, ok := c.composed[of]; ok {
		return known
	}
	e := &composedEpsilon{order: c.question.Alpha, renyi: math.Inf(1)}
	e.direct = func() float64 { return e.renyi }
	c.composed[of] = e
	for _, t := range []*theorem.Theorem{composition.Composition, composition.Shuffled} {
		for _, as := range sameRuns(t, r) {
			_ = work.Alone(func() { c.compose(e, t, as) }) // if this panics, e stays as it was
		}
	}
	return e
}

// compose lowers e to ε by a row that composes, for a run that stands for the compared one (see sameRuns). It
// computes the Rényi bound, and leaves the bound at δ to e.direct.
func (c comparison) compose(e *composedEpsilon, t *theorem.Theorem, r run.Run) {
	p, ok := c.proof(t, r)
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
		_ = work.Alone(func() { // if this panics, the Rényi bound remains
			if s, err := p.At(c.question); err == nil {
				least = min(least, s.Epsilon)
			}
		})
		return least
	})
}

// proof returns the theorem's proof for the run; ok is false if the theorem does not apply or fails.
func (c comparison) proof(t *theorem.Theorem, r run.Run) (claim.Proof, bool) {
	if c.ctx.Err() != nil || !theorem.Applies(t.Hypotheses(r, c.question)) {
		return claim.Proof{}, false
	}
	p, err := t.Prove(work.With(c.ctx, work.NewBudget(rowWork, work.From(c.ctx))), r)
	return p, err == nil
}

// gain returns log(composition/row): above 0 if the row is below composition, −Inf if the row does not apply or fails.
func (c comparison) gain(t *theorem.Theorem, r run.Run) float64 {
	c.alive()
	gain := math.Inf(-1)
	if err := work.Alone(func() { gain = c.compare(t, r) }); err != nil {
		gain = math.Inf(-1)
	}
	work.From(c.ctx).Spend(gainUnits) // outside Alone, so that it ends the whole search once the budget is spent
	return gain
}

// gainUnits is the work of one comparison, in units of package work, besides the work that its rows count.
const gainUnits = 5000

// compare is gain without a guard against panics: the largest gain for any of sameRuns.
func (c comparison) compare(t *theorem.Theorem, r run.Run) float64 {
	gain := math.Inf(-1)
	for _, as := range sameRuns(t, r) {
		if p, ok := c.proof(t, as); ok {
			gain = max(gain, c.compareProof(p, r))
		}
	}
	return gain
}

// sameRuns returns the run itself and the runs whose bounds by the theorem hold for it too (theorem.Name).
func sameRuns(t *theorem.Theorem, r run.Run) []run.Run {
	runs := []run.Run{r}
	for _, name := range t.OtherNames(r) {
		runs = append(runs, name.Run)
	}
	return runs
}

// compareProof returns the gain of a row from its proof.
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
	case hidden == least: // also if both are 0
		return 0
	}
	return math.Log(least / hidden)
}

// compareAt is the gain of a row that bounds δ at a given ε. It asks for the row's δ at an ε just below composition's and
// returns log(δ/found)/log(1/δ) in place of log(composition/row). The result exceeds surelyBelow exactly if the row's δ is
// at most the question's.
func (c comparison) compareAt(p claim.Proof, r run.Run, composed float64) float64 {
	if math.IsInf(composed, 1) || composed == 0 || c.below.refutes(r, c.question, composed, true) {
		return math.Inf(-1)
	}
	const margin = 2 * surelyBelow // so that a row that is below by this margin has a gain above surelyBelow
	delta := c.question.Delta
	found, err := p.Delta(composed*(1-margin), delta)
	if err != nil || !(found >= 0) { // also if it is NaN
		return math.Inf(-1)
	}
	lead := math.Log(delta/found) / -math.Log(delta) // +Inf if found is 0
	if lead < 0 {
		return lead // the row's ε is above; adding the margin could make a small lead positive
	}
	return lead + margin
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

// rows returns the theorems that give valid upper bounds by hidden state, those that are slow for this run last.
func (c comparison) rows(r run.Run) []*theorem.Theorem {
	return slices.DeleteFunc(uppers(c.theorems, r, c.question), func(t *theorem.Theorem) bool { return !t.HiddenState })
}
