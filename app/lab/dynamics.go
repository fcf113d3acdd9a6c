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
				Default: "v=1&n=100&b=10&T=50&eta=0.1&clip=1&sigma=0.1&noise=iterate&diameter=inf&adjacency=replace&scheme=cyclic" +
					"&loss=convex&smoothness=4&clipping=never&delta=1e-5",
				Help: "a link copied from the calculator; a convex loss whose gradients are never clipped"},
			{Name: "uses", Label: "steps that use the example", Kind: Lines, Default: "3, 18, 21, 36, 44", Optional: true,
				Help: "their numbers, counted from 1; `1, 11, …, 91` stands for every tenth"},
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
			if len(uses) == 0 {
				return []Problem{{"uses", "this run does not say which steps use the differing example: list them"}}
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
				Answer: fmt.Sprintf("ε(%s) ≤ %s after %s; by composition %s.", number.Plain(alpha),
					number.Up(alpha*float64(d.Loss[end]), 4),
					form.Counted(end, "step"), number.Up(alpha*float64(d.Composed[end]), 4)),
				Facts: []Fact{
					{"per unit of the order", number.Up(float64(d.Loss[end]), 6), "the bound is proportional to α"},
					{"by composition", number.Up(float64(d.Composed[end]), 6), ""},
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
			w.Below = lsiChart(d.InverseLSI)
			loss := plot.Series{ID: "loss", Name: "last iterate", Label: "last iterate", Kind: plot.Best}
			all := plot.Series{ID: "composed", Name: "every iterate, by composition", Label: "every iterate", Kind: plot.Published}
			for t := range d.Loss {
				loss.X, loss.Y = append(loss.X, float64(t)), append(loss.Y, alpha*float64(d.Loss[t]))
				all.X, all.Y = append(all.X, float64(t)), append(all.Y, alpha*float64(d.Composed[t]))
			}
			w.Chart = &plot.Chart{ID: "lab", Title: "The loss rises with each use and falls between",
				Desc: "ε of the order asked for, along the " +
					"steps, for the last iterate and if every iterate were public.",
				X: plot.Axis{Name: "iterations", Symbol: "T", Whole: true}, Y: plot.Axis{Name: "privacy loss", Symbol: "ε",
					Note: "of Rényi DP at α = " + number.Plain(alpha)}, Series: []plot.Series{loss, all}}
			return w, nil
		},
	}
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

// readUses reads a list of steps. "…" or "..." between the second of two numbers and a third continues the two to the third. fault is a
// sentence about what is wrong, or empty.
func readUses(text string) (uses []int, fault string) {
	goesOn := false
	for _, part := range strings.FieldsFunc(strings.ReplaceAll(text, "...", "…"), func(r rune) bool {
		return strings.ContainsRune(",; \n\t\r", r)
	}) {
		if n := len(uses); part == "…" {
			if goesOn = n > 1 && uses[n-1] > uses[n-2]; !goesOn {
				return nil, "“…” continues two numbers, the second larger: write 1, 11, …, 91"
			}
			continue
		}
		x, err := number.ParseWhole(part)
		if err != nil {
			return nil, err.Error()
		}
		if n := len(uses); goesOn {
			by := uses[n-1] - uses[n-2]
			if x <= uses[n-1] || (x-uses[n-1])%by != 0 || (x-uses[n-1])/by > dynamics.MaxSteps {
				return nil, fmt.Sprintf("“…” does not lead from %d in steps of %d to %d", uses[n-1], by, x)
			}
			for u := uses[n-1] + by; u < x; u += by {
				uses = append(uses, u)
			}
			goesOn = false
		}
		uses = append(uses, x)
	}
	if goesOn {
		return nil, "“…” needs a number after it, the last"
	}
	return uses, ""
}

// unfit says why a run has no answer, whichever steps use the example; it is empty if it has one.
func unfit(r run.Run) string {
	var errs run.Errors
	if errors.As(dynamics.Check(r, nil), &errs) {
		return errs[0].Message
	}
	return ""
}

// knownUses lists the steps of a run that use the differing example, none if the run does not say which they are.
func knownUses(s link.State) Values {
	r := s.Run
	if r.Validate() != nil || !r.Scheme.UsesAll() && r.Scheme != run.Cyclic {
		return Values{"uses": ""}
	}
	every := r.EpochSteps()
	first := r.BeforeFirstUse() + 1
	last := first + (r.T-first)/every*every
	text := fmt.Sprint(first)
	switch uses := (last-first)/every + 1; {
	case r.T < first:
		text = ""
	case uses > 3:
		text = fmt.Sprintf("%d, %d, …, %d", first, first+every, last)
	default:
		for u := first + every; u <= last; u += every {
			text += fmt.Sprintf(", %d", u)
		}
	}
	return Values{"uses": text}
}
