package plot

import (
	"math"
	"slices"
	"testing"
)

// A line is not drawn over a jump that says nothing, and nothing is read there; its own values stay.
func TestBreaks(t *testing.T) {
	c := Chart{Width: 720, X: Axis{From: 1, To: 5}, Series: []Series{
		{ID: "a", Name: "a", Kind: Best, X: []float64{1, 2, 3, 5}, Y: []float64{9, 8, 1, 0.5}, Breaks: []float64{3}}}}
	a := c.arrange()
	if !slices.ContainsFunc(a.paths[0], func(p point) bool { return math.IsNaN(p.y) }) {
		t.Errorf("the line has no gap: %v", a.paths[0])
	}
	for x, want := range map[float64]bool{2: true, 2.5: false, 3: true, 4: true} {
		if got, _ := a.read(0, x); math.IsNaN(got) == want {
			t.Errorf("at %v the line is at %v", x, got)
		}
	}
}
