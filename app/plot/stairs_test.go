package plot

import (
	"math"
	"strings"
	"testing"
)

// Where an axis has whole numbers alone and these are seen apart, a line is level up to the
// next of them and rises there; where they are not, or the axis has more, it slopes.
func TestStairs(t *testing.T) {
	c := Chart{Width: 640, X: Axis{Name: "iterations", Symbol: "T", From: 1, To: 8, Whole: true}, Series: []Series{{ID: "a", Name: "a", Kind: Best,
		X: []float64{1, 2, 3, 4, 5, 8}, Y: []float64{1, 1, 3, math.NaN(), 2, 4}}},
		Band: Band{X: []float64{1, 2, 3}, Lower: []float64{0, 0, 0}, Upper: []float64{1, 1, 3}}}
	slopes := func(c Chart) (n int) {
		a := c.arrange()
		line := smooth(a.lines[0])
		for i := 1; i < len(line); i++ {
			if p, q := line[i-1], line[i]; p.x != q.x && p.y != q.y && !math.IsNaN(p.y+q.y) {
				n++
				if c.X.Whole && (q.x < a.x.pixel(5) || p.x < a.x.pixel(5)) {
					t.Errorf("a slope from %v to %v", p, q)
				}
			}
		}
		return n
	}
	if slopes(c) == 0 {
		t.Error("no slope over the numbers without a value, 6 and 7")
	}
	a := c.arrange()
	if got, want := a.lines[0][3], (point{a.x.pixel(3), a.y.pixel(1)}); got != want {
		t.Errorf("the corner before 3 is %v, want %v", got, want)
	}
	if band := string(a.bandPath(c.Band)); strings.Count(band, "l") != 6 { // along twice, up, down, and back twice
		t.Errorf("the band's outline is %s", band)
	}
	// What a label keeps clear of has upright pieces too.
	x, y := a.x.pixel(3), a.y.pixel(2)
	if !passes(smooth(a.lines[0]), box{x - 2, y - 2, x + 2, y + 2}) {
		t.Error("a line does not pass through its own stair")
	}
	c.X.Whole = false
	if before := slopes(c); before == 0 {
		t.Error("no slope where all numbers have a value")
	}
	many := Chart{Width: 640, X: Axis{From: 1, To: 400, Whole: true}, Series: []Series{{ID: "a", Kind: Best}}}
	for x := 1.0; x <= 400; x++ {
		many.Series[0].X, many.Series[0].Y = append(many.Series[0].X, x), append(many.Series[0].Y, x)
	}
	if line := many.arrange().lines[0]; len(line) != 400 {
		t.Errorf("%d points for 400 values that are not seen apart", len(line))
	}
	many.Series[0].Y[200] = 1 // and so a jump down and one up
	if line := many.arrange().lines[0]; len(line) != 402 {
		t.Errorf("%d points for 400 values and two jumps", len(line))
	}
}
