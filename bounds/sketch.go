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
	composed, alpha := math.Inf(1), c.question.Alpha
	c.each(r, published, func(g claim.Guarantee) bool {
		switch {
		case g.RDP == nil:
		case c.question.Renyi():
			composed = math.Min(composed, g.RDP(alpha))
		default:
			if _, at := convert.EpsilonUpper(g.RDP, c.question.Delta); at.Epsilon < composed {
				composed, alpha = at.Epsilon, at.Alpha
			}
		}
		return true
	})
	if math.IsInf(composed, 1) {
		return math.Inf(-1)
	}
	hidden := math.Inf(1)
	for _, k := range []kind{quick, slow} {
		c.each(r, k, func(g claim.Guarantee) bool {
			if g.RDP != nil && !g.Direct { // which takes its time at an order, too
				hidden = math.Min(hidden, g.RDP(alpha))
			}
			return true
		})
	}
	switch {
	case math.IsInf(hidden, 1):
		return math.Inf(-1)
	case hidden == composed: // 0 and 0, too
		return 0
	}
	return math.Log(composed / hidden)
}

// A kind is what a comparison asks for at once.
type kind int

const (
	published kind = iota // rows that hold when every iterate is published
	quick                 // rows that use hidden state, by the time that they take
	slow
)

func (c comparison) kindOf(t *theorem.Theorem, r run.Run) kind {
	switch {
	case !t.HiddenState:
		return published
	case t.IsSlow(r, c.question):
		return slow
	}
	return quick
}

// each calls f with the guarantees of the valid upper bounds of a kind, as long
// as it wants more.
func (c comparison) each(r run.Run, k kind, f func(claim.Guarantee) (more bool)) {
	for _, t := range theorem.Catalog() {
		if t.Side != claim.Upper || t.Status != claim.Proved || c.kindOf(t, r) != k ||
			!theorem.Applies(t.Hypotheses(r, c.question)) {
			continue
		}
		if g, err := t.Prove(c.ctx, r); err == nil && !f(g) {
			return
		}
	}
}
