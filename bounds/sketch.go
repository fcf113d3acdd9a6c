package bounds

import (
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/convert"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// sketched is gain at the Rényi order at which composition converts best.
func (c comparison) sketched(r run.Run) float64 {
	published, alpha := math.Inf(1), c.question.Alpha
	c.each(r, false, func(g claim.Guarantee) {
		switch {
		case g.RDP == nil:
		case c.question.Renyi():
			published = math.Min(published, g.RDP(alpha))
		default:
			if _, at := convert.EpsilonUpper(g.RDP, c.question.Delta); at.Epsilon < published {
				published, alpha = at.Epsilon, at.Alpha
			}
		}
	})
	if math.IsInf(published, 1) {
		return math.Inf(-1)
	}
	hidden := math.Inf(1)
	c.each(r, true, func(g claim.Guarantee) {
		if g.RDP != nil {
			hidden = math.Min(hidden, g.RDP(alpha))
		}
	})
	switch {
	case math.IsInf(hidden, 1):
		return math.Inf(-1)
	case hidden == published: // 0 and 0, too
		return 0
	}
	return math.Log(published / hidden)
}

// each calls f with the guarantees of the valid upper bounds that use hidden
// state, or of those that do not.
func (c comparison) each(r run.Run, hiddenState bool, f func(claim.Guarantee)) {
	for _, t := range theorem.Catalog() {
		if t.Side != claim.Upper || t.Status != claim.Proved || t.HiddenState != hiddenState ||
			!theorem.Applies(t.Hypotheses(r, c.question)) {
			continue
		}
		if g, err := t.Prove(c.ctx, r); err == nil {
			f(g)
		}
	}
}
