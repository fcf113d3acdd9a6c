package plot

import (
	"slices"
	"testing"
)

// The curves on both sides of a jump are those that stand there without the other side.
func TestCurvesEndAtAJump(t *testing.T) {
	x, y := []float64{100, 300, 499, 500, 700, 900}, []float64{1, 2.5, 6, 2, 2.5, 4}
	drawn := func(from, to int) []point {
		c := Chart{X: Axis{From: 1, To: 1000, Whole: true}, Y: Axis{To: 10}, Width: 720,
			Series: []Series{{ID: "a", Name: "a", Kind: Best, X: x[from:to], Y: y[from:to]}}}
		return c.arrange().paths[0]
	}
	whole, left, right := drawn(0, 6), drawn(0, 3), drawn(3, 6)
	if !slices.Equal(whole[:len(left)], left) || !slices.Equal(whole[len(whole)-len(right):], right) {
		t.Errorf("beside a jump the line is\n%v, want\n%v\nand\n%v", whole, left, right)
	}
}
