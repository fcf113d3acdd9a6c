package plot

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		scale    Scale
		from, to float64
		most     int
		whole    bool
		want     []float64
	}{
		{Linear, 0, 0.7, 8, false, []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}},
		{Linear, 1, 300, 6, true, []float64{50, 100, 150, 200, 250, 300}},
		{Linear, 1, 300, 4, true, []float64{100, 200, 300}},
		{Linear, 1, 5, 9, true, []float64{1, 2, 3, 4, 5}},
		{Linear, 1, 5, 9, false, []float64{1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5}},
		{Linear, -0.3, 0.3, 4, false, []float64{-0.2, 0, 0.2}},
		{Linear, 0, 2.5e-7, 6, false, []float64{0, 5e-8, 1e-7, 1.5e-7, 2e-7, 2.5e-7}},
		{Log, 1, 200, 9, true, []float64{1, 2, 5, 10, 20, 50, 100, 200}},
		{Log, 1.05, 16, 9, false, []float64{1.5, 2, 3, 5, 7, 10, 15}}, // orders
		{Log, 1.05, 16, 6, false, []float64{2, 5, 10}},
		{Log, 1, 200, 5, true, []float64{1, 3, 10, 30, 100}},
		{Log, 1, 200, 4, true, []float64{1, 10, 100}},
		{Log, 1e-6, 1e6, 5, false, []float64{1e-6, 1e-3, 1, 1e3, 1e6}},
		{Log, 0.3, 0.9, 6, false, nil},
		{Log, 1, 3, 6, true, []float64{1, 2, 3}},
		{Log, 3, 1e6, 1, true, nil},
	} {
		m := newAxisScale(c.scale, c.from, c.to)
		got := m.ticks(c.most, c.whole)
		if len(c.want) == 0 { // any ticks, of the right number
			if len(got) == 0 || len(got) > c.most {
				t.Errorf("%s %v … %v: %v, want 1 to %d ticks", c.scale, c.from, c.to, got, c.most)
			}
			continue
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s %v … %v, at most %d: %v, want %v", c.scale, c.from, c.to, c.most, got, c.want)
		}
	}
}

// Ticks ascend, lie in the range, and are at most as many as asked for.
func TestTicksRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scale := rapid.SampledFrom([]Scale{Linear, Log}).Draw(t, "scale")
		from := math.Exp(rapid.Float64Range(-60, 60).Draw(t, "from"))
		to := from * math.Exp(rapid.Float64Range(1e-3, 80).Draw(t, "ratio"))
		most := rapid.IntRange(1, 12).Draw(t, "most")
		got := newAxisScale(scale, from, to).ticks(most, false)
		if len(got) > most || len(got) == 0 && most > 2 {
			t.Fatalf("%d ticks, want at most %d", len(got), most)
		}
		if !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
			t.Fatalf("%v does not ascend", got)
		}
		for _, v := range got {
			if slack := 1e-6 * (to - from); v < from-slack || v > to+slack || scale == Log && v <= 0 {
				t.Fatalf("%v lies outside %v … %v", v, from, to)
			}
		}
	})
}

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
		if math.Abs(m.from-c.from) > 1e-9 || math.Abs(m.to-c.to) > 1e-9 {
			t.Errorf("%s: %v … %v, want %v … %v", name, m.from, m.to, c.from, c.to)
		}
	}
}
