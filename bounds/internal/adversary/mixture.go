package adversary

import (
	"math"
	"slices"
	"sort"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/work"
)

// MixturePair is a pair of runs that end in mixtures of normal laws of variance 1. With a number K that follows
// Law, the mean is First·Step·K in one run and Second·Step·K in the other.
// Lengths are in units of the final law's deviation.
//
// The events {x > t} and {x < t} prove a loss of the pair. A search finds t. The loss that an event proves is rounded down
// with the proved error bounds of package errfloat (random.md).
type MixturePair struct {
	First, Second float64
	Least, Most   float64 // Step is between these
	Law           Law
	Escape        float64      // at least the probability, for either run, that the projection ever moves it
	Work          *work.Budget // counts the work; nil for no limit
}

// reversed returns the pair in the other direction, reflected at 0: the event {x < t} of the second run against the first is
// the event {x > −t} of the reflected runs.
func (m MixturePair) reversed() MixturePair {
	m.First, m.Second = -m.Second, -m.First
	return m
}

const (
	// searchCells and finestCells are the numbers of cells into which a law is grouped, for the search and for the values at
	// the points that it finds.
	searchCells = 128
	finestCells = 4096
)

// Epsilon returns an ε such that the pair is not (ε', delta)-private for any ε' < ε, and 0 if none is found.
func (m MixturePair) Epsilon(delta float64) float64 {
	best := 0.0
	for _, direction := range []MixturePair{m, m.reversed()} {
		best = max(best, direction.witness(delta))
	}
	return best
}

// normal is a part of a mixture: a normal law of variance 1.
type normal struct{ mean, mass float64 }

// low returns the first run's parts, with means and masses rounded down. A run whose factor is 0 has one part.
func (m MixturePair) low() (parts []normal) {
	if m.First == 0 {
		return []normal{{0, 1}}
	}
	for _, a := range m.Law.Atoms {
		parts = append(parts, normal{m.least(m.First, a), a.Low})
	}
	return parts
}

// high returns the second run's parts, rounded up; rest is at least the mass that none of them holds.
func (m MixturePair) high() (parts []normal, rest float64) {
	if m.Second == 0 {
		return []normal{{0, 1}}, 0
	}
	for _, a := range m.Law.Atoms {
		parts = append(parts, normal{-m.least(-m.Second, a), a.High})
	}
	return parts, (m.Law.Below + m.Law.Above) * (1 + errfloat.U)
}

// least returns at most factor·Step·K for every number K of an atom.
func (m MixturePair) least(factor float64, a Atom) float64 {
	number := factor * a.Least
	if factor < 0 {
		number = factor * a.Most
	}
	if number < 0 {
		return number * m.Most * (1 + 4*errfloat.U)
	}
	return number * m.Least * (1 - 4*errfloat.U)
}

// halfLine computes the losses that the events {x > t} prove: first are the parts of P, second those of Q, and rest is the
// mass missing from the parts of Q.
type halfLine struct {
	first         []normal
	second        []normal
	rest          float64
	delta, escape float64
	work          *work.Budget
}

// tailUnits is the work of the tail of one part, in units of package work.
const tailUnits = 8

// halfLine prepares the events {x > t} with the law grouped into the given number of cells.
func (m MixturePair) halfLine(cells int, delta float64) halfLine {
	m.Work.Spend(len(m.Law.Atoms))
	m.Law = m.Law.Grouped(cells)
	h := halfLine{first: m.low(), delta: delta, escape: m.Escape, work: m.Work}
	h.second, h.rest = m.high()
	return h
}

// reach returns at most P(x > t).
func (h halfLine) reach(t float64) float64 {
	h.work.Spend(tailUnits * len(h.first))
	sum := 0.0
	for _, p := range h.first {
		below, _ := errfloat.Tail(away(t, p.mean, 1))
		sum += float64(p.mass * below)
	}
	return sum * (1 - float64(len(h.first)+2)*errfloat.U)
}

// away returns at least t − mean for side 1, and at most t − mean for side −1.
func away(t, mean, side float64) float64 {
	d := t - mean
	return d + float64(side*math.Abs(d)*2*errfloat.U)
}

// other bounds Q(x > t) by scaled·e^{−a²/2}, which does not underflow.
func (h halfLine) other(t float64) (scaled, a float64) {
	h.work.Spend(tailUnits * len(h.second))
	a = math.Inf(1)
	for _, p := range h.second {
		a = min(a, away(t, p.mean, -1))
	}
	if !(a > 0) || h.rest > 0 || h.escape > 0 {
		a = 0
	}
	sum := 0.0
	for _, p := range h.second {
		sum += float64(p.mass * errfloat.ScaledTail(away(t, p.mean, -1), a))
	}
	return float64((sum+h.rest)*(1+float64(len(h.second)+2)*errfloat.U)) + errfloat.Tiny, a
}

