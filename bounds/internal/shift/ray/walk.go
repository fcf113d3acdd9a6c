package ray

import (
	"math"

	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/internal/shift"
)

// walk follows rays of one program and keeps the cheapest arrival.
type walk struct {
	Rays
	T         int
	lead      int       // steps before the first visit
	visits    int       // ⌈T/B⌉
	idle      float64   // the cost of a visit that pays off no distance
	targetG   float64   // g(D)
	ceiling   float64   // the largest g of a target
	trackG    []float64 // g of the track
	longest   int       // the longest ray
	squared   bool      // a Gaussian price at every step
	rate      float64   // unless squared: the least cost of a unit of distance, 0 if unknown
	fullSpan  float64   // a lower bound on the cost of any path from 0 to D, 0 if unknown
	fromTrack float64   // a lower bound on the cost of any path from the track: each visit costs at least idle
	growth    []float64 // of the stretches
	step      shift.Stepper
	best      shift.FeasiblePoint
	at        origin // of the ray that gave it
	end       arrival
	remaining int     // effort left
	used      int     // effort spent
	effort    int     // of one step
	near      float64 // nearBest or nearKnown
	limited   bool    // as in RaySolution
}

// newWalk computes the values that do not depend on the ray, among them the limits by which rays are given up: fullSpan and
// rate, if every step is a visit, and fromTrack.
func newWalk(r Rays, T int) *walk {
	w := &walk{Rays: r, T: T, lead: (T - 1 - r.Rest) % r.Period, visits: (T-1-r.Rest)/r.Period + 1, idle: r.Visit.Of(0),
		targetG: math.Inf(1), step: shift.NewStepper(r.Modulus), remaining: maxWork, effort: 1, near: nearBest}
	w.longest = min(T, shift.LongestRay)
	if r.Period > 1 {
		w.remaining *= phaseEfforts
	}
	if _, divided := r.Visit.(shift.DividedPrice); divided {
		w.remaining = dividedWork
	}
	if w.step.Holder > 0 && w.step.Order != 0.5 {
		w.effort = powerEffort
	}
	if !math.IsInf(r.Diameter, 1) {
		w.targetG = r.Modulus.Eval(r.Diameter)
	}
	for _, d := range r.Track {
		w.trackG = append(w.trackG, r.Modulus.Eval(d))
	}
	if r.Period == 1 && !math.IsInf(r.Diameter, 1) {
		if _, w.squared = r.Visit.(shift.Gaussian); w.squared {
			w.fullSpan = w.continuous(r.Diameter, w.grow(r.Diameter)-w.step.Growth*r.Diameter)
		} else if len(r.Track) < 2 {
			w.rate = leastRate(r.Visit)
			w.fullSpan = w.rate * r.Diameter
		}
	}
	w.ceiling = w.targetG
	if n := len(w.trackG); math.IsInf(w.ceiling, 1) && n > 0 {
		w.ceiling = w.trackG[n-1]
	}
	w.best = w.composed()
	w.fromTrack = float64(w.visits-len(r.Track)/r.Period-2) * w.idle
	return w
}

// grow returns g(z) − z without the cancellation.
func (w *walk) grow(z float64) float64 {
	grown := w.step.Growth * z
	if w.step.Holder > 0 {
		grown += w.step.Holder * math.Pow(z, w.step.Order)
	}
	return grown
}

// composed pays for every visit and for nothing else.
func (w *walk) composed() shift.FeasiblePoint {
	return shift.FeasiblePoint{R: float64(w.visits) * w.idle, P: math.Sqrt(w.idle)}
}

// continuous returns 4∫_0^z (s + g(x) − x) dx. A step from z' to z, counted backward, costs u² with z − z' = u − s −
// (g(z)−z), hence at least 4(s+g(z)−z)(z−z'). g(z)−z grows, so no ray climbs from 0 to z for less.
func (w *walk) continuous(z, holder float64) float64 {
	s := math.Sqrt(w.idle)
	return 4 * z * (s + w.step.Growth*z/2 + holder/(w.step.Order+1))
}

// climbed returns a lower bound on the cost of any path from 0 to the ray's distance.
func (w *walk) climbed() float64 {
	if w.squared {
		return w.continuous(w.step.Z, w.step.Power)
	}
	return w.rate * w.step.Z
}

// rateTurns is the number of halvings that determine all digits of a float64 between two powers of 2.
const rateTurns = 50

