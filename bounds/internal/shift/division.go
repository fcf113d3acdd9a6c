package shift

// A Division is how a step divides its noise: the share Beta hides whether the step's batch
// holds the differing example, at the cost Hide, and with the rest a payment a costs
// a²/(1−Beta). Costs are squared lengths.
type Division struct{ Beta, Hide float64 }

// Cost is that of a step with the payment a.
func (d Division) Cost(a float64) float64 {
	if a == 0 {
		return d.Hide
	}
	return d.Hide + a*a/(1-d.Beta)
}

// DividedPrice is a price whose payments leave a share of the noise to hiding the batch.
type DividedPrice interface {
	StepPrice
	// DivisionAt divides the noise for the payment of the marginal cost 2q.
	DivisionAt(q float64) Division
	// DivisionOf divides it for the payment a.
	DivisionOf(a float64) Division
}

// Hiding is composition of sampled steps written out: each hides its batch with all of
// its noise, at the cost hide, and no distance is carried on.
func Hiding(T int, hide float64) Path { return Unpaid(T, hide).Counted() }

// Unpaid are n steps at distance 0 that hide their batches with all of their noise.
func Unpaid(n int, hide float64) Path {
	path := Path{Trace: Trace{Z: make([]float64, n+1), A: make([]float64, n)}, S: make([]float64, n), Divisions: make([]Division, n)}
	for i := range path.Divisions {
		path.Divisions[i] = Division{1, hide}
	}
	return path
}
