package theorem

import (
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// taught lets a row say what it has not been taught of the steps that people take: it does not
// apply to a run that states more than its proof is about. A row that is new knows nothing
// until somebody has checked its proof.
func taught(list []*Theorem) []*Theorem {
	for _, t := range list {
		hypotheses := t.Hypotheses
		t.Hypotheses = func(r run.Run, q claim.Question) []claim.Hypothesis {
			h := hypotheses(r, q)
			if r.States("weight_decay") && !t.Decays {
				h = append(h, claim.Hypothesis{Name: "weight decay", Needed: "ω = 0", Actual: "ω = " + short(r.WeightDecay),
					Detail: "it is proved for steps without weight decay"})
			}
			return h
		}
	}
	return list
}
