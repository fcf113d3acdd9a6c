package plot

import (
	"math"
	"strings"
	"testing"
)

// A line of a bound that jumps has its values and, where it never falls, a stair at the next of them; otherwise nothing
// is read between two of them, and a hair leads from one to the other.
func TestBetween(t *testing.T) {
	line := Series{ID: "a", Name: "a", Kind: Best, Valued: true, X: []float64{1, 2, 3, 60, 61, 100}, Y: []float64{1, 1, 2, 1.5, 3, 2}}
	c := Chart{Width: 640, X: Axis{Name: "iterations", Symbol: "T", Whole: true}, Series: []Series{line}}
	read := func(known Between, x float64) string {
		c.Series[0].Between = known
		return c.Draw().Readings(x)[0].Text
	}
	for _, want := range []struct {
		known Between
		x     float64
		text  string
	}{{Smooth, 30, "≈ 1.77"}, {Rises, 30, "≤ 1.5"}, {Rises, 61, "3"}, {Unknown, 30, "no value"}, {Unknown, 3, "2"}} {
		if got := read(want.known, want.x); strings.TrimRight(strings.TrimRight(got, "0"), ".") != want.text {
			t.Errorf("%v at %v: %q, want %q", want.known, want.x, got, want.text)
		}
	}
	c.Series[0].Between = Rises
	a := c.arrange()
	for i := 1; i < len(a.paths[0]); i++ {
		p, q := a.paths[0][i-1], a.paths[0][i]
		if p.x != q.x && p.y != q.y && q.x-p.x > joinWithin {
			t.Errorf("a slope from %v to %v", p, q)
		}
	}
	if strings.Contains(c.SVG(), "data-guide") || c.Draw().Guessed() {
		t.Errorf("a line that never falls is guessed: %t, want no guide and no guess", c.Draw().Guessed())
	}
	c.Series[0].Between = Unknown
	a = c.arrange()
	if !strings.Contains(c.SVG(), `data-guide="a"`) || !c.Draw().Guessed() {
		t.Errorf("a line with unknown values between is guessed: %t, want a guide from value to value and a guess", c.Draw().Guessed())
	}
	for i := 1; i < len(a.solid[0]); i++ {
		if p, q := a.solid[0][i-1], a.solid[0][i]; q.x-p.x > a.x.Pixel(2)-a.x.Pixel(1)+1e-9 {
			t.Errorf("a line from %v to %v", p, q)
		}
	}
	if n := strings.Count(c.SVG(), "plot-value"); n != 1 { // at 100
		t.Errorf("%d values have a dot, want 1: the value that stands alone", n)
	}
	if a.solid[0][1].y == a.solid[0][2].y && !math.IsNaN(a.solid[0][1].y) && a.solid[0][2].x != a.solid[0][3].x {
		t.Errorf("the rise to 3 leads from %v to %v, want it upright", a.solid[0][2], a.solid[0][3])
	}
}

// A stair is drawn in one way wherever its treads can be seen, close together and far apart.
func TestStairsAreStairsThroughout(t *testing.T) {
	c := Chart{X: Axis{Whole: true, From: 1, To: 4000, Scale: Log, Every: 20}, Series: []Series{{ID: "a", Kind: Best, Between: Rises}}}
	for x := 20.0; x <= 4000; x += 20 {
		c.Series[0].X, c.Series[0].Y = append(c.Series[0].X, x), append(c.Series[0].Y, x)
	}
	a := c.arrange()
	for i := 1; i < len(a.paths[0]); i++ {
		if p, q := a.paths[0][i-1], a.paths[0][i]; p.x != q.x && p.y != q.y && q.x-p.x > 2 {
			t.Errorf("a slope from %v to %v", p, q)
		}
	}
}

// Of a line that is known only at its values, level values close together are one line: dots there would look like holes in it. Values
// at different heights, or far apart, stay dots.
func TestLevelDotsAreJoined(t *testing.T) {
	dots := func(each float64, y func(k int) float64) int {
		c := Chart{Width: 640, X: Axis{Whole: true, From: 0, To: 1000}, Y: Axis{From: 0, To: 100},
			Series: []Series{{ID: "a", Kind: Best, Between: Unknown}}}
		for k := 0; float64(k)*each <= 1000; k++ {
			c.Series[0].X, c.Series[0].Y = append(c.Series[0].X, float64(k)*each), append(c.Series[0].Y, y(k))
		}
		return strings.Count(c.SVG(), "plot-value")
	}
	level, jagged := func(int) float64 { return 50 }, func(k int) float64 { return 40 + 10*float64(k%2) }
	if near, far, steep := dots(10, level), dots(50, level), dots(10, jagged); near != 0 || far != 21 || steep != 101 {
		t.Errorf("%d dots near each other, %d far apart and %d at different heights; want 0, 21 and 101", near, far, steep)
	}
}
