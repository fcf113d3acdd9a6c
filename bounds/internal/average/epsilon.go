package average

import (
	"errors"
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/scalar"
)

const (
	sketchCosts = 96  // costs of the grid while searching
	answerCosts = 384 // and for the answer
)

var (
	// parts of the cost at which a profile turns concave, where its line may begin: the
	// shorter the grid, the finer, and the steeper the line.
	parts = []float64{0.5, 0.9, 0.3}
	// aversions are the moments for which payments are planned, in units of ln(1/q): one
	// more use at the end may cost what makes up for how unlikely it is.
	aversions = []float64{0.55, 0.15, 0.03}
)

const (
	// leastAversion is the least ln(1/q) that aversions are units of: where most steps use the example there is little luck.
	leastAversion = 0.7
	// Where the search for ε starts: guessed of what moments tell, which is above it. ln δ falls by about steepness·ln(1/δ)
	// where ε grows by its own size. They decide which plan is chosen and how many turns it takes; root ends at an ε whose δ
	// was computed.
	guessed, steepness = 0.65, 1.4
	// How far below ln δ a sketch and an answer may be. 0.003 of ln δ is some 0.0002 of ε at δ = 10⁻⁵.
	sketchEnough, answerEnough = 0.1, 0.003
)

var errNoMean = errors.New("no finite mean over the batches was found: the example is used too often, or the steps expand distances " +
	"too much")

// A plan is a way to pay, and the part of its target.
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
	// raise is above what rounding may have taken from a mean: sums of terms of which none
	// is negative.
	raise float64
	// guess is about the ε that moments tell of a δ.
	guess func(delta float64) float64
}

// planner plans for each aversion; nil if the run is too long.
func (p SampledProgram) planner(k float64) *planner {
	blocks, whole := p.blocks()
	if !whole && math.IsInf(p.Diameter, 1) {
		return nil
	}
	s := &planner{SampledProgram: p, k: k, grid: p.distances(false), blocks: blocks, raise: 1 + 5e-10}
	for _, b := range blocks {
		s.raise += b.off + float64(2*len(b.uses)+4*len(s.grid)+64)*errfloat.U
	}
	var abouts, orders []float64
	for _, a := range aversions {
		lambda := a * max(leastAversion, -math.Log(p.Rate))
		way, about, _ := p.planned(lambda, s.grid, blocks, true)
		s.plans = append(s.plans, plan{way, parts[0]})
		abouts, orders = append(abouts, about), append(orders, (1+math.Sqrt(1+8*lambda/k/k))/2)
	}
	s.guess = func(delta float64) float64 {
		least := math.Inf(1)
		for i, alpha := range orders {
			least = min(least, (abouts[i]-math.Log(delta))/(alpha-1))
		}
		return least
	}
	return s
}

// mean is the mean over batches of δ(ε) with a plan, on a grid of so many costs, and the
// step from which it was found.
func (s *planner) mean(epsilon float64, pl plan, costs int) (delta float64, start int) {
	t := profile(s.k, epsilon, pl.part, costs)
	delta, start = s.follow(newTable(&t, s.ending(), s.grid, s.Work), s.grid, s.blocks,
		func(i int, _ block, _ float64) []float64 { return pl.way[i] })
	return delta * s.raise, start
}

// best is the plan that looks best at an ε, and its mean.
func (s *planner) best(epsilon float64, plans []plan) (best plan, least float64) {
	least = math.Inf(1)
	for _, pl := range plans {
		if v, _ := s.mean(epsilon, pl, sketchCosts); v < least {
			best, least = pl, v
		}
	}
	return best, least
}

// Delta returns a bound on δ(ε), the mean over batches of the Gaussian profiles of shift
// √R, k = s/σ: by the payments that a short search prefers.
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

// Epsilon returns an ε at which the mean over batches of the Gaussian profiles of shift
// √R is at most delta, k = s/σ, and the step at which the shifted run starts.
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
	rootTries    = 40
	risingTries  = 16 // as long as no value is low enough
	leastEpsilon = 1e-9
	sameRoot     = 1e-7 // a bracket so narrow, relatively, says no more
)

// root returns a point at which a falling function is at most 0 and, if it can, at
// least −enough, from one where it is v. About x it falls by steep·dx/x.
func root(f func(x float64) float64, x, v, enough, steep float64) (float64, bool) {
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
			if try%3 == 2 || !(share > 0.05 && share < 0.95) { // or one end would stay
				share = min(max(share, 0.3), 0.7)
			}
			x = lo + (hi-lo)*share
		}
		x = fewDigits(x)
		v = f(x)
	}
	return hi, !math.IsInf(hi, 1)
}

// fewDigits raises x ≥ 0 to 22 bits, the same on every platform.
func fewDigits(x float64) float64 { return scalar.Short(x, 22) }
