package sampled

import (
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/shift/drawn"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
)

// worstBeforeDeletion returns the optimum in which every step before the deletion may use the differing example, and the
// steps after it pay off the remaining distance.
func worstBeforeDeletion(r run.Run) proof.Candidate {
	none := proof.Candidate{FeasiblePoint: shift.FeasiblePoint{R: math.Inf(1)}}
	m, ok := modulus.Of(r.Step()).Linear()
	idle, also := stepwise.IdleModuli(r).Linear()
	if !ok || !also {
		return none
	}
	p := shift.CyclicProgram{Excess: idle.Excess, VisitExcess: m.Excess, Sensitivity: r.Sensitivity(), Diameter: r.Diameter,
		Period: 1, After: r.After}
	s := p.Solve(r.T, 0)
	return proof.Candidate{FeasiblePoint: s}
}

// payAfterDeletion bounds a run with a deletion: from some step up to the deletion, each step's whole noise hides its batch. The steps
// after the deletion pay off the distance at that first step, as it has grown since.
func (h *hiddenBatches) payAfterDeletion(r run.Run) proof.Alternative {
	const raise = 1 + 1e-12 // covers the rounding of the sum
	at := memo.Func(func(alpha float64) hiddenWindow {
		hide, unit := h.hide(alpha)
		best, each := hiddenWindow{epsilon: math.Inf(1)}, hide(1)*unit
		for _, p := range hiddenPrograms(r) {
			w := deletionProgram(p, r)
			for _, n := range lengthsTo(r.Holding()) {
				paid := unit * w.paid(p.Distance(r.Holding()-n), n)
				if e := (float64(n)*each + paid) * raise; e < best.epsilon {
					best = hiddenWindow{e, r.Holding() - n}
				}
			}
		}
		return best
	})
	return proof.Alternative{Renyi: func(alpha float64) float64 { return at(alpha).epsilon },
		Pay: func(claim.Bound) claim.Payments {
			return claim.Payments{WhyNone: "in this bound only the steps after the deletion pay, for the distance that the batches " +
				"before the deletion leave"}
		},
		Explain: func(found claim.Bound) ([]claim.Choice, string) {
			alpha, _ := typeset.AtOrder(found)
			from := at(found.Alpha).from
			return proof.Window(r, from), fmt.Sprintf(`\varepsilon(%s) = %d \cdot S^*_{%s}\!\left(\frac{%d}{%d},\, `+
				`%s\right) + \frac{%s}{2 \cdot %s} \sum_{t=%d}^{%d} a_t^2 = %s`,
				alpha, r.Holding()-from, alpha, r.B, r.N, typeset.Number(h.step.U), alpha, typeset.Squared(r.IterateNoise()),
				r.Holding(), r.T-1,
				typeset.Number(found.Renyi)) +
				typeset.Direct(found)
		}}
}

// hiddenWindow is a value, and the step from which batches are hidden.
type hiddenWindow struct {
	epsilon float64
	from    int
}

// deletionSteps has the steps after a deletion under one affine modulus, z ↦ (1+excess)z + offset, and the modulus of the steps
// before it, in which the runs differ only by hidden batches.
type deletionSteps struct {
	before, excess float64 // excess of the steps before the deletion, and of those after it
	offset         float64
	steps          int // after the deletion
}

// deletionProgram returns the steps after a deletion in a run whose other steps are the program of sampled batches.
func deletionProgram(p drawn.DrawnProgram, r run.Run) deletionSteps {
	out := deletionSteps{before: p.Excess, excess: p.Excess, offset: p.Offset, steps: r.After}
	if idle, ok := stepwise.IdleModuli(r).Linear(); ok && p.Offset == 0 {
		out.excess = max(p.Excess, idle.Excess) // hiddenPrograms may have raised p.Excess
	}
	return out
}

// paid returns at least what the steps after the deletion pay for a distance that first grows over n steps. Runs at distance 0
// stay there.
func (w deletionSteps) paid(distance float64, n int) float64 {
	const (
		raise  = 1 + 1e-10 // covers the rounding of powers
		little = 1e-300    // covers underflow
	)
	if distance == 0 {
		return 0
	}
	if w.offset > 0 { // excess is 0: the first steps pay, as many as are best
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

// lengthsTo returns numbers of steps from 0 to `most`: the small ones, then some about 5 % apart, and most itself.
func lengthsTo(most int) (out []int) {
	for n := 0; n < most; n = max(n+1, int(float64(n)*1.05)) {
		out = append(out, n)
	}
	return append(out, most)
}
