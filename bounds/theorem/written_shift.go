package theorem

import (
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/bounds/shift"
)

// window is "t=τ" and T−1 of an optimum.
func window(r run.Run, o Outcome) (from, to int) {
	if o.Optimum != nil {
		from = o.Optimum.Tau
	}
	return from, r.T - 1
}

// paidOff is a shift program at its optimum: the divergence is that of two
// Gaussians, and each is what a step pays, "a_t^2" or "(s+a_t)^2".
func paidOff(r run.Run, o Outcome, each string) string {
	if !o.ordered() {
		return ""
	}
	from, to := window(r, o)
	return costing(r, o, fmt.Sprintf(`\sum_{t=%d}^{%d} %s`, from, to, each))
}

// costing is α/(2σ²) times what a shift program pays, as a sum and as a number.
func costing(r run.Run, o Outcome, sum string) string {
	sigma := r.IterateNoise()
	unit := fmt.Sprintf(`\frac{\alpha}{2 \cdot %s}`, squared(sigma))
	return fmt.Sprintf(`\varepsilon(\alpha) = %s %s = %s \cdot %s`, unit, sum, unit, tex(2*o.Renyi/o.Alpha*sigma*sigma))
}

// writeShift is the shift program with its optimum, or its average over secret
// orders.
func writeShift(r run.Run, o Outcome) string {
	switch r.Scheme {
	case run.ShuffleOnce:
		return writeShuffled(r, o)
	case run.Reshuffle:
		return writeReshuffled(r, o)
	}
	text := paidOff(r, o, "a_t^2")
	if text == "" {
		return ""
	}
	if from, _ := window(r, o); linearSuffices(r) { // no other start than 0 and D is then ever needed
		start := 0.0
		if from > 0 {
			start = r.Diameter
		}
		text += fmt.Sprintf(`, \quad z_{%d} = %s`, from, tex(start))
	}
	return text + fmt.Sprintf(`, \quad z_{%d} = 0`, r.T)
}

// writeChienLi31 is Theorem 3.1 with its numbers: c, Δ_τ and what they add up to.
func writeChienLi31(r run.Run, o Outcome) string {
	if !o.ordered() {
		return ""
	}
	p := chienLi31Program(r)
	from, to := window(r, o)
	rest := ""
	if track := p.Distance(from); track > 0 {
		rest = fmt.Sprintf(` + \frac{%s}{\sum_{t=%d}^{%d} (1-\beta_t) \cdot %s^{-2(t - %d + 1)}}`, squared(track), from, to, base(1+p.Excess), from)
	}
	return costing(r, o, fmt.Sprintf(`\left( \sum_{t=%d}^{%d} \frac{%s}{\beta_t}%s \right)`, from, to, squared(r.Sensitivity()), rest))
}

// writeHolder is Theorems 3.7 and A.1 with their numbers.
func writeHolder(r run.Run, o Outcome) string {
	each := fmt.Sprintf(`\left(%s + a_t\right)^2`, tex(r.Sensitivity()))
	steps := ""
	if r.StepsPerEpoch() > 1 {
		each, steps = `(s_t + a_t)^2`, fmt.Sprintf(`, \quad s_t = %s \text{ or } 0`, tex(r.Sensitivity()))
	}
	text := paidOff(r, o, each)
	if text == "" {
		return ""
	}
	m := holderModulus(r, 1)
	if text += steps + `, \quad g(z) = z + ` + tex(m.Holder) + ` \cdot z`; m.Order < 1 {
		text += "^{" + tex(m.Order) + "}"
	}
	return text
}

// averagedOver is (1/B)Σ_{j=1}^B in LaTeX.
func averagedOver(b int) string { return fmt.Sprintf(`\frac{1}{%d} \sum_{j=1}^{%d}`, b, b) }

// writeShuffled is the average over the position of the differing example in one
// secret order: of δ at a given δ, of Rényi divergences at a given α.
func writeShuffled(r run.Run, o Outcome) string {
	if o.Optimum == nil || !o.found() {
		return ""
	}
	costs := between(o.Optimum.Least, "R_j", o.Optimum.Most)
	mean, sigma := averagedOver(r.StepsPerEpoch()), r.IterateNoise()
	if o.Direct {
		return fmt.Sprintf(`%s \delta_{\mu_j}(%s) \le %s, \quad \mu_j = \frac{\sqrt{R_j}}{%s}, \quad %s`,
			mean, tex(o.Epsilon), tex(o.Question.Delta), tex(sigma), costs)
	}
	if !o.ordered() {
		return ""
	}
	alpha, less := o.at()
	return fmt.Sprintf(`\varepsilon(%s) = \frac{1}{%s - 1} \log \left( %s \exp \frac{%s \cdot %s\, R_j}{2 \cdot %s} \right) = %s, \quad %s`,
		alpha, alpha, mean, less, alpha, squared(sigma), tex(o.Renyi), costs)
}

