package lab

import (
	"encoding/json"
	"fmt"
	"math"

	"lastiterate/app/number"
	"lastiterate/app/plot"
	"lastiterate/bounds"
	"lastiterate/wasm/protocol"
)

func auditTool() *Tool {
	return &Tool{
		Name: "audit", Method: "lab.audit", Group: Attacks, Tab: "audit",
		Title: "What an attack’s counts prove",
		Lead: []string{
			"A membership attack is shown examples and says which were trained on. Its counts prove that ε is at least something, whatever the training was.",
		},
		Source: "Liang et al. 2025, equation (20); Kairouz, Oh and Viswanath 2015; limits by Clopper and Pearson 1934",
		Fields: []Field{
			{Name: "members", Label: "members shown", Kind: Whole, Default: "100", Help: "examples of the training set that the attack was asked about"},
			{Name: "true_positives", Label: "called members, rightly", Kind: Whole, Default: "60", Help: "true positives", Optional: true},
			{Name: "non_members", Label: "non-members shown", Kind: Whole, Default: "100", Help: "examples that were not trained on"},
			{Name: "false_positives", Label: "called members, wrongly", Kind: Whole, Default: "10", Help: "false positives", Optional: true},
			{Name: "delta", Label: "failure probability", Symbol: "δ", Kind: Number, Default: "1e-5"},
			{Name: "level", Label: "confidence", Kind: Number, Default: "0.95", Help: "of the limit, such as 0.95"},
			{Name: "table", Label: "several thresholds, as CSV", Kind: Table, Optional: true,
				Help: "columns `tp` and `fp`, or `tpr` and `fpr`, a line a threshold. It replaces the two counts; the limits then hold for all lines at once, if the thresholds were not fitted to these counts."},
			runField("the attacked training, to put the attack beside what is proved: a link copied from the calculator", true, false),
		},
		input: func(v Values, input map[string]any) []Problem {
			if input["table"] != nil {
				delete(input, "true_positives")
				delete(input, "false_positives")
				return nil
			}
			var problems []Problem
			for _, name := range []string{"true_positives", "false_positives"} {
				if input[name] == nil {
					problems = append(problems, Problem{name, "a count is missing; without a table both are needed"})
				}
			}
			return problems
		},
		show: showAudit,
	}
}

// audited is what the page reads of an answer.
type audited struct {
	point
	Points       []point          `json:"points"`
	Best         *int             `json:"best"`
	Corrected    bool             `json:"corrected"`
	Bound        *protocol.Answer `json:"bound"`
	Floor        *protocol.Answer `json:"floor"`
	Published    *protocol.Answer `json:"published"`
	Contradicted bool             `json:"contradicted"`
}

type point struct {
	Epsilon        protocol.Number `json:"epsilon"`
	Side           string          `json:"side"`
	Estimate       protocol.Number `json:"estimate"`
	TPR            rate            `json:"tpr"`
	FPR            rate            `json:"fpr"`
	TruePositives  int             `json:"true_positives"`
	FalsePositives int             `json:"false_positives"`
}

type rate struct{ Value, Lower, Upper protocol.Number }

