package theorem

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/memo"
	"lastiterate/bounds/modulus"
	"lastiterate/bounds/mutants"
	"lastiterate/bounds/renyi"
	"lastiterate/bounds/run"
	"lastiterate/bounds/upward"
	"lastiterate/bounds/work"
)

// FirstEpoch is for a secret order that has not come round once: T < B steps use the
// differing example with probability p = T/B only, and where they do not, the two runs are
// the same. With e = 1 + (γ−1)/p, ρ = γ/e, by advanced joint convexity
//
//	E_γ ≤ p·mean_j[(1−ρ)·E_e(μ_j(2ηC/b)) + ρ·E_e(μ_j(s))],
//
// μ_j(x)² = x²/(σ²Σ_{i≤r}c^{−2i}) after r = T−1−j more steps, and on a bounded domain
// what their noise contracts it to (firstepoch.md).
var FirstEpoch = &Theorem{
	ID:     "first-epoch",
	Name:   "Before the first epoch ends",
	Source: ours("the theorem on unfinished orders, bounds/theorem/firstepoch.md"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "A secret order of which only a part was walked: the differing example may not have been used at all, and nobody knows.",
	Formula: `E_\gamma \le \frac{T}{B} \cdot \frac{1}{T} \sum_{r=0}^{T-1} \left[ (1-\rho)\,E_e\!\left(\mu_r\!\left(\tfrac{2\eta C}{b}\right)\right) + \rho\,E_e(\mu_r(s)) \right], \quad ` +
		`e = 1 + (\gamma-1)\tfrac{B}{T}, \quad \rho = \tfrac{\gamma}{e}, \quad \mu_r(x)^2 = \frac{x^2}{\sigma^2 \sum_{i \le r} c^{-2i}}`,
	Symbols: "E_γ is δ at ε = ln γ, and E_e(μ) that of two Gaussians μ deviations apart; r counts the steps after the use of the differing example.",
	Slow:    always,
	Closed:  true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return []claim.Hypothesis{needScheme(r, run.ShuffleOnce, run.Reshuffle), needFixedSize(r), needBoundedContribution(r), needUnfinished(r)}
	},
	Prove: func(ctx context.Context, r run.Run) (claim.Guarantee, error) {
		u := newUnfinished(work.From(ctx), r)
		return claim.Guarantee{RDP: memo.Func(u.renyi), Epsilon: u.epsilon, Direct: true, GDP: noGDP, Gap: noGDP,
			Note: fmt.Sprintf("The order is assumed secret and uniformly random; its first %d of %d steps use the differing example with probability %s.",
				r.T, r.StepsPerEpoch(), short(u.p))}, nil
	},
	Write: func(r run.Run, o Outcome) string {
		if !o.found() {
			return ""
		}
		u := newUnfinished(nil, r)
		if o.Question.Renyi() {
			return fmt.Sprintf(`p = \frac{%d}{%d}, \quad \mu_0 = %s, \quad \mu_{%d} \le %s, \quad \varepsilon(%s) = %s`,
				r.T, r.StepsPerEpoch(), tex(u.near), r.T-1, tex(u.near*u.places[len(u.places)-1].left), tex(o.Question.Alpha), tex(o.Epsilon))
		}
		return fmt.Sprintf(`p = %s, \quad e = 1 + \left(e^{%s} - 1\right) \cdot \frac{%d}{%d} = %s, \quad \delta(%s) \le %s`,
			tex(u.p), tex(o.Epsilon), r.StepsPerEpoch(), r.T, tex(1+math.Expm1(o.Epsilon)/u.p), tex(o.Epsilon), tex(o.Question.Delta))
	},
}

// needUnfinished wants fewer steps than an epoch has.
func needUnfinished(r run.Run) claim.Hypothesis {
	return claim.Hypothesis{Name: "an unfinished epoch", Holds: r.T < r.StepsPerEpoch(),
		Needed: "T < n/b", Actual: fmt.Sprintf("T = %d, %d steps an epoch", r.T, r.StepsPerEpoch())}
}

// unfinished is a run that has not come round once. Shifts are over σ.
type unfinished struct {
	p         float64 // that the example was used
	far, near float64 // 2ηC/b, and s
	places    []placeOfUse
	work      *work.Budget
}

// placeOfUse is a group of places in the order, as many steps before the end as the last of
// them: its weight, the share of a shift that those leave, and how far apart their kernel
// takes any two points of the domain, +Inf where it says nothing.
type placeOfUse struct{ weight, left, apart float64 }

