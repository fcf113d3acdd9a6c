package selection

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/run"
)

func linear(alpha float64) float64 { return 0.05 * alpha }

// Values for ε(α) = .05α, computed apart in Python by minimising over λ: γ = .1 and ν = 1 and 0, and
// γ = .05 with ν = .5; one run is (1.308119, 1e-5)-DP, the best of a geometric number of mean
// 10 (2.728825, 1e-5)-DP, by the conversion of Canonne, Kamath and Steinke.
func TestNegativeBinomialValues(t *testing.T) {
	for _, c := range []struct {
		tuning      run.Tuning
		shape, mean float64
		want        [3]float64
	}{
		{run.Geometric, 1, 10, [3]float64{3.659814, 1.986170, 2.931506}},
		{run.Logarithmic, 0, 9 / math.Log(10), [3]float64{2.091807, 1.223356, 2.272588}},
		{run.NegativeBinomial, 0.5, 0.5 * 0.95 / (0.05 * (1 - math.Sqrt(0.05))), [3]float64{3.690457, 1.843839, 2.766856}},
	} {
		curve := Curve(run.Run{Tuning: c.tuning, TuningMean: c.mean, TuningShape: c.shape}, linear)
		for i, alpha := range []float64{2, 8, 32} {
			if got := curve(alpha); math.Abs(got/c.want[i]-1) > 1e-6 {
				t.Errorf("%s: ε'(%v) = %v, want %v", c.tuning, alpha, got, c.want[i])
			}
		}
	}
	best := Curve(run.Run{Tuning: run.Geometric, TuningMean: 10}, linear)
	one, _ := convert.EpsilonUpper(linear, 1e-5)
	many, _ := convert.EpsilonUpper(best, 1e-5)
	if math.Abs(one-1.308119) > 5e-6 || math.Abs(many-2.728825) > 5e-6 {
		t.Errorf("%v and %v", one, many)
	}
}

// Randomised response with ln 3, of which the best of K outputs is released: what is lost is
// known exactly, and no bound is below it, for every law of K. (Where the output is one bit and
// 1 is best, the release is 0 with probability E[(1−p)^K].)
func TestBestOfRandomisedResponse(t *testing.T) {
	const truth = 0.75
	divergence := func(p, q, alpha float64) float64 {
		return math.Log(math.Pow(p, alpha)*math.Pow(q, 1-alpha)+math.Pow(1-p, alpha)*math.Pow(1-q, 1-alpha)) / (alpha - 1)
	}
	one := func(alpha float64) float64 { return divergence(truth, 1-truth, alpha) }
	for _, c := range []struct {
		name string
		r    run.Run
		none func(miss float64) float64 // E[miss^K]
	}{
		{"geometric", run.Run{Tuning: run.Geometric, TuningMean: 4}, func(x float64) float64 { return 0.25 * x / (1 - 0.75*x) }},
		{"logarithmic", run.Run{Tuning: run.Logarithmic, TuningMean: 9 / math.Log(10)},
			func(x float64) float64 { return math.Log(1-0.9*x) / math.Log(0.1) }},
		{"Poisson", run.Run{Tuning: run.PoissonTuning, TuningMean: 3}, func(x float64) float64 { return math.Exp(3 * (x - 1)) }},
		{"fixed", run.Run{Tuning: run.FixedTuning, TuningMean: 5}, func(x float64) float64 { return math.Pow(x, 5) }},
	} {
		bound := Curve(c.r, one)
		for _, alpha := range []float64{1.1, 2, 4, 16} {
			first, second := c.none(truth), c.none(1-truth)
			lost := max(divergence(first, second, alpha), divergence(second, first, alpha))
			if got := bound(alpha); !(got >= lost) || got > 40 {
				t.Errorf("%s: the best loses %v at the order %v, the bound says %v", c.name, lost, alpha, got)
			}
		}
	}
}

// What fails is no small number.
func TestNothingKnownOfARun(t *testing.T) {
	for _, tuning := range []run.Tuning{run.Geometric, run.Logarithmic, run.NegativeBinomial, run.PoissonTuning, run.FixedTuning} {
		for _, nothing := range []float64{math.Inf(1), math.NaN()} {
			if got := Curve(run.Run{Tuning: tuning, TuningMean: 3, TuningShape: 0.5},
				func(float64) float64 { return nothing })(2); got < math.Inf(1) {
				t.Errorf("%s of %v: %v", tuning, nothing, got)
			}
		}
	}
}
