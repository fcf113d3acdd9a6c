package bounds

import (
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/convert"
)

// askUpper is the smallest ε at δ that the guarantee's parts prove.
func askUpper(g claim.Guarantee, q claim.Question) answer {
	a := noAnswer(q, math.Inf(1))
	if g.RDP != nil && !g.Direct {
		c := convert.Convert(g.RDP, q.Delta)
		a.Epsilon, a.conversion = c.Epsilon, &c
		if !math.IsNaN(c.At.Alpha) {
			a.Alpha, a.Renyi, a.Converted = c.At.Alpha, c.At.Epsilon, c.Epsilon
		}
	}
	if !math.IsNaN(g.GDP) {
		a.Epsilon = math.Min(a.Epsilon, convert.GaussianEpsilonUpper(g.GDP, q.Delta))
	}
	if g.Epsilon != nil {
		e, err := g.Epsilon(q.Delta)
		switch {
		case err != nil:
			a.err = err
		case e < a.Epsilon:
			a.Epsilon = e
		}
	}
	if !math.IsInf(a.Epsilon, 1) {
		a.err = nil // another part gave the value
	}
	return a
}

// askLower is the largest ε at δ that the guarantee's parts prove. A Rényi
// lower bound says nothing about (ε, δ).
func askLower(g claim.Guarantee, q claim.Question) answer {
	a := noAnswer(q, 0)
	if !math.IsNaN(g.GDP) {
		a.Epsilon = convert.GaussianEpsilonLower(g.GDP, q.Delta)
	}
	if g.Epsilon != nil {
		e, err := g.Epsilon(q.Delta)
		if err != nil {
			a.err = err
		} else if e > a.Epsilon {
			a.Epsilon = e
		}
	}
	return a
}