func showAudit(v Values, raw json.RawMessage) (View, error) {
	a, err := read[audited](raw)
	if err != nil {
		return View{}, err
	}
	sure := number.Plain(100*value(v, "level")) + " %"
	at := "δ = " + number.Plain(value(v, "delta"))
	lower := float64(a.Epsilon)
	w := View{Answer: fmt.Sprintf("The attack shows ε ≥ %s at %s, with %s confidence.", number.Down(lower, 3), at, sure)}
	if lower == 0 {
		w.Answer = fmt.Sprintf("At %s confidence the attack shows nothing: it may as well be guessing.", sure)
	}
	limits := func(r rate) string {
		return fmt.Sprintf("between %s and %s", percent(float64(r.Lower), false), percent(float64(r.Upper), true))
	}
	w.Facts = []Fact{
		{"members found", percent(float64(a.TPR.Value), false), limits(a.TPR)},
		{"false alarms", percent(float64(a.FPR.Value), true), limits(a.FPR)},
		{"the rates themselves give", "ε̂ = " + number.Down(float64(a.Estimate), 6), "no limit: with other examples it would be another"},
		{"proved by the counts", "ε ≥ " + number.Down(lower, 6), side(a.Side)},
	}
	if a.Corrected {
		w.Notes = append(w.Notes, fmt.Sprintf("Line %d of %d thresholds proves most. The limits hold for all of them at once, so that choosing the best one is fair.", *a.Best+1, len(a.Points)))
		chart := rocChart(a)
		w.Chart = &chart
	}
	w.Scale = append(w.Scale, Mark{"attack", lower, MarkAttack})
	if a.Bound == nil {
		w.Notes = append(w.Notes, "A limit from an attack is a floor of this training, at this confidence. It says nothing of how much more a better attack would show.")
		return w, nil
	}
	bound := float64(a.Bound.Epsilon)
	w.Scale = append(w.Scale, Mark{"bound", bound, MarkBound})
	if a.Published != nil {
		w.Scale = append(w.Scale, Mark{"all iterates published", float64(a.Published.Epsilon), MarkTick})
	}
	if a.Floor != nil {
		w.Scale = append(w.Scale, Mark{"proved floor", float64(a.Floor.Epsilon), MarkFloor})
	}
	w.Wrong = a.Contradicted
	if a.Contradicted {
		w.Notes = append(w.Notes, fmt.Sprintf("The run that you gave is proved to have ε ≤ %s, and the attack shows more. One of them is not what it says: the training is not the run described (its sensitivity, its noise, its batches, what was released), the counts are not those of independent examples, or chance struck, which it does in one of %s cases.",
			number.Up(bound, 3), number.Plain(math.Round(10/(1-value(v, "level")))/10)))
	} else {
		w.Notes = append(w.Notes, fmt.Sprintf("The run is proved to have ε ≤ %s. The attack does not contradict it; that it shows less is no sign that the bound is loose, since a better attack may exist.", number.Up(bound, 3)))
	}
	return w, nil
}

func side(s string) string {
	switch s {
	case "positives":
		return "by the members that it found"
	case "negatives":
		return "by the non-members that it cleared"
	}
	return ""
}

// rocChart is the attack's operating points above guessing.
func rocChart(a audited) plot.Chart {
	s := plot.Series{ID: "attack", Name: "the attack", Kind: plot.Estimate}
	low := plot.Series{ID: "limit", Name: "members found at least, false alarms at most", Label: "limits", Kind: plot.Lower}
	points := append([]point(nil), a.Points...)
	sortBy(points, func(p point) float64 { return float64(p.FPR.Value) })
	for _, p := range points {
		if n := len(s.X); n == 0 || float64(p.FPR.Value) > s.X[n-1] {
			s.X, s.Y = append(s.X, float64(p.FPR.Value)), append(s.Y, float64(p.TPR.Value))
		}
		if n := len(low.X); n == 0 || float64(p.FPR.Upper) > low.X[n-1] {
			low.X, low.Y = append(low.X, float64(p.FPR.Upper)), append(low.Y, float64(p.TPR.Lower))
		}
	}
	return plot.Chart{
		ID: "lab", Title: "The attack’s thresholds, and what their counts leave certain",
		Desc: "Members found against false alarms, with the limits that hold for all thresholds at once.",
		X:    plot.Axis{Name: "false alarms", From: 0, To: 1}, Y: plot.Axis{Name: "members found", From: 0, To: 1},
		Series: []plot.Series{s, low, guessing()},
	}
}

func guessing() plot.Series {
	return plot.Series{ID: "guess", Name: "guessing", Kind: plot.Reference, X: []float64{0, 1}, Y: []float64{0, 1}}
}

