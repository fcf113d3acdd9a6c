package lab

import (
	"encoding/json"
	"fmt"
	"math"

	"lastiterate/app/number"
	"lastiterate/app/plot"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

func tradeoffTool() *Tool {
	return &Tool{
		Name: "tradeoff", Method: "lab.tradeoff", Group: Attacks, Asks: true, Proves: true, Quick: true, Tab: "any attack",
		Title:  "What a guarantee leaves to an attacker",
		Lead:   []string{"A privacy guarantee limits the true-positive rate of any attack at a given false-positive rate."},
		Source: "Kairouz, Oh and Viswanath 2015; Dong, Roth and Su 2022",
		Fields: guaranteeFields(),
		input:  checkGuarantee,
		show:   showTradeoff,
	}
}

// statedRates are the false-positive rates for which the tool lists a true-positive rate; its headline uses the second.
var statedRates = []float64{0.001, 0.01, 0.1}

// falsePositiveRates are the stated rates, then those at which the curve is drawn.
func falsePositiveRates() []float64 {
	out := append([]float64(nil), statedRates...)
	for e := -4.0; e < -1; e += 0.05 {
		out = append(out, math.Pow(10, e))
	}
	for x := 0.1; x < 1.001; x += 0.01 {
		out = append(out, min(1, x))
	}
	return out
}

type tradeoffAnswer struct {
	FPR, TPR  []protocol.Number
	Advantage protocol.Number
	Mu        *protocol.Number
	Rows      []string
}

func showTradeoff(v Values, raw json.RawMessage) (View, error) {
	t, err := read[tradeoffAnswer](raw)
	if err != nil {
		return View{}, err
	}
	if len(t.TPR) != len(t.FPR) || len(t.TPR) < len(statedRates) {
		return View{}, fmt.Errorf("the engine’s curve has %d values", len(t.TPR))
	}
	s, _ := runIn(v)
	w := View{Answer: words.Finds(s.Run, percent(float64(t.TPR[1]), true)) + "."}
	for i, x := range statedRates {
		w.Facts = append(w.Facts, Fact{"true positives at a false-positive rate of " + number.Plain(100*x) + "\u00a0%",
			"at most " + percent(float64(t.TPR[i]), true),
			"guessing: " + number.Plain(100*x) + "\u00a0%"})
	}
	w.Facts = append(w.Facts, Fact{"advantage", "at most " + percent(float64(t.Advantage), true),
		"true-positive rate less false-positive rate, at any threshold"})
	if t.Mu != nil {
		w.Facts = append(w.Facts, Fact{"Gaussian parameter", "μ ≤ " + number.Up(float64(*t.Mu), 6),
			"proved by one theorem, at every rate. “" + fitTab + "” fits a μ to the limits above, which is never larger and " +
				"mostly smaller"})
	}
	w.Notes = append(w.Notes, "If the guarantee holds, so do these limits, for every attack that sees the released model, whatever "+
		"else it knows.")
	w.Notes = append(w.Notes, provedBy(t.Rows)...)
	if t.Rows != nil {
		w.Notes = append(w.Notes, besideTheCalculator)
	}
	bound := plot.Series{ID: "bound", Name: "the best attack, at most", Label: "at most", Kind: plot.Best}
	bound.X, bound.Y = drawnRates(t.FPR, t.TPR)
	w.Chart = rateChart("What the best attack can reach",
		"The largest true-positive rate against the false-positive rate.", bound)
	return w, nil
}

// besideTheCalculator says why the calculator may state another limit for the run: until its attacker tab is opened it uses only the
// members of a guarantee. None of them is the profile, so no order between the two numbers is promised.
const besideTheCalculator = "The calculator’s attacker tab states the same limits, from the same curve. Until you open that tab, the " +
	"calculator’s answer uses only its ε at your δ or order, the Rényi divergence of its row and the smallest Gaussian parameter of " +
	"any row. That limit holds, too, and is usually larger."

// drawnRates returns the rates at which a curve is drawn, which are all but the stated rates, and its values there.
func drawnRates(fpr, tpr []protocol.Number) (x, y []float64) {
	for i := len(statedRates); i < len(fpr); i++ {
		x, y = append(x, float64(fpr[i])), append(y, float64(tpr[i]))
	}
	return x, y
}

// rateChart draws curves of true-positive rates against one list of false-positive rates, with the curve of guessing for
// comparison.
func rateChart(title, desc string, curves ...plot.Series) *plot.Chart {
	rates := curves[0].X
	guess := plot.Series{ID: "guess", Name: "guessing", Kind: plot.Reference, X: rates, Y: rates}
	c := inPercent(plot.Chart{
		ID: "lab", Title: title, Desc: desc,
		X:      plot.Axis{Name: "false-positive rate", Scale: plot.Log, From: 1e-4, To: 1},
		Y:      plot.Axis{Name: "true-positive rate", Scale: plot.Log, From: 1e-4, To: 1},
		Series: append(curves, guess),
	})
	return &c
}

// inPercent writes a chart of shares in per cent, as the tables do.
func inPercent(c plot.Chart) plot.Chart {
	for _, a := range []*plot.Axis{&c.X, &c.Y} {
		a.From, a.To, a.Note, a.Unit = 100*a.From, 100*a.To, "in %", "\u00a0%"
	}
	for i, s := range c.Series {
		x, y := make([]float64, len(s.X)), make([]float64, len(s.Y))
		for j := range x {
			x[j], y[j] = run.Digits(100*s.X[j], 12), 100*s.Y[j] // 7, and not 7.000000000000001
		}
		c.Series[i].X, c.Series[i].Y = x, y
	}
	return c
}

// provedBy says which rows of the calculator prove a run's privacy profile.
func provedBy(rows []string) []string {
	var names []string
	for _, id := range rows {
		names = append(names, "“"+bounds.NameOf(id)+"”")
	}
	switch len(names) {
	case 0:
		return nil
	case 1:
		return []string{"The run’s privacy profile is proved by the calculator’s row " + names[0] + "."}
	}
	return []string{"At each δ the run’s privacy profile is the smallest ε that the calculator’s rows " + listed(names) + " prove."}
}