// value returns at most the ε with P(x > t) − e^ε·Q(x > t) = δ + (1 + e^ε)p, p = escape: log((P(x > t) − δ − p)/(Q(x > t) +
// p)); −Inf if this is not above 0.
func (h halfLine) value(t float64) float64 {
	mass := float64(h.reach(t)*(1-4*errfloat.U)) - float64((h.delta+h.escape)*(1+4*errfloat.U))
	if !(mass > 0) {
		return math.Inf(-1)
	}
	q, a := h.other(t)
	q = (q + h.escape) * (1 + 2*errfloat.U)
	log, _ := errfloat.Log(mass / q)
	half := float64(a*a) / 2
	e := float64(half*(1-4*errfloat.U)) + log - 4*errfloat.U
	e -= float64(math.Abs(e) * 2 * errfloat.U)
	if !(e > 0) {
		return math.Inf(-1)
	}
	return e
}

// witness returns the largest value found over t.
//
// If P(x > t) is below δ the event proves nothing, and if it is nearly 1 a larger t is better. So the search tries the t at
// which P(x > t) takes some values in between, and climbs from the best of these.
func (m MixturePair) witness(delta float64) float64 {
	delta = interval.Decimal(delta).Up()
	coarse := m.halfLine(searchCells, delta)
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, p := range coarse.first {
		lo, hi = min(lo, p.mean), max(hi, p.mean)
	}
	const tails = 40 // deviations beyond which a normal tail underflows
	lo, hi = lo-tails, hi+tails
	var at []float64
	for _, level := range levels(delta) {
		t := coarse.quantile(level, lo, hi)
		at = append(at, t)
		hi = t + 1
	}
	for i, first := 0, at[0]; i < evenly; i++ { // if parts are far apart, the levels have gaps between their points
		at = append(at, hi-1+float64((first-hi+1)*float64(i)/evenly))
	}
	slices.Sort(at)
	values := make([]float64, len(at))
	for i, t := range at {
		values[i] = coarse.value(t)
	}
	fine := coarse
	if len(m.Law.Atoms) > searchCells {
		fine = m.halfLine(finestCells, delta)
	}
	best := 0.0
	for _, i := range tops(values) {
		best = max(best, fine.value(at[i]))
		from, to := at[max(i-1, 0)], at[min(i+1, len(at)-1)]
		from, to = climb(coarse.value, min(from, at[i]-narrowest), max(to, at[i]+narrowest), 36)
		if len(m.Law.Atoms) > searchCells {
			from, to = climb(fine.value, from-shiftOfSearch, to+shiftOfSearch, 14)
		}
		best = max(best, fine.value(from), fine.value(to))
	}
	return best
}

const (
	evenly    = 64   // number of points that are tried at even distances
	climbs    = 3    // largest number of points from which the search climbs
	narrowest = 0.02 // deviations on either side of a point over which a climb looks, at least
)

// tops returns the places of the largest values that are not below their neighbours.
func tops(values []float64) []int {
	var out []int
	for i, v := range values {
		if !math.IsInf(v, -1) && (i == 0 || v >= values[i-1]) && (i == len(values)-1 || v > values[i+1]) {
			out = append(out, i)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return values[out[i]] > values[out[j]] })
	return out[:min(len(out), climbs)]
}

// shiftOfSearch is about the distance, in deviations, of the best point from the best one under the law's coarser cells.
const shiftOfSearch = 0.05

// levels returns probabilities from a little above δ to nearly 1.
func levels(delta float64) (levels []float64) {
	rest := 1 - delta
	for _, share := range []float64{1e-12, 1e-9, 1e-7, 1e-5, 1e-4, 1e-3, 0.01, 0.03, 0.1, 0.2, 0.35, 0.5, 0.7, 0.85, 0.95, 0.99, 0.999,
		0.99999, 1 - 1e-8} {
		levels = append(levels, delta+float64(rest*share))
	}
	for _, factor := range []float64{1.0001, 1.001, 1.01, 1.05, 1.2, 1.5, 2, 4, 10, 100} {
		if level := delta * factor; level < 0.5 {
			levels = append(levels, level)
		}
	}
	slices.Sort(levels)
	return levels
}

// quantile returns a t with P(x > t) near the level, between lo and hi.
func (h halfLine) quantile(level, lo, hi float64) float64 {
	const (
		near  = 1e-3 // a part of a deviation: a climb begins there
		turns = 60   // more than an interval of any use takes
	)
	for range turns {
		t := lo + (hi-lo)/2
		if h.reach(t) > level {
			lo = t
		} else {
			hi = t
		}
		if hi-lo < near {
			break
		}
	}
	return lo
}

// climb narrows the range [lo, hi] of a function's largest value in the given number of turns.
func climb(f func(float64) float64, lo, hi float64, turns int) (from, to float64) {
	return scalar.Golden(lo, hi, turns, func(x float64) float64 { return -f(x) })
}