// writeReshuffled is the average over orders that change every epoch, under the
// distances that were chosen for the ends of epochs.
// writeAhead is the average over orders whose levels follow the positions.
func writeAhead(r run.Run, o Outcome, epochs int) string {
	b, sigma := r.StepsPerEpoch(), r.IterateNoise()
	alpha, less := o.at()
	all := fmt.Sprintf(`V_{%d}(0)`, epochs)
	if last := r.T % b; last != 0 { // the example may come up in the last epoch or not
		all = fmt.Sprintf(`\left( \frac{%d}{%d} V_{%d}(0) + \frac{%d}{%d} V_{%d}(0) \right)`, last, b, epochs, b-last, b, epochs-1)
	}
	each := fmt.Sprintf(`\exp \frac{%s \cdot %s\, \varphi(j; z, z')}{2 \cdot %s}`, less, alpha, squared(sigma))
	follows := `\min_{z'} ` + each + ` \cdot \operatorname{mean}_{j'} V_{e-1}(z', j')`
	if b <= shift.LookingAhead {
		follows = `\operatorname{mean}_{j'} \min_{z'} ` + each + ` \cdot V_{e-1}(z', j')`
	}
	return fmt.Sprintf(`\varepsilon(%s) \le \frac{1}{%s - 1} \log %s = %s, \quad V_e(z, j) = %s, \quad V_e(z) = \operatorname{mean}_j V_e(z, j), \quad %s`,
		alpha, alpha, all, tex(o.Renyi), follows, between(o.Optimum.Least, `\varphi(j; 0, 0)`, o.Optimum.Most))
}

func writeReshuffled(r run.Run, o Outcome) string {
	if o.Optimum == nil || !o.found() {
		return ""
	}
	b, epochs, sigma := r.StepsPerEpoch(), visits(r), r.IterateNoise()
	if len(o.Optimum.Levels) == 0 && o.ordered() && !o.Direct {
		return writeAhead(r, o, epochs)
	}
	chosen := fmt.Sprintf(`\quad Z = \left(%s\right), \quad %s`, listed(o.Optimum.Levels), between(o.Optimum.Least, `\varphi`, o.Optimum.Most))
	if o.Direct {
		return fmt.Sprintf(`\mathbb{E}_j\, \delta_\mu(%s) \le %s, \quad \mu^2 = \frac{1}{%s} \sum_{e=1}^{%d} \varphi(j_e; Z_{e-1}, Z_e), %s`,
			tex(o.Epsilon), tex(o.Question.Delta), squared(sigma), epochs, chosen)
	}
	if !o.ordered() {
		return ""
	}
	alpha, less := o.at()
	each := fmt.Sprintf(`\exp \frac{%s \cdot %s\, \varphi(j; Z_{e-1}, Z_e)}{2 \cdot %s}`, less, alpha, squared(sigma))
	if last := r.T % b; last != 0 { // the example may come up in the last epoch or not
		return fmt.Sprintf(`\varepsilon(%s) \le \frac{1}{%s - 1} \log \left( \frac{%d}{%d} M_{%d} + \frac{%d}{%d} M_{%d} \right) = %s, \quad M_E = \prod_{e=1}^{E} \operatorname{mean}_j \, %s, %s`,
			alpha, alpha, last, b, epochs, b-last, b, epochs-1, tex(o.Renyi), each, chosen)
	}
	return fmt.Sprintf(`\varepsilon(%s) \le \sum_{e=1}^{%d} \frac{1}{%s - 1} \log \left( %s %s \right) = %s, %s`,
		alpha, epochs, alpha, averagedOver(b), each, tex(o.Renyi), chosen)
}

// writeSampledShift is the program of sampled batches with the run's constants
// and the optimum found, or the shift program of the worst batches.
func writeSampledShift(r run.Run, o Outcome) string {
	if !o.ordered() {
		return ""
	}
	if o.Optimum != nil && o.Optimum.Factor != nil {
		return writeForgetful(r, o, *o.Optimum.Factor) + o.direct()
	}
	if o.Optimum != nil && o.Optimum.P != 0 { // of the worst batches
		return paidOff(r, o, "a_t^2")
	}
	return sampledProgram(r, o, `S^*`, `\sqrt{\beta_t}`, sampledStep(r).u) + o.direct()
}

// sampledProgram is Σ S_α(q, share·u) + αa²/(2σ²(1−β)) with its value.
func sampledProgram(r run.Run, o Outcome, divergence, share string, u float64) string {
	from, to := window(r, o)
	alpha, _ := o.at()
	text := fmt.Sprintf(`\varepsilon(%s) = \sum_{t=%d}^{%d} \left( %s_{%s}\!\left(\frac{%d}{%d},\, %s \cdot %s\right) + \frac{%s\, a_t^2}{2 \cdot %s (1-\beta_t)} \right) = %s`,
		alpha, from, to, divergence, alpha, r.B, r.N, share, tex(u), alpha, squared(r.IterateNoise()), tex(o.Renyi))
	if o.Optimum == nil {
		return text
	}
	switch betas := o.Optimum.Betas; {
	case len(betas) > 0:
		least, most := math.Inf(1), 0.0
		for _, b := range betas {
			least, most = math.Min(least, b), math.Max(most, b)
		}
		text += `, \quad ` + between(least, `\beta_t`, most)
	case o.Optimum.Beta > 0:
		text += `, \quad \beta_t = ` + tex(o.Optimum.Beta)
	}
	return text
}

// windowOf is the optimum of a window from tau on.
func windowOf(r run.Run, tau int) *claim.Optimum { return &claim.Optimum{Tau: tau, Window: r.T - tau} }
