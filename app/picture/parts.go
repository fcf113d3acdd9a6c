package picture

import (
	"fmt"
	"math"

	"lastiterate/app/number"
	"lastiterate/app/plot"
	"lastiterate/app/words"
)

// The picture of the three parts is Chien and Li 2024 (arXiv:2410.01068), Figure 2(b), with this run's numbers. Until step τ
// the distance of the two runs grows, part (C) of the paper. From τ on, every step pays for its own sensitivity, (A), and for a part
// of that distance, (B). The page names the parts in words.

// parts draws the distance in one chart, and its cost in a chart below.
func (s Scene) parts() []plot.Chart {
	p := s.Plan
	from, to := s.PlanSpan()
	end := append(floats(p.At), float64(p.T))
	distance := plot.Chart{
		ID: "distance", Title: s.of(s.partsTitle()), Width: s.Width,
		X: s.timeAxis(from, to), Y: s.lengthAxis(),
		Series: []plot.Series{
			{ID: "forward", Name: "how far apart the runs can be", Label: "apart", Kind: plot.Other, Colour: 2,
				X: floats(p.Forward.At),
				Y: values(p.Forward.Z)},
			{ID: "z", Name: "distance still hidden, z", Label: "hidden", Kind: plot.Best, X: end, Y: append(values(p.Z), 0)},
		},
		Markers: s.start(),
		Desc:    "Before τ: the greatest possible distance between the two runs. From τ on: how much of it is still hidden.",
	}
	if p.Tau == 0 { // the schedule begins at the first step
		distance.Series = distance.Series[1:]
		distance.Desc = "How much of the distance between the two runs is still hidden after each step."
	}
	alpha, _ := s.order()
	steps, all := scaled(values(p.Composed), alpha), scaled(values(p.Paid), alpha)
	cost := plot.Chart{
		ID: "cost", Title: s.costTitle(), Width: s.Width,
		X: s.fromFirst(s.timeAxis(from, to), end, all), Y: plot.Axis{Name: "bound so far", Symbol: "ε",
			Note: "of Rényi DP at α = " + s.orderText(), Scale: s.lengthAxis().Scale},
		Series: []plot.Series{
			{ID: "all", Name: "the whole bound", Label: "whole", Kind: plot.Best, X: end, Y: all},
			{ID: "steps", Name: ownDifferences, Label: "own steps", Kind: plot.Other, Colour: 3, X: end, Y: steps},
		},
		Markers: s.start(),
		Desc:    "The cost of the steps from τ on: of their own differences alone, and with the distance at τ.",
	}
	if s.distanceCost() == 0 {
		cost.Series = []plot.Series{{ID: "all", Name: ownDifferences, Label: "own steps", Kind: plot.Best, X: end, Y: all}}
	} else {
		cost.Band = plot.Band{Name: "the distance at τ", X: end, Lower: steps, Upper: all}
	}
	return plot.Aligned([]plot.Chart{s.short(distance), s.short(cost)})
}

// ownDifferences names the cost of the steps alone in the key.
const ownDifferences = "the steps’ own differences"

func scaled(list []float64, by float64) []float64 {
	for i := range list {
		list[i] *= by
	}
	return list
}

// order is the Rényi order of the costs: the question's, or the one that gave the row's ε at δ. If there is neither, it is 2
// and ok is false.
func (s Scene) order() (alpha float64, ok bool) {
	if s.Plan.Alpha != nil {
		return float64(*s.Plan.Alpha), true
	}
	if s.Question.Renyi() {
		return s.Question.Alpha, true
	}
	if row, found := find(s.Result, s.Plan.Row); found && row.RDP != nil {
		return float64(row.RDP.Alpha), true
	}
	return 2, false
}

// orderText writes the order as the visitor stated it, or rounded as everywhere else if a search has found it.
func (s Scene) orderText() string {
	alpha, _ := s.order()
	if s.Question.Renyi() {
		return number.Plain(alpha)
	}
	return number.Order(alpha)
}

// stepsCost is part (A), distanceCost part (B), and paid their sum, at the order.
func (s Scene) stepsCost() float64 {
	alpha, _ := s.order()
	return alpha * float64(s.Plan.Composed[len(s.Plan.Composed)-1])
}

func (s Scene) paid() float64 {
	alpha, _ := s.order()
	return alpha * float64(s.Plan.Paid[len(s.Plan.Paid)-1])
}

func (s Scene) distanceCost() float64 {
	rest := s.paid() - s.stepsCost()
	if rest < 1e-9*s.paid() {
		return 0 // the two are equal except for rounding
	}
	return rest
}

func (s Scene) partsTitle() string {
	p := s.Plan
	switch {
	case s.skips():
		return "More than 99 % of the bound is spent in the " + lastOf(p.T-int(s.firstCost()), p.T)
	case p.Tau == 0:
		return "The accounting starts at the first step, where the two runs are still equal"
	}
	title := fmt.Sprintf("After τ = %s steps the two runs are at most %s apart", number.Plain(float64(p.Tau)),
		number.Up(float64(p.Z[0]), 3))
	if s.distanceCost() > 0 {
		title += "; hiding this by T has a cost"
	}
	return title
}

