// Package selection bounds the privacy loss if only the best of several runs is released.
package selection

import (
	"math"
	"sync"

	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/run"
)

// Curve returns the Rényi bound ε'(α) of the best of K runs, where each run is (α, ε(α))-RDP. K is drawn before the runs, by
// the law that r states and independently of the data. The runs' releases decide which is best, ties by a fixed rule
// (Papernot and Steinke 2022, arXiv:2110.03620, Theorems 2 and 6). For K of the truncated negative binomial law of shape ν
// and parameter γ
//
//	ε'(α) ≤ ε(α) + (1+ν)·min_{λ ≥ 1} [(1 − 1/λ)ε(λ) + ln(1/γ)/λ] + ln E[K]/(α − 1);
//
// for K of a Poisson law of mean μ ≥ 1
//
//	ε'(α) ≤ ε(α) + μδ̂ + ln μ/(α − 1),
//
// where each run is (ε̂, δ̂)-DP with e^ε̂ = 1 + 1/(α − 1). A fixed number of runs compose. The bound is +Inf where nothing is
// proved.
func Curve(r run.Run, epsilon func(alpha float64) float64) func(alpha float64) float64 {
	mean := atLeast(r.TuningMean)
	if mutants.ChoiceForgotten.On() {
		return epsilon
	}
	switch r.Tuning {
	case run.NoTuning, "":
		return epsilon
	case run.FixedTuning:
		return func(alpha float64) float64 { return r.TuningMean * epsilon(alpha) * up }
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

// up covers a dozen roundings.
const up = 1 + 1e-14

// atLeast returns at least the stated decimal that x rounds. If a mean is next to 1, or a shape next to −1, half a unit in
// the last place is a large part of the difference.
func atLeast(x float64) float64 {
	if x == math.Trunc(x) {
		return x
	}
	return math.Nextafter(x, math.Inf(1))
}

func negativeBinomial(shape, mean float64, epsilon func(alpha float64) float64) func(alpha float64) float64 {
	rare := LogInverse(shape, mean)
	price := sync.OnceValue(func() float64 { return (1 + atLeast(shape)) * least(rare, epsilon) })
	return func(alpha float64) float64 {
		return (epsilon(alpha) + price() + math.Log(mean)/(alpha-1)) * up
	}
}

// least returns the least value found of (1 − 1/λ)ε(λ) + ln(1/γ)/λ over λ ≥ 1: every λ is valid.
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
	const (
		from, to, step = -12.0, 20.0, 0.5 // of ln(λ − 1)
		turns          = 40               // of golden sections: x to about a part in 10⁸, where the value is level
	)
	for x := from; x <= to; x += step {
		if v := value(x); v < best {
			best, at = v, x
		}
	}
	if !math.IsNaN(at) {
		_, x := scalar.Golden(at-step, at+step, turns, value)
		best = min(best, value(x))
	}
	return best
}

// delta returns the least δ̂ found at which a run is (epsilon, δ̂)-DP: e^{(λ−1)(ε(λ)−ε̂)}(1−1/λ)^{λ−1}/λ over λ (Canonne,
// Kamath and Steinke 2020, Proposition 12); at most 1.
func delta(curve func(alpha float64) float64, epsilon float64) float64 {
	const (
		rounding       = 4e-16            // more than the relative error of each term
		from, to, step = -6.0, 20.0, 0.25 // of ln(λ − 1); twice the step costs tightness only, since every λ is valid
	)
	best := 0.0 // of the logarithm
	for x := from; x <= to; x += step {
		lambda := 1 + math.Exp(x)
		if e := curve(lambda); e >= 0 {
			raised := e - epsilon + math.Log1p(-1/lambda) + (e+epsilon+1/lambda)*rounding
			best = min(best, (lambda-1)*raised-math.Log(lambda))
		}
	}
	return math.Exp(best*(1-rounding)) * up
}

// LogInverse returns at least ln(1/γ) of the truncated negative binomial law of a shape ν > −1 with the given mean. The mean
// is ν(1−γ)/(γ(1−γ^ν)), and (1/γ−1)/ln(1/γ) for ν = 0.
func LogInverse(shape, mean float64) float64 {
	if shape == 1 {
		return math.Log(atLeast(mean)) * up
	}
	// reaches reports whether the mean for x = ln(1/γ), which rises with x, is certainly at least the stated one. It allows
	// for the rounding of the functions, of the mean and of the shape, which counts −νx times at most, or once if ν ≥ 0.
	reaches := func(x float64) bool {
		const rounding = 1e-15 // relative, of one function
		scale := 1 / x         // ν/(1−γ^ν), or its limit where νx vanishes beside 1
		if math.Abs(shape*x) > 1e-18 {
			scale = shape / -math.Expm1(-shape*x)
		}
		log := math.Log(scale * math.Expm1(x))
		return log >= math.Log(mean)+(1+math.Abs(log)+max(0, -shape*x))*rounding
	}
	const (
		farthest = 600 // e^x is a number up to 709
		turns    = 200 // enough for all digits of the smallest x
	)
	if !reaches(farthest) {
		return math.Inf(1)
	}
	_, x := scalar.Halve(0, farthest, turns, func(x float64) bool { return x > 0 && reaches(x) })
	return x * (1 + 1e-9) // the mean rises with x, though its rounded value may not
}
