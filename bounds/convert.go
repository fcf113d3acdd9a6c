package bounds

import (
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/convert"
)

// askUpper is the smallest ε at δ that the guarantee's parts prove.
func askUpper(g claim.Guarantee, q claim.Question) (a claim.Bound, err error) {
	a = noAnswer(q, math.Inf(1))
	if g.RDP != nil && !g.Direct {
		epsilon, at := convert.EpsilonUpper(g.RDP, claim.AtMost(q.Delta))
		a.Epsilon = epsilon
		if !math.IsNaN(at.Alpha) {
			a.Alpha, a.Renyi, a.Converted = at.Alpha, at.Epsilon, epsilon
		}
	}
	if !math.IsNaN(g.GDP) {
		a.Epsilon = min(a.Epsilon, convert.GaussianEpsilonUpper(g.GDP, claim.AtMost(q.Delta)))
	}
	if g.Epsilon != nil {
		var e float64
		if e, err = g.Epsilon(q.Delta); err == nil && e < a.Epsilon {
			a.Epsilon = e
		}
	}
	if !math.IsInf(a.Epsilon, 1) {
		err = nil // another part gave the value
	}
	return a, err
}

// askLower is the largest ε at δ that the guarantee's parts prove. A Rényi
// lower bound says nothing about (ε, δ).
func askLower(g claim.Guarantee, q claim.Question) (a claim.Bound, err error) {
	a = noAnswer(q, 0)
	if !math.IsNaN(g.GDP) {
		a.Epsilon = convert.GaussianEpsilonLower(g.GDP, claim.AtLeast(q.Delta))
	}
	if g.Epsilon != nil {
		var e float64
		if e, err = g.Epsilon(q.Delta); err == nil && e > a.Epsilon {
			a.Epsilon = e
		}
	}
	return a, err
}
