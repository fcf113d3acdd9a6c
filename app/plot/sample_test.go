package plot

import (
	"fmt"
	"math"
)

// sampleChart is close to the picture of the calculator's default run
// (s/σ = 0.08, c = 0.9, α = 2): composition αTs²/(2σ²), the strongly convex
// shift bound α(s²/2σ²)·(1−cᵀ)/(1+cᵀ)·(1+c)/(1−c), and lines between them.
func sampleChart() Chart {
	const s, c, alpha = 0.08, 0.9, 2
	var x, composition, shift, lastStep, chienLi, lower, output []float64
	for T := 1.0; T <= 300; T++ {
		x = append(x, T)
		all := alpha * T * s * s / 2
		best := alpha * s * s / 2 * (1 - math.Pow(c, T)) / (1 + math.Pow(c, T)) * (1 + c) / (1 - c)
		composition = append(composition, all)
		shift = append(shift, best)
		chienLi = append(chienLi, min(all, best*1.096))
		lastStep = append(lastStep, min(all, 0.32))
		lower = append(lower, 0.82*best)
		output = append(output, 0.62)
	}
	chart := Chart{
		Title: "The bound levels off after 24 steps",
		Desc:  "The best bound rises to 0.12 within 24 steps and stays there, while composition keeps growing.",
		X:     Axis{Name: "iterations", Symbol: "T", Whole: true},
		Y:     Axis{Name: "Rényi divergence", Symbol: "ε(α)", Note: "at order α = 2"},
		Series: []Series{
			{ID: "composition", Name: "Composition", Label: "every iterate public", Kind: Other, Colour: 0, X: x, Y: composition},
			{ID: "output", Name: "Output perturbation", Kind: Reference, X: x, Y: output},
			{ID: "chien-li-3.1", Name: "Chien–Li, Theorem 3.1", Kind: Other, Colour: 1, X: x, Y: chienLi},
			{ID: "last-step", Name: "Last step alone", Kind: Other, Colour: 2, X: x, Y: lastStep},
			{ID: "shift", Name: "Shift, exact optimum", Kind: Best, X: x, Y: shift},
			{ID: "adversary", Name: "Linear adversary", Kind: Lower, X: x, Y: lower},
		},
		Band: Band{Name: "the true loss lies in here", X: x, Lower: lower, Upper: shift},
		Markers: []Marker{{ID: "T", At: 200, Label: "your T = 200", Yours: true, Dot: shift[199], Answer: "ε ≤ 0.122"},
			{ID: "burn-in", At: 24, Label: "hidden state helps from here"}},
	}
	for i := range chart.Series {
		chart.Series[i].Valued = true
	}
	return chart
}

// manyLines has every kind of line, gaps, infinities, and names that crowd.
func manyLines(lines, points int) Chart {
	c := Chart{Title: "Many lines", X: Axis{Name: "x"}, Y: Axis{Name: "y"}}
	kinds := []Kind{Other, NotValid, Estimate, Reference, Lower, Best}
	for i := range lines {
		s := Series{ID: fmt.Sprint("s", i), Name: fmt.Sprintf("Line number %d of many", i), Kind: kinds[i%len(kinds)], Colour: i}
		for k := range points {
			t := float64(k+1) / float64(points)
			y := math.Log1p(t*float64(20+i)) + 0.02*math.Sin(40*t+float64(i))
			switch {
			case i%4 == 1 && k%97 == 50:
				y = math.NaN()
			case i%5 == 2 && t > 0.8:
				y = math.Inf(1)
			}
			s.X, s.Y = append(s.X, 1000*t), append(s.Y, y)
		}
		c.Series = append(c.Series, s)
	}
	return c
}
