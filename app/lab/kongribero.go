package lab

import (
	"encoding/json"
	"fmt"
	"math"

	"lastiterate/app/link"
	"lastiterate/app/number"
	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

func noiseTool() *Tool {
	return &Tool{
		Name: "noise", Method: "lab.noise", Group: Plans, Tab: "recommended noise",
		Title: "Kong and Ribero’s recommended noise",
		Lead: []string{"Which learning rate and noise σ keep the last iterate’s Rényi divergence of order α at a target ε? Their " +
			"Corollary C.2 recommends both, so this tool takes only the other numbers of the calculator’s run."},
		Source: "Kong and Ribero 2025, Corollary C.2 and Theorem 2.3",
		Fields: []Field{
			{Name: "n", Label: "examples", Symbol: "n", Kind: Whole, Default: "1000"},
			{Name: "b", Label: "batch size", Symbol: "b", Kind: Whole, Default: "10"},
			{Name: "epochs", Label: "passes", Symbol: "E", Kind: Whole, Default: "10"},
			{Name: "clip", Label: "bound on gradient norms (no clipping)", Symbol: "C", Kind: Number, Default: "1"},
			{Name: "smoothness", Label: "smoothness", Symbol: "M", Kind: Number, Default: "1"},
			{Name: "weak_convexity", Label: "weak convexity", Symbol: "m", Kind: Number, Default: "0.1"},
			{Name: "alpha", Label: "Rényi order", Symbol: "α", Kind: Number, Default: "8", Setting: true},
			{Name: "epsilon", Label: "target", Symbol: "ε", Kind: Number, Default: "1", Setting: true},
		},
		takes: trained,
		show: func(v Values, raw json.RawMessage) (View, error) {
			type solved struct {
				Sigma protocol.Number
				Row   string
			}
			r, err := read[struct {
				Eta, Printed, Costs, Repaired, Batches protocol.Number
				Theorem, Best                          solved
				Run                                    json.RawMessage
			}](raw)
			if err != nil {
				return View{}, err
			}
			w := View{
				Answer: fmt.Sprintf("σ = %s is enough, at their learning rate %s.", number.Up(float64(r.Best.Sigma), 4),
					number.Up(float64(r.Eta), 4)),
				Facts: []Fact{
					{"as printed", "σ = " + number.Down(float64(r.Printed), 3),
						fmt.Sprintf("not valid: their own Theorem 2.3 then gives ε ≤ %s",
							number.Up(float64(r.Costs), 4))},
					{"as its proof requires", "σ = " + number.Up(float64(r.Repaired), 4), "4α times the printed one"},
					{"solving Theorem 2.3", "σ = " + number.Up(float64(r.Theorem.Sigma), 6), "the least noise that their theorem allows"},
					{"solving with every theorem", "σ = " + number.Up(float64(r.Best.Sigma), 6), "by " + bounds.NameOf(r.Best.Row)},
				},
				ScaleOf: "σ",
				Scale: []Mark{
					{"as printed", run.Digits(float64(r.Printed), 3), MarkTick}, {"as its proof requires", float64(r.Repaired), MarkTick},
					{"solving Theorem 2.3", float64(r.Theorem.Sigma), MarkTick}, {"every theorem", float64(r.Best.Sigma), MarkBound},
				},
				Notes: []string{
					"Both are chosen for privacy, not for accuracy. As printed, the noise is far too small. Repaired, the corollary " +
						"holds, but solving their theorem for the noise requires less noise.",
					"The printed noise divides by the root of α where the proof multiplies by it: with learning rate η and " +
						`$A = 1 + \frac{4mE}{M + m}$` + ", the corollary prints " + `$\frac{Cη}{2b}\sqrt{\frac{A}{αε}}$, and its ` +
						`proof needs $σ \ge \frac{2Cη}{b}\sqrt{\frac{αA}{ε}}$.` + " The inequality that the corollary displays as its " +
						"conclusion has also lost the factor E, which is in the proof.",
					fmt.Sprintf("The corollary requires at least %s batches in a pass. %s A projection and a regulariser’s proximal "+
						"step are both covered.",
						number.Up(float64(r.Batches), 3), proximalSteps),
				},
			}
			opened, fault := protocol.DecodeRun(r.Run)
			if fault == nil {
				s, _ := ReadRun("opening")
				s.Run, s.Question = opened, claim.Question{Alpha: value(v, "alpha")}
				w.Links = []Link{{"Open this run with the least noise", link.Encode(s)}}
			}
			return w, nil
		},
	}
}

// trained are the numbers of a run that the corollary takes. Batches of all examples and infinite constants it does not cover: then
// the example's stay.
func trained(s link.State) Values {
	r, v := s.Run, Values{}
	if r.Validate() != nil {
		return nil
	}
	take := func(name string, x float64) {
		if x > 0 && !math.IsInf(x, 1) {
			v[name] = run.FormatNumber(x)
		}
	}
	take("n", float64(r.N))
	take("clip", r.Clip)
	take("smoothness", r.Smoothness)
	take("weak_convexity", r.WeakConvexity)
	if !r.Scheme.UsesAll() {
		take("b", float64(r.B))
		take("epochs", math.Ceil(float64(r.T)/float64(r.EpochSteps())))
	}
	return v
}

// proximalSteps says what Kong and Ribero's theorems allow after each step.
const proximalSteps = "Each update may be followed by a proximal step, as in Kong and Ribero’s training: it takes no two models " +
	"further apart."

func operatorsTool() *Tool {
	return &Tool{
		Name: "operators", Method: "lab.operators", Group: Plans, Tab: "noisy maps",
		Title: "Two sequences of noisy maps",
		Lead: []string{"Behind Kong and Ribero’s theorems is a statement about any two sequences of noisy L-Lipschitz maps that " +
			"differ once per cycle. They need not be steps of a training, so this tool takes no run."},
		Source: "Kong and Ribero 2025, Proposition A.5(a), equation (26)",
		Fields: []Field{
			{Name: "lipschitz", Label: "a map expands distances by", Symbol: "L", Kind: Number, Default: "1.02"},
			{Name: "apart", Label: "maps differ by at most", Symbol: "s", Kind: Number, Default: "0.1",
				Help: "in the first step of each cycle; in the others they are equal"},
			{Name: "start", Label: "starts are apart by", Symbol: "τ", Kind: Number, Default: "0"},
			{Name: "sigma", Label: "noise", Symbol: "σ", Kind: Number, Default: "1"},
			{Name: "cycle", Label: "steps per cycle", Symbol: "ℓ", Kind: Whole, Default: "100"},
			{Name: "steps", Label: "steps in all", Symbol: "T", Kind: Whole, Default: "1000"},
			{Name: "alpha", Label: "Rényi order", Symbol: "α", Kind: Number, Default: "8", Setting: true},
		},
		show: func(v Values, raw json.RawMessage) (View, error) {
			r, err := read[struct{ Epsilon, Printed protocol.Number }](raw)
			if err != nil {
				return View{}, err
			}
			w := View{
				Answer: fmt.Sprintf("The Rényi divergence of order %s between the results exceeds the starts’ divergence, shifted by τ, "+
					"by at most %s.",
					number.Plain(value(v, "alpha")), number.Up(float64(r.Epsilon), 4)),
				Facts: []Fact{
					{"bound on the difference", number.Up(float64(r.Epsilon), 6), "of the two divergences"},
					{"equation (26) as printed", number.Up(float64(r.Printed), 6), ""},
				},
				Notes: []string{proximalSteps},
			}
			if float64(r.Printed) < float64(r.Epsilon)*(1-1e-9) {
				w.Notes = append(w.Notes, "The printed equation counts the first cycle as complete. Here the first cycle is incomplete: "+
					"fewer steps than a cycle’s hide the distance of the starts, and for linear maps the difference exceeds the printed "+
					"value. The bound above uses the actual steps.")
			}
			return w, nil
		},
	}
}
