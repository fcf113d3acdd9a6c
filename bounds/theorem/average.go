package theorem

import (
	"errors"
	"math"
	"sync"

	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// maxPositions is the number of positions of the differing example that are
// told apart in an average over secret orders; more are grouped under the
// worst of each group, which can only raise the bound.
const maxPositions = 256

// renyiAverage is the Rényi divergence of a mixture whose component i is
// (α, αR_i/(2σ²))-RDP with probability w_i: by joint convexity of
// exp((α−1)D_α), log(Σ w_i exp((α−1)αR_i/(2σ²)))/(α−1).
func renyiAverage(shares []shift.Share, sigma, alpha float64) float64 {
	unit := alpha / 2 / sigma / sigma
	return unit * shift.LogMean(shares, (alpha-1)*unit)
}

var errNoEpsilon = errors.New("no finite ε has this δ")

// deltaAverage returns the least ε at which the mean of the components'
// Gaussian profiles, μ_i = √R_i/σ, is at most delta, on the upper side.
// Hockey-stick divergences are jointly convex, so the mean bounds the mixture.
func deltaAverage(shares []shift.Share, sigma, delta float64) (float64, error) {
	if mutants.MeanOfCosts.On() {
		mean := shift.Share{Weight: 1}
		for _, s := range shares {
			mean.R += s.Weight * s.R
		}
		shares = []shift.Share{mean}
	}
	worst := 0.0
	for _, s := range shares {
		worst = max(worst, s.R)
	}
	hi := convert.GaussianEpsilonUpper(math.Sqrt(worst)/sigma, delta)
	if math.IsInf(hi, 1) {
		return hi, errNoEpsilon
	}
	return leastMeeting(func(epsilon float64) bool { return meanProfile(shares, sigma, epsilon) <= delta }, 2*hi)
}

// meanProfile is at least the mean of the Gaussian profiles of costs at epsilon.
func meanProfile(shares []shift.Share, sigma, epsilon float64) float64 {
	sum := 0.0
	for _, s := range shares {
		sum += float64(s.Weight * errfloat.Profile(math.Sqrt(s.R)/sigma*(1+4*errfloat.U), epsilon))
	}
	return sum * (1 + averageError)
}

// planWeights are the weights of costs, in units of 1/s², for which levels are
// planned; every plan is a valid bound at every order, and the least counts.
var planWeights = []float64{0, 0.1, 1, 10}

// reshuffled bounds a run whose order is drawn afresh, in secret, for every
// epoch, by the plans of package shift. Where the last epoch is cut short the
// differing example may come up in it or not; the plans for either are mixed by
// joint convexity.
type reshuffled struct {
	run   run.Run
	mu    sync.Mutex
	cases []orderCase
	sigma float64
	// program is the one under linear moduli, whose levels can be polished; its
	// period is 0 where there is none.
	program shift.Cyclic
	work    *work.Budget
	// ahead lets levels follow the positions; followed are the orders
	// at which that was better.
	ahead    bool
	followed map[float64]bool
	follows  map[float64]bool // the δ at which it was
	// at is the order that serves the conversion to a δ best; ahead tells that its plans
	// then gave the mean of δ, and otherwise the conversion was the answer.
	at map[float64]float64
}

// orderCase are the plans of a case and its probability: for T steps, and idle ones
// after them that do not use the example.
type orderCase struct {
	weight  float64
	T, idle int
	plans   [][]shift.Stage
}

// newReshuffled mixes the plans that plan makes for a number of steps with others
// after them that do not use the example.
func newReshuffled(w *work.Budget, r run.Run, plan func(T, idle int) [][]shift.Stage) *reshuffled {
	f := &reshuffled{run: r, sigma: r.IterateNoise(), work: w, followed: map[float64]bool{}, follows: map[float64]bool{}, at: map[float64]float64{}}
	f.program, _, _ = linearProgram(r)
	f.cases = []orderCase{{1, r.T, 0, plan(r.T, 0)}}
	last := r.T % r.StepsPerEpoch()
	if last == 0 {
		return f
	}
	f.cases[0].weight = float64(last) / float64(r.StepsPerEpoch())
	without := [][]shift.Stage{nil} // no step uses the example
	if r.T > last {
		without = plan(r.T-last, last)
	}
	f.cases = append(f.cases, orderCase{float64(r.StepsPerEpoch()-last) / float64(r.StepsPerEpoch()), r.T - last, last, without})
	return f
}

// allPlans are the plans of the shift row: under the smallest linear modulus,
// where there is one, and, if that is not the least of all, under the minimum of
// all moduli with nothing hidden between epochs, and for any order at all.
func allPlans(r run.Run, budget *work.Budget) func(T, idle int) [][]shift.Stage {
	p, _, err := linearProgram(r)
	linear := linearPlans(p, budget)
	return func(T, idle int) (plans [][]shift.Stage) {
		if err == nil {
			plans = linear(T, idle)
		}
		if linearSuffices(r) {
			return plans
		}
		concave := concaveProgram(r)
		concave.Work = budget
		plans = append(plans, concave.Plan(T, idle, concavePositions))
		at := r
		at.T = T + idle
		if every := anyOrder(at, budget); !math.IsInf(every, 1) {
			plans = append(plans, []shift.Stage{{Shares: []shift.Share{{Weight: 1, R: every}}, Epochs: 1}})
		}
		return plans
	}
}

// anyOrder bounds every order of the batches: as if every step used the
// differing example, and with the larger modulus of the steps that do not.
func anyOrder(r run.Run, budget *work.Budget) float64 {
	p := concaveProgram(r)
	p.Work = budget
	p.Visit, p.Period = p.Plain, 1
	return min(p.Solve(r.T).R, affine(r).R)
}

// linearPlans are the plans under linear moduli.
func linearPlans(p shift.Cyclic, budget *work.Budget) func(T, idle int) [][]shift.Stage {
	var planner *shift.Planner
	return func(T, idle int) (plans [][]shift.Stage) {
		if planner == nil {
			planner = shift.NewPlanner(budget, p)
		}
		for _, w := range planWeights {
			plans = append(plans, planner.Plan(T, idle, w/p.Sensitivity/p.Sensitivity, maxPositions))
		}
		if stages := p.Descent(T, maxPositions); stages != nil {
			plans = append(plans, stages)
		}
		return plans
	}
}

// renyi is the mixture of the cases, each the least over its plans of the summed
// Rényi averages of the epochs.
func (f *reshuffled) renyi(alpha float64) float64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.mixture(alpha, false)
}

