package ordered

import (
	"math"
	"slices"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/work"
)

// An orderPlan says how an average over orders is computed: the plans for a Rényi order, or levels that follow the positions
// in their place.
type orderPlan struct {
	of    *reshuffledRun
	cases orderCases
	alpha float64 // the order that the plans serve
	// follows says that levels follow the positions: at an order those of the case with this index, at a δ those of all
	// cases.
	follows []bool
	mean    bool // δ itself is averaged
}

// proof answers each question by the plans that serve it best.
func (f *reshuffledRun) proof(note string) claim.Proof {
	p := proof.Solving(claim.Upper, note, func(q claim.Question) (claim.Solution, error) {
		if q.Renyi() {
			return f.AtOrder(q), nil
		}
		s := f.AtDelta(q)
		if math.IsInf(s.Epsilon, 1) {
			return s, proof.ErrNoEpsilon
		}
		return s, nil
	})
	p.Curve = func(alpha float64) float64 { return f.cases.mixture(alpha, f.sigma) }
	return p
}

// solved returns an answer by a plan.
func (f *reshuffledRun) solved(b claim.Bound, plan orderPlan) claim.Solution {
	s := claim.Solved(b.Question, b.Epsilon)
	s.Bound = b
	s.Explain = func() ([]claim.Choice, string) { return plan.explain(b) }
	if f.program != nil { // certificates are for linear moduli
		s.Certify = func() (float64, bool) { return plan.certify(b) }
	}
	return s
}

// AtOrder returns the mixture of the cases at an order that is worth the time. The levels of the best plans are polished for
// the order, or follow the positions. Polishing keeps stronger assumptions from a larger value, which a grid of levels that
// suits weaker ones better could give.
func (f *reshuffledRun) AtOrder(q claim.Question) claim.Solution {
	plan := orderPlan{of: f, cases: f.polished(q.Alpha), alpha: q.Alpha, follows: make([]bool, len(f.cases))}
	mixed := make([]shift.Share, len(f.cases))
	for i, c := range plan.cases {
		_, least := c.best(q.Alpha, f.sigma)
		if f.ahead && f.program != nil {
			if e := f.orderedDivergence(c, q.Alpha); e < least {
				least, plan.follows[i] = e, true
			}
		}
		mixed[i] = shift.Share{Weight: c.weight, R: least}
	}
	return f.solved(claim.Found(q, shift.LogMean(mixed, q.Alpha-1)), plan)
}

// AtDelta converts the Rényi divergence, with the plans polished for the order at which the conversion is best. It also
// averages δ over the distribution of the whole run's cost, under all plans.
func (f *reshuffledRun) AtDelta(q claim.Question) claim.Solution {
	b := proof.Converted(func(alpha float64) float64 { return f.cases.mixture(alpha, f.sigma) }, q)
	cases, alpha := f.polished(b.Alpha), b.Alpha
	if !f.ahead {
		b = proof.Converted(func(alpha float64) float64 { return cases.mixture(alpha, f.sigma) }, q)
		return f.solved(b, orderPlan{of: f, cases: cases, alpha: b.Alpha})
	}
	plan := orderPlan{of: f, cases: cases, alpha: alpha, mean: true, follows: []bool{false}}
	shares := plan.cases.costs(alpha, f.sigma, func(groups []shift.EpochGroup) []shift.EpochGroup { return groups })
	if least, err := DeltaAverage(shares, f.sigma, q.Delta); err == nil {
		b.Epsilon = min(b.Epsilon, least)
	}
	if f.program != nil {
		weight := (alpha - 1) * alpha / 2 / f.sigma / f.sigma
		shares := plan.cases.followed(f.work, weight, f.program.AheadShares)
		if e, err := DeltaAverage(shares, f.sigma, q.Delta); err == nil && e < b.Epsilon {
			b.Epsilon, plan.follows[0] = e, true
		}
	}
	return f.solved(b, plan)
}

// polished returns the cases, each with a plan for the order's own weight and, if possible, the best plan with its levels
// moved.
func (f *reshuffledRun) polished(alpha float64) orderCases {
	if f.program == nil || !(alpha > 1) {
		return f.cases
	}
	weight := (alpha - 1) * alpha / 2 / f.sigma / f.sigma
	out := make(orderCases, len(f.cases))
	for i, c := range f.cases {
		c.plans = slices.Clip(c.plans)
		if c.T > 0 {
			c.plans = append(c.plans, f.planner.Plan(c.T, c.idle, weight, maxPositions))
		}
		best, _ := c.best(alpha, f.sigma)
		if plan := f.program.Polish(f.work, best, c.T, c.idle, weight, maxPositions); plan != nil {
			c.plans = append(c.plans, plan)
		}
		out[i] = c
	}
	return out
}

// orderedDivergence returns the Rényi divergence of a case whose levels follow the positions.
func (f *reshuffledRun) orderedDivergence(c orderCase, alpha float64) float64 {
	if c.T == 0 {
		return math.Inf(1) // there are no levels to choose
	}
	scale := alpha / 2 / f.sigma / f.sigma
	return scale * f.program.Ahead(f.work, c.T, c.idle, (alpha-1)*scale)
}

// mixture returns the Rényi divergence of the cases, each the least over its plans of the summed Rényi averages of the
// epochs.
func (cases orderCases) mixture(alpha, sigma float64) float64 {
	of := make([]shift.Share, len(cases))
	for i, c := range cases {
		_, least := c.best(alpha, sigma)
		of[i] = shift.Share{Weight: c.weight, R: least}
	}
	return shift.LogMean(of, alpha-1)
}

// best returns the plan of a case with the least Rényi divergence, and that divergence.
func (c orderCase) best(alpha, sigma float64) (best []shift.EpochGroup, least float64) {
	least = math.Inf(1)
	for _, groups := range c.plans {
		sum := 0.0
		for _, s := range groups {
			sum += float64(s.Epochs) * RenyiAverage(s.Shares, sigma, alpha)
		}
		if sum < least {
			best, least = groups, sum
		}
	}
	return best, least
}

// followed lists the whole run's costs under levels that follow the positions, if the program's laws are known; otherwise one
// share with a cost above every number.
func (cases orderCases) followed(w *work.Budget, weight float64, law func(w *work.Budget, T, idle int,
	weight float64) []shift.Share) (shares []shift.Share) {
	for _, c := range cases {
		of := []shift.Share{{Weight: 1}}
		if c.T > 0 {
			of = law(w, c.T, c.idle, weight)
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

// costs returns the whole run's costs under the plans that are best at an order, each as evaluated returns it.
func (cases orderCases) costs(alpha, sigma float64, evaluated func(plan []shift.EpochGroup) []shift.EpochGroup) (shares []shift.Share) {
	for _, c := range cases {
		best, least := c.best(alpha, sigma)
		if math.IsInf(least, 1) {
			best = c.plans[0]
		}
		for _, s := range shift.Total(evaluated(best)) {
			shares = append(shares, shift.Share{Weight: c.weight * s.Weight, R: s.R})
		}
	}
	return shares
}
