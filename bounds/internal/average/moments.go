package average

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/work"
)

// moments follow ln E e^{λR} from every distance of a grid. With the best payments it is
// convex in the distance, so that between nodes it is below the chord (average.md, 3).
// Every number is rounded up where it is computed, and so at least what it stands for.
type moments struct {
	grid
	lambda   float64
	v, spare []float64 // logarithms
	terms    []term
	work     *work.Budget
	// rough leaves out what is too unlikely to plan payments for, and what is beyond the
	// grid: any payments are valid.
	rough bool
}

// A term is a part of a mean over uses: its probability, with the logarithm, and the
// logarithm of its value.
type term struct{ p, lnp, v float64 }

// negligible is a probability that is not planned for.
const negligible = 1e-30

func newMoments(lambda, ending float64, g grid, w *work.Budget, rough bool) *moments {
	m := &moments{grid: g, lambda: lambda, v: make([]float64, len(g)), spare: make([]float64, len(g)), work: w, rough: rough}
	for i, z := range g {
		m.v[i] = lambda * ending * z * z * (1 + 8*errfloat.U)
	}
	return m
}

func (m *moments) at(z float64) float64 {
	k, w := m.near(z)
	return m.chord(k, w)
}

// chord is on the way from node k to the next.
func (m *moments) chord(k int, w float64) float64 {
	if w <= 0 || math.IsInf(m.v[k], 1) {
		return m.v[k]
	}
	return (m.v[k] + float64(w*(m.v[k+1]-m.v[k]))) * (1 + 8*errfloat.U)
}

// paying is at for a distance above node k−1, with what is beyond the grid paid at once,
// next to a payment; and the node below it.
func (m *moments) paying(k int, z, paid float64) (float64, int) {
	beyond := max(0, z-m.top())
	k, w := m.nearFrom(k, min(z, m.top()))
	return (m.chord(k, w) + m.lambda*beyond*(beyond+2*paid)) * (1 + 16*errfloat.U), k
}

// logMean is at least ln(1 − q + qe^t), t ≥ 0.
func logMean(q, t float64) float64 {
	if t > large {
		return t
	}
	return errfloat.Log1p(q*errfloat.Expm1(t)) * (1 + 80*errfloat.U)
}

// large is an exponent above which e^x is told by its logarithm.
const large = 600

// sum is at least ln of the sum of the terms, whose probabilities add up to 1 and have the
// relative error off, and of e^further. 1 is left out of what is added, or a small mean
// would be lost in its rounding.
func (m *moments) sum(further, off float64) float64 {
	n := float64(len(m.terms) + 1)
	excess, top := n*errfloat.Tiny, math.Inf(-1)
	log := func(t term) float64 { return t.v*(1+4*errfloat.U) + t.lnp + 1e-12 }
	for _, t := range m.terms {
		if t.v <= large {
			excess += t.p * errfloat.Expm1(t.v)
		} else {
			top = max(top, log(t))
		}
	}
	if further <= large {
		excess += errfloat.Exp(further)
	}
	raise := 1 + off + (2*n+80)*errfloat.U
	if math.IsInf(top, -1) && further <= large {
		return errfloat.Log1p(excess*raise) * (1 + 32*errfloat.U)
	}
	if top = max(top, further); math.IsInf(top, 1) || top != top {
		return top
	}
	sum := errfloat.Exp(further-top) + (1+excess)*errfloat.Exp(-top) + n*errfloat.Tiny // times e^top
	for _, t := range m.terms {
		if t.v > large {
			sum += errfloat.Exp(log(t) - top)
		}
	}
	return (top + errfloat.Log1p(max(0, sum*raise-1))) * (1 + 32*errfloat.U)
}

