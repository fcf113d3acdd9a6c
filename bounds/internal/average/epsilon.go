package average

import (
	"errors"
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/scalar"
)

const (
	sketchCosts = 96  // costs on a target's grid, in a search
	answerCosts = 384 // … and for the answer
)

var (
	// parts are the ends of a target's grid, at which its line begins, as fractions of the cost at which a profile turns
	// concave. A shorter grid is finer, but its line lies farther above the profile.
	parts = []float64{0.5, 0.9, 0.3}
	// lambdas are the λ of the moments E e^{λR} for which payments are planned, in units of ln(1/q). At λ = ln(1/q) a factor
	// e^λ for one more use offsets its probability q.
	lambdas = []float64{0.55, 0.15, 0.03}
)

const (
	// leastUnit is a lower limit on ln(1/q) as the unit of lambdas, for q near 1.
	leastUnit = 0.7
	// The search for ε starts at guessed times the estimate from moments, which is too large. Near that start ln δ falls by
	// about steepness·ln(1/δ)·dε/ε. Both affect speed and the choice of plan only: root returns an ε whose δ was computed.
	guessed, steepness = 0.65, 1.4
	// sketchEnough and answerEnough are how far below ln δ a search and the answer may end. A gap of 0.003 in ln δ changes ε
	// by about 0.02 % at δ = 10⁻⁵.
	sketchEnough, answerEnough = 0.1, 0.003
)

var errNoMean = errors.New("no finite mean over the batches was found: the example is used too often, or the steps expand distances " +
	"too much")

// A plan is the payments of all blocks, and the part of its target.
type plan struct {
	way
	part float64
}

// A planner looks for payments of a problem whose uses shift by k standard deviations.
type planner struct {
	SampledProgram
	k      float64
	grid   grid
	blocks []block
	plans  []plan
	// raise exceeds 1 by more than the relative rounding error of a mean, a sum of non-negative terms (average.md, section 5).
	raise float64
	// guess estimates ε at δ from the moments.
	guess func(delta float64) float64
}

// planner returns a planner with a plan for each of lambdas; nil if the blocks do not reach the start and no projection
// bounds the distance there.
func (p SampledProgram) planner(k float64) *planner {
	blocks, whole := p.blocks()
	if !whole && math.IsInf(p.Diameter, 1) {
		return nil
	}
	s := &planner{SampledProgram: p, k: k, grid: p.distances(false), blocks: blocks, raise: 1 + 5e-10}
	for _, b := range blocks {
		s.raise += b.off + float64(2*len(b.uses)+4*len(s.grid)+64)*errfloat.U
	}
	// Gaussians k√R apart have (α−1)·ε(α) = λR at the order α for which α(α−1)k²/2 = λ.
	var estimates, orders []float64
	for _, x := range lambdas {
		lambda := x * max(leastUnit, -math.Log(p.Rate))
		way, estimate, _ := p.planned(lambda, s.grid, blocks, true)
		s.plans = append(s.plans, plan{way, parts[0]})
		estimates, orders = append(estimates, estimate), append(orders, (1+math.Sqrt(1+8*lambda/k/k))/2)
	}
	s.guess = func(delta float64) float64 {
		least := math.Inf(1)
		for i, alpha := range orders {
			least = min(least, (estimates[i]-math.Log(delta))/(alpha-1))
		}
		return least
	}
	return s
}

// mean returns the mean over batches of δ(ε) with a plan, for a target at that number of costs, and the step at which the
// shifted run starts.
func (s *planner) mean(epsilon float64, pl plan, costs int) (delta float64, start int) {
	t := profile(s.k, epsilon, pl.part, costs)
	delta, start = s.leastStart(newTable(&t, s.ending(), s.grid, s.Work), s.grid, s.blocks,
		func(i int, _ block, _ float64) []float64 { return pl.way[i] })
	return delta * s.raise, start
}

