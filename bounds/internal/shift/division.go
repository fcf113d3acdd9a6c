package shift

// A Division says how a step divides its noise. The share Beta hides whether the step's batch holds the differing example, at
// the cost Hide. The remaining noise pays for distance: a payment a costs a²/(1−Beta). Costs are squared lengths.
type Division struct{ Beta, Hide float64 }

// Cost returns the cost of a step whose payment is a.
func (d Division) Cost(a float64) float64 {
	if a == 0 {
		return d.Hide
	}
	return d.Hide + a*a/(1-d.Beta)
}

// DividedPrice is a price whose payments leave a share of the noise for hiding the batch.
type DividedPrice interface {
	StepPrice
	// DivisionAt is the best division for the payment whose marginal cost is 2q.
	DivisionAt(q float64) Division
	// DivisionOf is the best division for the payment a.
	DivisionOf(a float64) Division
}

// Hiding returns composition of T sampled steps as a path: each step hides its batch with all of its noise, at the cost hide,
// so the distance stays 0.
func Hiding(T int, hide float64) Path { return Unpaid(T, hide).Counted() }

// Unpaid is Hiding before the costs are summed up.
func Unpaid(n int, hide float64) Path {
	path := Path{Trace: Trace{Z: make([]float64, n+1), A: make([]float64, n)}, S: make([]float64, n), Divisions: make([]Division, n)}
	for i := range path.Divisions {
		path.Divisions[i] = Division{1, hide}
	}
	return path
}
