package ray

import (
	"math"

	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/internal/shift"
)

const (
	// maxStretches limits the number of stretches into which the interval [0, D] is divided. The bound's relative error is
	// about 1/maxStretches.
	maxStretches = 1024
	// minStretchSteps is the number of steps below which rays are fast and stretches too coarse to help.
	minStretchSteps = 64
	// stretchSteps is the least mean number of steps of a stretch, so that rounding to whole steps changes it little. That
	// number of stretches gives a first estimate of the steps.
	stretchSteps = 8
	// multiplierTurns is the number of bisection steps for ln √μ, μ the Lagrange multiplier of the limit on steps: more
	// than whole numbers of steps can show.
	multiplierTurns = 60
)

// byStretches bounds the optimum when every step has a Gaussian price, in time independent of T. It divides [0, D] into
// stretches. On a stretch with the ends x < y one step without payment adds at most r = s + g(y) − y to the distance, so n
// equal payments u = r + (y−x)/n lead from y to x at the cost nu². Each stretch has (y−x)/√(r²+μ) steps, rounded. That is
// optimal in the limit of many steps, with μ = 0 unless T is too short for it.
func (w *walk) byStretches() (shift.FeasiblePoint, bool) {
	if !w.squared {
		return shift.FeasiblePoint{}, false
	}
	total := float64(w.T)
	rough, _ := w.stretches(stretchSteps, 0)
	count := int(min(maxStretches, min(rough, total)/stretchSteps))
	if rough < minStretchSteps || count < 1 {
		return shift.FeasiblePoint{}, false
	}
	n, out := w.stretches(count, 0)
	if n > total {
		s := math.Sqrt(w.idle)
		_, log := scalar.Halve(math.Log(s)-1, math.Log(s+w.targetG)+1, multiplierTurns, func(log float64) bool { // ln √μ
			n, _ := w.stretches(count, math.Exp(2*log))
			return !(n > total)
		})
		if n, out = w.stretches(count, math.Exp(2*log)); n > total {
			return shift.FeasiblePoint{}, false
		}
	}
	out.Tau = w.T - int(n)
	return out, true
}

// stretches divides [0, D] into count equal stretches and returns the number of steps, and the cost, raised by more than its
// rounding error.
func (w *walk) stretches(count int, mu float64) (steps float64, out shift.FeasiblePoint) {
	length := w.Diameter / float64(count)
	if len(w.growth) != count {
		w.growth = w.growth[:0]
		for j := 1; j <= count; j++ {
			w.growth = append(w.growth, math.Sqrt(w.idle)+w.grow(length*float64(j)))
		}
	}
	for _, r := range w.growth {
		n := max(1, math.Round(length/math.Sqrt(r*r+mu)))
		u := r + length/n
		if steps == 0 {
			out.P = u
		}
		steps += n
		out.R += n * u * u
	}
	out.R *= 1 + 1e-12
	return steps, out
}
