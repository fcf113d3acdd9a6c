package lab

import (
	"encoding/json"
	"fmt"
	"math"

	"lastiterate/app/number"
	"lastiterate/app/plot"
	"lastiterate/wasm/protocol"
)

// fitTab is the label of the tool's tab, to which another tool refers.
const fitTab = "one number for a curve"

func fitTool() *Tool {
	return &Tool{
		Name: "fit", Method: "lab.tradeoff", Group: Attacks, Asks: true, Proves: true, Quick: true, Tab: fitTab,
		Title: "The Gaussian parameter that fits a curve best",
		Lead: []string{
			"One (ε, δ) is one point of a trade-off curve. A Gaussian parameter μ summarises the whole curve. Its regret, a distance " +
				"between the two curves, says whether μ may be quoted alone.",
		},
		Source: "Gomez, Kulynych, Kaissis, Hayes, Balle and Honkela 2025, arXiv:2503.10945; Dong, Roth and Su 2022",
		Fields: guaranteeFields(),
		input: func(v Values, input map[string]any) []Problem {
			input["fit"] = true
			return checkGuarantee(v, input)
		},
		show: showFit,
	}
}

type fitAnswer struct {
	FPR, TPR  []protocol.Number
	Advantage protocol.Number
	Rows      []string
	Fit       *struct {
		Mu, Regret, Least, Advantage protocol.Number
		TPR                          []protocol.Number
	}
}

func showFit(_ Values, raw json.RawMessage) (View, error) {
	t, err := read[fitAnswer](raw)
	if err != nil {
		return View{}, err
	}
	if t.Fit == nil || len(t.Fit.TPR) != len(t.FPR) || len(t.TPR) != len(t.FPR) || len(t.FPR) < len(statedRates) {
		return View{}, fmt.Errorf("the engine’s answer has no fit")
	}
	mu, regret := float64(t.Fit.Mu), float64(t.Fit.Regret)
	if math.IsInf(mu, 1) {
		return View{Answer: "No μ fits: the guarantee allows an attack that is always right.",
			Facts: []Fact{{"Gaussian parameter", "none",
				""}}, Notes: []string{"A guarantee of ε = ∞ limits only attacks without any false positive: those find at most a " +
				"fraction δ of the members."}}, nil
	}
	least := number.Plain(float64(t.Fit.Least))
	verdict := "small enough to quote μ"
	if regret >= smallRegret {
		verdict = "too large to quote μ alone"
	}
	w := View{Answer: fmt.Sprintf("μ = %s bounds the curve at rates from %s on, with a regret of %s: %s.", number.Up(mu, 5), least,
		number.Up(regret, 3), verdict)}
	w.Facts = []Fact{
		{"Gaussian parameter", "μ ≤ " + number.Up(mu, 6),
			"the smallest whose curve allows every attack at these rates that the guarantee allows. “Any attack” states a μ that one " +
				"theorem proves at every rate, which is never smaller"},
		{"regret", "Δ = " + number.Up(regret, 3), "largest difference of the Bayes risks, over all priors"},
		{"advantage", "at most " + percent(float64(t.Advantage), true), "by μ alone " + percent(float64(t.Fit.Advantage), true)},
	}
	for i, x := range statedRates {
		w.Facts = append(w.Facts, Fact{"true positives at a false-positive rate of " + number.Plain(100*x) + "\u00a0%",
			"at most " + percent(float64(t.TPR[i]), true), "by μ alone " + percent(float64(t.Fit.TPR[i]), true)})
	}
	w.Notes = append(w.Notes, advice(regret, percent(float64(t.TPR[0]), true), percent(float64(t.Fit.TPR[0]), true)),
		"The regret is a distance between the trade-off curves, over all of the curve: the curve of false-negative rates, shifted by Δ "+
			"along both axes, lies nowhere above that of μ. At any prior the Bayes risk that μ promises is at most Δ below that of the "+
			"curve. With a regret of 0 nothing is lost.",
		"The fit is held to the curve where the false-positive and the false-negative rate are both "+
			"at least "+least+", as in the authors’ "+
			"program gdpnum. For rarer events the curve of a run that samples its batches needs a larger μ: report (ε, δ) for those.",
		"The fit takes the privacy profile at more values of δ than the other tools, so a limit here may be smaller in its last digit.")
	w.Notes = append(w.Notes, provedBy(t.Rows)...)
	curve := plot.Series{ID: "bound", Name: "the guarantee", Label: "at most", Kind: plot.Best}
	gauss := plot.Series{ID: "gauss", Name: "μ alone", Kind: plot.Other}
	curve.X, curve.Y = drawnRates(t.FPR, t.TPR)
	gauss.X, gauss.Y = drawnRates(t.FPR, t.Fit.TPR)
	w.Chart = rateChart("The curve and its Gaussian fit",
		"The largest true-positive rate against the false-positive rate, by the guarantee and by the fitted Gaussian parameter.",
		curve, gauss)
	return w, nil
}

// smallRegret is the regret below which Gomez et al. 2025 have μ quoted for the curve.
const smallRegret = 0.01

// advice says what to quote in place of a curve, and how far off μ alone is at the smallest stated false-positive rate, where
// the guarantee and μ allow these true-positive rates.
func advice(regret float64, curve, alone string) string {
	said := "Gomez et al. call a regret below 0.01 small: quote μ, with its regret."
	if regret >= smallRegret {
		said = "Gomez et al. call only a regret below 0.01 small. Do not quote μ alone here: quote ε at δ, or the curve."
	}
	at := number.Plain(100*statedRates[0]) + "\u00a0%"
	if curve == alone {
		return said + " At a false-positive rate of " + at + " nothing is lost: both allow a true-positive rate of " + curve + "."
	}
	return said + " The regret does not limit the error at small false-positive rates: at " + at + " μ alone allows a true-positive rate " +
		"of " + alone + ", the curve " + curve + "."
}
