// Package dynamics evaluates the recursion of Ye and Shokri 2022 for known batches.
package dynamics

import (
	"fmt"

	"lastiterate/bounds/run"
)

// Trajectory holds the values of the recursion before each step and after the last.
type Trajectory struct {
	Loss     []float64 // ε(α)/α
	Composed []float64 // ε(α)/α by composition
	// InverseLSI is 1/c for the log-Sobolev constant c of the iterate's law, in the squared units of the iterate. It is 0 at the
	// start, which is a point.
	InverseLSI []float64
}

// Of is Lemma 3.2 of Ye and Shokri 2022 (arXiv:2203.05363), equation (56), with the log-Sobolev constants of their Lemmas D.2 and
// D.3, for a run from a point. uses lists the steps, from 1 on, whose batches hold the differing example. The batches are any T
// known batches of b examples, drawn or chosen before the run; they matter in no other way.
//
// The inverse constant v is 0 at the start, and a step changes it to ρ²v + σ², where ρ = 1 − ηm (1 for convex losses). A step that
// uses the example adds s²/(2σ²) to ε(α)/α; any other step divides ε(α)/α by 1 + σ²/(ρ²v). That step changes the order α too, which
// does not matter, since these losses are proportional to it. If the example is zeroed out, one of the two runs has a batch with an
// empty place at a use, where ρ = 1 − ηm(b−1)/b. The error is run.Errors.
func Of(r run.Run, uses []int) (Trajectory, error) {
	if err := Check(r, uses); err != nil {
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

// MaxSteps is the largest T.
const MaxSteps = 10_000

// Check returns the errors of Of, without the recursion.
func Check(r run.Run, uses []int) error {
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