func (s Scene) costTitle() string {
	a, b := s.stepsCost(), s.distanceCost()
	if b == 0 {
		return "The steps’ own differences are all of the bound"
	}
	share := "less than 1 %"
	if percent := math.Round(100 * b / (a + b)); percent >= 1 {
		share = number.Plain(percent) + " %"
	}
	return "The distance at τ is " + share + " of the bound, the steps’ own differences are the rest"
}

// Part is a sentence about one of the three parts, or about their sum.
type Part struct {
	Name, Text string
}

// Explain explains the three parts with this run's numbers, in a sentence each, and how they become ε at the question's δ; nil if no
// schedule is drawn.
func (s Scene) Explain() []Part {
	if s.Plan == nil {
		return nil
	}
	return append(s.threeParts(), s.atDelta()...)
}

func (s Scene) threeParts() []Part {
	p := s.Plan
	_, asked := s.order()
	in := "at order α = " + s.orderText()
	if asked && !s.Question.Renyi() {
		in += ", the best for your δ"
	}
	since := "From the first step on"
	if p.Tau > 0 {
		since = "After τ = " + number.Plain(float64(p.Tau)) + " steps"
	}
	out := []Part{{"The steps’ own differences", fmt.Sprintf("%s, %s costs %s %s.", since, s.own(), number.Up(s.stepsCost(), 3), in)}}
	if p.Tau == 0 {
		return append(out,
			Part{"The distance at τ", "No distance has to be hidden before the first step, so this part costs nothing."},
			Part{"The way there", s.noWay()})
	}
	first, most := "first step", ""
	if p.Tau > 1 {
		first = "first " + number.Plain(float64(p.Tau)) + " steps"
	}
	if s.Run.Bounded() {
		most = ", never by more than the domain’s diameter"
	}
	return append(out,
		Part{"The distance at τ", fmt.Sprintf(
			"Pulling one run onto the other over the same steps, under their noise, costs %s more.", number.Up(s.distanceCost(), 3))},
		Part{"The way there", fmt.Sprintf(
			"In the %s the runs drift apart, as tracked step by step%s; these steps cost nothing, because nobody sees their iterates.",
			first, most)})
}

// atDelta says how the parts, a Rényi divergence, become the row's ε at the question's δ; empty if the question is a divergence.
func (s Scene) atDelta() []Part {
	row, ok := find(s.Result, s.Plan.Row)
	alpha, asked := s.order()
	if !ok || !asked || s.Question.Renyi() || row.Epsilon == nil || row.RDP == nil || row.RDP.Converted == nil ||
		float64(row.RDP.Alpha) != alpha {
		return nil
	}
	converted, epsilon := float64(*row.RDP.Converted), float64(*row.Epsilon)
	if !(converted > s.paid()) || math.IsInf(converted, 1) {
		return nil
	}
	text := fmt.Sprintf("These costs are a Rényi divergence. The conversion to δ = %s adds %s, which makes ε ≤ %s",
		number.Delta(s.Question.Delta), number.Up(converted-s.paid(), 3), number.Up(converted, words.SentenceDigits))
	switch shown := number.Up(epsilon, words.SentenceDigits); {
	case shown == number.Up(converted, words.SentenceDigits):
	case row.Mu != nil:
		text += "; the exact privacy profile of Gaussians makes it " + shown
	default:
		text += "; the row’s bound at δ itself is " + shown
	}
	return []Part{{"From the divergence to ε", text + "."}}
}

// own is a sentence about the noise that hides the steps' own sensitivities.
func (s Scene) own() string {
	p := s.Plan
	if p.Alpha != nil {
		return "a share β of each step’s noise hides whether its batch, drawn afresh, holds the differing example; that"
	}
	visits, sensitivity := 0, 0.0
	for _, x := range p.S {
		if x > 0 {
			visits++
			sensitivity = max(sensitivity, float64(x))
		}
	}
	if visits == 0 && s.stepsCost() == 0 {
		return "no step uses the differing example, so this part"
	}
	last := fmt.Sprintf("the last %s steps", number.Plain(float64(p.T-p.Tau)))
	if p.Tau == 0 {
		last = fmt.Sprintf("the %s steps", number.Plain(float64(p.T)))
	}
	uses := "each of " + last
	switch {
	case p.T-p.Tau == 1:
		uses = "the last step"
	case p.Complete && visits == 1:
		uses = "the one of " + last + " that uses the differing example"
	case p.Complete && visits < len(p.S):
		uses = fmt.Sprintf("each of the %d of %s that use the differing example", visits, last)
	case visits < len(p.S):
		uses += " that uses the differing example"
	}
	return fmt.Sprintf("%s moves one run by up to s = %s more than the other; the noise that hides this", uses,
		number.Up(sensitivity, 3))
}

func (s Scene) noWay() string {
	hidden := 0.0
	for _, z := range s.Plan.Z {
		hidden = max(hidden, float64(z))
	}
	if hidden == 0 {
		return "Nothing is carried from one step to the next either: this is the same as releasing every iterate."
	}
	return fmt.Sprintf("What a step leaves unpaid is carried on as distance, up to %s, and spread over the noise of later steps.",
		number.Up(hidden, 3))
}
