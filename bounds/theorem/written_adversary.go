package theorem

import (
	"fmt"
	"math"

	"lastiterate/bounds/adversary"
	"lastiterate/bounds/run"
)

// writeLinear is the distance of the two Gaussians of the run that was found to
// lose the most, and what it says about ε.
func writeLinear(r run.Run, o Outcome) string {
	if !surelyUsed(r) {
		return writeRandomLinear(r, o)
	}
	if o.Optimum == nil || o.Optimum.Factor == nil {
		return ""
	}
	l := adversary.Linear{}
	for _, p := range pushesOf(r) {
		other := adversary.Linear{Excess: math.Abs(*o.Optimum.Factor) - 1, Sensitivity: r.Sensitivity() / float64(p.part), Sigma: r.IterateNoise(),
			Diameter: r.Diameter, T: r.T, Period: p.period, Rest: r.AfterLastUse()}
		if l.T == 0 || other.Mu() > l.Mu() {
			l = other
		}
	}
	c, e := base(1+l.Excess), (r.T-1-l.Rest)/l.Period+1
	from := ""
	if l.Rest > 0 {
		from = fmt.Sprintf("%d + ", l.Rest)
	}
	text := fmt.Sprintf(`\mu^2 = \frac{\left(%s \sum_{e=0}^{%d} %s^{%s%d e}\right)^2}{%s \sum_{t=0}^{%d} %s^{2t}} = %s, \quad `,
		tex(l.Sensitivity), e-1, c, from, l.Period, squared(l.Sigma), r.T-1, c, tex(l.Mu()*l.Mu()))
	if l.Excess == 0 {
		text = fmt.Sprintf(`\mu^2 = \frac{\left(%d \cdot %s\right)^2}{%d \cdot %s} = %s, \quad `, e, tex(l.Sensitivity), r.T, squared(l.Sigma), tex(l.Mu()*l.Mu()))
	}
	switch {
	case o.Question.Renyi():
		return text + `\varepsilon(\alpha) \ge \frac{\alpha\,\mu^2}{2}`
	case r.Bounded():
		return text + fmt.Sprintf(`\delta(%s) \ge \delta_\mu(%s) - \left(1 + e^{%s}\right) \cdot %s`,
			tex(o.Epsilon), tex(o.Epsilon), tex(o.Epsilon), tex(l.ProjectionProbability()))
	}
	return text + fmt.Sprintf(`\delta(%s) \ge \delta_\mu(%s) = %s`, tex(o.Epsilon), tex(o.Epsilon), tex(o.Question.Delta))
}

// writeOnInterval is the step of the run that was found to lose the most, with the
// numbers of the differing example under both datasets, and how its loss is known.
func writeOnInterval(r run.Run, o Outcome, relation string) string {
	members, _ := projectedMembers(r)
	if o.Optimum != nil && o.Optimum.Factor != nil && o.Optimum.Member < len(members) {
		m := members[o.Optimum.Member]
		sigma := r.IterateNoise()
		half := tex(r.Diameter / 2)
		step := func(s adversary.Step) string {
			text, from := "W_t", "W_t"
			switch {
			case s.Centre < 0:
				from = `\left(W_t + ` + tex(-s.Centre*sigma) + `\right)`
			case s.Centre > 0:
				from = `\left(W_t - ` + tex(s.Centre*sigma) + `\right)`
			}
			switch {
			case s.Excess == 0:
			case s.Most > 0:
				text += fmt.Sprintf(` + \left[%s \cdot %s\right]_{\pm %s}`, tex(s.Excess), from, tex(s.Most*sigma))
			case s.Centre != 0:
				text += fmt.Sprintf(` + %s \cdot %s`, tex(s.Excess), from)
			default:
				text = tex(1+s.Excess) + ` \cdot W_t`
			}
			switch {
			case s.Shift < 0:
				return text + ` - ` + tex(-s.Shift*sigma)
			case s.Shift > 0:
				return text + ` + ` + tex(s.Shift*sigma)
			}
			return text
		}
		project := func(inside string) string {
			return fmt.Sprintf(`\Pi_{[-%s,\,%s]}\left[ %s + G_t \right]`, half, half, inside)
		}
		elsewhere := ""
		if m.pair.Order != adversary.Known || m.pair.Period > 1 {
			elsewhere = fmt.Sprintf(`\text{, and without the example } W_{t+1} = %s`, project(step(m.pair.Plain)))
		}
		loss := fmt.Sprintf(`\delta(%s) %s %s`, tex(o.Epsilon), relation, tex(o.Question.Delta))
		if o.ordered() {
			loss = fmt.Sprintf(`\varepsilon(%s) %s %s`, tex(o.Alpha), relation, tex(o.Renyi))
		}
		start := ""
		if m.beside > 0 {
			elsewhere += fmt.Sprintf(`\text{, and the last step pushes by } %s \text{ beside the interval}`, tex(m.beside*sigma))
		}
		if m.pair.Start != 0 {
			start = fmt.Sprintf(`W_0 = W'_0 = %s, \quad `, tex(float64(m.pair.Start)*r.Diameter/2))
		}
		return start + fmt.Sprintf(`W_{t+1} = %s, \quad W'_{t+1} = %s%s, \quad G_t \sim \mathcal{N}\left(0, %s\right), \quad t < %d, \quad %s`,
			project(step(m.pair.Visit[0])), project(step(m.pair.Visit[1])), elsewhere, squared(sigma), r.T, loss)
	}
	return ""
}
