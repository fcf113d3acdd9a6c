package shift

// StepPrice is the cost of one step that uses the differing example, as a function of the distance a ≥ 0 that it pays. It is
// convex, non-decreasing, and positive at 0, where it is the cost of the sensitivity alone. Costs are squared lengths; a step
// without the differing example costs a².
type StepPrice interface {
	// Of returns the cost of paying a.
	Of(a float64) float64
	// At returns the payment whose marginal cost is 2q, and its cost. The payment is 0 if even the smallest one has a larger
	// marginal cost.
	At(q float64) (a, cost float64)
	// Marginal returns the q of a payment a > 0.
	Marginal(a float64) float64
}

// Gaussian is the price (s+a)² of a step of sensitivity s > 0 that divides its noise optimally: min over β of s²/β +
// a²/(1−β).
type Gaussian float64

func (s Gaussian) Of(a float64) float64 { return (float64(s) + a) * (float64(s) + a) }

func (s Gaussian) At(q float64) (a, cost float64) {
	u := max(q, float64(s))
	return u - float64(s), u * u
}

func (s Gaussian) Marginal(a float64) float64 { return float64(s) + a }
