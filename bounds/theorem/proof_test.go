package theorem

import (
	"math"

	"lastiterate/bounds/claim"
)

// renyiOf is what a proof says of an order; what fails says nothing.
func renyiOf(p claim.Proof, alpha float64) float64 {
	s, err := p.At(claim.Question{Alpha: alpha})
	if err != nil {
		return math.Inf(1)
	}
	return s.Epsilon
}

// epsilonOf is what a proof says of a δ.
func epsilonOf(p claim.Proof, delta float64) (float64, error) {
	s, err := p.At(claim.Question{Delta: delta})
	return s.Epsilon, err
}

// atTwo is what a proof says at the order 2.
func atTwo(p claim.Proof) claim.Solution {
	s, _ := p.At(claim.Question{Alpha: 2})
	return s
}
