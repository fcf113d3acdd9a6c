package shift

import "math"

// hull solves the program for the given steps by the greatest convex minorant:
// with w_t the product of the later factors, X and Y the running sums of w²
// and of s·w (Y from Δ_τ carried to the end), the optimum's running sum of a·w
// over X is the greatest convex minorant of (0,0) and the points (X, Y), through
// the first and the last (shift.md, section 2). Starts at every τ are tried:
// O(T²) steps in all. It is the reference for the closed forms.
func hull(steps []LinearStep, diameter float64) Trace {
	best := Trace{FeasiblePoint: FeasiblePoint{R: math.Inf(1)}}
	distance := 0.0
	for tau := range steps {
		if t := taut(len(steps)-tau, distance, func(i int) LinearStep { return steps[tau+i] }).Trace; t.R < best.R {
			best = t
			best.Tau = tau
		}
		distance = min(diameter, steps[tau].Factor*distance+steps[tau].Sensitivity)
	}
	return best
}