func tradeoffTool() *Tool {
	return &Tool{
		Name: "tradeoff", Method: "lab.tradeoff", Group: Attacks, Tab: "what an attacker can do",
		Title: "What a guarantee leaves to an attacker",
		Lead: []string{
			"A privacy guarantee bounds every attack: how many members it finds, at so many false alarms. With a run it is read off the run’s whole privacy profile, which says more than one ε.",
		},
		Source: "Kairouz, Oh and Viswanath 2015; Dong, Roth and Su 2022",
		Fields: []Field{
			{Name: "run", Label: "run of the calculator", Kind: Run, Default: "opening", Optional: true,
				Help: "a link copied from the calculator; leave it empty to give a guarantee instead"},
			{Name: "mu", Label: "or Gaussian parameter", Symbol: "μ", Kind: Number, Optional: true, Help: "of Gaussian differential privacy"},
			{Name: "epsilon", Label: "or privacy loss", Symbol: "ε", Kind: Number, Optional: true},
			{Name: "delta", Label: "with failure probability", Symbol: "δ", Kind: Number, Optional: true},
		},
		input: func(v Values, input map[string]any) []Problem {
			input["fpr"] = falseAlarms()
			if v["run"] != "" {
				delete(input, "mu")
				delete(input, "epsilon")
				delete(input, "delta")
				return nil
			}
			if input["mu"] == nil && input["epsilon"] == nil {
				return []Problem{{"run", "give a run, or μ, or ε with δ"}}
			}
			return nil
		},
		show: showTradeoff,
	}
}

// named are the shares of false alarms that the answer is about.
var named = []float64{0.001, 0.01, 0.1}

// falseAlarms are the shares at which the curve is drawn, the named ones first.
func falseAlarms() []float64 {
	out := append([]float64(nil), named...)
	for e := -4.0; e < -1; e += 0.05 {
		out = append(out, math.Pow(10, e))
	}
	for x := 0.1; x < 1.001; x += 0.01 {
		out = append(out, min(1, x))
	}
	return out
}

type traded struct {
	FPR, TPR  []protocol.Number
	Advantage protocol.Number
	Mu        *protocol.Number
	Rows      []string
}

func showTradeoff(v Values, raw json.RawMessage) (View, error) {
	t, err := read[traded](raw)
	if err != nil {
		return View{}, err
	}
	if len(t.TPR) < len(named) {
		return View{}, fmt.Errorf("the engine’s curve has %d values", len(t.TPR))
	}
	w := View{Answer: fmt.Sprintf("At 1 %% false alarms an attacker finds at most %s of the members.", percent(float64(t.TPR[1]), true))}
	for i, x := range named {
		w.Facts = append(w.Facts, Fact{number.Plain(100*x) + " % false alarms", "at most " + percent(float64(t.TPR[i]), true),
			"guessing finds " + number.Plain(100*x) + " %"})
	}
	w.Facts = append(w.Facts, Fact{"largest advantage", percent(float64(t.Advantage), true), "members found less false alarms, at whatever threshold"})
	if t.Mu != nil {
		w.Facts = append(w.Facts, Fact{"Gaussian parameter", "μ = " + number.Up(float64(*t.Mu), 6), ""})
	}
	w.Notes = append(w.Notes, "This holds for every attack that sees the released model, whatever it knows besides, if the guarantee does.")
	for i, id := range t.Rows {
		t.Rows[i] = bounds.NameOf(id)
	}
	switch len(t.Rows) {
	case 0:
	case 1:
		w.Notes = append(w.Notes, "The run’s privacy profile is proved by the calculator’s row “"+t.Rows[0]+"”.")
	default:
		w.Notes = append(w.Notes, "The run’s privacy profile is the smallest, at each δ, of what the calculator’s rows “"+listed(t.Rows)+"” prove.")
	}
	s := plot.Series{ID: "bound", Name: "the best attack, at most", Label: "at most", Kind: plot.Best}
	guess := plot.Series{ID: "guess", Name: "guessing", Kind: plot.Reference}
	for i := len(named); i < len(t.FPR); i++ {
		x := float64(t.FPR[i])
		s.X, s.Y = append(s.X, x), append(s.Y, float64(t.TPR[i]))
		guess.X, guess.Y = append(guess.X, x), append(guess.Y, x)
	}
	w.Chart = &plot.Chart{
		ID: "lab", Title: "How many members the best attack can find",
		Desc: "The largest share of members found, against the share of false alarms.",
		X:    plot.Axis{Name: "false alarms", Scale: plot.Log, From: 1e-4, To: 1}, Y: plot.Axis{Name: "members found", Scale: plot.Log, From: 1e-4, To: 1},
		Series: []plot.Series{s, guess},
	}
	return w, nil
}
