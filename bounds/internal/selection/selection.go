// Package selection bounds what is lost where only the best of several runs is released.
package selection

import (
	"math"
	"sync"

	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/run"
)

// Curve is the Rényi bound ε'(α) of the best of K runs, where each run is (α, ε(α))-RDP: K is
// drawn before them as the run says, independently of the data, and the best is decided by what
// the runs release, ties by a fixed rule (Papernot and Steinke 2022, arXiv:2110.03620, Theorems 2
// and 6). For K of the truncated negative binomial law of shape ν and parameter γ
//
//	ε'(α) ≤ ε(α) + (1+ν)·min_{λ ≥ 1} [(1 − 1/λ)ε(λ) + ln(1/γ)/λ] + ln E[K]/(α − 1);
//
// for K of a Poisson law of mean μ ≥ 1
//
//	ε'(α) ≤ ε(α) + μδ̂ + ln μ/(α − 1),
//
// each run (ε̂, δ̂)-DP with e^ε̂ = 1 + 1/(α − 1). A fixed number of runs compose. +Inf where
// nothing is proved.
func Curve(r run.Run, epsilon func(alpha float64) float64) func(alpha float64) float64 {
	mean := r.TuningMean
	if mutants.ChoiceForgotten.On() {
		return epsilon
	}
	switch r.Tuning {
	case run.NoTuning, "":
		return epsilon
	case run.FixedTuning:
		return func(alpha float64) float64 { return mean * epsilon(alpha) * up }
	case run.PoissonTuning:
		return func(alpha float64) float64 {
			return (epsilon(alpha) + mean*delta(epsilon, math.Log1p(1/(alpha-1))*(1-1e-15)) + math.Log(mean)/(alpha-1)) * up
		}
	case run.Geometric:
		return negativeBinomial(1, mean, epsilon)
	case run.Logarithmic:
		return negativeBinomial(0, mean, epsilon)
	case run.NegativeBinomial:
		return negativeBinomial(r.TuningShape, mean, epsilon)
	}
	panic(run.Unknown(r.Tuning))
}

// up is above what a dozen roundings take away.
const up = 1 + 1e-14

func negativeBinomial(shape, mean float64, epsilon func(alpha float64) float64) func(alpha float64) float64 {
	rare := LogInverse(shape, mean)
	price := sync.OnceValue(func() float64 { return (1 + shape) * least(rare, epsilon) })
	return func(alpha float64) float64 {
		return (epsilon(alpha) + price() + math.Log(mean)/(alpha-1)) * up
	}
}

// least is the least found of (1 − 1/λ)ε(λ) + ln(1/γ)/λ over λ ≥ 1: every λ is valid.
func least(rare float64, epsilon func(alpha float64) float64) float64 {
	best, at := rare, math.NaN() // λ = 1
	value := func(logExcess float64) float64 {
		lambda := 1 + math.Exp(logExcess)
		e := epsilon(lambda)
		if !(e >= 0) {
			return math.Inf(1)
		}
		return (1-1/lambda)*e + rare/lambda
	}
	const from, to, step = -12.0, 20.0, 0.5 // of ln(λ − 1)
	for x := from; x <= to; x += step {
		if v := value(x); v < best {
			best, at = v, x
		}
	}
	if !math.IsNaN(at) {
		_, x := scalar.Golden(at-step, at+step, 40, value)
		best = min(best, value(x))
	}
	return best
}

// delta is the least found δ̂ at which a run is (epsilon, δ̂)-DP: e^{(λ−1)(ε(λ)−ε̂)}(1−1/λ)^{λ−1}/λ
// over λ (Canonne, Kamath and Steinke 2020, Proposition 12); at most 1.
func delta(curve func(alpha float64) float64, epsilon float64) float64 {
	best := 0.0 // of the logarithm
	for x := -6.0; x <= 20; x += 0.25 {
		lambda := 1 + math.Exp(x)
		if e := curve(lambda); e >= 0 {
			best = min(best, (lambda-1)*(e-epsilon+math.Log1p(-1/lambda))-math.Log(lambda))
		}
	}
	return math.Exp(best) * up
}

// LogInverse is at least ln(1/γ) of the truncated negative binomial law of a shape ν > −1 whose mean
// is ν(1−γ)/(γ(1−γ^ν)), and (1/γ−1)/ln(1/γ) for ν = 0.
func LogInverse(shape, mean float64) float64 {
	if shape == 1 {
		return math.Log(mean) * up
	}
	of := func(x float64) float64 { // ln of the mean, for x = ln(1/γ)
		if math.Abs(shape*x) < 1e-9 {
			return math.Log(math.Expm1(x) / x)
		}
		return math.Log(shape/-math.Expm1(-shape*x)) + math.Log(math.Expm1(x))
	}
	if of(600) < math.Log(mean) {
		return math.Inf(1)
	}
	_, above := scalar.Halve(0, 600, 200, func(x float64) bool { return x > 0 && of(x) >= math.Log(mean) })
	return above * (1 + 1e-9)
}
