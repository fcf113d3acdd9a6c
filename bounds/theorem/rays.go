package theorem

import (
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/run"
)

// chienLiOrder is the cheapest path found for Theorem A.1, and its program.
func chienLiOrder(r run.Run) (shift.Rays, shift.RaySolution) {
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

// writeHolder is what Theorems 3.7 and A.1 pay from step tau on, with their numbers.
func writeHolder(r run.Run, tau int, found claim.Bound) string {
	each, steps := fmt.Sprintf(`\left(%s + a_t\right)^2`, tex(r.Sensitivity())), ""
	if r.StepsPerEpoch() > 1 {
		each, steps = `(s_t + a_t)^2`, fmt.Sprintf(`, \quad s_t = %s \text{ or } 0`, tex(r.Sensitivity()))
	}
	m := holderModulus(r, 1)
	text := paidOff(r, found, tau, each) + steps + `, \quad g(z) = z + ` + tex(m.Holder) + ` \cdot z`
	if m.Order < 1 {
		text += "^{" + tex(m.Order) + "}"
	}
	return text
}

// chienLiRays is the program of Theorem 3.7 for a full batch, and of Theorem A.1
// for a cyclic order.
func chienLiRays(r run.Run) shift.Rays {
	program := shift.Rays{
		Modulus:  holderModulus(r, 1),
		Visit:    shift.Gaussian(r.Sensitivity()),
		Period:   r.StepsPerEpoch(),
		Rest:     r.AfterLastUse(),
		Diameter: r.Diameter,
	}
	if !r.Scheme.UsesAll() {
		program.Track = chienLiTrack(r, r.StepsPerEpoch())
	}
	return program
}

// holderModulus is g(z) = z + share·ηL·z^λ, with λ = 1 for classes whose
// gradient is L-Lipschitz.
func holderModulus(r run.Run, share float64) modulus.Modulus {
	m := modulus.Modulus{Name: "holder", Holder: share * r.Eta * r.Smoothness, Order: 1}
	if r.Loss == run.Holder {
		m.Order = r.HolderOrder
	}
	return m
}

// trackLength is the number of steps of the forward track that are kept; later
// starts are taken to be at distance D.
const trackLength = 1 << 14

// chienLiTrack is the forward track (29), and (21) where every step may use the
// differing example: min(g(Δ) + s, Δ + 2ηC, D) with b−1 of the b gradients on
// steps that use it, min(g(Δ), Δ + 2ηC, D) on the others.
func chienLiTrack(r run.Run, period int) []float64 {
	used, idle := chienLiSteps(r)
	return shift.ForwardTrack(used, idle, period, r.Diameter, min(r.T+1, trackLength))
}

// chienLiSteps are the two steps of the forward track.
func chienLiSteps(r run.Run) (used, idle func(z float64) float64) {
	common, whole := holderModulus(r, float64(r.B-1)/float64(r.B)), holderModulus(r, 1)
	s, drift := r.Step().Sensitivity, r.Step().Drift()
	return func(z float64) float64 { return min(common.Eval(z)+s, z+drift) },
		func(z float64) float64 { return min(whole.Eval(z), z+drift) }
}

// exactHolder is holderModulus with outward rounding.
func exactHolder(r run.Run, x certify.Stated) modulus.Exact {
	g := modulus.Exact{Excess: interval.Int(0), Offset: interval.Int(0), Holder: x.Eta.Mul(x.Smoothness), Order: interval.Int(1),
		Across: interval.Int(0)}
	if r.Loss == run.Holder {
		g.Order = x.HolderOrder
	}
	return g
}
