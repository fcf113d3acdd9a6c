package plot

import (
	"math"
	"slices"
	"testing"

	"lastiterate/app/plot/svg"
)

// A reader takes a number for the value of the nearest line: the answer is not nearer to another line than to its own, or has a
// leader to its dot. Between two lines that are as far apart as its letters with their blanks are high, it needs none.
func TestAnswerIsNearestToItsLine(t *testing.T) {
	level := func(id string, kind Kind, y float64) Series {
		return Series{ID: id, Name: id, Kind: kind, X: []float64{1, 200, 250}, Y: []float64{y, y, y}}
	}
	for _, width := range []float64{320, 390, 480, 720, 1200} {
		led := 0
		for above := 0.35; above < 0.6; above += 0.01 {
			for _, below := range []float64{0.15, 0.25, 0.28} {
				c := Chart{Width: width, Height: 420, X: Axis{Name: "iterations", Symbol: "T"}, Y: Axis{Name: "privacy loss", To: 1.9},
					Series:  []Series{level("own", Best, 0.3), level("above", Quiet, above), level("below", Lower, below)},
					Markers: []Marker{{ID: "here", At: 200, Label: "your T = 200", Yours: true, Dot: 0.3, Answer: "ε ≤ 0.300"}}}
				a := c.arrange()
				i := slices.IndexFunc(a.texts, func(t svg.Text) bool { return t.Words == "ε ≤ 0.300" })
				if i < 0 {
					t.Fatalf("%v wide, above %v: no answer", width, above)
				}
				b, y := a.texts[i].Box(), a.y.Pixel(0.3)
				b.Bottom = a.texts[i].Y
				b.Top = b.Bottom - 10 // capital letters
				own, other := awayFrom(b, y), math.Inf(1)
				for _, value := range []float64{above, below} {
					other = min(other, awayFrom(b, a.y.Pixel(value)))
				}
				if led += len(a.leaders); len(a.leaders) == 0 && other <= own {
					t.Errorf("%v wide, above %v, below %v: the answer is %v from its line and %v from another", width, above, below, own, other)
				}
				if room := a.y.Pixel(below) - y; room > 24 && len(a.leaders) > 0 {
					t.Errorf("%v wide, above %v, below %v: the answer has a leader, though it has room of %v", width, above, below, room)
				}
			}
		}
		if led == 0 {
			t.Errorf("%v wide: no answer between dense lines has a leader", width)
		}
	}
}
