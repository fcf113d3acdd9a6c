package ordered

import (
	"fmt"
	"math"
	"slices"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
)

// costs has the costs of the best and of the worst position of the differing example in a secret order, Σa², squared lengths;
// if the order changes every epoch, they are the costs of an epoch.
type costs struct{ least, most float64 }

func costsOf(shares []shift.Share) costs {
	c := costs{least: math.Inf(1)}
	for _, s := range shares {
		c.least, c.most = min(c.least, s.R), max(c.most, s.R)
	}
	return c
}

func (c costs) chosen() []claim.Choice {
	return []claim.Choice{claim.Chose("least", c.least), claim.Chose("most", c.most)}
}

// mostLevels is the largest number of times that an unchanged level is listed.
const mostLevels = 8

// explain lists the choices of the plan that gave an answer: the distances at the ends of its epochs, and the costs of an
// epoch.
func (p orderPlan) explain(found claim.Bound) ([]claim.Choice, string) {
	if !(found.Alpha > 1) {
		return nil, ""
	}
	r := p.of.run
	groups, _ := p.cases[0].best(found.Alpha, p.of.sigma)
	if slices.Contains(p.follows, true) && (found.Question.Renyi() || found.Direct()) { // there is no single choice of levels
		var c costs
		c.least, c.most = p.of.program.EpochRange()
		if p.mean {
			return c.chosen(), writeReshuffled(r, found, nil, c)
		}
		return c.chosen(), writeAhead(r, found, c)
	}
	var all []shift.Share
	var levels []float64
	for _, s := range groups {
		all = append(all, s.Shares...)
		if len(levels) == 0 {
			levels = append(levels, s.From)
		}
		for range min(s.Epochs, mostLevels) {
			levels = append(levels, s.To)
		}
	}
	if len(all) == 0 {
		return nil, ""
	}
	c := costsOf(all)
	return append(c.chosen(), claim.Chose("levels", levels...)), writeReshuffled(r, found, levels, c)
}

// writeAhead writes the average over orders whose levels follow the positions.
func writeAhead(r run.Run, found claim.Bound, c costs) string {
	b, epochs, sigma := r.StepsPerEpoch(), stepwise.Visits(r), r.IterateNoise()
	alpha, less := typeset.AtOrder(found)
	all := fmt.Sprintf(`V_{%d}(0)`, epochs)
	if last := r.Holding() % b; last != 0 { // the example may come up in the last epoch or not
		all = fmt.Sprintf(`\left( \frac{%d}{%d} V_{%d}(0) + \frac{%d}{%d} V_{%d}(0) \right)`, last, b, epochs, b-last, b, epochs-1)
	}
	each := fmt.Sprintf(`\exp \frac{%s \cdot %s\, \varphi(j; z, z')}{2 \cdot %s}`, less, alpha, typeset.Squared(sigma))
	follows := `\min_{z'} ` + each + ` \cdot \operatorname{mean}_{j'} V_{e-1}(z', j')`
	if b <= shift.MaxLookahead {
		follows = `\operatorname{mean}_{j'} \min_{z'} ` + each + ` \cdot V_{e-1}(z', j')`
	}
	return fmt.Sprintf(`\varepsilon(%s) \le \frac{1}{%s - 1} \log %s = %s, \quad V_e(z, j) = %s, `+
		`\quad V_e(z) = \operatorname{mean}_j V_e(z, j), \quad %s`,
		alpha, alpha, all, typeset.Number(found.Renyi), follows, typeset.Between(c.least, `\varphi(j; 0, 0)`, c.most))
}

// writeReshuffled writes the average over orders that change every epoch, under the chosen distances at the ends of epochs,
// or under distances that follow the positions.
func writeReshuffled(r run.Run, found claim.Bound, levels []float64, c costs) string {
	b, epochs, sigma := r.StepsPerEpoch(), stepwise.Visits(r), r.IterateNoise()
	chosen := fmt.Sprintf(`\quad Z = \left(%s\right), \quad %s`, typeset.Listed(levels), typeset.Between(c.least, `\varphi`, c.most))
	if levels == nil {
		chosen = `\quad Z_e = Z_e(j_1, j_2, \ldots), \quad ` + typeset.Between(c.least, `\varphi(j; 0, 0)`, c.most)
	}
	if found.Direct() {
		return fmt.Sprintf(`\mathbb{E}_j\, \delta_\mu(%s) \le %s, \quad \mu^2 = \frac{1}{%s} \sum_{e=1}^{%d} \varphi(j_e; Z_{e-1}, `+
			`Z_e), %s`,
			typeset.Number(found.Epsilon), typeset.Number(found.Question.Delta), typeset.Squared(sigma), epochs, chosen)
	}
	alpha, less := typeset.AtOrder(found)
	each := fmt.Sprintf(`\exp \frac{%s \cdot %s\, \varphi(j; Z_{e-1}, Z_e)}{2 \cdot %s}`, less, alpha, typeset.Squared(sigma))
	if last := r.Holding() % b; last != 0 { // the example may come up in the last epoch or not
		return fmt.Sprintf(`\varepsilon(%s) \le \frac{1}{%s - 1} \log \left( \frac{%d}{%d} M_{%d} + \frac{%d}{%d} M_{%d} \right) = %s, `+
			`\quad M_E = \prod_{e=1}^{E} \operatorname{mean}_j \, %s, %s`,
			alpha, alpha, last, b, epochs, b-last, b, epochs-1, typeset.Number(found.Renyi), each, chosen)
	}
	return fmt.Sprintf(`\varepsilon(%s) \le \sum_{e=1}^{%d} \frac{1}{%s - 1} \log \left( %s %s \right) = %s, %s`,
		alpha, epochs, alpha, typeset.AveragedOver(b), each, typeset.Number(found.Renyi), chosen)
}
