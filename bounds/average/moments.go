package average

import (
	"math"

	"lastiterate/bounds/work"
)

// moments follow ln E e^{λR} from every distance of a grid.
type moments struct {
	grid
	lambda   float64
	v, spare []float64 // logarithms
	rise     []float64 // e^{v_{k+1} − v_k} − 1
	terms    []term
	work     *work.Budget
	// planning leaves out what is too unlikely to plan for: any payments are valid.
	planning bool
}

// A term is a part of a mean over uses: its probability, with the logarithm, and the
// logarithm of its value, which lies between those of nodes k and k+1 plus ln.
type term struct {
	p, lnp float64
	k      int
	w, ln  float64
}

const (
	// negligible is a probability that is not planned for.
	negligible = 1e-30
	// steep is a difference of logarithms beyond which the larger value tells.
	steep = 500
)

func newMoments(lambda float64, g grid, w *work.Budget, planning bool) *moments {
	m := &moments{grid: g, lambda: lambda, v: make([]float64, len(g)), spare: make([]float64, len(g)),
		rise: make([]float64, len(g)), work: w, planning: planning}
	for i, z := range g {
		m.v[i] = lambda * z * z
	}
	m.rises()
	return m
}

// rises finds out by how much the mean grows between nodes.
func (m *moments) rises() {
	for k := range len(m.v) - 1 {
		m.rise[k] = math.Expm1(math.Min(steep, m.v[k+1]-m.v[k]))
	}
}

// next makes what was found the mean.
func (m *moments) next() {
	m.v, m.spare = m.spare, m.v
	m.rises()
}

func (m *moments) at(z float64) float64 {
	k, w := m.near(z)
	return m.mixed(k, w)
}

// mixed is ln of the mean over two nodes.
func (m *moments) mixed(k int, w float64) float64 {
	switch {
	case w <= 0:
		return m.v[k]
	case m.v[k+1]-m.v[k] < steep:
		return m.v[k] + math.Log1p(w*m.rise[k])
	}
	return m.v[k+1] + math.Log(w) + 1e-200
}

// sum is ln of the sum of the terms, whose probabilities add up to 1, and of e^further.
func (m *moments) sum(further float64) float64 {
	top, largest := further, further
	for _, t := range m.terms {
		v := t.ln + m.v[t.k]
		if t.w > 0 {
			v = t.ln + m.v[t.k+1]
		}
		largest = math.Max(largest, v)
		top = math.Max(top, v+t.lnp)
	}
	switch {
	case largest < 1:
		// 1 is left out, or a small mean would be lost in its rounding.
		excess := math.Exp(further)
		for _, t := range m.terms {
			excess += t.p * math.Expm1(t.ln+m.mixed(t.k, t.w))
		}
		return math.Log1p(excess)
	case math.IsInf(top, 1) || top != top:
		return top
	}
	sum := math.Exp(further - top)
	for _, t := range m.terms {
		low := math.Exp(m.v[t.k] + t.ln + t.lnp - top)
		switch {
		case t.w <= 0:
			sum += low
		case m.v[t.k+1]-m.v[t.k] < steep:
			sum += low * (1 + t.w*m.rise[t.k])
		default:
			sum += low + t.w*math.Exp(m.v[t.k+1]+t.ln+t.lnp-top)
		}
	}
	return top + math.Log(sum)
}

func (m *moments) arrive(b block, grow, paid float64) {
	units := 0
	for i, from := range m.grid {
		m.terms = m.terms[:0]
		further := math.Inf(-1)
		for n, c := range b.uses {
			if m.planning && c.p < negligible {
				continue
			}
			z := grow*from + c.n
			k, w := m.near(math.Min(z, m.top()))
			t := term{p: c.p, lnp: c.ln, k: k, w: w}
			if !m.planning {
				beyond := math.Max(0, z-m.top())
				t.ln = m.lambda * beyond * (beyond + 2*paid)
				if n == len(b.uses)-1 && b.more > 0 {
					// Each use beyond the law is paid at its own step. E[e^{κ(N−n)}; N > n] ≤
					// E[e^{t(N−n)}] for every t ≥ κ.
					least := c.n / b.carry
					tilt := math.Max(m.lambda*(1+2*paid+2*beyond), math.Log(least*(1-b.rate)/b.rate/(b.steps-least)))
					further = m.mixed(k, w) + t.ln + b.steps*math.Log1p(b.rate*math.Expm1(tilt)) - tilt*least
				}
			}
			m.terms = append(m.terms, t)
			units += 3
		}
		m.spare[i] = m.sum(further)
	}
	m.work.Spend(units)
	m.next()
}

func (m *moments) pay(b block, grow float64, plan []float64) {
	for i, z := range m.grid {
		A := math.Min(plan[i], b.limit)
		m.spare[i] = m.lambda*A*A/b.width + m.at(math.Max(0, (grow*z-A)*up))
	}
	m.work.Spend(4 * len(m.grid))
	m.next()
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
		lo, hi := m.grid[max(0, k-1)], math.Min(y, m.grid[min(k+1, len(m.grid)-1)])
		value := func(x float64) float64 {
			v := cost*(y-x)*(y-x) + m.at(x)
			if v < best {
				best, to = v, x
			}
			return v
		}
		a, c := hi-golden*(hi-lo), lo+golden*(hi-lo)
		va, vc := value(a), value(c)
		for range sections {
			if va <= vc {
				hi, c, vc = c, a, va
				a = hi - golden*(hi-lo)
				va = value(a)
			} else {
				lo, a, va = a, c, vc
				c = lo + golden*(hi-lo)
				vc = value(c)
			}
		}
		plan[i] = y - to
	}
	m.work.Spend(tries + (sections+4)*4*len(m.grid))
	return plan
}

const (
	golden   = 0.618033988749895
	sections = 10
)

// planned are payments for a moment, and roughly the logarithm of that moment.
func (p Problem) planned(lambda float64, g grid, blocks []block) (w way, about float64) {
	m := newMoments(lambda, g, p.Work, true)
	about, _ = p.follow(m, g, blocks, func(_ int, b block, grow float64) []float64 {
		w = append(w, m.choose(b, grow))
		return w[len(w)-1]
	})
	return w, about
}

// Renyi returns the mean over batches of the Rényi divergences of order alpha of
// Gaussians √R·k apart, k = s/σ, and the step at which the shifted run starts; +Inf where
// it is not known.
func (p Problem) Renyi(k, alpha float64) (divergence float64, start int) {
	blocks, whole := p.blocks()
	if !whole && math.IsInf(p.Diameter, 1) {
		return math.Inf(1), 0
	}
	lambda, g := (alpha-1)*alpha/2*k*k*up, p.distances(true)
	w, _ := p.planned(lambda, g, blocks)
	v, start := p.follow(newMoments(lambda, g, p.Work, false), g, blocks, w.along)
	if v != v || math.IsInf(v, 1) {
		return math.Inf(1), 0
	}
	return fewDigits(math.Max(0, v) * (1 + 1e-9) / (alpha - 1)), start
}
