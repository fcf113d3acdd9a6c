package main

import (
	"math"
	"slices"

	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/run"
)

// If only the best of several runs is released, and its iterate decides which is the best, the law of the release follows
// from the law of one run. Let G(z) = E z^K for the number K of runs, and F the probability that a run is not better. Then a
// density f becomes f·G'(F), and the mass at an end of the domain becomes the difference of G across it. If K can be 0,
// nothing is released with probability G(0), the same for both datasets. Leaving that out only lowers a divergence.

// best returns the law of the release if the best of several iterates is the highest, or else the lowest.
func (s releasedPair) best(r run.Run, highest bool) releasedPair {
	out := s
	places := len(s.width) - 2 // between the ends of the domain, whose masses are stored last
	order := make([]int, 0, len(s.width))
	order = append(order, places)
	for i := range places {
		order = append(order, i)
	}
	order = append(order, places+1)
	if !highest {
		slices.Reverse(order)
	}
	more, atEnd := logDensityFactor(r), logEndFactor(r)
	for which, logs := range s.logs {
		mass := make([]float64, len(order))
		for i, at := range order {
			mass[i] = math.Exp(logs[at]) * s.width[at]
		}
		better := make([]float64, len(order)) // probability to be better than the middle of each place, accurate even if small
		sum := 0.0
		for i := len(order) - 1; i >= 0; i-- {
			better[i] = min(1, sum+mass[i]/2)
			sum += mass[i]
		}
		sum = 0
		chosen := slices.Clone(logs)
		for i, at := range order {
			if at >= places && mass[i] > 0 {
				chosen[at] += atEnd(sum, max(0, better[i]-mass[i]/2), mass[i])
			} else {
				chosen[at] += more(min(1, sum+mass[i]/2), better[i])
			}
			sum += mass[i]
		}
		out.logs[which] = chosen
	}
	return out
}

// logDensityFactor returns ln G'(F) as a function of F (worse) and 1 − F (better).
func logDensityFactor(r run.Run) func(worse, better float64) float64 {
	mean := r.TuningMean
	switch r.Tuning {
	case run.NoTuning, "":
		return func(float64, float64) float64 { return 0 }
	case run.FixedTuning:
		if mean == 1 { // no 0 times infinity
			return func(float64, float64) float64 { return 0 }
		}
		return func(worse, _ float64) float64 { return math.Log(mean) + (mean-1)*math.Log(worse) }
	case run.PoissonTuning:
		return func(_, better float64) float64 { return math.Log(mean) - mean*better }
	case run.Geometric, run.Logarithmic, run.NegativeBinomial: // below
	default:
		panic(run.Unknown(r.Tuning))
	}
	// G(z) = ((1 − (1−γ)z)^{−ν} − 1)/(γ^{−ν} − 1), or its limit if ν = 0.
	shape, rare := negativeBinomial(r)
	gamma := math.Exp(-rare)
	scale := math.Log(-math.Expm1(-rare) / rare)
	if shape != 0 {
		scale = math.Log(shape * -math.Expm1(-rare) / math.Expm1(shape*rare))
	}
	return func(_, better float64) float64 { return scale - (shape+1)*math.Log(gamma+(1-gamma)*better) }
}

// logEndFactor returns ln((G(F + mass) − G(F))/mass) as a function of F (worse), 1 − F − mass (better) and mass.
func logEndFactor(r run.Run) func(worse, better, mass float64) float64 {
	mean := r.TuningMean
	switch r.Tuning {
	case run.NoTuning, "":
		return func(float64, float64, float64) float64 { return 0 }
	case run.FixedTuning:
		return func(worse, better, mass float64) float64 {
			after := math.Log1p(-better)
			if worse+mass < 0.5 {
				after = math.Log(worse + mass)
			}
			before := math.Log(worse)
			if worse > 0.5 {
				before = math.Log1p(-better - mass)
			}
			return mean*after + math.Log(-math.Expm1(mean*(before-after))/mass)
		}
	case run.PoissonTuning:
		return func(_, better, mass float64) float64 { return -mean*better + math.Log(-math.Expm1(-mean*mass)/mass) }
	case run.Geometric, run.Logarithmic, run.NegativeBinomial: // below
	default:
		panic(run.Unknown(r.Tuning))
	}
	shape, rare := negativeBinomial(r)
	gamma := math.Exp(-rare)
	return func(_, better, mass float64) float64 {
		after := gamma + (1-gamma)*better
		growth := math.Log1p((1 - gamma) * mass / after)
		if shape == 0 {
			return math.Log(growth / rare / mass)
		}
		return -shape*math.Log(after) + math.Log(-math.Expm1(-shape*growth)/math.Expm1(shape*rare)/mass)
	}
}

// negativeBinomial returns the shape ν and the ln(1/γ) of a negative binomial number of runs.
func negativeBinomial(r run.Run) (shape, rare float64) {
	switch r.Tuning {
	case run.Geometric:
		shape = 1
	case run.Logarithmic:
		shape = 0
	case run.NegativeBinomial:
		shape = r.TuningShape
	case run.NoTuning, run.FixedTuning, run.PoissonTuning:
		panic("the number of runs is not negative binomial: " + string(r.Tuning))
	default:
		panic(run.Unknown(r.Tuning))
	}
	return shape, rarity(shape, r.TuningMean)
}

// rarity returns the ln(1/γ) with which a negative binomial number of shape ν has the given mean ν(1−γ)/(γ(1−γ^ν)). At ν = 0
// the mean is the limit (1−γ)/(γ ln(1/γ)).
func rarity(shape, mean float64) float64 {
	rare, _ := scalar.Halve(1e-9, 600, 200, func(x float64) bool { // at 1e-9 the mean is about 1; e^600 is finite
		if shape == 0 {
			return math.Expm1(x)/x >= mean
		}
		return math.Expm1(x)*shape/-math.Expm1(-shape*x) >= mean
	})
	return rare
}

// views are the possible releases: the iterate itself or, for the best of several runs,
// the highest and the lowest iterate.
func (s releasedPair) views(r run.Run) []releasedPair {
	if !r.Tuned() {
		return []releasedPair{s}
	}
	return []releasedPair{s.best(r, true), s.best(r, false)}
}
