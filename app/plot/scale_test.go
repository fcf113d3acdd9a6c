package plot

import (
	"math"
	"testing"
)

func TestScaleRanges(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	line := func(kind Kind, y ...float64) Series {
		s := Series{ID: "s", Kind: kind, Y: y}
		for i := range y {
			s.X = append(s.X, float64(i+1))
		}
		return s
	}
	for name, c := range map[string]struct {
		chart    Chart
		from, to float64
	}{
		"from zero, to the next rule":   {Chart{Series: []Series{line(Best, 1, 3.3)}}, 0, 4},
		"gaps do not count":             {Chart{Series: []Series{line(Best, nan, 2, inf)}}, 0, 2},
		"not far above the best":        {Chart{Series: []Series{line(Best, 1, 1), line(Other, 1, 1000)}}, 0, 6},
		"nothing to see":                {Chart{Series: []Series{line(Best, nan, inf)}}, 0, 1},
		"all zero":                      {Chart{Series: []Series{line(Best, 0, 0)}}, 0, 1},
		"own range":                     {Chart{Y: Axis{From: 2, To: 3}, Series: []Series{line(Best, 1, 9)}}, 2, 3},
		"own range that cannot be":      {Chart{Y: Axis{From: 3, To: 3}, Series: []Series{line(Best, 1, 2)}}, 0, 2},
		"own range of a log below zero": {Chart{Y: Axis{From: -1, To: 3, Scale: Log}}, 1, 10},
		"log of one value":              {Chart{Y: Axis{Scale: Log}, Series: []Series{line(Best, 4, 4)}}, 4 / 1.05, 4 * 1.05},
		"log leaves zero out": {Chart{Y: Axis{Scale: Log}, Series: []Series{line(Best, 0, 1, 100)}}, math.Pow(100, -0.04),
			100 * math.Pow(100, 0.04)},
		"hidden series do not count": {Chart{Series: []Series{line(Best, 1, 2),
			{X: []float64{1}, Y: []float64{50}, Kind: Best, Hidden: true}}}, 0, 2},
	} {
		m := c.chart.scaleY(c.chart.extents(), 4)
		if math.Abs(m.From-c.from) > 1e-9 || math.Abs(m.To-c.to) > 1e-9 {
			t.Errorf("%s: %v … %v, want %v … %v", name, m.From, m.To, c.from, c.to)
		}
	}
}
