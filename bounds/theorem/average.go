package theorem

import (
	"errors"
	"math"

	"lastiterate/bounds/convert"
	"lastiterate/bounds/run"
	"lastiterate/bounds/shift"
)

// maxPositions is the number of positions of the differing example that are
// told apart in an average over secret orders; more are grouped under the
// worst of each group, which can only raise the bound.
const maxPositions = 256

// renyiAverage is the Rényi divergence of a mixture whose component i is
// (α, αR_i/(2σ²))-RDP with probability w_i: by joint convexity of
// exp((α−1)D_α), log(Σ w_i exp((α−1)αR_i/(2σ²)))/(α−1). The sum is taken
// relative to its largest term, so that it neither overflows nor, where all
// terms are near 1, cancels.
func renyiAverage(shares []shift.Share, sigma, alpha float64) float64 {
	scale := (alpha - 1) * alpha / 2 / sigma / sigma
	top := 0.0
	for _, s := range shares {
		top = math.Max(top, scale*s.R)
	}
	deficit := 0.0 // Σ w_i (1 − exp(x_i − top)), in [0, 1)
	for _, s := range shares {
		deficit -= s.Weight * math.Expm1(scale*s.R-top)
	}
	return (top + math.Log1p(-deficit)) / (alpha - 1)
}

var errNoEpsilon = errors.New("no finite ε has this δ")

// deltaAverage returns the least ε at which the mean of the components'
// Gaussian profiles, μ_i = √R_i/σ, is at most delta, on the upper side.
// Hockey-stick divergences are jointly convex, so the mean bounds the mixture.
func deltaAverage(shares []shift.Share, sigma, delta float64) (float64, error) {
	worst := 0.0
	for _, s := range shares {
		worst = math.Max(worst, s.R)
	}
	hi := convert.GaussianEpsilonUpper(math.Sqrt(worst)/sigma, delta)
	if math.IsInf(hi, 1) {
		return hi, errNoEpsilon
	}
	mean := func(epsilon float64) float64 {
		sum := 0.0
		for _, s := range shares {
			sum += s.Weight * convert.GaussianDelta(math.Sqrt(s.R)/sigma, epsilon)
		}
		return sum * (1 + 1e-11) // the profiles' stated error, and the sum's
	}
	lo := 0.0
	if mean(lo) <= delta {
		return lo, nil
	}
	for range 60 {
		if mid := lo + (hi-lo)/2; mean(mid) > delta {
			lo = mid
		} else {
			hi = mid
		}
		if hi-lo <= 1e-15*hi {
			break
		}
	}
	return hi, nil
}

// planWeights are the weights of costs, in units of 1/s², for which levels are
// planned; every plan is a valid bound at every order, and the least counts.
var planWeights = []float64{0, 0.1, 1, 10}

// reshuffled bounds a run whose order is drawn afresh, in secret, for every
// epoch, by the plans of package shift.
type reshuffled struct {
	plans [][]shift.Stage
	sigma float64
}

// newReshuffled makes the plans: under the smallest linear modulus, where there
// is one, and, if that is not the least of all, under the minimum of all moduli
// with nothing hidden between epochs, and for any order at all.
func newReshuffled(r run.Run) reshuffled {
	f := reshuffled{sigma: r.IterateNoise()}
	if p, _, err := linearProgram(r); err == nil {
		f.linear(p, r.T)
	}
	if !linearSuffices(r) {
		f.plans = append(f.plans, concaveProgram(r).Plan(r.T, concavePositions))
		if any := anyOrder(r); !math.IsInf(any, 1) {
			f.plans = append(f.plans, []shift.Stage{{Shares: []shift.Share{{Weight: 1, R: any}}, Epochs: 1}})
		}
	}
	return f
}

// anyOrder bounds every order of the batches: as if every step used the
// differing example, and with the larger modulus of the steps that do not.
func anyOrder(r run.Run) float64 {
	p := concaveProgram(r)
	p.Visit, p.Period = p.Plain, 1
	return math.Min(p.Solve(r.T).R, affine(r).R)
}

// linear adds the plans under linear moduli.
func (f *reshuffled) linear(p shift.Cyclic, T int) {
	planner := shift.NewPlanner(p)
	for _, w := range planWeights {
		f.plans = append(f.plans, planner.Plan(T, w/p.Sensitivity/p.Sensitivity, maxPositions))
	}
	if stages := p.Descent(T, maxPositions); stages != nil {
		f.plans = append(f.plans, stages)
	}
}

// renyi is the least over the plans of the summed Rényi averages of the epochs.
func (f reshuffled) renyi(alpha float64) float64 {
	best := math.Inf(1)
	for _, stages := range f.plans {
		best = math.Min(best, f.renyiOf(stages, alpha))
	}
	return best
}

func (f reshuffled) renyiOf(stages []shift.Stage, alpha float64) float64 {
	sum := 0.0
	for _, s := range stages {
		sum += float64(s.Epochs) * renyiAverage(s.Shares, f.sigma, alpha)
	}
	return sum
}

// epsilon averages δ over the distribution of the whole run's cost, under the
// plan that serves the Rényi conversion best.
func (f reshuffled) epsilon(delta float64) (float64, error) {
	_, at := convert.EpsilonUpper(f.renyi, delta)
	best, least := f.plans[0], math.Inf(1)
	for _, stages := range f.plans {
		if e := f.renyiOf(stages, at.Alpha); e < least {
			best, least = stages, e
		}
	}
	return deltaAverage(shift.Total(best), f.sigma, delta)
}
