package average

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
)

// A target is an increasing, convex function of the cost R ≥ 0: values on a grid, and a line beyond the grid's end.
type target struct {
	step  float64
	value []float64
	slope float64
}

// above interpolates the target at a cost R, by a chord, which is not below it, or by the line.
func (t *target) above(R float64) float64 {
	last := len(t.value) - 1
	x := R / t.step
	if x >= float64(last) {
		return t.value[last] + t.slope*t.step*(x-float64(last))*up
	}
	k := int(x)
	return t.value[k] + (x-float64(k))*(t.value[k+1]-t.value[k])
}

// profile returns a target above δ at ε of a Gaussian mechanism of shift k√R. It is all but equal to δ up to the share part <
// 1 of the cost at which δ turns from convex to concave, and then a line above δ.
func profile(k, epsilon, part float64, points int) target {
	delta := func(R float64) float64 { return errfloat.Profile(k*math.Sqrt(R)*(1+4*errfloat.U), epsilon) }
	// With μ = k√R the derivative in R is proportional to φ(ε/μ − μ/2)/μ, which rises while μ⁴/4 + μ² < ε².
	turn := 2 * epsilon * epsilon / (1 + math.Sqrt(1+epsilon*epsilon)) / k / k * (1 - 1e-9)
	end := part * turn
	top := errfloat.LeastProfile(k*math.Sqrt(end)*(1-4*errfloat.U), epsilon)
	// slope is at least that of all chords from the end, where the profile is at least top. Up to the turn these slopes rise.
	// Beyond it a chord to a point of [R, next] rises to delta(next) at most, over R − end at least. A line that is above 1 at
	// R is above all later points.
	slope := (delta(turn*(1+1e-6)) - top) / (turn - end)
	for R := turn; slope*(R-end) < 1; {
		next := R * 1.005
		slope = max(slope, (delta(next)-top)/(R-end))
		R = next
	}
	g := target{step: end / float64(points-1), value: make([]float64, points), slope: slope * up}
	for j := range g.value {
		g.value[j] = delta(float64(j) * g.step * up)
	}
	return g
}
