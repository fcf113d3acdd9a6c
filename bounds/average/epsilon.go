package average

import (
	"errors"
	"math"
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

var errNoMean = errors.New("no finite mean over the batches was found: the steps expand distances too much, or for too long")

// A plan is a way to pay, and the part of its target.
type plan struct {
	way
	part float64
}

// Epsilon returns an ε at which the mean over batches of the Gaussian profiles of shift
// √R is at most delta, k = s/σ.
func (p Problem) Epsilon(k, delta float64) (float64, error) {
	blocks, whole := p.blocks()
	if !whole && math.IsInf(p.Diameter, 1) {
		return math.Inf(1), errNoMean
	}
	g := p.distances(false)
	f := func(epsilon float64, pl plan, costs int) float64 {
		t := profile(k, epsilon, pl.part, costs)
		return math.Log(p.follow(newTable(&t, g, p.Work), g, blocks, pl.way.along) * (1 + 1e-9) / delta)
	}
	// Moments that are planned for tell about where the answer is.
	guess := math.Inf(1)
	var plans []plan
	for _, a := range aversions {
		lambda := a * math.Max(0.7, -math.Log(p.Rate))
		way, about := p.planned(lambda, g, blocks)
		plans = append(plans, plan{way, parts[0]})
		alpha := (1 + math.Sqrt(1+8*lambda/k/k)) / 2
		guess = math.Min(guess, (about-math.Log(delta))/(alpha-1))
	}
	if math.IsInf(guess, 1) || guess != guess {
		return guess, errNoMean
	}
	at := fewDigits(0.65 * guess)
	choose := func(plans []plan) (best plan, least float64) {
		least = math.Inf(1)
		for _, pl := range plans {
			if v := f(at, pl, sketchCosts); v < least {
				best, least = pl, v
			}
		}
		return best, least
	}
	best, v := choose(plans)
	steep := -1.4 * math.Log(delta)
	at, _ = root(func(x float64) float64 { return f(x, best, sketchCosts) }, at, v, 0.1, steep)
	if math.IsInf(at, 1) {
		return at, errNoMean
	}
	for i := range parts {
		plans = append(plans, plan{best.way, parts[i]})
	}
	best, v = choose(plans[len(aversions):])
	at = fewDigits(at * math.Max(0.5, 1+math.Max(-1, v)/steep))
	epsilon, ok := root(func(x float64) float64 { return f(x, best, answerCosts) }, at, f(at, best, answerCosts), 0.003, steep)
	if !ok {
		return epsilon, errNoMean
	}
	return epsilon, nil
}

const (
	rootTries    = 40
	leastEpsilon = 1e-9
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
		if v <= 0 && v >= -enough || x < leastEpsilon || hi-lo < 1e-7*hi {
			break
		}
		switch {
		case math.IsInf(hi, 1):
			x *= 1 + math.Min(1, (v+enough/2)/steep*1.02)
		case lo == 0:
			x *= math.Max(0.3, 1+(v+enough/2)/steep)
		default:
			share := (flo + enough/2) / (flo - fhi)
			if try%3 == 2 || !(share > 0.05 && share < 0.95) { // or one end would stay
				share = math.Min(math.Max(share, 0.3), 0.7)
			}
			x = lo + (hi-lo)*share
		}
		x = fewDigits(x)
		v = f(x)
	}
	return hi, !math.IsInf(hi, 1)
}

// fewDigits raises x ≥ 0 to 22 bits: platforms whose elementary functions differ in the
// last digit then find the same.
func fewDigits(x float64) float64 {
	const bits = 22
	fraction, exponent := math.Frexp(x)
	return math.Ldexp(math.Ceil(math.Ldexp(fraction, bits)), exponent-bits)
}
