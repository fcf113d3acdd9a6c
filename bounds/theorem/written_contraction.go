package theorem

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/contraction"
	"lastiterate/bounds/run"
)

// stepsOf is a choice as an optimum, which counts steps: a block of k uses of the
// differing example and the way to the first, or with a tail from the first use on.
// Where the order changes every epoch a block is an epoch.
func stepsOf(r run.Run, c contraction.Choice) *claim.Optimum {
	o := &claim.Optimum{Beta: c.Beta, Block: c.Block, Tail: c.Tail}
	b := r.StepsPerEpoch()
	switch {
	case b == 1 || r.Scheme.Sampled():
	case c.Tail > 0:
		o.Block, o.Tail = 1+(c.Block-1)*b, c.Tail*b-1 // it ends before a use
	default:
		o.Block *= b
	}
	return o
}

// usesOf is stepsOf backwards.
func usesOf(r run.Run, o *claim.Optimum) contraction.Choice {
	c := contraction.Choice{Beta: o.Beta, Block: o.Block, Tail: o.Tail}
	b := r.StepsPerEpoch()
	switch {
	case b == 1 || r.Scheme.Sampled():
	case o.Tail > 0:
		c.Block, c.Tail = (o.Block-1)/b+1, (o.Tail+1)/b
	default:
		c.Block /= b
	}
	return c
}

// writeContraction is the coefficient of the block that was chosen, the map that
// it makes of R, and the value; composition where that is smaller, which has no
// block.
func writeContraction(r run.Run, o Outcome) string {
	if !o.ordered() {
		return ""
	}
	if o.Optimum == nil || o.Optimum.Block == 0 {
		return Composition.Write(r, o)
	}
	m := contractionProblem(context.Background(), r).Mixing(usesOf(r, o.Optimum))
	alpha, less := o.at()
	name, b := `\theta(\beta)`, r.StepsPerEpoch()
	switch {
	case r.Scheme == run.Reshuffle && b > 1:
		name = fmt.Sprintf(`\theta_{%d}(\beta)`, (r.T-1)%b+1)
	case o.Optimum.Block > 1:
		name = fmt.Sprintf(`\theta_{%d}(\beta)`, o.Optimum.Block)
	}
	coefficient := fmt.Sprintf(`\beta = %s, \quad %s = `, tex(o.Optimum.Beta), name)
	switch {
	case m.Mean:
		coefficient += fmt.Sprintf(`\mathbb{E}_a\left[\operatorname{erf}\left(\frac{m_a(%s)}{2\sqrt{2} \cdot %s}\right)\right] = `, tex(r.Diameter), tex(m.Deviation))
	case m.Mirrored && m.Last > 0:
		coefficient += fmt.Sprintf(`E\left[\operatorname{erf}\left(\frac{m(\rho_{%d})}{2\sqrt{2} \cdot %s}\right)\right] = `, m.Steps-1, tex(m.Last))
	case m.Mirrored:
		coefficient += fmt.Sprintf(`P\left(\rho_{%d} > 0\right) = `, m.Steps-1)
	case m.Deviation > 0: // else no noise is left to mix
		coefficient += fmt.Sprintf(`\operatorname{erf}\left(\frac{%s}{2\sqrt{2} \cdot %s}\right) = `, tex(m.Apart), tex(m.Deviation))
	}
	coefficient += tex(m.Theta)
	value := fmt.Sprintf(`\varepsilon(%s) = %s`, alpha, tex(o.Renyi))
	if r.Scheme == run.Reshuffle && b > 1 { // β is that of the run's last step
		return fmt.Sprintf(`%s, \quad R \leftarrow \frac{1}{%s - 1} \log \left( 1 + \frac{1}{%d} \sum_{j=1}^{%d} \theta_{%d-j} \left( e^{C_j} \left(1 + \theta_j(\beta_j) \left(e^{%s R} - 1\right)\right) - 1 \right) \right), \quad C_j = \frac{%s \cdot %s \cdot %s}{2 \beta_j \cdot %s}, \quad %s`,
			coefficient, alpha, b, b, b, less, less, alpha, squared(r.Sensitivity()), squared(r.IterateNoise()), value)
	}
	paid := fmt.Sprintf(`\frac{%s \cdot %s}{2 \cdot %s}`, alpha, squared(m.Shift), squared(r.IterateNoise()))
	if r.Scheme.Sampled() {
		p := contractionProblem(context.Background(), r)
		paid = writePrice(r, p.Cheapest(o.Alpha, o.Optimum.Beta), o, alpha, less)
	}
	text := fmt.Sprintf(`%s, \quad R \leftarrow %s + \frac{\log\left(1 + %s \left(e^{%s R} - 1\right)\right)}{%s - 1}`,
		coefficient, paid, tex(m.Theta), less, alpha)
	if r.Scheme == run.ShuffleOnce && b > 1 { // averaged over what follows the last use
		value = fmt.Sprintf(`\varepsilon(%s) = \frac{1}{%s - 1} \log \left( 1 + \frac{1}{%d} \sum_{j=0}^{%d} \theta_j \left(e^{%s R} - 1\right) \right) = %s`,
			alpha, alpha, b, b-1, less, tex(o.Renyi))
	}
	if rest := r.AfterLastUse(); rest > 0 {
		value = fmt.Sprintf(`\varepsilon(%s) = \frac{1}{%s - 1} \log \left( 1 + \theta_{%d} \left(e^{%s R} - 1\right) \right) = %s`,
			alpha, alpha, rest, less, tex(o.Renyi))
	}
	return text + `, \quad ` + value
}

