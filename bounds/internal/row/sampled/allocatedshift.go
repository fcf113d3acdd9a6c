package sampled

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/run"
)

// allocatedShift averages the shift program over random allocation. Given the sizes of the others' batches the example's
// place is uniform in every epoch and drawn anew, and both runs take known steps. So the averages over orders that change
// every epoch hold, with linear moduli that hold for all sizes of a window (bounds/internal/average/average.md, section 8).
// Sizes within an epoch depend on each other. By a union bound all batches of the run are in the window at once; otherwise δ
// counts as 1, and a moment as that of composition.
func allocatedShift(ctx context.Context, r run.Run) claim.Proof {
	a := allocatedAverage{ctx, r, certify.StatedOf(r)}
	note := "The places in every epoch are assumed secret and averaged over. Steps are bounded for the likely batch sizes."
	return proof.Solving(claim.Upper, note, a.solve)
}

type allocatedAverage struct {
	ctx    context.Context
	run    run.Run
	stated certify.StatedStep
}

func (a allocatedAverage) solve(q claim.Question) (claim.Solution, error) {
	w, inside := a.within(q)
	program := a.program(w)
	if math.IsInf(program.Excess, 1) || math.IsNaN(program.Excess) {
		return claim.Solved(q, math.Inf(1)), fmt.Errorf("no linear modulus holds for batches of %g to %g examples", w.least,
			w.largest(a.run))
	}
	f := ordered.ReshuffledUnder(a.ctx, a.run, program)
	var found claim.Solution
	if q.Renyi() {
		inside.Alpha = proof.DecimalOrder(q.Alpha)
		found = f.AtOrder(inside)
		if w.outside {
			found.Epsilon = (found.Epsilon + outsideMoment/(q.Alpha-1)) * (1 + 8*errfloat.U)
		}
	} else {
		found = f.AtDelta(inside)
	}
	s := claim.Solved(q, found.Epsilon*(1+proof.UpperMargin))
	s.Explain = found.Explain
	if math.IsInf(s.Epsilon, 1) {
		return s, proof.ErrNoEpsilon
	}
	return s, nil
}

// within returns the window of sizes at a question, and the question that remains for the sizes inside it.
func (a allocatedAverage) within(q claim.Question) (sizeWindow, claim.Question) {
	r := a.run
	if q.Renyi() {
		composed := composition.AllocatedComposition(a.ctx, r.ToDeletion()).Renyi(q.Alpha) // which holds given any sizes
		return averagedWindow(r, negligibleOutside-(q.Alpha-1)*composed), q
	}
	delta := claim.AtMost(q.Delta)
	w := averagedWindow(r, math.Log(delta*shareOutside))
	if w.outside {
		delta *= 1 - shareOutside
	}
	return w, claim.Question{Delta: delta}
}

// program returns the program with the largest factor of any size in the window at every step.
func (a allocatedAverage) program(w sizeWindow) shift.CyclicProgram {
	r := a.run
	excess := w.exact(r, a.stated).Up()
	if math.IsInf(excess, 1) || math.IsNaN(excess) {
		excess = proof.Upward(w.excess(r))
	}
	return shift.CyclicProgram{Excess: excess, VisitExcess: excess, Sensitivity: r.Sensitivity() * (1 + proof.StatedError),
		Diameter: r.Diameter * (1 + proof.StatedError), Period: r.StepsPerEpoch()}
}
