package shift

import "math"

// A Division is how a step divides its noise: Beta of it hides whether the step's batch
// holds the differing example, at the cost Hide, and with the rest a payment a costs
// a²/(1−Beta).
type Division struct{ Beta, Hide float64 }

// Cost is that of a step with the payment a.
func (d Division) Cost(a float64) float64 {
	if a == 0 {
		return d.Hide
	}
	return d.Hide + a*a/(1-d.Beta)
}

// Divided is a price whose payments leave a share of the noise to hiding the batch.
type Divided interface {
	Price
	// DivisionAt divides the noise for the payment of the marginal cost 2q.
	DivisionAt(q float64) Division
	// DivisionOf divides it for the payment a.
	DivisionOf(a float64) Division
}

func (m *splits) DivisionAt(q float64) Division { return m.entries[m.preferred(q)].division() }

func (m *splits) DivisionOf(a float64) Division { return m.entries[m.cheapest(a)].division() }

func (e entry) division() Division { return Division{e.beta, e.s} }

// Hiding is composition of sampled steps written out: each hides its batch with all of
// its noise, at the cost hide, and no distance is carried on.
func Hiding(T int, hide float64) Path { return unpaid(T, hide).counted() }

// unpaid are n steps at distance 0 that hide their batches with all of their noise.
func unpaid(n int, hide float64) Path {
	path := Path{Trace: Trace{Z: make([]float64, n+1), A: make([]float64, n)}, S: make([]float64, n), Divisions: make([]Division, n)}
	for i := range path.Divisions {
		path.Divisions[i] = Division{1, hide}
	}
	return path
}

// Path writes out what Solve(T) found. Steps of larger weight pay more and hide with a smaller share; where all
// weigh the same those come last, so that no distance passes below 0 before the end
// (sampled.md, section 2).
func (p Sampled) Path(best SampledSolution, T int) Path {
	n := T - best.Tau
	path := unpaid(n, 0)
	path.Tau = best.Tau
	at, next := 0, 1
	if p.Excess > 0 { // the first weighs most
		at, next = n-1, -1
	}
	for _, split := range best.Splits {
		division := Division{split.Beta, p.Hide(split.Beta)}
		for range split.Times {
			path.Divisions[at] = division
			at += next
		}
	}
	path.Z[0] = p.Distance(best.Tau)
	if demand := p.demand(n, path.Z[0]); demand > 0 {
		p.payOff(&path, demand)
	}
	return path.counted()
}

// payOff pays the demand by steps in proportion to (1−β_t)·w_t, w the weight relative to the
// heaviest, and follows the distance.
func (p *Sampled) payOff(path *Path, demand float64) {
	n, run := len(path.A), 0.0
	for i := range n {
		weight := math.Exp(-math.Abs(math.Log1p(p.Excess)) * float64(p.rank(i, n)))
		path.A[i] = (1 - path.Divisions[i].Beta) * weight
		run += path.A[i] * weight
	}
	for i := range path.A {
		path.A[i] *= demand / run
	}
	path.follow(1+p.Excess, p.Offset)
}
