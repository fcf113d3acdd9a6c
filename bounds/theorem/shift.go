package theorem

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/modulus"
	"lastiterate/bounds/run"
	"lastiterate/bounds/shift"
)

func ours(where string) Source {
	return Source{Authors: "Last Iterate", Where: where}
}

// noGDP marks a guarantee without a Gaussian differential privacy parameter.
var noGDP = math.NaN()

// fromShift is the guarantee of a feasible point of the shift program:
// (α, αR/(2σ²))-RDP and √R/σ-GDP.
func fromShift(s shift.Solution, r run.Run) claim.Guarantee {
	sigma := r.IterateNoise()
	g := claim.Gaussian(s.R / sigma / sigma)
	g.Optimum = &claim.Optimum{Tau: s.Tau, Window: r.T - s.Tau, P: s.P}
	g.Gap = 0 // the optimum of its program in closed form
	return g
}

// Shift is the exact optimum of the shift program (package shift) for the
// smallest linear modulus that the assumptions give.
var Shift = &Theorem{
	ID:     "shift",
	Name:   "Shift optimum",
	Source: ours("the shift theorem, bounds/shift/shift.md"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note:    "The optimum behind every bound for batches in a known order, from Feldman et al. 2018 to Chien and Li 2024, as Rényi and as Gaussian differential privacy.",
	Formula: `\varepsilon(\alpha) = \frac{\alpha}{2\sigma^2} \min_{\tau,\,a} \sum_{t=\tau}^{T-1} a_t^2, \quad z_{t+1} = m_t(z_t) + s_t - a_t \ge 0, \quad z_\tau = \Delta_\tau, \quad z_T = 0`,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return []claim.Hypothesis{needScheme(r, run.Full), needFixedSize(r), needLinearModulus(r)}
	},
	Prove: func(_ context.Context, r run.Run) (claim.Guarantee, error) {
		m, ok := modulus.Of(r).Star(r.B).Linear()
		if !ok {
			return claim.Guarantee{}, fmt.Errorf("no linear modulus for %s losses", r.Loss)
		}
		program := shift.FullBatch{Excess: m.Excess, Sensitivity: r.Sensitivity(), Diameter: r.Diameter}
		g := fromShift(program.Solve(r.T), r)
		g.Note = fmt.Sprintf("each step multiplies a distance by at most %s (%s)", short(1+m.Excess), m.Name)
		return g, nil
	},
}

// needLinearModulus wants a step that multiplies distances by a bounded factor.
func needLinearModulus(r run.Run) claim.Hypothesis {
	m, ok := modulus.Of(r).Star(r.B).Linear()
	h := claim.Hypothesis{Name: "Lipschitz step", Holds: ok, Needed: "a step that multiplies distances by a bounded factor"}
	if ok {
		h.Actual = fmt.Sprintf("factor %s (%s)", short(1+m.Excess), m.Name)
	} else {
		h.Actual = "Hölder gradient of order λ = " + short(r.HolderOrder)
		h.Detail = "a Hölder gradient of order below 1 can pull two close points apart by any factor"
	}
	return h
}
