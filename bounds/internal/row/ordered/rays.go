package ordered

import (
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/shift/ray"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
)

// ChienLiOrder returns the cheapest path found for Theorem A.1, and its program.
func ChienLiOrder(r run.Run) (ray.Rays, ray.RaySolution) {
	program := chienLiRays(r)
	best := program.Solve(r.T)
	if r.Bounded() { // a path that needs no projection serves any domain, and the search may miss it
		free := r
		free.Diameter = math.Inf(1)
		wider := chienLiRays(free)
		wider.Below = best.R
		if path := wider.Solve(r.T); path.R < best.R {
			program, best = wider, path
		}
	}
	return program, best
}

// WriteHolder writes the payments of Theorems 3.7 and A.1 from step tau on, with their numbers.
func WriteHolder(r run.Run, tau int, found claim.Bound) string {
	each, steps := fmt.Sprintf(`\left(%s + a_t\right)^2`, typeset.Number(r.Sensitivity())), ""
	if r.StepsPerEpoch() > 1 {
		each, steps = `(s_t + a_t)^2`, fmt.Sprintf(`, \quad s_t = %s \text{ or } 0`, typeset.Number(r.Sensitivity()))
	}
	m := HolderModulus(r, 1)
	text := proof.PaidOff(r, found, tau, each) + steps + `, \quad g(z) = z + ` + typeset.Number(m.Holder) + ` \cdot z`
	if m.Order < 1 {
		text += "^{" + typeset.Number(m.Order) + "}"
	}
	return text
}

// chienLiRays is the program of Theorem 3.7 for a full batch, and of Theorem A.1
// for a cyclic order.
func chienLiRays(r run.Run) ray.Rays {
	program := ray.Rays{
		Modulus:  HolderModulus(r, 1),
		Visit:    shift.Gaussian(r.Sensitivity()),
		Period:   r.StepsPerEpoch(),
		Rest:     r.AfterLastUse(),
		Diameter: r.Diameter,
	}
	if !r.Scheme.UsesAll() {
		program.Track = ChienLiTrack(r, r.StepsPerEpoch())
	}
	return program
}

// HolderModulus is g(z) = z + share·ηL·z^λ, with λ = 1 for classes whose
// gradient is L-Lipschitz.
func HolderModulus(r run.Run, share float64) modulus.Modulus {
	m := modulus.Modulus{Name: "holder", Holder: share * r.Eta * r.Smoothness, Order: 1}
	if r.Loss == run.Holder {
		m.Order = r.HolderOrder
	}
	return m
}

// trackLength is the number of steps of the forward track that are kept; later starts count as at distance D.
const trackLength = 1 << 14

// ChienLiTrack returns the forward track (29), and (21) if every step may use the differing example: min(g(Δ) + s, Δ + 2ηC,
// D) with b−1 of the b gradients on steps that use it, min(g(Δ), Δ + 2ηC, D) on the others.
func ChienLiTrack(r run.Run, period int) []float64 {
	used, idle := ChienLiSteps(r)
	return shift.ForwardTrack(used, idle, period, r.Diameter, min(r.T+1, trackLength))
}

// ChienLiSteps returns the two steps of the forward track. A step that counts as a use may lack the example
// (stepwise.MayBeIdle).
func ChienLiSteps(r run.Run) (used, idle func(z float64) float64) {
	common, whole := HolderModulus(r, float64(r.B-1)/float64(r.B)), HolderModulus(r, 1)
	s, drift, lacks := r.Step().Sensitivity, r.Step().Drift(), stepwise.MayBeIdle(r)
	idle = func(z float64) float64 { return min(whole.Eval(z), z+drift) }
	return func(z float64) float64 {
		most := min(common.Eval(z)+s, z+drift)
		if lacks {
			most = max(most, idle(z))
		}
		return most
	}, idle
}

// ExactHolder is HolderModulus with outward rounding.
func ExactHolder(r run.Run, x certify.StatedStep) modulus.ExactModulus {
	g := modulus.ExactModulus{Excess: interval.Int(0), Offset: interval.Int(0), Holder: x.Eta.Mul(x.Smoothness), Order: interval.Int(1),
		Across: interval.Int(0)}
	if r.Loss == run.Holder {
		g.Order = x.HolderOrder
	}
	return g
}
