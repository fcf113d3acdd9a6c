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

// Mixture is a pair of runs that end in mixtures of normal laws of variance 1: in
// one the mean is First times Step times a number that follows Law, in the other
// Second times it. All lengths are in units of the final deviation, and Step is
// known between two float64s. Escape is at least the probability, in either run,
// that the run is not this one.
//
// The events {x > t} and {x < t} show how much the pair loses; which t they are is
// found by search, and what they show is bounded from below with the proved error
// bounds of package errfloat (random.md).
type Mixture struct {
	First, Second float64
	Least, Most   float64 // Step
	Law           Law
	Escape        float64
	Work          *work.Budget // counts what is done; nil for no limit
}

// reversed is the pair in the other direction, seen from the other side: what
// {x < t} shows of the second run against the first is what {x > −t} shows of the
// reflected runs.
func (m Mixture) reversed() Mixture {
	m.First, m.Second = -m.Second, -m.First
	return m
}

const (
	// searchCells and finestCells are how many cells a law is grouped into, for the
	// search and for what it ends with.
	searchCells = 128
	finestCells = 4096
)

// Epsilon is an ε such that the pair is not (ε', delta)-private for any ε' < ε, and
// 0 where none is found.
func (m Mixture) Epsilon(delta float64) float64 {
	best := 0.0
	for _, direction := range []Mixture{m, m.reversed()} {
		best = max(best, direction.witness(delta))
	}
	return best
}

// normal is a part of a mixture: a normal law of variance 1.
type normal struct{ mean, mass float64 }

// low are the first run's parts with means and masses rounded down, and high the
// second's rounded up; rest is at least the mass that no part of the second run
// holds. A run whose mean is 0 whatever the law has one part.
func (m Mixture) low() (parts []normal) {
	if m.First == 0 {
		return []normal{{0, 1}}
	}
	for _, a := range m.Law.Atoms {
		parts = append(parts, normal{m.least(m.First, a), a.Low})
	}
	return parts
}

func (m Mixture) high() (parts []normal, rest float64) {
	if m.Second == 0 {
		return []normal{{0, 1}}, 0
	}
	for _, a := range m.Law.Atoms {
		parts = append(parts, normal{-m.least(-m.Second, a), a.High})
	}
	return parts, (m.Law.Below + m.Law.Above) * (1 + errfloat.U)
}

// least is at most factor·Step·number, for the numbers of an atom.
func (m Mixture) least(factor float64, a Atom) float64 {
	number := factor * a.Least
	if factor < 0 {
		number = factor * a.Most
	}
	if number < 0 {
		return number * m.Most * (1 + 4*errfloat.U)
	}
	return number * m.Least * (1 - 4*errfloat.U)
}

// halfLine is what the events {x > t} show.
type halfLine struct {
	first         []normal
	second        []normal
	rest          float64
	delta, escape float64
	work          *work.Budget
}

// tailUnits are the units of work of the tail of one part.
const tailUnits = 8

func (m Mixture) halfLine(cells int, delta float64) halfLine {
	m.Work.Spend(len(m.Law.Atoms))
	m.Law = m.Law.Grouped(cells)
	h := halfLine{first: m.low(), delta: delta, escape: m.Escape, work: m.Work}
	h.second, h.rest = m.high()
	return h
}

// reach is at most P(x > t).
func (h halfLine) reach(t float64) float64 {
	h.work.Spend(tailUnits * len(h.first))
	sum := 0.0
	for _, p := range h.first {
		below, _ := errfloat.Tail(away(t, p.mean, 1))
		sum += float64(p.mass * below)
	}
	return sum * (1 - float64(len(h.first)+2)*errfloat.U)
}

// away is t − mean, no less for side 1 and no more for side −1.
func away(t, mean, side float64) float64 {
	d := t - mean
	return d + float64(side*math.Abs(d)*2*errfloat.U)
}

// other is at least Q(x > t), as e^{−a²/2} times a number.
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

// value is at most log((P(x > t) − δ − p)/(Q(x > t) + p)), −Inf where it is not
// above 0: P − e^ε·Q ≥ δ + (1 + e^ε)p there.
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

// witness is the largest value found over t.
//
// Where P(x > t) is below δ there is none, and where it is nearly 1 a larger t is
// better: the search looks at where it takes some values between, and climbs from
// the best.
func (m Mixture) witness(delta float64) float64 {
	delta = interval.Decimal(delta).Up()
	coarse := m.halfLine(searchCells, delta)
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, p := range coarse.first {
		lo, hi = min(lo, p.mean), max(hi, p.mean)
	}
	const tails = 40
	lo, hi = lo-tails, hi+tails
	var at []float64
	for _, level := range levels(delta) {
		t := coarse.quantile(level, lo, hi)
		at = append(at, t)
		hi = t + 1
	}
	for i, first := 0, at[0]; i < evenly; i++ { // where parts lie apart, levels leave gaps
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
	// evenly is how many points are tried at even distances, climbs the most that
	// are climbed from, and narrowest how far around them at least.
	evenly    = 64
	climbs    = 3
	narrowest = 0.02
)

// tops are the places of the largest values that are not below their neighbours.
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

// shiftOfSearch is about how far, in deviations, the best point is from where the
// law's coarser cells have it.
const shiftOfSearch = 0.05

// levels are probabilities from a little above δ to nearly 1.
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

// quantile is a t with P(x > t) near the level, between lo and hi.
func (h halfLine) quantile(level, lo, hi float64) float64 {
	for range 60 {
		t := lo + (hi-lo)/2
		if h.reach(t) > level {
			lo = t
		} else {
			hi = t
		}
		if hi-lo < 1e-3 {
			break
		}
	}
	return lo
}

// climb narrows the range of a function's largest value.
func climb(f func(float64) float64, lo, hi float64, turns int) (from, to float64) {
	return scalar.Golden(lo, hi, turns, func(x float64) float64 { return -f(x) })
}