// writeJoint is the cycle that was chosen, or the shift program or contraction
// alone where that is smaller.
func writeJoint(r run.Run, o Outcome) string {
	r = atWorst(r)
	if o.Optimum != nil && o.Optimum.Window > 0 {
		return writeShift(r, o)
	}
	return writeContraction(r, o)
}

// writeProfile is the curve's map with its two numbers, and the value.
func writeProfile(r run.Run, o Outcome) string {
	if !o.found() {
		return ""
	}
	value := fmt.Sprintf(`\delta(%s) \le %s`, tex(o.Epsilon), tex(o.Question.Delta))
	if o.ordered() {
		if e, _ := contractionProblem(context.Background(), r).Joint(o.Alpha); o.Renyi >= e*(1-1e-9) {
			return writeContraction(r, o) // the curve gained nothing on it
		}
		alpha, _ := o.at()
		value = fmt.Sprintf(`\varepsilon(%s) = %s`, alpha, tex(o.Epsilon))
	}
	p := contractionProblem(context.Background(), r)
	m := contraction.Mixing{Theta: 1}
	if o.Optimum != nil && o.Optimum.Block > 0 && o.Optimum.Beta < 1 {
		m = p.Mixing(usesOf(r, o.Optimum))
	}
	simple := m.Theta >= 1 // a Gaussian bound is smaller
	if rest := r.AfterLastUse(); rest > 0 {
		value = fmt.Sprintf(`h_{%d} = h\,\theta_{%d}\!\left(1 + \tfrac{\gamma-1}{h}\right), \quad %s`, r.T, rest, value)
		if simple {
			value = `h = \delta_\mu, \quad ` + value
		}
	}
	if simple {
		return writeSimple(r, p.Simple()) + `, \quad ` + value
	}
	jump := fmt.Sprintf(`\mathcal{N}\!\left(\frac{%s}{%s}\right)`, tex(m.Shift), tex(r.IterateNoise()))
	if r.Scheme.Sampled() {
		jump = fmt.Sprintf(`\mathcal{N}_{%s}\!\left(\frac{%s}{\sqrt{%s} \cdot %s}\right)`,
			tex(r.SamplingRate()), tex(m.Shift), tex(o.Optimum.Beta), tex(r.IterateNoise()))
	}
	if u := usesOf(r, o.Optimum); m.Mirrored && p.Curved(u) {
		return fmt.Sprintf(`\beta = %s, \quad \theta_{%d}(1) = %s, \quad \theta_{%d}(\gamma) = V_{%d}(%s, \log\gamma), \quad h \leftarrow \left[h\,\theta_{%d}\!\left(1 + \tfrac{\gamma-1}{h}\right)\right] \otimes %s, \quad %s`,
			tex(o.Optimum.Beta), m.Steps, tex(m.Theta), m.Steps, m.Steps, tex(r.Diameter), m.Steps, jump, value)
	}
	return fmt.Sprintf(`\beta = %s, \quad \mu = \frac{%s}{%s} = %s, \quad h \leftarrow \left[h\,\theta_\beta\!\left(1 + \tfrac{\gamma-1}{h}\right)\right] \otimes %s, \quad %s`,
		tex(o.Optimum.Beta), tex(m.Apart), tex(m.Deviation), tex(m.Apart/m.Deviation), jump, value)
}

// writeSimple is the μ of a Gaussian bound with the numbers that it comes from:
// composition, the last step, or the steps at the end.
func writeSimple(r run.Run, mu float64) string {
	near := func(x float64) bool { return math.Abs(mu/x-1) < 1e-9 }
	s, sigma, from := r.Sensitivity(), r.IterateNoise(), ""
	switch {
	case near(math.Sqrt(float64(visits(r))) * s / sigma):
		from = fmt.Sprintf(` = \frac{\sqrt{%d} \cdot %s}{%s}`, visits(r), tex(s), tex(sigma))
	case near(lastShift(r) / sigma):
		from = fmt.Sprintf(` = \frac{%s}{%s}`, tex(lastShift(r)), tex(sigma))
	}
	return fmt.Sprintf(`\mu%s = %s`, from, tex(mu))
}

// writePrice is what a sampled step pays, as a divergence of its own or by a bit that is
// known.
func writePrice(r run.Run, p contraction.Price, o Outcome, alpha, less string) string {
	q, noise := tex(r.SamplingRate()), tex(math.Sqrt(o.Optimum.Beta)*r.IterateNoise()/p.Length)
	switch p.Bits {
	case contraction.Displaced:
		return fmt.Sprintf(`S^{**}_{%s}\!\left(%s,\, %s\right)`, alpha, q, noise)
	case contraction.Joined:
		return fmt.Sprintf(`S_{%s}\!\left(%s,\, %s\right)`, alpha, q, noise)
	}
	return fmt.Sprintf(`\frac{1}{%s - 1} \log\left(1 + %s \left(e^{%s \cdot %s / \left(2 \cdot %s^2\right)} - 1\right)\right)`, alpha, q, less, alpha, noise)
}
