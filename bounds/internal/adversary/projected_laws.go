package adversary

import (
	"math"

	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/work"
)

// Laws are the final laws of a pair of runs. They are an estimate, because the error of their quadrature is not bounded;
// Difference returns the change when its nodes are halved.
type Laws struct {
	Nodes int
	fine  pair // on Nodes nodes
	half  pair // on half as many
}

// pair holds the laws of the two runs before and after the last step.
type pair struct {
	chain
	work    *work.Budget
	parts   [2][]part
	after   [2][]float64
	reached *memo.Of[end, float64] // the probabilities of the ends computed so far
}

// Counted returns the same laws, with their work charged to w.
func (l Laws) Counted(w *work.Budget) Laws {
	l.fine.work, l.half.work = w, w
	return l
}

// reach returns the probability of {W ≥ y}, or of {W ≤ y} for sign −1, under one of the final laws.
func (p pair) reach(which int, y, sign float64) float64 {
	p.work.Spend(nodeUnits * p.size() * len(p.parts[which])) // charged even if the memo knows the probability
	return p.reached.Get(end{which, y, sign}, func() float64 {
		total := 0.0
		for _, part := range p.parts[which] {
			total += p.tail(part.before, part.last, y, sign)
		}
		return total
	})
}

// Renyi returns the larger Rényi divergence of order alpha between the two
// laws, reduced by the estimated error of the quadrature.
func (l Laws) Renyi(alpha float64) float64 {
	return cautious(l.fine.renyi(alpha), l.half.renyi(alpha))
}

// Epsilon returns the largest ε found for which a one-sided event {W ≥ y} or {W ≤ y} shows that the pair is not (ε',
// δ)-private for any ε' < ε, reduced by the estimated error of the quadrature. It returns 0 if that is clearly not above
// `least`.
func (l Laws) Epsilon(delta, least float64) float64 {
	fine := l.fine.epsilon(delta, least)
	if fine <= least {
		return 0
	}
	return cautious(fine, l.half.epsilon(delta, 0))
}

// EpsilonWithNormals returns the ε at delta of the product of the pair with N(0, 1) against N(mu, 1), from the full δ(ε) on
// the nodes, reduced by the estimated error of the quadrature. (The two Rényi divergences simply add up.)
func (l Laws) EpsilonWithNormals(mu, delta float64) float64 {
	return cautious(l.fine.epsilonWithNormals(mu, delta), l.half.epsilonWithNormals(mu, delta))
}

// Difference returns the relative change of the divergence of order alpha when half of the nodes are used.
func (l Laws) Difference(alpha float64) float64 {
	fine := l.fine.renyi(alpha)
	return math.Abs(fine-l.half.renyi(alpha)) / fine
}

// cautious returns the finer value less its difference from the coarser one, and less a little for rounding; 0 if the result
// is negative or NaN.
func cautious(fine, coarse float64) float64 {
	// Probabilities have some fifteen digits, so two equal laws may seem to differ relatively by 10⁻¹² or
	// less, and their divergence to be the square of that.
	const rounding = 1e-24
	v := fine*(1-1e-9) - math.Abs(fine-coarse)
	if !(v > rounding) {
		return 0
	}
	return v
}

func (p pair) renyi(alpha float64) float64 {
	p.work.Spend(6 * nodeUnits * p.size())
	return max(divergence(p.after[0], p.after[1], alpha), divergence(p.after[1], p.after[0], alpha))
}

// divergence returns log(1 + Σ q·(r^α − 1 − α(r−1)))/(α−1) with r = p/q. Every term is non-negative, and the masses need not
// sum to 1 to the last digit.
func divergence(p, q []float64, alpha float64) float64 {
	top := math.Inf(-1)
	for i := range p {
		if p[i] > 0 && q[i] > 0 {
			top = max(top, math.Log(q[i])+alpha*(math.Log(p[i])-math.Log(q[i])))
		}
	}
	if top > 300 { // r^α dominates, and overflows
		sum := 0.0
		for i := range p {
			if p[i] > 0 && q[i] > 0 {
				sum += math.Exp(math.Log(q[i]) + alpha*(math.Log(p[i])-math.Log(q[i])) - top)
			}
		}
		return (top + math.Log(sum)) / (alpha - 1)
	}
	sum := 0.0
	for i := range p {
		if p[i] > 0 && q[i] > 0 {
			y := math.Log1p((p[i] - q[i]) / q[i])
			sum += max(0, q[i]*(math.Expm1(alpha*y)-alpha*math.Expm1(y)))
		}
	}
	return math.Log1p(sum) / (alpha - 1)
}

// same returns a probability unchanged: the errors of an estimate are not known.
func same(p float64) float64 { return p }

func (p pair) epsilon(delta, least float64) float64 {
	return ends{p}.epsilon(delta, least, same, same)
}

func (p pair) epsilonWithNormals(mu, delta float64) float64 {
	return p.solveWithNormals(p.after, mu, delta, 0, same, same)
}

// solveWithNormals solves δ(ε) = δ for the product of two laws with two normal ones, in each direction. In the sum p =
// low(mass of the first law) and q = high(mass of the second), so the sum errs downward; doubt bounds the relative error of
// each of its terms:
//
//	δ(ε) = Σ max(0, (1−doubt)·p·Φ(μ/2 + (log r − ε)/μ) − e^ε·q·Φ(−μ/2 + (log r − ε)/μ)),   r = p/q.
func (p pair) solveWithNormals(laws [2][]float64, mu, delta, doubt float64, low, high func(float64) float64) float64 {
	best := 0.0
	for which, masses := range laws {
		first, second, losses := make([]float64, len(masses)), make([]float64, len(masses)), make([]float64, len(masses))
		for i, mass := range masses {
			first[i], second[i] = low(mass), high(laws[1-which][i])
			losses[i] = math.Log(first[i] / second[i])
		}
		exceeds := func(epsilon float64) bool {
			p.work.Spend(2 * nodeUnits * len(first))
			sum, gamma := -delta, math.Exp(epsilon)
			for i, mass := range first {
				if mass > 0 && second[i] > 0 {
					z := (losses[i] - epsilon) / mu
					mine, theirs := mass*upperTail(-mu/2-z), gamma*second[i]*upperTail(mu/2-z)
					sum += max(0, mine-theirs-doubt*mine)
				}
			}
			return sum > doubt*delta
		}
		best = lastWhere(best, exceeds)
	}
	return best
}

// lastWhere returns a point from lo on at which the condition holds, close to the largest; lo if it does not hold
// there. It stops doubling at 600, because e^ε overflows soon after.
func lastWhere(lo float64, holds func(epsilon float64) bool) float64 {
	if !holds(lo) {
		return lo
	}
	hi := lo + 1
	for holds(hi) && hi < 600 {
		lo, hi = hi, 2*hi
	}
	lo, _ = scalar.Halve(lo, hi, 40, func(epsilon float64) bool { return !holds(epsilon) })
	return lo
}
