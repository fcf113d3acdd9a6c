package average

import (
	"math"
	"sort"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/work"
)

// A moments holds, for every distance on a grid, an upper bound on ln E e^{λR}, or an estimate if rough is set. With the best
// payments ln E e^{λR} is convex in the distance, so between nodes it is below the chord (average.md, section 3). Every bound
// is rounded up.
type moments struct {
	grid
	lambda   float64
	v, spare []float64 // logarithms
	terms    []term
	work     *work.Budget
	// rough ignores improbable numbers of uses, and cuts distances to the grid's top. That is accurate enough to choose
	// payments, any of which are valid.
	rough bool
}

// A term is one summand p·e^v of a mean over uses; lnp is ln p.
type term struct{ p, lnp, v float64 }

// negligible is the probability up to which a rough mean ignores a number of uses.
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

// chord interpolates v a fraction w of the way from node k to node k+1, rounded up.
func (m *moments) chord(k int, w float64) float64 {
	if w <= 0 || math.IsInf(m.v[k], 1) {
		return m.v[k]
	}
	return (m.v[k] + float64(w*(m.v[k+1]-m.v[k]))) * (1 + 8*errfloat.U)
}

// paying is like `at`, for a z above node k−1 that may lie beyond the grid. The excess is then paid at once, on top of a
// payment of at most `paid`. It also returns the node found, at which the next search can start.
func (m *moments) paying(k int, z, paid float64) (float64, int) {
	beyond := max(0, z-m.top())
	k, w := m.nearFrom(k, min(z, m.top()))
	return (m.chord(k, w) + m.lambda*beyond*(beyond+2*paid)) * (1 + 16*errfloat.U), k
}

// logMean returns at least ln(1 − q + qe^t), t ≥ 0.
func logMean(q, t float64) float64 {
	if t > large {
		return t
	}
	return errfloat.Log1p(q*errfloat.Expm1(t)) * (1 + 80*errfloat.U)
}

// large is the exponent above which e^x is kept as its logarithm.
const large = 600

// sum returns at least ln(Σ p·e^v + e^further). The probabilities sum to 1 and have a relative error of at most `off`. It adds
// p·(e^v − 1), so that a sum close to 1 is not lost to rounding.
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
				// The number N of uses may exceed the law's last point n. Each extra use is then paid for at its own step.
				// Alternatively V lies below the chord from n uses to a use at every step. κ is the smaller of the two
				// slopes. E[e^{κ(N−n)}; N > n] ≤ E[e^{t(N−n)}] for every t ≥ κ.
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

// choose plans a block's payments. For each distance it finds the best node to pay down to, which rises with the distance, so
// one pass serves all distances. It then refines the payment around that node by golden section.
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

// sections is the number of golden-section steps per payment.
const sections = 10

// planned returns payments chosen for the moment E e^{λR}, the logarithm of that moment (an upper bound only if rough is
// false), and the step at which the shifted run starts.
func (p SampledProgram) planned(lambda float64, g grid, blocks []block, rough bool) (w way, v float64, start int) {
	m := newMoments(lambda, p.ending(), g, p.Work, rough)
	v, start = p.leastStart(m, g, blocks, func(_ int, b block, grow float64) []float64 {
		w = append(w, m.choose(b, grow))
		return w[len(w)-1]
	})
	return w, v, start
}

// Renyi returns an upper bound on the Rényi divergence of order alpha:
//
//	ln(E e^{(α−1)D})/(α−1),
//
// where E is over the batches and D is the divergence of order alpha of Gaussians √R·k apart,
// k = s/σ. start is the step at which the shifted run starts. The bound is +Inf if none is known.
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

// Lengths has bounds for some numbers of steps, in rising order.
type Lengths struct {
	Steps  []float64
	Bounds []float64
}

// AtMost returns the bound for at most that many steps, +Inf if none is known.
func (l Lengths) AtMost(steps float64) float64 {
	i := sort.SearchFloat64s(l.Steps, steps)
	if i == len(l.Steps) {
		return math.Inf(1)
	}
	return l.Bounds[i]
}

// Alike returns upper bounds on the Rényi divergence of order alpha of runs that start alike, for some numbers of steps from
// 1 to p.T. Each holds for fewer steps, too, since more uses are never cheaper (average.md, section 3). k = s/σ.
func (p SampledProgram) Alike(k, alpha float64) (out Lengths) {
	blocks, _ := p.blocks()
	m := newMoments((alpha-1)*alpha/2*k*k*(1+1e-10), p.ending(), p.distances(true), p.Work, false)
	choose := func(_ int, b block, grow float64) []float64 { return m.choose(b, grow) }
	p.follow(m, m.grid, blocks, choose, func(steps float64) {
		v := m.at(0)
		if v != v {
			v = math.Inf(1)
		}
		out.Steps = append(out.Steps, steps)
		out.Bounds = append(out.Bounds, fewDigits(max(0, v)*(1+1e-9)/(alpha-1)))
	})
	return out
}
