package extend

import (
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/typeset"
)

// write writes the sum over the segments of the worst place at an order.
func (c composedSegments) write(found claim.Bound) string {
	alpha := found.Alpha
	if !(alpha > 1) {
		alpha = proof.SomeOrder
	}
	cost := func(p piece) float64 {
		if p.curve != nil {
			return p.curve(alpha)
		}
		return p.at(alpha)
	}
	worst := c.placements[0]
	for _, p := range c.placements[1:] {
		if c.sum(p, cost) > c.sum(worst, cost) {
			worst = p
		}
	}
	text := fmt.Sprintf(`\varepsilon(%s) = %s`, typeset.Number(alpha), c.terms(worst, cost))
	if c.averaged() {
		less := "(" + typeset.Number(alpha) + " - 1)"
		text = fmt.Sprintf(`\varepsilon(%s) = \frac{1}{%s} \log \frac{1}{%d} \sum_j e^{%s \varepsilon_j}, \quad \max_j \varepsilon_j = %s`,
			typeset.Number(alpha), less, c.run.StepsPerEpoch(), less, c.terms(worst, cost))
	}
	return text + `, \quad ` + typeset.Answered(found)
}

// terms writes the sum of a cost over the segments of a placement.
func (c composedSegments) terms(p placement, cost func(piece) float64) string {
	const most = 4 // terms that are written out
	text, n := "", 0
	for _, s := range p.order {
		if n > 0 {
			text += " + "
		}
		if n++; n > most {
			return text + `\ldots`
		}
		text += fmt.Sprintf(`%d \cdot %s`, p.times[s], typeset.Number(cost(c.pieces[s])))
	}
	return text
}
