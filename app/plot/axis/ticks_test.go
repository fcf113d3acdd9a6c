package axis

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	_ "lastiterate/bounds/draws"
)

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		log      bool
		from, to float64
		most     int
		whole    bool
		want     []float64
	}{
		{false, 0, 0.7, 8, false, []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}},
		{false, 1, 300, 6, true, []float64{50, 100, 150, 200, 250, 300}},
		{false, 1, 300, 4, true, []float64{100, 200, 300}},
		{false, 1, 5, 9, true, []float64{1, 2, 3, 4, 5}},
		{false, 1, 5, 9, false, []float64{1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5}},
		{false, -0.3, 0.3, 4, false, []float64{-0.2, 0, 0.2}},
		{false, 0, 2.5e-7, 6, false, []float64{0, 5e-8, 1e-7, 1.5e-7, 2e-7, 2.5e-7}},
		{true, 1, 200, 9, true, []float64{1, 2, 5, 10, 20, 50, 100, 200}},
		{true, 1.05, 16, 9, false, []float64{1.5, 2, 3, 5, 7, 10, 15}}, // orders
		{true, 1.05, 16, 6, false, []float64{2, 5, 10}},
		{true, 1, 200, 5, true, []float64{1, 3, 10, 30, 100}},
		{true, 1, 200, 4, true, []float64{1, 10, 100}},
		{true, 1e-6, 1e6, 5, false, []float64{1e-6, 1e-3, 1, 1e3, 1e6}},
		{true, 0.3, 0.9, 6, false, nil},
		{true, 1, 3, 6, true, []float64{1, 2, 3}},
		{true, 3, 1e6, 1, true, nil},
	} {
		m := New(c.log, c.from, c.to)
		got := m.Ticks(c.most, c.whole)
		if len(c.want) == 0 { // any ticks, of the right number
			if len(got) == 0 || len(got) > c.most {
				t.Errorf("log %t, %v … %v: %v, want 1 to %d ticks", c.log, c.from, c.to, got, c.most)
			}
			continue
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("log %t, %v … %v, at most %d: %v, want %v", c.log, c.from, c.to, c.most, got, c.want)
		}
	}
}

// Ticks ascend, lie in the range, and are at most as many as asked for.
func TestTicksRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log := rapid.Bool().Draw(t, "log")
		from := math.Exp(rapid.Float64Range(-60, 60).Draw(t, "from"))
		to := from * math.Exp(rapid.Float64Range(1e-3, 80).Draw(t, "ratio"))
		most := rapid.IntRange(1, 12).Draw(t, "most")
		got := New(log, from, to).Ticks(most, false)
		if len(got) > most || len(got) == 0 && most > 2 {
			t.Fatalf("%d ticks, want at most %d", len(got), most)
		}
		if !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
			t.Fatalf("%v does not ascend", got)
		}
		for _, v := range got {
			if slack := 1e-6 * (to - from); v < from-slack || v > to+slack || log && v <= 0 {
				t.Fatalf("%v lies outside %v … %v", v, from, to)
			}
		}
	})
}
