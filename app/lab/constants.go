package lab

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"lastiterate/app/link"
	"lastiterate/app/number"
	"lastiterate/app/plot"
	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

func regressionTool() *Tool {
	return &Tool{
		Name: "regression", Method: "lab.logistic", Group: Constants, Tab: "regression",
		Title: "The constants of a logistic or soft-max regression",
		Lead: []string{"A bound on the norm of features bounds the curvature of the loss and the norm of its gradients. These are " +
			"the constants that a run asks for."},
		Source: "Ye and Shokri 2022, Propositions F.1 and F.2; Böhning 1992",
		Fields: []Field{
			{Name: "features", Label: "norm that features are clipped to", Kind: Number, Default: "4"},
			{Name: "classes", Label: "classes", Kind: Whole, Default: "10"},
			{Name: "bias", Label: "each class has a bias", Kind: Yes, Default: "yes"},
			{Name: "single", Label: "two classes share one output", Kind: Yes, Help: "logistic regression with one parameter vector"},
			{Name: "reg", Label: "regularisation", Symbol: "λ", Kind: Number, Default: "0.1",
				Help: "the factor λ of `(λ/2)‖θ‖²`, added after clipping"},
			{Name: "clip", Label: "gradients clipped to", Symbol: "C", Kind: Number, Optional: true,
				Help: "each example’s, without the regulariser; empty for no clipping"},
			{Name: "eta", Label: "learning rate", Symbol: "η", Kind: Number, Default: "0.02", Optional: true,
				Help: "to bound how far apart a step may drive two models"},
			runField("whose other numbers the run below takes", true, true),
		},
		show: showRegression,
	}
}

type regressionAnswer struct {
	Curvature, Norm, Difference protocol.Number
	Clips                       bool
	Run                         *struct {
		Loss            string
		Smoothness      protocol.Number
		StrongConvexity *protocol.Number `json:"strong_convexity"`
		Clip            protocol.Number
		Clipping        string
	}
	Modulus          *protocol.Number
	WithoutClip      *protocol.Number `json:"modulus_without_clip"`
	WithoutConvexity *protocol.Number `json:"modulus_without_convexity"`
}

func showRegression(v Values, raw json.RawMessage) (View, error) {
	r, err := read[regressionAnswer](raw)
	if err != nil {
		return View{}, err
	}
	smooth := float64(r.Curvature)
	if reg := value(v, "reg"); reg > 0 {
		smooth += reg
	}
	w := View{Answer: fmt.Sprintf("Smoothness %s, of which β₀ = %s comes from the loss "+
		"itself.", short(smooth), short(float64(r.Curvature)))}
	w.Facts = []Fact{
		{"largest gradient norm of one example", number.Up(float64(r.Norm), 6), "without the regulariser and before clipping"},
		{"largest difference of two gradients", number.Up(float64(r.Difference), 6), "after clipping, if it acts"},
	}
	if r.Modulus != nil {
		w.Facts = append(w.Facts, Fact{"a step expands distances by at most", number.Up(float64(*r.Modulus), 6), ""})
		if r.Clips && r.WithoutConvexity != nil {
			w.Facts = append(w.Facts,
				Fact{"… if nothing were clipped", number.Up(float64(*r.WithoutClip), 6), ""},
				Fact{"… if clipping destroyed convexity", number.Up(float64(*r.WithoutConvexity), 6),
					"1 + ηβ₀, less the regulariser’s share"})
		}
	}
	if r.Clips && v["single"] != "yes" {
		w.Notes = append(w.Notes, "With several outputs a clipped gradient is not the gradient of a convex loss: the Jacobian that "+
			"Proposition F.2 places between 0 and β₀ is a product of two matrices and may lie outside. The modulus above is what is "+
			"proved instead.")
	}
	if !r.Clips {
		w.Notes = append(w.Notes, unclipped(v, float64(r.Norm)))
	}
	if r.Run == nil {
		w.Notes = append(w.Notes, "The calculator has no run for clipped soft-max with a regulariser outside the clipping. It has "+
			"one with a single output, without the regulariser, or without clipping.")
		return w, nil
	}
	s, fault := ReadRun(orOpening(v["run"]))
	if fault != "" {
		return w, nil
	}
	s.Run.Loss, s.Run.Smoothness, s.Run.Clip, s.Run.Clipping = run.Class(r.Run.Loss), float64(r.Run.Smoothness), float64(r.Run.Clip),
		run.Clipping(r.Run.Clipping)
	if r.Run.StrongConvexity != nil {
		s.Run.StrongConvexity = float64(*r.Run.StrongConvexity)
	}
	if eta := value(v, "eta"); eta > 0 {
		s.Run.Eta = eta
	}
	w.Links = []Link{{"Open as a run of the calculator", link.Encode(s)}}
	return w, nil
}

