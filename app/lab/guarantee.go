package lab

import "strings"

// The tools about a guarantee take it from a run, or as one of its numbers.

// guaranteeFields are the inputs of such a tool.
func guaranteeFields(more ...Field) []Field {
	return append([]Field{
		{Name: "run", Label: "run", Kind: Run, Default: "opening", Optional: true,
			Help: "copied from the calculator’s address bar; without a run, give a guarantee below"},
		{Name: "mu", Label: "or Gaussian parameter", Symbol: "μ", Kind: Number, Optional: true, Help: "of Gaussian differential privacy"},
		{Name: "epsilon", Label: "or privacy loss", Symbol: "ε", Kind: Number, Optional: true},
		{Name: "delta", Label: "with failure probability", Symbol: "δ", Kind: Number, Optional: true, Help: "0 if left empty"},
	}, more...)
}

// guaranteed takes one guarantee of those fields, a run or numbers, and asks for its curve
// where it is drawn.
func guaranteed(v Values, input map[string]any) []Problem {
	input["fpr"] = falsePositiveRates()
	if strings.TrimSpace(v["run"]) != "" {
		for _, name := range []string{"mu", "epsilon", "delta"} {
			if input[name] != nil {
				return []Problem{{name, "a run is given as well; remove it to use this"}}
			}
		}
		return nil
	}
	switch {
	case input["epsilon"] != nil:
	case input["delta"] != nil:
		return []Problem{{"delta", "δ needs an ε: give one, or leave δ empty"}}
	case input["mu"] == nil:
		return []Problem{{"run", "give a run, or μ, or ε with δ"}}
	}
	return nil
}
