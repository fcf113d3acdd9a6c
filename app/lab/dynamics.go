package lab

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/number"
	"lastiterate/app/plot"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/lab/dynamics"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

func dynamicsTool() *Tool {
	return &Tool{
		Name: "dynamics", Method: "lab.dynamics", Group: Constants, Tab: "known batches",
		Title: "The privacy loss along known batches",
		Lead: []string{
			"Each step that uses the differing example adds to the privacy loss; each other step removes a part of it. Say which " +
				"steps use it.",
		},
		Source: "Ye and Shokri 2022, Lemma 3.2 with Lemmas D.2 and D.3",
		Fields: []Field{
			{Name: "run", Label: "run of the calculator", Kind: Run, Example: true,
				Default: "v=1&n=100&b=10&T=50&eta=0.1&clip=1&sigma=0.1&noise=iterate&diameter=inf&adjacency=replace&scheme=reshuffle" +
					"&loss=convex&smoothness=4&clipping=never&delta=1e-5",
				Help: "a link copied from the calculator; a convex loss whose gradients are never clipped"},
			{Name: "uses", Label: "steps that use the example", Kind: Lines, Default: "3, 18, 21, 36, 44", Optional: true,
				Help: "their numbers, counted from 1; `1–200` stands for all of them to 200, `1, 11, …, 91` for every tenth"},
			{Name: "alpha", Label: "Rényi order", Symbol: "α", Kind: Number, Default: "2", Setting: true},
		},
		takes: knownUses,
		input: func(v Values, input map[string]any) []Problem {
			delete(input, "alpha")
			s, _ := ReadRun(strings.TrimSpace(v["run"]))
			if why := unfit(s.Run); why != "" {
				return []Problem{{"run", why}}
			}
			uses, fault := readUses(v["uses"])
			if fault != "" {
				return []Problem{{"uses", fault}}
			}
			if why := misfit(s.Run, uses); why != "" {
				return []Problem{{"uses", why}}
			}
			input["uses"] = uses
			return nil
		},
		show: func(v Values, raw json.RawMessage) (View, error) {
			d, err := read[struct {
				Loss, Composed []protocol.Number
				InverseLSI     []protocol.Number `json:"inverse_lsi"`
			}](raw)
			if err != nil {
				return View{}, err
			}
			if len(d.Loss) == 0 || len(d.Composed) != len(d.Loss) || len(d.InverseLSI) != len(d.Loss) {
				return View{}, fmt.Errorf("the engine’s recursion has %d, %d and %d values", len(d.Loss), len(d.Composed),
					len(d.InverseLSI))
			}
			end, alpha := len(d.Loss)-1, value(v, "alpha")
			w := View{
				Answer: fmt.Sprintf("ε(%s) ≤ %s after %s, %s; by composition %s. Other rows of the calculator may prove "+
					"less for this run.", number.Plain(alpha),
					number.Up(alpha*float64(d.Loss[end]), 3),
					form.Counted(end, "step"), inWhich(v, end), number.Up(alpha*float64(d.Composed[end]), 3)),
				Facts: []Fact{
					{"per unit of the order", short(float64(d.Loss[end])), "the bound is proportional to α"},
					{"by composition", short(float64(d.Composed[end])), ""},
					{"log-Sobolev constant at the end", number.Down(1/float64(d.InverseLSI[end]), 6),
						"of the last iterate’s distribution, by Lemma D.2 or D.3"},
				},
				Notes: []string{
					"The bound holds for these batches, which are known and were chosen or drawn without looking at the data. For " +
						"random batches, the calculator’s rows average over them.",
					"The log-Sobolev constants are the run’s own. They do not depend on which steps use the example, unless that is " +
						"zeroed out.",
					"The bound is for runs that start at a fixed point. A step without the example divides the loss by " +
						`$1 + \frac{σ^2}{ρ^2 v}$, where $ρ = 1 - ηm$ ` + "(1 without strong convexity) and v is the inverse log-Sobolev " +
						"constant: the noise so far, as shrunk by the steps.",
				},
			}
			if s, ok := runIn(v); ok {
				s.Question = claim.Question{Alpha: alpha}
				w.Links = []Link{{"The calculator’s answer for this run at α = " + number.Plain(alpha), link.Encode(s)}}
			}
			w.Below = lsiChart(d.InverseLSI)
			loss := plot.Series{ID: "loss", Name: "last iterate", Label: "last iterate", Kind: plot.Best}
			all := plot.Series{ID: "composed", Name: "every iterate, by composition", Label: "every iterate", Kind: plot.Published}
			for t := range d.Loss {
				loss.X, loss.Y = append(loss.X, float64(t)), append(loss.Y, alpha*float64(d.Loss[t]))
				all.X, all.Y = append(all.X, float64(t)), append(all.Y, alpha*float64(d.Composed[t]))
			}
			w.Chart = &plot.Chart{ID: "lab", Title: courseOf(d.Loss),
				Desc: "ε of the order asked for, along the " +
					"steps, for the last iterate and if every iterate were public.",
				X: plot.Axis{Name: "iterations", Symbol: "T", Whole: true}, Y: plot.Axis{Name: "privacy loss", Symbol: "ε",
					Note: "of Rényi DP at α = " + number.Plain(alpha)}, Series: []plot.Series{loss, all}}
			return w, nil
		},
	}
}

// courseOf says of a loss before each step and at the end where it rises and where it falls.
func courseOf(loss []protocol.Number) string {
	uses, falls, between := 0, false, false
	for t, x := range loss[1:] {
		switch {
		case x > loss[t]:
			uses, between = uses+1, between || falls
		case x < loss[t]:
			falls = true
		}
	}
	switch {
	case uses == len(loss)-1:
		return "The loss rises with each step"
	case between:
		return "The loss rises with each use and falls between"
	case falls:
		return "The loss rises with each use and falls afterwards"
	}
	return "The loss rises with each use"
}

// lsiChart draws the log-Sobolev constants of the iterates' laws along the steps, from the
// first step on: before it the law is a point, and the constant is infinite. Values that are read off
// are rounded down, since a law satisfies the inequality with every smaller constant too.
func lsiChart(inverse []protocol.Number) *plot.Chart {
	s := plot.Series{ID: "lsi", Name: "log-Sobolev constant", Kind: plot.Lower}
	for t, v := range inverse {
		if v > 0 {
			s.X, s.Y = append(s.X, float64(t)), append(s.Y, 1/float64(v))
		}
	}
	return &plot.Chart{ID: "lab-lsi", Title: "The run’s log-Sobolev constants",
		Desc: "The log-Sobolev constant of each iterate’s distribution, by Lemma D.2 or D.3, which falls as noise accumulates.",
		X:    plot.Axis{Name: "iterations", Symbol: "T", Whole: true}, Y: plot.Axis{Name: "log-Sobolev constant", Symbol: "c",
			Scale: plot.Log},
		Series: []plot.Series{s}}
}

// unfit says why a run has no answer, whichever steps use the example; it is empty if it has one.
func unfit(r run.Run) string {
	var errs run.Errors
	if errors.As(dynamics.Check(r, nil), &errs) {
		return errs[0].Message
	}
	return ""
}