func orOpening(text string) string {
	if strings.TrimSpace(text) == "" {
		return "opening"
	}
	return text
}

func accountTool() *Tool {
	return &Tool{
		Name: "account", Method: "lab.account", Group: Plans, Tab: "side releases", Asks: true, Proves: true,
		Title: "The model and what else was released",
		Lead: []string{"A feature normalisation, a threshold, a count: whatever was computed from the same data and released, or " +
			"used in training, adds a privacy loss of its own to the model’s."},
		Source: "Ye and Shokri 2022, Algorithm 2, for a private normalisation; Mironov 2017 and Canonne, Kamath and Steinke 2020 " +
			"for the sum",
		Fields: []Field{
			runField("a link copied from the calculator; its δ or order is the question", false, false),
			{Name: "releases", Label: "other releases", Kind: Lines, Default: "normalisation, epsilon=0.1, delta=1e-6",
				Help: "one per line: a name, then `epsilon=` with `delta=`, or `epsilon=` with a Rényi order `alpha=`, or `mu=`; " +
					"each must hold for the run’s neighbouring datasets: its adjacency, and all examples of one person"},
		},
		input: func(v Values, input map[string]any) []Problem {
			releases, fault := readReleases(v["releases"])
			if fault != "" {
				return []Problem{{"releases", fault}}
			}
			input["releases"] = releases
			return nil
		},
		show: func(v Values, raw json.RawMessage) (View, error) {
			t, err := read[struct {
				Epsilon, Alone, Order, Divergence protocol.Number
				Row                               string
			}](raw)
			if err != nil {
				return View{}, err
			}
			s, _ := ReadRun(v["run"])
			at := "at δ = " + number.Delta(s.Question.Delta)
			if s.Question.Renyi() {
				at = "of Rényi order " + number.Plain(s.Question.Alpha)
			}
			w := View{
				Answer: fmt.Sprintf("Together ε ≤ %s %s.", number.Up(float64(t.Epsilon), 3), at),
				Facts: []Fact{
					{"the model alone", "ε ≤ " + number.Up(float64(t.Alone), 6), ""},
					{"all together", "ε ≤ " + number.Up(float64(t.Epsilon), 6), "the model’s part by " + bounds.NameOf(t.Row)},
				},
				Scale: []Mark{{"model alone", float64(t.Alone), MarkTick}, {"all together", float64(t.Epsilon), MarkBound}},
				Links: []Link{{"Open the run in the calculator", link.Encode(s)}},
			}
			how := "Every part was taken as (ε, δ), and these were added."
			if t.Order > 0 {
				how = "The parts were added as Rényi divergences, of order " + number.Plain(math.Round(float64(t.Order)*100)/100) + "."
			}
			w.Notes = []string{how + " Each release may depend on the others (adaptive composition)."}
			if note := oneOrder(v["releases"], s.Question, float64(t.Epsilon), float64(t.Order), float64(t.Divergence)); note != "" {
				w.Notes = append(w.Notes, note)
			}
			return w, nil
		},
	}
}

