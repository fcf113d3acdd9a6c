package extend

import (
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// Assuming makes every row of the list state the meaning of a choice of the run that the literature names in several senses.
// Such a hypothesis always holds: it tells the reader what is assumed.
func Assuming(list []*theorem.Theorem) []*theorem.Theorem {
	for _, t := range list {
		alsoNeeding(t, assumed)
	}
	return list
}

// alsoNeeding adds hypotheses of its run to those of a row.
func alsoNeeding(t *theorem.Theorem, more func(run.Run) []claim.Hypothesis) {
	hypotheses := t.Hypotheses
	t.Hypotheses = func(r run.Run, q claim.Question) []claim.Hypothesis { return append(hypotheses(r, q), more(r)...) }
}

// assumed returns the meanings of the run's choices that its numbers do not show.
func assumed(r run.Run) []claim.Hypothesis {
	switch {
	case r.Clipping == run.ClippingGLM && r.Loss == run.StronglyConvex:
		return []claim.Hypothesis{{Name: "regulariser", Holds: true,
			Needed: "its gradient is added once per step, after clipping, whatever the batch holds",
			Actual: "assumed; if each sampled example adds its own share, state gradients that are never clipped, with a C that " +
				"includes it"}}
	case r.Clipping == run.ClippingDifference:
		return []claim.Hypothesis{{Name: "whose gradients", Holds: true,
			Needed: fmt.Sprintf("at every point the differing example’s two gradients are at most κC = %s apart",
				typeset.Short(r.Kappa()*r.Clip)),
			Actual: "assumed; the other examples’ gradients need no bound"}}
	case r.Clipping == run.ClippingDifferenceAll:
		return []claim.Hypothesis{{Name: "whose gradients", Holds: true,
			Needed: fmt.Sprintf("at every point any two examples’ gradients are at most κC = %s apart, where an absent or zeroed-out "+
				"example’s is 0",
				typeset.Short(r.Kappa()*r.Clip)),
			Actual: "assumed"}}
	}
	return nil
}
