package plot

import (
	"slices"
	"testing"
)

// The tread of a step reaches from the end of the one before to its own, where it is read; at 0 no step has ended.
func TestLastTread(t *testing.T) {
	at := []float64{1, 2, 3, 4}
	c := Chart{Width: 720, X: Axis{To: 4, Whole: true}, Series: []Series{
		{ID: "a", Name: "a", Kind: Other, X: at, Y: []float64{1, 2, 3, 5}, Lasts: true},
		{ID: "z", Name: "z", Kind: Best, X: []float64{0, 1, 2, 3, 4}, Y: []float64{1, 2, 3, 2, 0}},
	}}
	a := c.arrange()
	for _, want := range []point{{a.x.Pixel(0), a.y.Pixel(1)}, {a.x.Pixel(3), a.y.Pixel(5)}, {a.x.Pixel(4), a.y.Pixel(5)}} {
		if !slices.Contains(a.paths[0], want) {
			t.Errorf("the treads lack the end %v: %v", want, a.paths[0])
		}
	}
	for x, want := range map[float64]float64{0: 0, 1: 1, 4: 5} {
		for _, r := range c.Draw().Readings(x) {
			if r.ID == "a" && r.Value != want {
				t.Errorf("at %v, %s, want %v", x, r.Text, want)
			}
		}
	}
}