// oneOrder says why a total is much larger than its parts if a release is stated at one Rényi order, which is too low for the δ asked
// about: no higher order bounds the sum, and most of the total is the price of the conversion. It is empty otherwise.
func oneOrder(releases string, q claim.Question, epsilon, order, divergence float64) string {
	list, _ := readReleases(releases)
	bound := slices.ContainsFunc(list, func(r map[string]any) bool { return r["alpha"] == protocol.Number(order) })
	price := epsilon - divergence
	if q.Renyi() || !bound || price < epsilon/2 {
		return ""
	}
	return fmt.Sprintf("A release is stated at one order, α = %s, and bounds no higher order of the sum. At that order the divergences "+
		"sum to %s. The other %s of the %s is the cost of turning one order into δ = %s. A guarantee at a higher order, as μ or at a δ "+
		"costs less.",
		number.Plain(order), number.Up(divergence, 3), number.Up(price, 3), number.Up(epsilon, 3), number.Delta(q.Delta))
}

func hoelderTool() *Tool {
	return &Tool{
		Name: "hoelder", Method: "lab.hoelder", Group: Constants, Tab: "Hölder constant", Slow: true,
		Title: "The Hölder constant of a network’s gradient",
		Lead: []string{
			"Chien and Li’s experiment behind their Figure 2(a): a network of 64 hidden units learns to classify Fisher’s 150 " +
				"irises; around every weight vector along the way others are drawn, and their gradients are compared.",
		},
		Source: "Chien and Li 2024, Appendix A.13. Its code is not public: we assume two layers of max(0, ·) with biases, full " +
			"batches without noise, and the usual initial weights. Iris: R. A. Fisher 1936, public domain",
		Fields: []Field{
			{Name: "starts", Label: "initialisations", Kind: Whole, Default: "1", Help: "20 in the paper, which takes minutes"},
			{Name: "epochs", Label: "epochs", Kind: Whole, Default: "50", Help: "200 in the paper"},
			{Name: "points", Label: "weight vectors drawn around each iterate", Kind: Whole, Default: "10", Help: "100 in the paper"},
			{Name: "radius", Label: "radius of the ball", Kind: Number, Default: "1", Setting: true},
			{Name: "seed", Label: "seed", Kind: Whole, Default: "1", Setting: true,
				Help: "the same seed gives the same numbers in every browser"},
			{Name: "table", Label: "your own table, as CSV", Kind: Table, Optional: true,
				Help: "numbers, and the class in the last column; Iris if it is empty"},
		},
		show: showHoelder,
	}
}

