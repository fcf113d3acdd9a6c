package bounds

import (
	"context"
	"math"
	"sort"
	"strconv"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// clearlyBelow is the relative margin by which a hidden-state row must beat
// composition to count: rounding alone never makes a verdict.
const clearlyBelow = 1e-9

// comparison sets the best hidden-state row against composition.
type comparison struct {
	ctx      context.Context
	question claim.Question
	// sketch compares at one order, the one that converts composition best: for
	// advice and for where to look, not for statements.
	sketch bool
}

// gain is log(composition/hidden) for the best valid rows of each kind: above 0
// where hidden state helps, −Inf where no hidden-state row applies, and at most
// 0 otherwise. Slow rows are asked only where the others do not help.
func (c comparison) gain(r run.Run) float64 {
	if c.sketch {
		return c.sketched(r)
	}
	hidden := c.best(r, quick, 0)
	published := c.best(r, published, hidden)
	if enough := published * (1 - clearlyBelow); hidden > enough {
		hidden = math.Min(hidden, c.best(r, slow, enough))
	}
	switch {
	case math.IsInf(hidden, 1):
		return math.Inf(-1)
	case hidden == published: // 0 and 0, too
		return 0
	}
	return math.Log(published / hidden)
}

// best is the smallest ε of the valid rows of a kind. It may stop at any value
// that is at most enough.
func (c comparison) best(r run.Run, k kind, enough float64) float64 {
	least := math.Inf(1)
	c.each(r, k, func(g claim.Guarantee) bool {
		// The Rényi part is cheap; privacy loss distributions are composed only
		// where it does not settle the matter.
		direct := g.Epsilon
		if k == published && g.RDP != nil {
			g.Epsilon = nil
		}
		if a := ask(g, c.question, claim.Upper); a.err == nil {
			least = math.Min(least, a.epsilon)
		}
		if direct != nil && g.Epsilon == nil && !c.question.Renyi() && least > enough {
			if e, err := direct(c.question.Delta); err == nil {
				least = math.Min(least, e)
			}
		}
		return !(least <= enough)
	})
	return least
}

func (c comparison) helps(r run.Run) bool { return c.gain(r) > clearlyBelow }

// verdict says whether hidden state helps, since when, and what would make it
// help.
func verdict(ctx context.Context, report Report) Verdict {
	r := report.Run
	if report.Published == nil {
		return Verdict{}
	}
	exact := comparison{ctx: ctx, question: report.Question}
	if gain := reportedGain(report); gain > clearlyBelow {
		return Verdict{Helps: true, BurnIn: exact.burnIn(r, gain)}
	}
	return Verdict{Changes: changes(exact, r)}
}

// reportedGain is comparison.gain from the rows already evaluated.
func reportedGain(report Report) float64 {
	hidden := math.Inf(1)
	for _, row := range report.Rows {
		if row.Applies && row.Theorem.HiddenState && row.Theorem.Side == claim.Upper && row.Theorem.Status == claim.Proved {
			hidden = math.Min(hidden, row.Epsilon)
		}
	}
	if hidden == report.Published.Epsilon {
		return 0
	}
	return math.Log(report.Published.Epsilon / hidden)
}

// changes lists single changes of the run that would make hidden state help:
// more iterations, a smaller domain, a strongly convex loss. In sampled runs they
// are looked for with a sketch and then tried exactly.
func changes(c comparison, r run.Run) []Change {
	sketch := c
	sketch.sketch = r.Scheme == run.WithoutReplacement
	var out []Change
	add := func(field string, changed run.Run) {
		out = append(out, Change{Field: field, Value: changed.Get(field)})
	}
	if longer, ok := helpfulLength(sketch, r); ok {
		for range adjustments {
			if c.helps(longer) {
				add("T", longer)
				break
			}
			longer.T = min(2*longer.T, maxAdvisedT)
		}
	}
	if smaller, ok := helpfulDiameter(sketch, r); ok {
		for range adjustments {
			if c.helps(smaller) {
				add("diameter", smaller)
				break
			}
			smaller.Diameter = twoDigits(smaller.Diameter / 2)
		}
	}
	if r.Loss != run.StronglyConvex && r.Clipping != run.ClippingActive {
		curved := r
		curved.Loss = run.StronglyConvex
		if curved.Validate() == nil && c.helps(curved) {
			add("loss", curved)
		}
	}
	return out
}

// adjustments is how often a change that only the sketch approved of is
// doubled before it is given up.
const adjustments = 4

// helpfulLength is the least number of iterations above r.T at which hidden
// state helps.
func helpfulLength(c comparison, r run.Run) (run.Run, bool) {
	longer := r
	longer.T = maxAdvisedT
	if r.T >= maxAdvisedT || !c.helps(longer) {
		return r, false
	}
	longer.T = r.T + 1 + sort.Search(maxAdvisedT-r.T-1, func(i int) bool {
		longer.T = r.T + 1 + i
		return c.helps(longer)
	})
	return longer, true
}

// maxAdvisedT is the longest run that is worth advising.
const maxAdvisedT = 1e9

// helpfulDiameter is, to two digits, the largest diameter below r's at which
// hidden state helps.
func helpfulDiameter(c comparison, r run.Run) (run.Run, bool) {
	smaller := r
	helpsAt := func(logD float64) bool {
		smaller.Diameter = twoDigits(math.Pow(10, logD))
		return smaller.Diameter < r.Diameter && smaller.Validate() == nil && c.helps(smaller)
	}
	lo, hi := math.Log10(r.Sensitivity())-4, math.Log10(math.Min(r.Diameter, run.MaxMagnitude))
	if !(lo < hi) || !helpsAt(lo) {
		return r, false
	}
	for hi-lo > 0.01 {
		if mid := (lo + hi) / 2; helpsAt(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	smaller.Diameter = twoDigits(math.Pow(10, lo))
	return smaller, true
}

func twoDigits(x float64) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 1, 64), 64)
	if err != nil {
		return x
	}
	return y
}
