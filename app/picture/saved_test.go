package picture

import (
	"testing"

	"lastiterate/app/plot"
)

// Nothing is shaded where the published line is the best: it may have no value where another row has one.
func TestNothingIsSavedAbovePublished(t *testing.T) {
	published := plot.Series{Kind: plot.Published, X: []float64{1, 10, 100}, Y: []float64{0.1, 0.2, 2}}
	band := Scene{}.savedBand([]plot.Series{published}, between{}.lowest([]rival{{"best", []float64{1, 5, 10, 100}, []float64{0.1, 0.45, 0.2, 0.5}}}))
	for i, x := range band.X {
		if band.Lower[i] > band.Upper[i] {
			t.Errorf("at %v from %v to %v", x, band.Lower[i], band.Upper[i])
		}
	}
	if last := len(band.X) - 1; band.Lower[last] != 0.5 || band.Upper[last] != 2 {
		t.Errorf("%+v", band)
	}
}