// order is renyi at an order that is worth the time: the levels of the plans that
// serve it best are polished for it, which keeps stronger assumptions from losing to
// a grid of levels that suits weaker ones better, or follow the positions.
func (f *reshuffled) order(alpha float64) float64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.polish(alpha)
	return f.mixture(alpha, f.ahead && f.program.Period > 0)
}

// following is the Rényi divergence of a case whose levels follow the positions.
func (f *reshuffled) following(c orderCase, alpha float64) float64 {
	if c.T == 0 {
		return math.Inf(1) // there is nothing to choose
	}
	scale := alpha / 2 / f.sigma / f.sigma
	return scale * f.program.Ahead(f.work, c.T, c.idle, (alpha-1)*scale)
}

// polish adds to the plans of each case the best one with its levels moved.
func (f *reshuffled) polish(alpha float64) {
	if f.program.Period == 0 || !(alpha > 1) {
		return
	}
	weight := (alpha - 1) * alpha / 2 / f.sigma / f.sigma
	for i := range f.cases {
		c := &f.cases[i]
		best, _ := f.best(*c, alpha)
		if plan := f.program.Polish(f.work, best, c.T, c.idle, weight, maxPositions); plan != nil {
			c.plans = append(c.plans, plan)
		}
	}
}

func (f *reshuffled) mixture(alpha float64, ahead bool) float64 {
	of := make([]shift.Share, len(f.cases))
	for i, c := range f.cases {
		_, least := f.best(c, alpha)
		if ahead {
			if e := f.following(c, alpha); e < least {
				least = e
				f.followed[alpha] = true
			}
		}
		of[i] = shift.Share{Weight: c.weight, R: least}
	}
	return shift.LogMean(of, alpha-1)
}

// best is the plan of a case whose Rényi divergence is the least, and that.
func (f *reshuffled) best(c orderCase, alpha float64) (best []shift.Stage, least float64) {
	least = math.Inf(1)
	for _, stages := range c.plans {
		sum := 0.0
		for _, s := range stages {
			sum += float64(s.Epochs) * renyiAverage(s.Shares, f.sigma, alpha)
		}
		if sum < least {
			best, least = stages, sum
		}
	}
	return best, least
}

// converted is what the Rényi divergence converts to, with the plans polished for the
// order that serves the conversion best.
func (f *reshuffled) converted(delta float64) (float64, error) {
	_, at := convert.EpsilonUpper(f.renyi, delta)
	f.order(at.Alpha)
	epsilon, at := convert.EpsilonUpper(f.renyi, delta)
	f.mu.Lock()
	f.at[delta] = at.Alpha
	f.mu.Unlock()
	if math.IsInf(epsilon, 1) {
		return epsilon, errNoEpsilon
	}
	return epsilon, nil
}

// epsilon averages δ over the distribution of the whole run's cost, under the
// plans that serve the Rényi conversion best.
func (f *reshuffled) epsilon(delta float64) (float64, error) {
	_, at := convert.EpsilonUpper(f.renyi, delta)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.polish(at.Alpha)
	f.at[delta] = at.Alpha
	least, err := deltaAverage(f.shares(at.Alpha, func(plan []shift.Stage) []shift.Stage { return plan }), f.sigma, delta)
	if f.ahead && f.program.Period > 0 {
		weight := (at.Alpha - 1) * at.Alpha / 2 / f.sigma / f.sigma
		if e, err := deltaAverage(f.followingShares(weight, f.program.AheadShares), f.sigma, delta); err == nil && e < least {
			f.follows[delta] = true
			return e, nil
		}
	}
	return least, err
}

// followingShares are the whole run's costs under levels that follow the positions, of a
// program whose laws are told; one that costs more than any number where they are not.
func (f *reshuffled) followingShares(weight float64, law func(w *work.Budget, T, idle int, weight float64) []shift.Share) (shares []shift.Share) {
	for _, c := range f.cases {
		of := []shift.Share{{Weight: 1}}
		if c.T > 0 {
			of = law(f.work, c.T, c.idle, weight)
		}
		if of == nil {
			return []shift.Share{{Weight: 1, R: math.Inf(1)}}
		}
		for _, s := range of {
			shares = append(shares, shift.Share{Weight: c.weight * s.Weight, R: s.R})
		}
	}
	return shares
}

// shares are the whole run's costs under the plans that serve an order best, each as it
// is evaluated.
func (f *reshuffled) shares(alpha float64, evaluated func(plan []shift.Stage) []shift.Stage) (shares []shift.Share) {
	for _, c := range f.cases {
		best, least := f.best(c, alpha)
		if math.IsInf(least, 1) {
			best = c.plans[0]
		}
		for _, s := range shift.Total(evaluated(best)) {
			shares = append(shares, shift.Share{Weight: c.weight * s.Weight, R: s.R})
		}
	}
	return shares
}
