package lab

import (
	"encoding/json"
	"fmt"

	"lastiterate/app/number"
	"lastiterate/app/plot"
	"lastiterate/wasm/protocol"
)

func riskTool() *Tool {
	return &Tool{
		Name: "risk", Method: "lab.tradeoff", Group: Attacks, Asks: true, Proves: true, Quick: true, Tab: "risk at a prior",
		Title: "What an attacker learns beyond its prior",
		Lead: []string{
			"Before seeing the model, an attacker believes with some probability that an example is a member. The guarantee limits how " +
				"often its guess is right afterwards, and how sure a positive guess can be.",
		},
		Source: "Kairouz, Oh and Viswanath 2015; Dong, Roth and Su 2022; Kaissis et al. 2024 for the Bayes risk",
		Fields: guaranteeFields(
			Field{Name: "prior", Label: "prior of membership", Symbol: "π", Kind: Number, Default: "0.5", Setting: true,
				Help: "how likely membership is before the model is seen, such as 0.5"},
		),
		input: checkGuarantee,
		show:  showRisk,
	}
}

type riskAnswer struct {
	FPR       []protocol.Number
	Advantage protocol.Number
	Rows      []string
	Risk      *struct {
		Prior, Blind, Error protocol.Number
		Posterior           []protocol.Number
	}
}

func showRisk(v Values, raw json.RawMessage) (View, error) {
	t, err := read[riskAnswer](raw)
	if err != nil {
		return View{}, err
	}
	if t.Risk == nil || len(t.Risk.Posterior) < len(statedRates) || len(t.Risk.Posterior) != len(t.FPR) {
		return View{}, fmt.Errorf("the engine’s answer has no risk")
	}
	r := t.Risk
	prior := "π = " + number.Plain(float64(r.Prior))
	lost := float64(r.Blind) - float64(r.Error)
	w := View{Answer: fmt.Sprintf("At %s no attack errs in less than %s of its guesses; without the model the best guess errs in %s.",
		prior, percent(float64(r.Error), false), number.Plain(100*float64(r.Blind))+" %")}
	w.Facts = []Fact{
		{"Bayes risk", "at least " + percent(float64(r.Error), false), "error of the best guess of membership"},
		{"gain from the model", "at most " + percent(max(0, lost), true),
			"drop in the share of wrong guesses, compared with the prior alone"},
		{"advantage", "at most " + percent(float64(t.Advantage), true),
			"true-positive rate less false-positive rate, at any threshold and any prior"},
	}
	for i, x := range statedRates {
		w.Facts = append(w.Facts, Fact{"posterior at a false-positive rate of " + number.Plain(100*x) + "\u00a0%",
			"at most " + percent(float64(r.Posterior[i]), true), "probability of membership after a positive guess"})
	}
	w.Notes = append(w.Notes,
		"Each number bounds every attack on the released model: the Bayes risk from below, the others from above. An actual attack may do "+
			"worse, never better.",
		"The posterior rises as the false-positive rate falls. With δ > 0 there may be true positives without any false ones, so that it "+
			"can reach 100 %.")
	w.Notes = append(w.Notes, provedBy(t.Rows)...)
	s := plot.Series{ID: "bound", Name: "posterior of the best attack, at most", Label: "at most", Kind: plot.Best}
	before := plot.Series{ID: "guess", Name: "prior", Kind: plot.Reference}
	for i := len(statedRates); i < len(t.FPR); i++ {
		x := float64(t.FPR[i])
		s.X, s.Y = append(s.X, x), append(s.Y, float64(r.Posterior[i]))
		before.X, before.Y = append(before.X, x), append(before.Y, float64(r.Prior))
	}
	c := inPercent(plot.Chart{
		ID: "lab", Title: "How sure a positive guess can be",
		Desc: "The largest probability of membership after a positive guess, against the false-positive rate.",
		X:    plot.Axis{Name: "false-positive rate", Scale: plot.Log, From: 1e-4, To: 1}, Y: plot.Axis{Name: "posterior", From: 0, To: 1},
		Series: []plot.Series{s, before},
	})
	w.Chart = &c
	return w, nil
}