func (m *moments) arrive(b block, grow, paid float64) {
	units := 0
	for i, from := range m.grid {
		m.terms = m.terms[:0]
		further, k, v := math.Inf(-1), 0, 0.0
		for n, c := range b.uses {
			z := onward(grow, from, c.n)
			if m.rough {
				if c.p > negligible {
					var w float64
					k, w = m.nearFrom(k, min(z, m.top()))
					m.terms = append(m.terms, term{c.p, c.ln, m.chord(k, w)})
					units += 3
				}
				continue
			}
			v, k = m.paying(k, z, paid)
			t := term{c.p, c.ln, v}
			if n == len(b.uses)-1 && b.more > 0 {
				// N uses beyond the law are each paid at their own step, or what they add is
				// below the chord to what all steps would add: E[e^{κ(N−n)}; N > n] ≤
				// E[e^{t(N−n)}] for every t ≥ κ.
				least := c.n / b.carry
				own := m.lambda * (1 + 2*paid + 2*max(0, z-m.top()))
				all, _ := m.paying(k, onward(grow, from, b.steps*b.carry*up), paid)
				chord := (all*up - t.v) / (b.steps - least)
				tilt := max(min(own, chord)*up, math.Log(least*(1-b.rate)/b.rate/(b.steps-least)))
				further = t.v + b.steps*logMean(b.rate, tilt) - tilt*least
				further += 1e-12 * (t.v + b.steps*logMean(b.rate, tilt) + tilt*least)
			}
			m.terms = append(m.terms, t)
			units += 3
		}
		m.spare[i] = m.sum(further, b.off)
	}
	m.work.Spend(units)
	m.v, m.spare = m.spare, m.v
}

func (m *moments) pay(b block, grow float64, plan []float64) {
	for i, z := range m.grid {
		A := b.payment(plan[i], grow*z, m.top())
		m.spare[i] = (m.lambda*A*A/b.width + m.at(max(0, (grow*z-A)*up))) * (1 + 16*errfloat.U)
	}
	m.work.Spend(4 * len(m.grid))
	m.v, m.spare = m.spare, m.v
}

// choose finds payments of a block: where the distance goes among the nodes, which is
// the farther the larger it was, and about there by golden section.
func (m *moments) choose(b block, grow float64) []float64 {
	plan := make([]float64, len(m.grid))
	cost := m.lambda / b.width
	k, tries := 0, 0
	for i, z := range m.grid {
		y := grow * z
		node := func(k int) float64 { return cost*(y-m.grid[k])*(y-m.grid[k]) + m.v[k] }
		best := node(k)
		for k+1 < len(m.grid) && m.grid[k+1] <= y {
			v := node(k + 1)
			if v > best {
				break
			}
			k, best = k+1, v
			tries++
		}
		to := m.grid[k]
		below := max(0, k-1)
		lo, hi := m.grid[below], min(y, m.grid[min(k+1, len(m.grid)-1)])
		value := func(x float64) float64 {
			v := cost*(y-x)*(y-x) + m.chord(m.nearFrom(below, x))
			if v < best {
				best, to = v, x
			}
			return v
		}
		scalar.Golden(lo, hi, sections, value)
		plan[i] = y - to
	}
	m.work.Spend(tries + (sections+4)*4*len(m.grid))
	return plan
}

// sections are those of the search for one payment.
const sections = 10

// planned are payments for a moment, the logarithm of that moment, if it is not rough,
// and the step at which the shifted run starts.
func (p SampledProgram) planned(lambda float64, g grid, blocks []block, rough bool) (w way, v float64, start int) {
	m := newMoments(lambda, p.ending(), g, p.Work, rough)
	v, start = p.follow(m, g, blocks, func(_ int, b block, grow float64) []float64 {
		w = append(w, m.choose(b, grow))
		return w[len(w)-1]
	})
	return w, v, start
}

// Renyi returns the mean over batches of the Rényi divergences of order alpha of
// Gaussians √R·k apart, k = s/σ, and the step at which the shifted run starts; +Inf where
// it is not known.
func (p SampledProgram) Renyi(k, alpha float64) (divergence float64, start int) {
	blocks, whole := p.blocks()
	if !whole && math.IsInf(p.Diameter, 1) {
		return math.Inf(1), 0
	}
	_, v, start := p.planned((alpha-1)*alpha/2*k*k*(1+1e-10), p.distances(true), blocks, false)
	if v != v || math.IsInf(v, 1) {
		return math.Inf(1), 0
	}
	return fewDigits(max(0, v) * (1 + 1e-9) / (alpha - 1)), start
}
