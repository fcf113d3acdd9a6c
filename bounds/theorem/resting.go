package theorem

import (
	"math"

	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/run"
)

// restingWindow is a value, and the step from which batches are hidden.
type restingWindow struct {
	epsilon float64
	from    int
}

// restingSteps are those after a deletion under one affine modulus, z ↦ (1+excess)z + offset, and those
// before it, in which both runs take the same steps but for batches that are hidden.
type restingSteps struct {
	before, excess, offset float64
	steps                  int
}

// restingProgram is that of a program of sampled batches.
func restingProgram(p shift.Sampled, r run.Run) restingSteps {
	out := restingSteps{before: p.Excess, excess: p.Excess, offset: p.Offset, steps: r.After}
	if idle, ok := idleModuli(r).Linear(); ok && p.Offset == 0 {
		out.excess = max(p.Excess, idle.Excess)
	}
	return out
}

// paid is what it costs at least to pay off a distance that has grown over n steps, by the steps after
// them. Runs at distance 0 stay there.
func (w restingSteps) paid(distance float64, n int) float64 {
	const (
		raise  = 1 + 1e-10 // above what powers lose
		little = 1e-300    // above what underflows
	)
	if distance == 0 {
		return 0
	}
	if w.offset > 0 { // of excess 0: the first steps pay, as many as serve best
		z, least := distance+float64(n)*w.offset, math.Inf(1)
		for _, k := range lengthsTo(w.steps)[1:] {
			all := z + float64(k)*w.offset
			least = min(least, all*all/float64(k))
		}
		return least * raise
	}
	z, k := distance*math.Exp(float64(n)*math.Log1p(w.before)), float64(w.steps)
	l := math.Log1p(w.excess)
	switch {
	case w.excess == 0:
		return z*z/k*raise + little
	case math.IsInf(l, -1):
		return little
	}
	// (zc^K)²/Σ_{i<K} c^{2i} = z²/Σ_{0<i≤K} c^{−2i}
	return z*z/(math.Expm1(-2*l*k)/math.Expm1(-2*l)*math.Exp(-2*l))*raise + little
}

// lengthsTo are numbers of steps from 0 to most, all of the first and the last ones, and of others some.
func lengthsTo(most int) (out []int) {
	for n := 0; n < most; n = max(n+1, int(float64(n)*1.05)) {
		out = append(out, n)
	}
	return append(out, most)
}