func showHoelder(_ Values, raw json.RawMessage) (View, error) {
	h, err := read[struct {
		Orders, Example, Mean []protocol.Number
		Nearest, Furthest     protocol.Number
		Compared, Weights     int
		Examples, Features    int
		Classes               []string
		Figure                struct {
			T, Composition, Output []protocol.Number
			Lines                  []struct {
				Order, Constant protocol.Number
				Epsilon         []protocol.Number
			}
		}
	}](raw)
	if err != nil {
		return View{}, err
	}
	n := len(h.Orders)
	if n == 0 || len(h.Example) != n || len(h.Mean) != n {
		return View{}, fmt.Errorf("the engine’s answer has %d orders, %d constants of examples and %d of means; "+
			"all three must have the same length", n, len(h.Example), len(h.Mean))
	}
	lines := [][]protocol.Number{h.Figure.Output, h.Figure.Composition}
	for _, l := range h.Figure.Lines {
		lines = append(lines, l.Epsilon)
	}
	for _, line := range lines {
		if len(line) == 0 || len(line) != len(h.Figure.T) {
			return View{}, fmt.Errorf("a line of the engine’s answer has %d values at %d numbers of iterations", len(line), len(h.Figure.T))
		}
	}
	w := View{Answer: fmt.Sprintf("Estimated L = %s at λ = %s, and %s at λ = %s.",
		number.Up(float64(h.Example[0]), 4), number.Plain(float64(h.Orders[0])), number.Up(float64(h.Example[n-1]), 4),
		number.Plain(float64(h.Orders[n-1])))}
	one := plot.Series{ID: "example", Name: "single examples", Label: "single examples", Kind: plot.Estimate}
	mean := plot.Series{ID: "mean", Name: "their mean", Label: "their mean", Kind: plot.Estimate, Colour: 1}
	for i, o := range h.Orders {
		one.X, one.Y = append(one.X, float64(o)), append(one.Y, float64(h.Example[i]))
		mean.X, mean.Y = append(mean.X, float64(o)), append(mean.Y, float64(h.Mean[i]))
	}
	w.Chart = &plot.Chart{
		ID: "lab", Title: "How fast gradients change, at most, between the weights tried",
		Desc:   "Estimated Hölder constants against the order λ, of single examples’ gradients and of their mean.",
		X:      plot.Axis{Name: "order", Symbol: "λ", From: float64(h.Orders[0]), To: float64(h.Orders[n-1])},
		Y:      plot.Axis{Name: "constant", Symbol: "L"},
		Series: []plot.Series{one, mean},
	}
	figure := plot.Chart{
		ID: "lab-figure", Title: "Figure 2(a), if these were the true constants",
		Desc: "ε of order 2 against the iterations, " +
			"by Theorem 3.7 of Chien and Li with the estimated constants.",
		X: plot.Axis{Name: "iterations", Symbol: "T", Whole: true}, Y: plot.Axis{Name: "privacy loss", Symbol: "ε",
			Note: "of Rényi DP at α = 2"},
	}
	along := func(id, name string, kind plot.Kind, colour int, values []protocol.Number) {
		s := plot.Series{ID: id, Name: name, Label: name, Kind: kind, Colour: colour}
		for i, e := range values {
			s.X, s.Y = append(s.X, float64(h.Figure.T[i])), append(s.Y, float64(e))
		}
		figure.Series = append(figure.Series, s)
	}
	along("composition", "composition", plot.Published, 0, h.Figure.Composition)
	along("output", "output perturbation", plot.Reference, 0, h.Figure.Output)
	for i, l := range h.Figure.Lines {
		along("order-"+number.Plain(float64(i)), "λ = "+number.Plain(float64(l.Order))+", L = "+number.Up(float64(l.Constant), 3),
			plot.Other,
			i, l.Epsilon)
	}
	figure.Y.To = 1.5 * float64(h.Figure.Output[0])
	w.Below = &figure
	w.Facts = []Fact{
		{"pairs of weights compared", number.Plain(float64(h.Compared)), fmt.Sprintf("each has %s numbers",
			number.Plain(float64(h.Weights)))},
		{"distance between paired weights", "from " + number.Down(float64(h.Nearest), 3) + " to " + number.Up(float64(h.Furthest), 3), ""},
		{"examples", number.Plain(float64(h.Examples)), fmt.Sprintf("%d features, %d classes", h.Features, len(h.Classes))},
	}
	w.Notes = []string{
		"The constant of order λ is the largest change of a gradient, relative to the distance of the weights to the power λ: " +
			`$L = \max \frac{\|\nabla\ell(w) - \nabla\ell(v)\|}{\|w - v\|^λ}$.`,
		"This is an estimate from samples, not a bound: the true constant is at least as large. A privacy bound that uses it holds " +
			"only if the estimate is the true constant.",
		"In hundreds of dimensions nearly all of a ball lies near its surface: the weights compared are almost the radius apart, so " +
			"L hardly depends on λ, and closer pairs, where a jump of the gradient would show, are never tried.",
		"Theorems on per-example gradients need the constant of single examples; the smaller constant of the mean belongs to the " +
			"mean loss alone.",
	}
	w.Links = []Link{{"Open Chien and Li’s example of a loss that is not smooth (A.14): L = 2^(2/3), λ = 1/3",
		holderLink(1.5874010519681996, 1.0/3)}}
	for _, i := range []int{0, n / 2, n - 1} {
		if text := "Open a run with λ = " + number.Plain(float64(h.Orders[i])); w.Links[len(w.Links)-1].Text != text {
			w.Links = append(w.Links, Link{text, holderLink(float64(h.Example[i]), float64(h.Orders[i]))})
		}
	}
	return w, nil
}

// holderLink opens the opening run with clipped losses whose gradients are Hölder continuous.
func holderLink(constant, order float64) string {
	s, _ := ReadRun("opening")
	s.Run.Loss, s.Run.Clipping, s.Run.Smoothness, s.Run.HolderOrder = run.Holder, run.ClippingActive, constant, order
	return link.Encode(s)
}
