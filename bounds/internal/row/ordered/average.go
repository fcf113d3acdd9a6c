package ordered

import (
	"context"
	"math"

	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// maxPositions is the largest number of positions of the differing example that are distinguished in an average over secret
// orders. If there are more, each group counts as its worst position, which can only raise the bound.
const maxPositions = 256

// RenyiAverage returns the Rényi divergence of a mixture whose component i is (α, αR_i/(2σ²))-RDP with probability w_i: by
// joint convexity of exp((α−1)D_α), log(Σ w_i exp((α−1)αR_i/(2σ²)))/(α−1). It rises with α and errs upward.
func RenyiAverage(shares []shift.Share, sigma, alpha float64) float64 {
	unit := alpha / 2 / sigma / sigma * (1 + 8*errfloat.U)
	return unit * shift.LogMean(shares, (alpha-1)*unit)
}

// DeltaAverage returns the least ε at which the mean of the components'
// Gaussian profiles, μ_i = √R_i/σ, is at most delta, on the upper side.
// Hockey-stick divergences are jointly convex, so the mean bounds the mixture.
func DeltaAverage(shares []shift.Share, sigma, delta float64) (float64, error) {
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
		return hi, proof.ErrNoEpsilon
	}
	return proof.LeastMeeting(func(epsilon float64) bool { return meanProfile(shares, sigma, epsilon) <= delta }, 2*hi)
}

// meanProfile returns at least the mean of the Gaussian profiles of costs at epsilon.
func meanProfile(shares []shift.Share, sigma, epsilon float64) float64 {
	sum := 0.0
	for _, s := range shares {
		sum += float64(s.Weight * errfloat.Profile(math.Sqrt(s.R)/sigma*(1+4*errfloat.U), epsilon))
	}
	return sum * (1 + averageError)
}

// planWeights are the weights of costs, in units of 1/s², for which levels are planned. Every plan is a valid bound at every
// order, and the least counts.
var planWeights = []float64{0, 0.1, 1, 10}

// reshuffledRun bounds a run whose order is drawn afresh, in secret, for every epoch, by the plans of package shift. If the
// last epoch is cut short, the differing example may come up in it or not; the plans for both cases are mixed by joint
// convexity.
type reshuffledRun struct {
	run   run.Run
	cases orderCases
	sigma float64
	// program is the program under linear moduli, whose levels can be polished; nil if there is none.
	program *shift.ProvenCyclic
	planner *shift.Planner // of the program
	work    *work.Budget
	// ahead lets levels follow the positions, and averages δ itself if δ is given.
	ahead bool
}

// orderCase has the plans of a case and its probability: for T steps, and idle steps after them that do not use the example.
type orderCase struct {
	weight  float64
	T, idle int
	plans   [][]shift.EpochGroup
}

// orderCases are all cases of a run.
type orderCases []orderCase

// newReshuffled mixes plans for steps that are followed by steps without the example. If shiftRow is set, the plans are for
// all moduli and their levels may follow the positions; otherwise they are for linear moduli alone.
func newReshuffled(ctx context.Context, r run.Run, shiftRow bool) *reshuffledRun {
	f := &reshuffledRun{run: r, sigma: r.IterateNoise(), work: work.From(ctx), ahead: shiftRow}
	if p, _, err := LinearProgram(r); err == nil {
		p.After = 0 // the planner takes the idle steps as an argument
		f.program = p.Proven()
		f.planner = shift.NewPlanner(ctx, f.program)
	}
	plan := f.linearPlans
	if shiftRow {
		plan = f.allPlans
	}
	f.mix(plan)
	return f
}

// ReshuffledUnder returns the plans of one linear program, whatever the moduli of the run are, with levels that may follow
// the positions.
func ReshuffledUnder(ctx context.Context, r run.Run, program shift.CyclicProgram) *reshuffledRun {
	f := &reshuffledRun{run: r, sigma: r.IterateNoise(), work: work.From(ctx), ahead: true, program: program.Proven()}
	f.planner = shift.NewPlanner(ctx, f.program)
	f.mix(f.linearPlans)
	return f
}

// mix makes the cases of a last epoch that is cut short.
func (f *reshuffledRun) mix(plan func(T, idle int) [][]shift.EpochGroup) {
	r := f.run
	T, rest := r.Holding(), r.T-r.Holding()
	f.cases = orderCases{{1, T, rest, plan(T, rest)}}
	last := T % r.StepsPerEpoch()
	if last == 0 {
		return
	}
	f.cases[0].weight = float64(last) / float64(r.StepsPerEpoch())
	without := [][]shift.EpochGroup{nil} // no step uses the example
	if T > last {
		without = plan(T-last, last+rest)
	}
	f.cases = append(f.cases, orderCase{float64(r.StepsPerEpoch()-last) / float64(r.StepsPerEpoch()), T - last, last + rest, without})
}

// allPlans returns the plans of the shift row: under the smallest linear modulus, if there is one. If that is not the least
// modulus, it also returns those under the minimum of all moduli with nothing hidden between epochs, and for any order at
// all.
func (f *reshuffledRun) allPlans(T, idle int) (plans [][]shift.EpochGroup) {
	if f.program != nil {
		plans = f.linearPlans(T, idle)
	}
	if linearSuffices(f.run) {
		return plans
	}
	concave := concaveProgram(f.run)
	concave.Work = f.work
	plans = append(plans, concave.Plan(T, idle, concavePositions))
	at := f.run
	at.T = T + idle
	if every := anyOrder(at, f.work); !math.IsInf(every, 1) {
		plans = append(plans, []shift.EpochGroup{{Shares: []shift.Share{{Weight: 1, R: every}}, Epochs: 1}})
	}
	return plans
}

// anyOrder bounds every order of the batches: as if every step used the differing example, and with the larger modulus of the
// steps that do not.
func anyOrder(r run.Run, budget *work.Budget) float64 {
	p := concaveProgram(r)
	p.Work = budget
	p.Visit, p.Period = p.Plain, 1
	return min(p.Solve(r.T).R, affine(r).R)
}

// linearPlans returns the plans under linear moduli.
func (f *reshuffledRun) linearPlans(T, idle int) (plans [][]shift.EpochGroup) {
	for _, w := range planWeights {
		plans = append(plans, f.planner.Plan(T, idle, w/f.program.Sensitivity/f.program.Sensitivity, maxPositions))
	}
	if groups := f.program.Descent(T, maxPositions); groups != nil {
		plans = append(plans, groups)
	}
	return plans
}
