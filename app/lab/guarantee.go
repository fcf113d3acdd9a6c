package lab

import "strings"

// Tools that start from a guarantee take it from a run, or as μ, or as ε and δ.

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

// checkGuarantee reports what is wrong with those fields: a run excludes the numbers, and δ needs an
// ε. It also adds to input the false-positive rates at which the curve is drawn.
func checkGuarantee(v Values, input map[string]any) []Problem {
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
