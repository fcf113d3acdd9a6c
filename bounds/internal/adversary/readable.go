package adversary

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/work"
)

// Readable is a pair of runs whose number of uses can be read off their releases. Given that number, the releases are two
// Gaussians of variance 1, Distance·Step·number apart (random.md).
type Readable struct {
	Distance    float64
	Least, Most float64 // Step is between these
	Law         Law
	Work        *work.Budget // counts the work; nil for no limit
}

// Epsilon returns an ε such that the pair is not (ε', delta)-private for any ε' < ε: the mean of the Gaussians' profiles,
// bounded from below, is above delta there.
func (m Readable) Epsilon(delta float64) float64 {
	delta = interval.Decimal(delta).Up()
	law := m.Law.Grouped(finestCells)
	exceeds := func(epsilon float64) bool {
		const profile = 20 // units of work
		m.Work.Spend(profile * len(law.Atoms))
		sum := 0.0
		for _, a := range law.Atoms {
			mu := m.Distance * max(0, a.Least) * m.Least * (1 - 4*errfloat.U)
			sum += float64(a.Low * errfloat.LeastProfile(mu, epsilon))
		}
		return sum*(1-float64(len(law.Atoms)+2)*errfloat.U) > delta
	}
	if !exceeds(0) {
		return 0
	}
	// δ_μ(ε) ≤ exp(−(ε/μ − μ/2)²/2) for ε ≥ μ²/2.
	mu := m.Distance * law.Atoms[len(law.Atoms)-1].Least * m.Most
	_, log := errfloat.Log(1 / delta)
	most := mu * (mu/2 + math.Sqrt(2*log)) * (1 + 1e-9)
	lo, _ := scalar.Halve(0, most, 70, func(epsilon float64) bool { return !exceeds(epsilon) })
	return lo
}

// Renyi returns at most the Rényi divergence of order alpha between the runs, log E[e^{(α−1)αμ²/2}]/(α−1), less a bound on
// its rounding error.
func (m Readable) Renyi(alpha float64) float64 {
	m.Work.Spend(6 * len(m.Law.Atoms))
	top, terms := 0.0, make([]float64, len(m.Law.Atoms))
	for i, a := range m.Law.Atoms {
		mu := m.Distance * max(0, a.Least) * m.Least
		terms[i] = (alpha - 1) * alpha * mu * mu / 2
		top = max(top, terms[i])
	}
	if top < 1 { // Σ w(e^x − 1), which does not cancel
		sum := 0.0
		for i, a := range m.Law.Atoms {
			sum += a.Low * math.Expm1(terms[i])
		}
		return max(0, math.Log1p(sum)/(alpha-1)*(1-renyiError))
	}
	best := math.Inf(-1) // the largest term's logarithm, relative to which nothing overflows
	for i, a := range m.Law.Atoms {
		best = max(best, terms[i]+math.Log(a.Low))
	}
	sum := 0.0
	for i, a := range m.Law.Atoms {
		sum += math.Exp(terms[i] + math.Log(a.Low) - best)
	}
	return max(0, (best+math.Log(sum))/(alpha-1)*(1-renyiError))
}

// renyiError exceeds the relative rounding error of a Rényi divergence.
const renyiError = 1e-9