func newUnfinished(w *work.Budget, r run.Run) unfinished {
	sigma := r.IterateNoise()
	u := unfinished{p: float64(r.T) / float64(r.StepsPerEpoch()), far: 2 * r.Eta * r.Clip / float64(r.B) / sigma * (1 + upperMargin), near: r.Sensitivity() / sigma * (1 + upperMargin), work: w}
	if mutants.EarlyRate.On() {
		u.p /= 2
	}
	plain, linear := modulus.Of(r).Linear()
	for from := 0; from < r.T; {
		count := max(1, from/8)
		if from+count > r.T {
			count = r.T - from
		}
		place := placeOfUse{weight: float64(count) / float64(r.T) * (1 + upperMargin), left: 1, apart: math.Inf(1)}
		if linear {
			log := math.Log1p(plain.Excess)
			place.left = math.Exp(-logRootSum(-log, from+1)) * (1 + 1e-12)
			if r.Bounded() && from > 0 {
				// The shift from D to 0 without jumps: D²c^{2r}/Σ_{i<r}c^{2i}.
				place.apart = r.Diameter / sigma * math.Exp(log-logRootSum(-log, from)) * (1 + 1e-12)
			}
		}
		u.places = append(u.places, place)
		from += count
	}
	return u
}

// logRootSum is log √(Σ_{i<n} e^{2xi}).
func logRootSum(x float64, n int) float64 {
	switch {
	case math.IsInf(x, 1): // c = 0: only the last counts
		if n == 1 {
			return 0
		}
		return x
	case math.Abs(x)*float64(n) < 1e-12:
		return math.Log(float64(n)) / 2
	case x > 0:
		return x*float64(n-1) + (math.Log1p(-math.Exp(-2*x*float64(n)))-math.Log1p(-math.Exp(-2*x)))/2
	}
	return (math.Log(-math.Expm1(2*x*float64(n))) - math.Log(-math.Expm1(2*x))) / 2
}

// at is E_γ of both directions, from above, at ln e.
func (u unfinished) at(logE float64) float64 {
	excess := math.Expm1(logE) // e − 1
	rho := (1 + u.p*excess) / (1 + excess)
	if math.IsInf(excess, 1) {
		rho = u.p
	}
	const profile = 20 // units of work
	u.work.Spend(4 * profile * len(u.places))
	sum := 0.0
	far, near := upward.Profile(u.far, logE), upward.Profile(u.near, logE)
	for _, place := range u.places {
		sum += place.weight * ((1-rho)*place.after(u.far, far, logE, excess) + rho*place.after(u.near, near, logE, excess))
	}
	return math.Min(1, u.p*sum*(1+1e-12)+upward.Tiny)
}

// after is what is left of a shift whose profile is whole.
func (p placeOfUse) after(shift, whole, logE, excess float64) float64 {
	least := upward.Profile(shift*p.left, logE)
	if whole < least {
		least = whole
	}
	if !math.IsInf(p.apart, 1) && whole > 0 && !math.IsInf(excess/whole, 1) {
		least = math.Min(least, whole*upward.Profile(p.apart, math.Log1p(excess/whole)*(1-1e-14)))
	}
	return least
}

func (u unfinished) epsilon(delta float64) (float64, error) {
	gamma := func(logE float64) float64 { return math.Log1p(u.p*math.Expm1(logE)) * (1 + 1e-14) }
	logE, err := leastMeeting(func(logE float64) bool { return u.at(logE) <= delta }, 1e5)
	if err != nil || logE > 600 { // where e is no number, γ is at most e
		return logE, err
	}
	return gamma(logE), nil
}

// renyi integrates the profile, between points by chords, which are above it. Beyond the
// last point γ^{α−2}dγ ≤ p·e^{a}de, a = max(α−2, 0), and E_e ≤ Φ̄(ln e/μ − μ/2).
func (u unfinished) renyi(alpha float64) float64 {
	const points = 600
	mu, a := math.Max(u.far, u.near), math.Max(alpha-2, 0)+1
	reach := mu * (mu/2 + a*mu + 13)
	if reach > 650 {
		return math.Inf(1)
	}
	logGamma, h := make([]float64, 0, points+1), make([]float64, 0, points+1)
	for i := range points + 1 {
		// Closer together near 1, where tiny rates see γ.
		x := float64(i) / points
		logE := reach * x * (0.2 + 0.8*x)
		v := u.at(logE)
		if i > 0 {
			v = math.Min(v, h[i-1])
		}
		logGamma, h = append(logGamma, math.Log1p(u.p*math.Expm1(logE))), append(h, v)
	}
	t := reach/mu - mu/2
	tail := math.Log(alpha*(alpha-1)) + 2*math.Log(u.p) + math.Ln2 + math.Log(mu*math.Sqrt(2*math.Pi)) + a*(a+1)*mu*mu/2 - (t-a*mu)*(t-a*mu)/2
	e, err := renyi.FromProfile(alpha, logGamma, h, tail)
	if err != nil || math.IsNaN(e) {
		return math.Inf(1)
	}
	return e * (1 + 1e-10)
}
