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
	work     *work.Budget
	// planning leaves out what is too unlikely to plan for: any payments are valid.
	planning bool
}

// negligible is a probability that is not planned for.
const negligible = 1e-30

func newMoments(lambda float64, g grid, w *work.Budget, planning bool) *moments {
	m := &moments{grid: g, lambda: lambda, v: make([]float64, len(g)), spare: make([]float64, len(g)), work: w, planning: planning}
	for i, z := range g {
		m.v[i] = lambda * z * z
	}
	return m
}

func (m *moments) at(z float64) float64 {
	k, w := m.near(z)
	return m.mixed(k, w)
}

// mixed is ln of the mean over two nodes.
func (m *moments) mixed(k int, w float64) float64 {
	if w <= 0 {
		return m.v[k]
	}
	low, high := m.v[k], m.v[k+1]
	if d := high - low; d < 500 {
		return low + math.Log1p(w*math.Expm1(d))
	}
	return high + math.Log(w) + 1e-200
}

func (m *moments) arrive(b block, grow, paid float64) {
	units := 0
	for i, from := range m.grid {
		top, sum := math.Inf(-1), 0.0
		add := func(ln float64) {
			if ln > top {
				sum, top = sum*math.Exp(top-ln), ln
			}
			sum += math.Exp(ln - top)
		}
		for n, c := range b.uses {
			if m.planning && c.p < negligible {
				continue
			}
			z := grow*from + c.n
			v := m.at(math.Min(z, m.top()))
			if !m.planning {
				beyond := math.Max(0, z-m.top())
				v += m.lambda * beyond * (beyond + 2*paid)
				if n == len(b.uses)-1 && b.more > 0 {
					// Each use beyond the law is paid at its own step. E[e^{κ(N−n)}; N > n] ≤
					// E[e^{t(N−n)}] for every t ≥ κ.
					least := c.n / b.carry
					tilt := math.Max(m.lambda*(1+2*paid+2*beyond), math.Log(least*(1-b.rate)/b.rate/(b.steps-least)))
					add(v + b.steps*math.Log1p(b.rate*math.Expm1(tilt)) - tilt*least)
				}
			}
			add(v + math.Log(c.p))
			units += 6
		}
		m.spare[i] = top + math.Log(sum)
	}
	m.work.Spend(units)
	m.v, m.spare = m.spare, m.v
}

func (m *moments) pay(b block, grow float64, plan []float64) {
	for i, z := range m.grid {
		A := math.Min(plan[i], b.limit)
		m.spare[i] = m.lambda*A*A/b.width + m.at(math.Max(0, (grow*z-A)*up))
	}
	m.work.Spend(4 * len(m.grid))
	m.v, m.spare = m.spare, m.v
}

// choose finds payments of a block by golden sections: the cost of a payment and what it
// saves are convex, but for the grid.
func (m *moments) choose(b block, grow float64) []float64 {
	plan := make([]float64, len(m.grid))
	for i, z := range m.grid {
		y := grow * z
		value := func(A float64) float64 { return m.lambda*A*A/b.width + m.at(y-A) }
		lo, hi := math.Max(0, y-m.top()), y
		best, paid := value(hi), hi
		if v := value(lo); v < best {
			best, paid = v, lo
		}
		for range sections {
			a, c := hi-golden*(hi-lo), lo+golden*(hi-lo)
			va, vc := value(a), value(c)
			if va < best {
				best, paid = va, a
			}
			if vc < best {
				best, paid = vc, c
			}
			if va <= vc {
				hi = c
			} else {
				lo = a
			}
		}
		plan[i] = paid
	}
	m.work.Spend(2 * sections * 4 * len(m.grid))
	return plan
}

const (
	golden   = 0.618
	sections = 20
)

// planned are payments for a moment, and roughly the logarithm of that moment.
func (p Problem) planned(lambda float64, g grid, blocks []block) (w way, about float64) {
	m := newMoments(lambda, g, p.Work, true)
	about = p.follow(m, g, blocks, func(_ int, b block, grow float64) []float64 {
		w = append(w, m.choose(b, grow))
		return w[len(w)-1]
	})
	return w, about
}

// Renyi returns the mean over batches of the Rényi divergences of order alpha of
// Gaussians √R·k apart, k = s/σ; +Inf where it is not known.
func (p Problem) Renyi(k, alpha float64) float64 {
	blocks, whole := p.blocks()
	if !whole && math.IsInf(p.Diameter, 1) {
		return math.Inf(1)
	}
	lambda, g := (alpha-1)*alpha/2*k*k*up, p.distances(true)
	w, _ := p.planned(lambda, g, blocks)
	v := p.follow(newMoments(lambda, g, p.Work, false), g, blocks, w.along)
	if v != v {
		return math.Inf(1)
	}
	if math.IsInf(v, 1) {
		return v
	}
	return fewDigits(math.Max(0, v) * (1 + 1e-9) / (alpha - 1))
}
