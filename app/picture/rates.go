package picture

import (
	"fmt"

	"lastiterate/app/number"
	"lastiterate/app/plot"
)

// rates draws the learning rate under the payments, if it changes.
func (s Scene) rates(at []float64, from, to float64) plot.Chart {
	steps, rates := s.Run.Steps(), make([]float64, len(at))
	for i, t := range s.Plan.At {
		rates[i] = steps.At(t).Rate
	}
	first, last := steps.At(s.Plan.Tau).Rate, steps.Last().Rate
	title := fmt.Sprintf("The learning rate goes from %s to %s over these steps", rate(first), rate(last))
	switch peak := steps.Highest(s.Plan.Tau, s.Run.T-1).Rate; {
	case first == last && peak == first:
		title = fmt.Sprintf("The learning rate is %s at all of these steps", rate(first))
	case peak > first && peak > last:
		title = fmt.Sprintf("The learning rate rises from %s to %s over these steps, and falls to %s", rate(first), rate(peak), rate(last))
	}
	return plot.Chart{
		ID: "rates", Title: title, Width: s.Width,
		X: s.timeAxis(from, to), Y: plot.Axis{Name: "learning rate", Symbol: "η"},
		Series: []plot.Series{{ID: "eta", Name: "learning rate of the step, η", Label: "η", Kind: plot.Best, X: at, Y: rates,
			Lasts: true}},
		Markers: s.start(),
		Desc: "The learning rate of every step. What a step adds to the distance scales with it, and so does the noise where it is " +
			"stated on the gradient.",
	}
}

// rate is a learning rate in words.
func rate(x float64) string { return number.Plain(threeDigits(x)) }