// leastRate returns the least of price(a)/a: 2q for the q at which a step's cost is its payment times its marginal cost 2q.
// No step climbs by more than its payment.
func leastRate(p shift.StepPrice) float64 {
	worth := func(q float64) bool {
		a, cost := p.At(q)
		return !(cost > 2*q*a)
	}
	lo, hi := 0.0, math.Sqrt(p.Of(0))
	for !worth(hi) && !math.IsInf(hi, 1) {
		lo, hi = hi, 2*hi
	}
	lo, _ = scalar.Halve(lo, hi, rateTurns, worth)
	return 2 * lo
}

// ray is the state of a ray while it is followed.
type ray struct {
	phase int
	first float64 // the cost of its first payment, as a length
	cost  float64 // of the steps followed
	least float64 // of its arrivals
	below int     // the track's last distance not above the ray
}

// askEvery is the number of steps between two checks whether a ray can still be the best. A check costs about as much as a
// step, and a ray that is given up late has wasted only a few steps.
const askEvery = 8

// follow follows a ray backward from distance 0, phase idle steps before the end, with the marginal cost 2q, which grows by
// g' at every step. It returns the least cost at which the ray arrives at a bound on the distance of the two runs. The last
// payment makes it arrive exactly.
func (w *walk) follow(phase int, q float64) float64 {
	r := ray{phase: phase, least: math.Inf(1)}
	if phase > w.Rest {
		r.cost = w.idle
	}
	w.step.Reset()
	turn := (phase + w.Period - w.Rest) % w.Period
	for i := phase; i < w.longest; i++ {
		visit := turn == 0
		if turn++; turn == w.Period {
			turn = 0
		}
		a, price := q, q*q
		if visit {
			a, price = w.Visit.At(q)
		}
		if i == phase {
			r.first = math.Sqrt(price)
		}
		z := w.step.Z
		w.land(&r, visit, z, w.Diameter, w.targetG, i, 0, w.T-i-1)
		if z+a >= w.ceiling {
			w.step.Z = math.Inf(1) // beyond every target
		} else {
			w.step.Next(z + a)
		}
		if len(w.Track) > 1 && w.fromTrack < w.best.R {
			w.landOnTrack(&r, visit, z, i)
		}
		r.cost += price
		if r.cost >= w.best.R*w.near || w.step.Z > w.ceiling {
			break
		}
		// The rest of the way to D costs too much.
		if w.fullSpan > 0 && i%askEvery == askEvery-1 && r.cost+w.fullSpan-w.climbed() > w.best.R*w.near {
			break
		}
		w.used += w.effort
		if w.remaining -= w.effort; w.remaining <= 0 || (i == w.longest-1 && w.longest < w.T) {
			w.limited = true
			break
		}
		q *= w.step.Slope
	}
	return r.least
}

// land ends the ray with the step i from z. Its payment leads to the target exactly, plus a margin for all earlier rounding.
func (w *walk) land(r *ray, visit bool, z, target, targetG float64, i, idleEpochs, tau int) {
	last := targetG - z + shift.StepError*(targetG+float64(i+2)*target)
	if last < 0 {
		last = 0
	}
	total := r.cost + float64(idleEpochs)*w.idle
	if visit {
		if total+max(w.idle, w.rate*last) >= r.least {
			return
		}
		total += w.Visit.Of(last)
	} else {
		total += last * last
	}
	if total < r.least {
		r.least = total
		if total < w.best.R {
			w.best, w.end = shift.FeasiblePoint{R: total, Tau: tau, P: r.first}, arrival{i + 1, target}
		}
	}
}

// landOnTrack ends the ray with the step i, counted from the end, at a start τ whose distance the track bounds below D. Whole
// idle epochs after the ray move τ to earlier steps. So τ is the latest step in its class at which the track is not above the
// ray, or the one after.
func (w *walk) landOnTrack(r *ray, visit bool, z float64, i int) {
	inside := len(w.Track)
	if w.Track[inside-1] >= w.Diameter {
		inside-- // arriving at D needs no track
	}
	for reached := w.step.Z; r.below+1 < inside && w.Track[r.below+1] <= reached; {
		r.below++ // rays climb, so in all this takes no more turns than the track has distances
	}
	j := r.below - (r.below+i+w.Period-w.Rest)%w.Period
	most := w.T - w.lead - i - 1 // without idle epochs
	if j > most {
		j -= (j - most + w.Period - 1) / w.Period * w.Period
	}
	for range 2 {
		if j >= 1 && j < inside && j <= most {
			w.land(r, visit, z, w.Track[j], w.trackG[j], i, (most-j)/w.Period, w.lead+j)
		}
		j += w.Period
	}
}