// best returns the plan with the least mean at an ε, for a target at sketchCosts costs, and that mean.
func (s *planner) best(epsilon float64, plans []plan) (best plan, least float64) {
	least = math.Inf(1)
	for _, pl := range plans {
		if v, _ := s.mean(epsilon, pl, sketchCosts); v < least {
			best, least = pl, v
		}
	}
	return best, least
}

// Delta returns an upper bound on δ(ε): the mean over batches of the profile of Gaussians k√R apart, k = s/σ, for the best
// payments of a short search.
func (p SampledProgram) Delta(k, epsilon float64) (float64, error) {
	s := p.planner(k)
	if s == nil {
		return 1, errNoMean
	}
	best, least := s.best(epsilon, s.plans)
	if !(least < 1) {
		return 1, errNoMean
	}
	delta, _ := s.mean(epsilon, best, answerCosts)
	return delta, nil
}

// Epsilon returns an ε at which the mean over batches of the profile of Gaussians k√R apart, k = s/σ, is at most delta, and
// the step at which the shifted run starts.
func (p SampledProgram) Epsilon(k, delta float64) (epsilon float64, start int, err error) {
	s := p.planner(k)
	if s == nil {
		return math.Inf(1), 0, errNoMean
	}
	at := s.guess(delta)
	if math.IsInf(at, 1) || at != at {
		return at, 0, errNoMean
	}
	at = fewDigits(guessed * at)
	steep := -steepness * math.Log(delta)
	best, least := s.best(at, s.plans)
	f := func(costs int) func(float64) float64 {
		return func(epsilon float64) float64 {
			var v float64
			v, start = s.mean(epsilon, best, costs)
			return math.Log(v / delta)
		}
	}
	// A sketch finds roughly where ε is; the best part is chosen there; finer costs give the answer.
	at, _ = root(f(sketchCosts), at, math.Log(least/delta), sketchEnough, steep)
	if math.IsInf(at, 1) {
		return at, 0, errNoMean
	}
	var others []plan
	for _, part := range parts {
		others = append(others, plan{best.way, part})
	}
	best, least = s.best(at, others)
	at = fewDigits(at * max(0.5, 1+max(-1, math.Log(least/delta))/steep))
	finer := f(answerCosts)
	epsilon, ok := root(finer, at, finer(at), answerEnough, steep)
	if !ok {
		return epsilon, 0, errNoMean
	}
	return epsilon, start, nil
}

const (
	rootTries    = 40   // evaluations in a search for a root
	risingTries  = 16   // evaluations while no value is low enough
	leastEpsilon = 1e-9 // a root below this value is not narrowed further
	sameRoot     = 1e-7 // the relative width at which a bracket is narrow enough
)

// root returns a point where the decreasing function f is in [−enough, 0], or at most 0 if none is found there; ok is false
// if no such point is found. It starts at x with f(x) = v; near x, f falls by about steep·dx/x.
func root(f func(x float64) float64, x, v, enough, steep float64) (at float64, ok bool) {
	lo, flo, hi, fhi := 0.0, math.Inf(1), math.Inf(1), math.Inf(-1)
	for try := range rootTries {
		if v <= 0 {
			hi, fhi = x, v
		} else {
			lo, flo = x, v
		}
		if v <= 0 && v >= -enough || x < leastEpsilon || hi-lo < sameRoot*hi || try > risingTries && math.IsInf(hi, 1) {
			break
		}
		switch {
		case math.IsInf(hi, 1):
			x *= 1 + min(1, (v+enough/2)/steep*1.02)
		case lo == 0:
			x *= max(0.3, 1+(v+enough/2)/steep)
		default:
			share := (flo + enough/2) / (flo - fhi)
			if try%3 == 2 || !(share > 0.05 && share < 0.95) { // otherwise one end would stay
				share = min(max(share, 0.3), 0.7)
			}
			x = lo + (hi-lo)*share
		}
		x = fewDigits(x)
		v = f(x)
	}
	return hi, !math.IsInf(hi, 1)
}

// fewDigits rounds x ≥ 0 up to 22 significant bits, so that all platforms agree.
func fewDigits(x float64) float64 { return scalar.Short(x, 22) }
