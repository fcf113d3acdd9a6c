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
	"lastiterate/wasm/protocol"
)

func utilityTool() *Tool {
	return &Tool{
		Name: "utility", Method: "lab.utility", Group: Plans, Tab: "utility",
		Title: "What noise and a smaller domain do to the trained model",
		Lead: []string{
			"If you halve the diameter D, or the noise σ, which guarantee on the trained model improves, and by how much?",
		},
		Source: "Liang et al. 2025, 3.7, 3.8 and what follows it, 3.10, 3.12 and equation (19); Chourasia et al. 2021, to whom Chien and " +
			"Li 2024, Remark 3.6, refer",
		Fields: []Field{
			{Name: "run", Label: "run of the calculator", Kind: Run, Example: true,
				Default: "v=1&n=60000&b=256&T=10000&eta=0.05&clip=1&sigma=0.001&noise=iterate&diameter=10&adjacency=replace&scheme=cyclic" +
					"&loss=strongly-convex&smoothness=1&strong_convexity=0.01&clipping=active&delta=1e-5",
				Help: "a link copied from the calculator: it needs a smooth loss; strong convexity and a bounded domain add bounds"},
			{Name: "dimension", Label: "weights", Symbol: "d", Kind: Whole, Default: "7850"},
			{Name: "deviation", Label: "spread of single gradients", Symbol: "σ_SGD", Kind: Number, Default: "1",
				Help: "root of the mean squared distance of an example’s gradient from the mean"},
			{Name: "epsilon", Label: "privacy loss of the trade-offs", Symbol: "ε", Kind: Number, Default: "1", Setting: true},
			{Name: "alpha", Label: "of the order", Symbol: "α", Kind: Number, Default: "20", Setting: true,
				Help: "in 3.8, 3.12 and Chourasia’s"},
			{Name: "delta", Label: "with failure probability", Symbol: "δ", Kind: Number, Default: "1e-5", Setting: true,
				Help: "in equation (19) and after 3.8"},
			{Name: "noise", Label: "draw against the noise, not the diameter", Kind: Yes},
		},
		show: showUtility,
	}
}

type utilityAnswer struct {
	Along  string
	Factor []protocol.Number
	Shapes []struct {
		ID, Source, Of, Needs string
		Firm                  bool
		Value, Half           protocol.Number
		Ratios                []protocol.Number
	}
	Run json.RawMessage
}

func showUtility(_ Values, raw json.RawMessage) (View, error) {
	u, err := read[utilityAnswer](raw)
	if err != nil {
		return View{}, err
	}
	r, fault := protocol.DecodeRun(u.Run)
	if fault != nil {
		return View{}, fmt.Errorf("%s", fault.Message)
	}
	what, axis := "diameter", plot.Axis{Name: "diameter", Symbol: "D", Scale: plot.Log}
	own := r.Diameter
	if u.Along == "noise" {
		what, axis, own = "noise", plot.Axis{Name: "noise on the iterate", Symbol: "σ", Scale: plot.Log}, r.IterateNoise()
	}
	if math.IsInf(own, 1) {
		own, axis = 1, plot.Axis{Name: "diameter, relative", Scale: plot.Log}
	}
	c := plot.Chart{
		ID: "lab", Title: "Shapes of utility bounds, up to constants",
		Desc: "Each bound relative to its value at the run’s own " + what + ".",
		X:    axis, Y: plot.Axis{Name: "relative to the run’s own", Note: "(all constants 1)", Scale: plot.Log},
	}
	w := View{Answer: "No bound for this run changes with the " + what + ", up to constants.",
		Head: "What each bound becomes at half the " + what}
	moves, chourasia := 0.0, 0
	var unchanged []string
	for i, s := range u.Shapes {
		bounded := strings.SplitN(s.Of, ",", 2)[0]
		if half := float64(s.Half); s.Needs == "" && math.Abs(half-1) > moves {
			moves = math.Abs(half - 1)
			w.Answer = fmt.Sprintf("Halving the %s multiplies the bound on the %s by %s, up to constants (%s).", what,
				bounded, number.Up(half, 2), s.Source)
		}
		if s.Needs != "" {
			w.Facts = append(w.Facts, Fact{s.Of, "–", s.Source + "; does not hold here: it " + s.Needs})
			continue
		}
		switch { // the value of a bound up to constants says nothing
		case s.Firm:
			w.Facts = append(w.Facts, Fact{s.Of, times(float64(s.Half)), s.Source + "; now at most " + number.Up(float64(s.Value), 3)})
		case s.Half == 1:
			unchanged = append(unchanged, s.Of+" ("+shortSource(s.Source)+")")
		default:
			w.Facts = append(w.Facts, Fact{s.Of, times(float64(s.Half)), s.Source})
		}
		if strings.Contains(s.Source, "Chourasia") {
			chourasia++
		}
		line := plot.Series{ID: s.ID, Name: s.Of + ": " + s.Source, Label: bounded + " (" + shortSource(s.Source) + ")",
			Kind: plot.Other, Colour: i}
		for j, f := range u.Factor {
			line.X, line.Y = append(line.X, own*float64(f)), append(line.Y, float64(s.Ratios[j]))
		}
		c.Series = append(c.Series, line)
	}
	if unchanged != nil {
		w.Facts = append(w.Facts, Fact{"all others", "unchanged", strings.Join(unchanged, "; ")})
	}
	c.Series = together(c.Series)
	w.Notes = []string{
		"Published utility bounds hold up to unstated constants. So only their shapes count: how each changes with the " + what +
			", relative to the run’s own.",
		"A shape shows which term dominates and how it grows. It does not show how well a model will do: each term of a sum has its " +
			"own constant, and the bounds may be far from the actual error.",
		"The noise of Liang et al. is on the gradient, σ/η. In 3.8 and 3.12 it is what their own privacy bounds need; those are not " +
			"valid as printed, and the calculator’s rows need other noise.",
		"For full batches that are never clipped, the line after Chourasia et al. is a bound with its constants: " +
			`$\frac{L}{2}\left(c^{2T} D^2 + dσ^2 \frac{1 - c^{2T}}{1 - c^2}\right)$` + ", with c the factor by which a step shrinks " +
			"distances, for a minimiser inside the domain.",
		"Chien and Li’s Remark 3.6 adds that Altschuler and Talwar’s lower bound applies to theirs in the smooth convex case; the " +
			"calculator’s floors are its own.",
	}
	if chourasia > 1 {
		w.Notes = append(w.Notes, "The two bounds that go back to Chourasia et al. may differ by any factor, because they are of "+
			"different runs: one is of this run, with its own noise and T; the other is of a run whose noise and T are chosen for ε, "+
			"up to an unstated constant.")
	}
	if len(c.Series) > 1 || moves > 0 { // otherwise it would be a flat line
		w.Chart = &c
	}
	s, _ := ReadRun("opening")
	s.Run = r
	w.Links = []Link{{"Open this run in the calculator", link.Encode(s)}}
	return w, nil
}

