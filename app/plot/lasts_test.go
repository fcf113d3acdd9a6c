package plot

import (
	"slices"
	"testing"
)

// The tread of the last step is as long as the others, and no value is read where it ends: there is no step.
func TestLastTread(t *testing.T) {
	at := []float64{0, 1, 2, 3}
	c := Chart{Width: 720, X: Axis{To: 4, Whole: true}, Series: []Series{
		{ID: "a", Name: "a", Kind: Other, X: at, Y: []float64{1, 2, 3, 5}, Lasts: true},
		{ID: "z", Name: "z", Kind: Best, X: append(at[:4:4], 4), Y: []float64{1, 2, 3, 2, 0}},
	}}
	a := c.arrange()
	for _, want := range []point{{a.x.Pixel(3), a.y.Pixel(5)}, {a.x.Pixel(4), a.y.Pixel(5)}} {
		if !slices.Contains(a.paths[0], want) {
			t.Errorf("the last tread lacks its end %v: %v", want, a.paths[0])
		}
	}
	for _, r := range c.Draw().Readings(4) {
		if r.ID == "a" {
			t.Errorf("at 4, where no step is, %s", r.Text)
		}
	}
}
