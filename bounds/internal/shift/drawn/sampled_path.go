package drawn

import (
	"math"

	"lastiterate/bounds/internal/shift"
)

func (m *splits) DivisionAt(q float64) shift.Division { return m.entries[m.preferred(q)].division() }

func (m *splits) DivisionOf(a float64) shift.Division { return m.entries[m.cheapest(a)].division() }

func (e entry) division() shift.Division { return shift.Division{Beta: e.beta, Hide: e.hide} }

// Path writes out the result of Solve(T). Steps of larger weight pay more and hide with a smaller share. If all weights are
// equal, the steps that pay most come last, so that no distance falls below 0 before the end (sampled.md, section 2).
func (p DrawnProgram) Path(best SampledSolution, T int) shift.Path {
	n := T - best.Tau
	path := shift.Unpaid(n, 0)
	path.Tau = best.Tau
	at, next := 0, 1
	if p.Excess > 0 { // the first step weighs most
		at, next = n-1, -1
	}
	for _, split := range best.Splits {
		division := shift.Division{Beta: split.Beta, Hide: p.Hide(split.Beta)}
		for range split.Times {
			path.Divisions[at] = division
			at += next
		}
	}
	path.Z[0] = p.Distance(best.Tau)
	if demand := p.demand(n, path.Z[0]); demand > 0 {
		p.payOff(&path, demand)
	}
	return path.Counted()
}

// payOff pays the demand by steps in proportion to (1−β_t)·w_t, where w is the weight relative to the heaviest, and fills in
// the distances.
func (p *DrawnProgram) payOff(path *shift.Path, demand float64) {
	n, run := len(path.A), 0.0
	for i := range n {
		weight := math.Exp(-math.Abs(math.Log1p(p.Excess)) * float64(p.Rank(i, n)))
		path.A[i] = (1 - path.Divisions[i].Beta) * weight
		run += path.A[i] * weight
	}
	for i := range path.A {
		path.A[i] *= demand / run
	}
	path.Follow(1+p.Excess, p.Offset)
}
