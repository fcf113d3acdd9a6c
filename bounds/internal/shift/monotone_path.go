package shift

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
)

// farther tries paths too long to be followed, by an upper bound on their cost. By the closed form for c = 1, a descent from
// the diameter in n steps without a use costs at most Q = D²/n + h(1 + ½ + … + 1/n). Each of m uses adds s to the payments,
// so R ≤ (√Q + s√m)² (shift.md, section 13).
func (w *monotoneWalk) farther() {
	if math.IsInf(w.Diameter, 1) {
		return
	}
	h := max(w.Across, w.VisitAcross)
	for n := longestPass; n <= w.T-w.position-1; n += n / 8 {
		cost := math.Sqrt(descent(w.Diameter, h*h, float64(n))) + w.Sensitivity*math.Sqrt(float64(w.usesBefore(w.T)-w.usesBefore(w.T-n)))
		if cost *= cost; cost < w.best.R {
			w.best = MonotoneSolution{FeasiblePoint: FeasiblePoint{R: cost, Tau: w.T - n, P: math.NaN()}}
		}
	}
}

// descent returns an upper bound on the least Σa² with which n steps z ↦ √(z² + h) reduce the distance `from` to 0.
func descent(from, h, n float64) float64 {
	_, log := errfloat.Log(n)
	return (float64(from*from/n) + float64(h*(log+eulerGamma+1/(2*n)))) * (1 + 1e-14)
}

// eulerGamma is above Euler's constant γ; 1 + ½ + … + 1/n is below ln n + γ + 1/(2n).
const eulerGamma = 0.57721566490153287

// Path writes out the result of Solve(T, position); ok is false for a path that was not followed.
func (p MonotoneProgram) Path(best MonotoneSolution, T, position int) (path Path, ok bool) {
	if !best.Followed {
		return Path{}, false
	}
	w := p.walk(T, position)
	if best.end == 0 {
		after := position + (w.usesBefore(T)-1)*p.Period + 1
		return Every(after, p.Period, p.Sensitivity).Resting(T - after), true
	}
	n := T - best.Tau
	trace := Trace{FeasiblePoint: FeasiblePoint{Tau: best.Tau}, Z: make([]float64, n+1), A: make([]float64, n)}
	path = Path{Trace: trace, S: make([]float64, n)}
	w.write(path, best)
	for i := range n {
		t := best.Tau + i
		path.S[i] = w.shiftOf(t)
		if t < best.end {
			path.A[i] = max(0, w.grown(t, path.Z[i])+path.S[i]-path.Z[i+1])
		}
	}
	return path.Counted(), true
}

// write fills in the distances. The stationary path begins at the entry. Before it the distance is 0 if the path enters from
// 0; otherwise the path begins with the distance of the two runs.
func (w *monotoneWalk) write(path Path, best MonotoneSolution) {
	if !best.entry.composed {
		path.Z[0] = w.far(best.Tau)
	}
	c, z := 1+w.Excess, best.before
	t := best.end - 1
	a, next := w.grown(t, z)+w.shiftOf(t), 0.0
	for ; t > best.entry.at; t-- {
		grown := next + a - w.shiftOf(t)
		z = w.preimage(grown, w.across(t))
		path.Z[t-best.Tau] = z
		a *= c * (c * z / grown)
		next = z
	}
}

// Positions lists the optima of all positions of an epoch, with weights that sum to 1. Like ProvenCyclic.Positions it forms
// no more than `most` groups, each with the optimum of its last position; fewer if the groups would need too many steps.
func (p MonotoneProgram) Positions(T, most int) []Share {
	full, period := T%p.Period, float64(p.Period) // positions below full are used once more
	worst := p.solved(T, (T-1)%p.Period)
	most = max(1, min(most, mostSteps/max(1, worst.steps)))
	optimum := func(position int) float64 {
		if position == worst.position {
			return worst.best.R
		}
		return min(worst.best.R, p.Solve(T, position).R)
	}
	out := InGroups(0, full, most, period, optimum)
	if T < p.Period {
		return append(out, Share{Weight: float64(p.Period-full) / period})
	}
	return append(out, InGroups(full, p.Period, most, period, optimum)...)
}
