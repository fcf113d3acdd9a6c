package main

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/run"
)

// This file computes learning-rate schedules from their definition, independently of the engine: step t has
// the learning rate η_t, and noise according to the convention.

// steady reports whether every step has the full learning rate.
func steady(r run.Run) bool {
	return r.Warmup <= 1 && (r.Schedule == "" || r.Schedule == run.ConstantRate)
}

// share is η_t/η.
func share(r run.Run, t int) float64 {
	if t < r.Warmup {
		return float64(t+1) / float64(r.Warmup)
	}
	x, f := float64(t-r.Warmup)/float64(r.T-r.Warmup), r.ScheduleFinal
	switch r.Schedule {
	case "", run.ConstantRate:
		return 1
	case run.LinearFall:
		return 1 - (1-f)*x
	case run.CosineFall:
		return f + (1-f)*(1+math.Cos(math.Pi*x))/2
	case run.StepFall:
		drops := (t - r.Warmup) / r.ScheduleEvery
		return math.Pow(r.ScheduleFactor, float64(drops))
	}
	panic(run.Unknown(r.Schedule))
}

// at returns the run whose every step has step t's learning rate and noise.
func at(r run.Run, t int) run.Run {
	r.Eta *= share(r, t)
	r.Schedule, r.Warmup = "", 0
	return r
}

// deviationAt is σ_t in units of σ.
func deviationAt(r run.Run, t int) float64 { return noise(at(r, t)) / noise(r) }

// leastDeviation is the least deviation of all steps.
func leastDeviation(r run.Run) float64 {
	least := 1.0
	if steady(r) {
		return least
	}
	for t := range r.T {
		least = min(least, deviationAt(r, t))
	}
	return least
}

// slowed returns the map x ↦ x − share·η·g(x), where m is the map x ↦ x − η·g(x).
func slowed(m Piecewise, share float64) Piecewise {
	out := Piecewise{X: m.X, G: make([]float64, len(m.G)), Left: 1 + share*(m.Left-1), Right: 1 + share*(m.Right-1)}
	for i, x := range m.X {
		out.G[i] = x + share*(m.G[i]-x)
	}
	return out
}

// ofStep returns the maps of a batch in step t for both datasets.
func (m maps) ofStep(t int, in batch) [2]Piecewise {
	s := m.of(in)
	if steady(m.r) {
		return s
	}
	by := share(m.r, t)
	return [2]Piecewise{slowed(s[0], by), slowed(s[1], by)}
}

// scheduled does what law does, for a changing learning rate.
func (w walker) scheduled(p plan) (out cloud) {
	last, period := w.r.T-1, p.steps()
	before := last - last%period // the step with which the last sequence begins
	from := w.origin()
	if p.afresh {
		for t := 0; t < before; t += period {
			next := make([]float64, w.size())
			for _, s := range p.sequences {
				floats.AddScaled(next, s.share, w.changing(from, s, t, t+period))
			}
			from = next
		}
	} else {
		before = 0
	}
	for _, s := range p.sequences {
		out.add(w.space, w.changing(from, s, before, last), s.share, w.ofStep(last, w.batch(s, last))[w.which])
	}
	return out
}

// changing returns the law after the steps from … to−1 of a sequence, if the law before them is v.
func (w walker) changing(v []float64, s sequence, from, to int) []float64 {
	row := make([]float64, w.size())
	for t := from; t < to; t++ {
		m, deviation := w.ofStep(t, w.batch(s, t))[w.which], deviationAt(w.r, t)
		next := make([]float64, w.size())
		for i, mass := range v {
			if mass > 0 {
				w.row(m.At(w.space.at[i]), deviation, row)
				floats.AddScaled(next, mass, row)
			}
		}
		v = next
	}
	return v
}

// drawSchedule draws how the learning rate changes, and shortens the run so that its law can be followed step by
// step. Where the law needs a grid, every share of the learning rate is at least a tenth, so that the grid can
// resolve the least noise.
func drawSchedule(rng *rand.Rand, r *run.Run) {
	const mostGaussian, mostGrid = 3000, 40 // the most steps whose law is followed as a Gaussian, and on a grid
	gaussian := !r.Bounded() && r.Scheme.Known()
	r.T = min(r.T, mostGaussian)
	if !gaussian {
		r.T = min(r.T, mostGrid)
	}
	least := random.LogUniform(rng, 0.1, 1)
	if gaussian && random.Chance(rng, 0.3) {
		least = 0
	}
	r.Schedule = random.Pick(rng, run.ConstantRate, run.LinearFall, run.CosineFall, run.CosineFall, run.StepFall)
	if r.Schedule == run.ConstantRate || random.Chance(rng, 0.4) {
		r.Warmup = 1 + rng.IntN(min(r.T, 8))
		if gaussian {
			r.Warmup = 1 + rng.IntN(r.T)
		}
	}
	r.ScheduleFinal = random.Rounded(least)
	r.ScheduleEvery = 1 + rng.IntN(r.T)
	drops := float64((r.T - 1) / r.ScheduleEvery)
	r.ScheduleFactor = random.Rounded(math.Pow(max(least, 0.1), 1/max(1, drops)))
}
