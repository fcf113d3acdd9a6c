// Package dynamics is the recursion of Ye and Shokri 2022 for known batches.
package dynamics

import (
	"fmt"

	"lastiterate/bounds/run"
)

// Trajectory holds the values of the recursion before each step and after the last.
type Trajectory struct {
	Loss     []float64 // ε(α)/α
	Composed []float64 // the same by composition
	// InverseLSI is 1/c, c the log-Sobolev constant of the iterate's law: 0 at the start,
	// which is a point, and a variance in the units of the iterate squared.
	InverseLSI []float64
}

// Of is Lemma 3.2 of Ye and Shokri 2022 (arXiv:2203.05363), equation (56), with the log-Sobolev
// constants of their Lemmas D.2 and D.3, for a run from a point and the steps (from 1 on) whose batches
// hold the differing example. Nothing else matters of the batches: any T known batches of b examples may be
// given, drawn or chosen before the run.
//
// With v the inverse constant, v ← ρ²v + σ² from 0 on, ρ = 1 − ηm (1 for convex losses), a step that
// uses the example adds s²/(2σ²) to ε(α)/α, and another divides it by 1 + σ²/(ρ²v). The factor changes
// the order as well, which has no effect here, since these losses are proportional to it. Where the example is
// zeroed out, the loss needs the constants of both runs, and one of them has a batch with an empty place at a
// use: there ρ = 1 − ηm(b−1)/b. The error is run.Errors.
func Of(r run.Run, uses []int) (Trajectory, error) {
	if err := check(r, uses); err != nil {
		return Trajectory{}, err
	}
	shrink, shrinkOfUse := 1.0, 1.0
	if r.Loss == run.StronglyConvex {
		pull := r.Eta * r.StrongConvexity
		shrink = 1 - pull
		if shrinkOfUse = shrink; r.Adjacency == run.ZeroOut {
			shrinkOfUse = 1 - pull*(1-1/float64(r.B))
		}
	}
	sigma := r.IterateNoise()
	ratio := r.Sensitivity() / sigma
	step := ratio * ratio / 2
	p := Trajectory{Loss: []float64{0}, Composed: []float64{0}, InverseLSI: []float64{0}}
	loss, composed, v := 0.0, 0.0, 0.0 // v in units of σ²
	used := map[int]bool{}
	for _, u := range uses {
		used[u] = true
	}
	const raise = 1 + 1e-9 // above the rounding of MaxSteps steps
	for t := range r.T {
		kept := shrink * shrink * v
		if used[t+1] {
			kept = shrinkOfUse * shrinkOfUse * v
			loss, composed = loss+step, composed+step
		} else {
			loss *= kept / (kept + 1)
		}
		v = kept + 1
		p.Loss, p.Composed = append(p.Loss, loss*raise), append(p.Composed, composed*raise)
		p.InverseLSI = append(p.InverseLSI, v*sigma*sigma)
	}
	return p, nil
}

// MaxSteps is how many steps are followed.
const MaxSteps = 10_000

func check(r run.Run, uses []int) error {
	if err := r.Validate(); err != nil {
		return err
	}
	var errs run.Errors
	limit, words := 2/r.Smoothness, "2/L"
	if r.Loss == run.StronglyConvex {
		limit, words = 2/(r.Smoothness+r.StrongConvexity), "2/(L+m)"
	}
	switch {
	case r.Loss != run.Convex && r.Loss != run.StronglyConvex:
		errs.Add("run", r.Loss, "the recursion is for convex and strongly convex losses")
	case r.Nonsmooth():
		errs.Add("run", r.Loss, "the recursion needs a smoothness L, and these losses have none")
	case !r.Scheme.FixedSize():
		errs.Add("run", r.Scheme, "the recursion needs batches of a fixed size: others contract less, or expand")
	case r.Adjacency == run.AddRemove:
		errs.Add("run", r.Adjacency, "the recursion needs batches of a fixed size: an example that is added or removed changes them")
	case r.WeightDecay > 0:
		errs.Add("run", r.WeightDecay, "the recursion does not know weight decay")
	case r.After > 0:
		errs.Add("run", r.After, "the recursion does not know deletions")
	case r.Members() > 1:
		errs.Add("run", r.Group, "the recursion is about one example, not about all of a person")
	case r.Release != "" && r.Release != run.LastIterate:
		errs.Add("run", r.Release, "the recursion is about the last iterate alone")
	case r.Tuned():
		errs.Add("run", r.Tuning, "the recursion is about one run, not about the best of several")
	case r.Clipping == run.ClippingActive:
		errs.Add("run", r.Clipping, "if gradients may be clipped, a step may expand distances and the recursion’s constants do not hold")
	case !r.Steady():
		errs.Add("run", r.Schedule, "the recursion needs a constant learning rate")
	case !(r.Eta < limit):
		errs.Add("run", r.Eta, fmt.Sprintf("the learning rate must be below %s = %s", words, run.FormatNumber(limit)))
	case r.T > MaxSteps:
		errs.Add("run", r.T, fmt.Sprintf("at most %d steps are followed one by one", MaxSteps))
	}
	for _, u := range uses {
		if u < 1 || u > r.T {
			errs.Add("uses", u, fmt.Sprintf("steps must be numbered from 1 to %d", r.T))
			break
		}
	}
	return errs.OrNil()
}
