package extend

import (
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// Assuming lets every row of the list say what a choice of the run means where people mean
// more than one thing by it. Such a hypothesis has nothing to compare: it is what the
// run states, and it holds.
func Assuming(list []*theorem.Theorem) []*theorem.Theorem {
	for _, t := range list {
		hypotheses := t.Hypotheses
		t.Hypotheses = func(r run.Run, q claim.Question) []claim.Hypothesis {
			return append(hypotheses(r, q), assumed(r)...)
		}
	}
	return list
}

// assumed are the meanings of the run's choices that numbers cannot show.
func assumed(r run.Run) []claim.Hypothesis {
	switch {
	case r.Clipping == run.ClippingGLM && r.Loss == run.StronglyConvex:
		return []claim.Hypothesis{{Name: "regulariser", Holds: true,
			Needed: "its gradient is added once a step, after the clip and whatever the batch holds",
			Actual: "assumed; where each sampled example brings its share, state never clipped gradients, with a C that counts it"}}
	case r.Clipping == run.ClippingDifference:
		return []claim.Hypothesis{{Name: "whose gradients", Holds: true,
			Needed: fmt.Sprintf("at every point the differing example’s two gradients are at most κC = %s apart",
				typeset.Short(r.Kappa()*r.Clip)),
			Actual: "assumed; nothing bounds the other examples’"}}
	case r.Clipping == run.ClippingDifferenceAll:
		return []claim.Hypothesis{{Name: "whose gradients", Holds: true,
			Needed: fmt.Sprintf("at every point any two examples’ gradients are at most κC = %s apart, an absent or zeroed one’s being 0",
				typeset.Short(r.Kappa()*r.Clip)),
			Actual: "assumed"}}
	}
	return nil
}
