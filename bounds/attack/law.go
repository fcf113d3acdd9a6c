package main

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/floats"

	"lastiterate/bounds/internal/scalar"
)

// A pair holds the two laws of W_T before the last noise and the last projection.
type pair struct {
	clouds    [2]cloud
	deviation float64 // of the last noise
	lo, hi    float64 // the interval onto which the iterate is projected; infinite if there is no projection
	beside    float64 // distance between the means of an additional Gaussian coordinate
	work      float64 // multiplications that computing the pair took
	// parts has a cloud for each combination of places of the earlier released iterates; nil if none is released.
	parts [2][]cloud
	// mass has the masses of the cells of all released iterates; nil if they are not needed.
	mass [2][]float64
}

// releasedPair holds the two laws as they are released: logarithms of densities at quadrature nodes and of masses at the
// ends.
type releasedPair struct {
	logs   [2][]float64 // of densities at nodes, of masses at the two ends
	width  []float64    // quadrature weights; 1 at the ends
	cells  []int        // cells[i] is where the i-th cell of nodes ends
	beside float64
}

const (
	// There are cellsPerLength cells, of perCell nodes each, for every deviation of the noise, and mostCells in all at most.
	cellsPerLength = 16
	perCell        = 2
	mostCells      = 8000
	// reach is how far beyond the outermost means the nodes go, in standard deviations of the noise.
	reach = 34
	// jointReach is the reach if earlier iterates are released too. Places of those iterates whose probability is below
	// jointFaint under both laws are left out, which only lowers a divergence.
	jointReach = 10
	jointFaint = 1e-18
	// faint is the logarithm of a density, or of the mass at an end, below which rounding loses too many
	// digits. Such places are left out, which only lowers a divergence.
	faint = -600
	// faintest is the exponent below which logDensity returns −Inf: far below faint, whatever the deviation.
	faintest = 2 * faint
)

// observe computes the laws as they are released. resolution multiplies the number of nodes.
func (p pair) observe(resolution float64) releasedPair {
	if p.mass[0] != nil {
		return pairOfCells(p.mass, p.beside)
	}
	if p.parts[0] == nil {
		at, s := p.places(reach, resolution)
		for which, c := range p.clouds {
			s.logs[which] = p.logs(c, at)
		}
		return s
	}
	all := releasedPair{beside: p.beside}
	for i, first := range p.parts[0] {
		second := p.parts[1][i]
		if floats.Sum(first.mass) < jointFaint && floats.Sum(second.mass) < jointFaint {
			continue
		}
		part := pair{clouds: [2]cloud{first, second}, deviation: p.deviation, lo: p.lo, hi: p.hi}
		at, s := part.places(jointReach, resolution)
		for _, cell := range s.cells {
			all.cells = append(all.cells, len(all.width)+cell)
		}
		all.width = append(all.width, s.width...)
		for which, c := range part.clouds {
			all.logs[which] = append(all.logs[which], part.logs(c, at)...)
		}
	}
	return all
}

// places returns the nodes at which the laws are evaluated, up to `deviations` of the noise beyond the outermost means.
func (p pair) places(deviations, resolution float64) (at []float64, s releasedPair) {
	lo, hi := p.lo, p.hi
	low, high := math.Inf(1), math.Inf(-1)
	for _, c := range p.clouds {
		for _, m := range c.mean {
			low, high = min(low, m), max(high, m)
		}
	}
	// Hardly any mass lies farther out; it is counted at the ends, which only lowers a divergence.
	lo, hi = max(lo, low-deviations*p.deviation), min(hi, high+deviations*p.deviation)
	if !(hi > lo) { // all is projected on one end
		lo, hi = p.lo, p.hi
	}
	cells := int(min(mostCells, math.Ceil((hi-lo)/p.deviation*cellsPerLength*resolution)))
	s = releasedPair{beside: p.beside}
	rule := legendre(perCell)
	width := (hi - lo) / float64(cells)
	for c := range cells {
		for k, x := range rule.x {
			at = append(at, lo+width*(float64(c)+x))
			s.width = append(s.width, width*rule.w[k])
		}
		s.cells = append(s.cells, len(at))
	}
	s.width = append(s.width, 1, 1)
	s.cells = append(s.cells, len(at)+1, len(at)+2)
	return append(at, lo, hi), s
}

// logs returns the logarithms of a cloud's densities at the places, and of its masses at the two ends, which are the
// last two places.
func (p pair) logs(c cloud, at []float64) []float64 {
	nodes := at[:len(at)-2]
	lo, hi := at[len(nodes)], at[len(nodes)+1]
	logMass := make([]float64, len(c.mass))
	for i, m := range c.mass {
		logMass[i] = math.Log(m)
	}
	logs := make([]float64, 0, len(at))
	for _, y := range nodes {
		logs = append(logs, c.logDensity(logMass, y, p.deviation))
	}
	below, above := 0.0, 0.0
	for i, m := range c.mean {
		below += c.mass[i] * tail((m-lo)/p.deviation)
		above += c.mass[i] * tail((hi-m)/p.deviation)
	}
	return append(logs, math.Log(below), math.Log(above))
}

