package ray

import (
	"math"

	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/internal/shift"
)

const (
	// maxStretches limits the stretches into which the way from D to 0 is cut;
	// the bound is loose by about one part in as many.
	maxStretches = 1024
	// minStretchSteps is the number of steps below which rays are quick and the
	// stretches say nothing.
	minStretchSteps = 64
	// stretchSteps is the least mean number of steps of a stretch: a whole number of them then differs from the best
	// real number by little. As many stretches give a first estimate of the number of steps.
	stretchSteps = 8
	// feeTurns halve an interval of ln √μ of a few units, to more digits than whole numbers of steps can show.
	feeTurns = 60
)

// byStretches bounds the program for a Gaussian price at every step in a time
// that does not grow with the number of steps. On a stretch of the way from D
// to 0 with the ends x < y one step without payment adds at most r = s + g(y) − y
// to the distance (to s alone, where the step pays u), so that n equal payments
// u = r + (y−x)/n lead from y to x at the cost nu². The number of steps of each
// stretch is (y−x)/√(r²+μ), which is optimal in the limit of many steps, with μ
// = 0 unless T is too short for that.
func (w *walk) byStretches() (shift.FeasiblePoint, bool) {
	if !w.squared {
		return shift.FeasiblePoint{}, false
	}
	total := float64(w.T)
	rough, _ := w.stretches(stretchSteps, 0)
	pieces := int(min(maxStretches, min(rough, total)/stretchSteps))
	if rough < minStretchSteps || pieces < 1 {
		return shift.FeasiblePoint{}, false
	}
	n, out := w.stretches(pieces, 0)
	if n > total {
		s := math.Sqrt(w.idle)
		_, log := scalar.Halve(math.Log(s)-1, math.Log(s+w.targetG)+1, feeTurns, func(log float64) bool { // ln √μ
			n, _ := w.stretches(pieces, math.Exp(2*log))
			return !(n > total)
		})
		if n, out = w.stretches(pieces, math.Exp(2*log)); n > total {
			return shift.FeasiblePoint{}, false
		}
	}
	out.Tau = w.T - int(n)
	return out, true
}

// stretches cuts the way into equal pieces and returns the number of steps and
// the cost, raised by what rounding may have lost.
func (w *walk) stretches(pieces int, mu float64) (steps float64, out shift.FeasiblePoint) {
	length := w.Diameter / float64(pieces)
	if len(w.growth) != pieces {
		w.growth = w.growth[:0]
		for j := 1; j <= pieces; j++ {
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
