package shift

import "math"

// Step is one step of a program with linear moduli: z ↦ Factor·z + Sensitivity.
type Step struct {
	Factor      float64 // c_t ≥ 0
	Sensitivity float64 // s_t ≥ 0, a length; 0 where the batch lacks the differing example
}

// Trace is a feasible point written out. Z[0] is the distance at τ and
// Z[i+1] = Factor·Z[i] + Sensitivity − A[i].
type Trace struct {
	Solution
	Z []float64 // distances at τ, …, T; the last is 0
	A []float64 // payments at τ, …, T−1
}

// Hull solves the program for the given steps by the greatest convex minorant:
// with w_t the product of the later factors, X and Y the running sums of w²
// and of s·w (Y from Δ_τ carried to the end), the optimum's running sum of a·w
// over X is the greatest convex minorant of (0,0) and the points (X, Y), through
// the first and the last (shift.md, section 2). Starts at every τ are tried:
// O(T²) steps in all. It is the reference for the closed forms, and serves
// where the steps have no pattern; products of factors must be representable.
func Hull(steps []Step, diameter float64) Trace {
	best := Trace{Solution: Solution{R: math.Inf(1)}}
	distance := 0.0
	for tau := range steps {
		if t := hullFrom(steps[tau:], distance); t.R < best.R {
			best = t
			best.Tau = tau
		}
		distance = math.Min(diameter, steps[tau].Factor*distance+steps[tau].Sensitivity)
	}
	return best
}

// hullFrom pays off the start distance over all the steps.
func hullFrom(steps []Step, start float64) Trace {
	n := len(steps)
	w := make([]float64, n)
	weight := 1.0
	for i := n - 1; i >= 0; i-- {
		w[i] = weight
		weight *= steps[i].Factor
	}
	// The minorant's pieces are pooled from the left: each keeps its own rise
	// and run, because differences of running sums would cancel where the
	// weights span many orders of magnitude.
	type piece struct {
		run, rise float64
		end       int // steps up to its end
	}
	var pieces []piece
	carried := start * weight // of Δ_τ, to the end
	for i, s := range steps {
		p := piece{w[i] * w[i], s.Sensitivity*w[i] + carried, i + 1}
		carried = 0
		for len(pieces) > 0 {
			last := pieces[len(pieces)-1]
			if last.rise*p.run < p.rise*last.run {
				break
			}
			p.run, p.rise = p.run+last.run, p.rise+last.rise
			pieces = pieces[:len(pieces)-1]
		}
		pieces = append(pieces, p)
	}
	t := Trace{Z: make([]float64, n+1), A: make([]float64, n)}
	first := 0
	for _, p := range pieces {
		slope := 0.0
		if p.run > 0 {
			slope = p.rise / p.run
		}
		for ; first < p.end; first++ {
			t.A[first] = slope * w[first]
			t.R += t.A[first] * t.A[first]
		}
	}
	t.Z[0] = start
	for i, s := range steps {
		t.Z[i+1] = math.Max(0, s.Factor*t.Z[i]+s.Sensitivity-t.A[i])
	}
	t.P = t.A[n-1]
	return t
}