// logDensity returns the logarithm of the density at y of the cloud with noise. If the density underflows, it sums
// logarithms.
func (c cloud) logDensity(logMass []float64, y, deviation float64) float64 {
	const (
		small = 1e-280 // a smaller sum may have lost digits to underflow
		seen  = 37     // means this many deviations away add nothing to a sum that is not small
	)
	scale, total := 1/deviation, 0.0
	for i, m := range c.mean {
		if d := (y - m) * scale; d < seen && d > -seen {
			total += c.mass[i] * math.Exp(-d*d/2)
		}
	}
	if total > small {
		return math.Log(total * overRootTwoPi * scale)
	}
	exponents := make([]float64, len(c.mean))
	for i, m := range c.mean {
		d := (y - m) * scale
		exponents[i] = logMass[i] - d*d/2
	}
	log := floats.LogSumExp(exponents)
	if log < faintest {
		return math.Inf(-1)
	}
	return log + math.Log(overRootTwoPi*scale)
}

// renyi returns the Rényi divergence of order alpha of the first law from the second, including the
// additional coordinate. Places where either law is faint are left out. It sums q·(r^α − 1 − α(r − 1)), r = p/q: no term is
// negative, and rounding errors of the total masses cancel.
func (s releasedPair) renyi(first, second int, alpha float64) float64 {
	p, q := s.logs[first], s.logs[second]
	sum := 0.0
	for i := range p {
		if !s.counts(p, q, i) {
			continue
		}
		y := p[i] - q[i]
		if alpha*y+q[i] > 600 {
			return s.largeRenyi(p, q, alpha)
		}
		sum += s.width[i] * bregman(q[i], y, alpha)
	}
	return math.Log1p(sum)/(alpha-1) + s.renyiBeside(alpha)
}

// counts reports whether a divergence includes place i: neither law is faint there.
func (s releasedPair) counts(p, q []float64, i int) bool {
	return !(p[i] < faint || q[i] < faint || s.width[i] == 0)
}

// renyiBeside is the Rényi divergence of order alpha of the additional coordinate.
func (s releasedPair) renyiBeside(alpha float64) float64 { return alpha * s.beside * s.beside / 2 }

// bregman is e^l·(e^{αy} − 1 − α(e^y − 1)) ≥ 0.
func bregman(l, y, alpha float64) float64 {
	if math.Abs(alpha*y) < 1e-4 {
		return math.Exp(l) * alpha * y * y / 2 * (alpha - 1 + (alpha*alpha-1)*y/3)
	}
	if alpha*y < 1 {
		return math.Exp(l) * max(0, math.Expm1(alpha*y)-alpha*math.Expm1(y))
	}
	return max(0, math.Exp(l+alpha*y)-math.Exp(l)*(1+alpha*math.Expm1(y)))
}

// largeRenyi is renyi if r^α overflows: everything else is negligible beside it.
func (s releasedPair) largeRenyi(p, q []float64, alpha float64) float64 {
	var exponents []float64
	for i := range p {
		if s.counts(p, q, i) {
			exponents = append(exponents, math.Log(s.width[i])+alpha*p[i]+(1-alpha)*q[i])
		}
	}
	return floats.LogSumExp(exponents)/(alpha-1) + s.renyiBeside(alpha)
}

// masses returns the masses of the cells in both laws.
func (s releasedPair) masses(first, second int) (p, q []float64) {
	from := 0
	for _, to := range s.cells {
		a, b := 0.0, 0.0
		for i := from; i < to; i++ {
			a += s.width[i] * math.Exp(s.logs[first][i])
			b += s.width[i] * math.Exp(s.logs[second][i])
		}
		p, q = append(p, a), append(q, b)
		from = to
	}
	return p, q
}

// epsilon returns the least ε ≥ 0 with P(A) ≤ e^ε·Q(A) + delta for all unions A of cells.
// Whatever the cells are, it is at most the ε of the laws themselves.
func (s releasedPair) epsilon(first, second int, delta float64) float64 {
	p, q := s.masses(first, second)
	if s.beside > 0 {
		return besideEpsilon(p, q, s.beside, delta)
	}
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(i, j int) bool { return p[order[i]]*q[order[j]] > p[order[j]]*q[order[i]] })
	best, a, b := 0.0, 0.0, 0.0
	for _, i := range order {
		a, b = a+p[i], b+q[i]
		if a-delta > b && b > math.Exp(faint) {
			best = max(best, math.Log((a-delta)/b))
		}
	}
	return best
}

// besideEpsilon is epsilon with an additional Gaussian coordinate of shift mu, which under both laws is independent of
// the cell: E_γ = Σ p·E_{γq/p}(N(μ, 1) ‖ N(0, 1)). It is rounded down, as a floor is.
func besideEpsilon(p, q []float64, mu, delta float64) float64 {
	excess := func(epsilon float64) float64 {
		total := 0.0
		for i := range p {
			if p[i] > 0 {
				total += p[i] * hockeyStick(mu, epsilon+math.Log(q[i]/p[i]))
			}
		}
		return total - delta
	}
	below, _, _ := scalar.Threshold(1e4, func(epsilon float64) bool { return excess(epsilon) <= 0 })
	return below
}

// hockeyStick is E_γ(N(μ, 1) ‖ N(0, 1)) at γ = e^l, for every real l. It shares no code with renyi.LogHockeyStick, so that
// the attack does not repeat a fault of the engine.
func hockeyStick(mu, l float64) float64 {
	switch {
	case math.IsInf(l, -1):
		return 1
	case l > 700:
		return 0
	}
	v := tail(l/mu-mu/2) - math.Exp(l)*tail(l/mu+mu/2)
	return max(0, v)
}