// shortSource is a source as short as a label needs it: the number of a theorem of Liang et al., or the name of
// another paper.
func shortSource(source string) string {
	theorem, ok := strings.CutPrefix(source, "Liang et al. 2025, ")
	if !ok {
		return strings.SplitN(source, ",", 2)[0]
	}
	return strings.Trim(theorem[strings.LastIndexByte(theorem, ' ')+1:], "()")
}

// times is the factor by which a bound changes, in words if its two digits would be those of 1.
func times(factor float64) string {
	switch {
	case factor == 1:
		return "unchanged"
	case math.Abs(factor-1) < 0.01:
		return "nearly unchanged"
	}
	return "× " + number.Up(factor, 2)
}

// together makes one line, with one label, of lines that lie on one another in a logarithmic drawing of all.
func together(lines []plot.Series) (out []plot.Series) {
	const visible = 0.007 // of the height: about the width of a line
	low, high := 0.0, 0.0
	for _, s := range lines {
		low, high = min(low, math.Log(slices.Min(s.Y))), max(high, math.Log(slices.Max(s.Y)))
	}
	apart := func(a, b plot.Series) bool {
		for j := range a.Y {
			if math.Abs(math.Log(a.Y[j]/b.Y[j])) > visible*(high-low) {
				return true
			}
		}
		return false
	}
	var groups [][]plot.Series
	for _, s := range lines {
		i := slices.IndexFunc(groups, func(g []plot.Series) bool { return !apart(g[0], s) })
		if i < 0 {
			i, groups = len(groups), append(groups, nil)
		}
		groups[i] = append(groups[i], s)
	}
	for _, g := range groups {
		out = append(out, merged(g))
	}
	return out
}

// merged is the first of lines that lie on one another, named for all of them.
func merged(lines []plot.Series) plot.Series {
	one := lines[0]
	if len(lines) == 1 {
		return one
	}
	var names []string
	change := 0.0
	for _, s := range lines {
		names = append(names, s.Label)
		change = max(change, slices.Max(s.Y)-slices.Min(s.Y))
	}
	switch {
	case change == 0:
		one.Label = fmt.Sprintf("%d bounds, unchanged", len(lines))
	case change < 0.1:
		one.Label = fmt.Sprintf("%d bounds, nearly unchanged", len(lines))
	default:
		one.Label += fmt.Sprintf(" and %d more", len(lines)-1)
	}
	one.Name = one.Label + ": " + strings.Join(names, "; ")
	return one
}
