package bounds

import (
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/convert"
)

// askUpper is the smallest ε at delta that the guarantee's parts prove.
func askUpper(g claim.Guarantee, delta float64) answer {
	a := answer{epsilon: math.Inf(1), converted: math.NaN()}
	if g.RDP != nil && !g.Direct {
		c := convert.Convert(g.RDP, delta)
		a.epsilon, a.conversion = c.Epsilon, &c
		if !math.IsNaN(c.At.Alpha) {
			a.alpha, a.renyi, a.converted = c.At.Alpha, c.At.Epsilon, c.Epsilon
		}
	}
	if !math.IsNaN(g.GDP) {
		a.epsilon = math.Min(a.epsilon, convert.GaussianEpsilonUpper(g.GDP, delta))
	}
	if g.Epsilon != nil {
		e, err := g.Epsilon(delta)
		switch {
		case err != nil:
			a.err = err
		case e < a.epsilon:
			a.epsilon = e
		}
	}
	if !math.IsInf(a.epsilon, 1) {
		a.err = nil // another part gave the value
	}
	return a
}

// askLower is the largest ε at delta that the guarantee's parts prove. A Rényi
// lower bound says nothing about (ε, δ).
func askLower(g claim.Guarantee, delta float64) answer {
	a := answer{converted: math.NaN()}
	if !math.IsNaN(g.GDP) {
		a.epsilon = convert.GaussianEpsilonLower(g.GDP, delta)
	}
	if g.Epsilon != nil {
		e, err := g.Epsilon(delta)
		if err != nil {
			a.err = err
		} else if e > a.epsilon {
			a.epsilon = e
		}
	}
	return a
}
