package plot

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lastiterate/app/plot/svg"
	"lastiterate/app/plot/svg/svgtest"
)

// turn is the largest angle between neighbouring pieces, in degrees.
func turn(line []point) float64 {
	most := 0.0
	for i := 1; i+1 < len(line); i++ {
		a := math.Atan2(line[i].y-line[i-1].y, line[i].x-line[i-1].x)
		b := math.Atan2(line[i+1].y-line[i].y, line[i+1].x-line[i].x)
		most = max(most, math.Abs(a-b)*180/math.Pi)
	}
	return most
}

// A smooth curve that is known at whole numbers alone has no kink, neither where these are
// far apart on a logarithmic axis.
func TestSmoothHasNoKink(t *testing.T) {
	shapes := map[string]func(x float64) float64{
		"levels off": func(x float64) float64 { return 300 * math.Exp(-x/4) },
		"root":       func(x float64) float64 { return 300 - 20*math.Sqrt(x) },
		"falls":      func(x float64) float64 { return 300 * (1 - 1/x) },
	}
	for name, f := range shapes {
		var line []point
		for _, x := range []float64{1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 32, 40, 50, 63, 80, 100} {
			line = append(line, point{260 * math.Log10(x), f(x)})
		}
		if before := turn(line); before < 8 && name != "root" {
			t.Errorf("%s: the polygon turns by %.1f° at most, so that it tests nothing", name, before)
		}
		if got := turn(smooth(line)); got > 8 {
			t.Errorf("%s: the curve turns by %.1f°", name, got)
		}
	}
}

// The curve goes through every point, and between two it has values between theirs alone;
// gaps stay where they are, and how many points it has depends on the axis alone.
func TestSmoothKeepsItsPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 12).Draw(t, "n")
		line, other := make([]point, n), make([]point, n)
		x := 0.0
		for i := range line {
			x += rapid.Float64Range(0.01, 90).Draw(t, "step")
			y := rapid.Float64Range(-svg.Far, svg.Far).Draw(t, "y")
			if rapid.IntRange(0, 5).Draw(t, "gap") == 0 {
				y = math.NaN()
			}
			line[i], other[i] = point{x, y}, point{x, 2 * y}
		}
		drawn := smooth(line)
		if len(smooth(other)) != len(drawn) {
			t.Fatalf("%d and %d points", len(drawn), len(smooth(other)))
		}
		k := 0
		for i, at := range line {
			for ; k < len(drawn) && drawn[k].x != at.x; k++ {
				low, high := min(line[i-1].y, at.y), max(line[i-1].y, at.y)
				if slack := 1e-9 * svg.Far; !(drawn[k].y >= low-slack && drawn[k].y <= high+slack) {
					t.Fatalf("between %v and %v the curve is at %v", line[i-1], at, drawn[k])
				}
			}
			if k == len(drawn) || drawn[k].y != at.y && !math.IsNaN(at.y) {
				t.Fatalf("the curve misses %v", at)
			}
			k++
		}
	})
}

// Where an axis has whole numbers alone and all of these are seen apart, a line is level up to the
// next of them and rises there; where one is not, or the axis has more, all of the line slopes.
func TestStairs(t *testing.T) {
	c := Chart{Width: 640, X: Axis{Name: "iterations", Symbol: "T", From: 1, To: 15, Whole: true}, Series: []Series{{ID: "a", Name: "a", Kind: Best,
		X: []float64{1, 2, 3, 4, 5, 8}, Y: []float64{1, 1, 3, math.NaN(), 2, 3.5}}},
		Band: Band{X: []float64{1, 2, 3}, Lower: []float64{0, 0, 0}, Upper: []float64{1, 1, 3}}}
	if n := slopes(c.arrange()); n > 0 {
		t.Errorf("%d slopes among stairs", n)
	}
	a := c.arrange()
	if got, want := a.lines[0][3], (point{a.x.Pixel(3), a.y.Pixel(1)}); got != want {
		t.Errorf("the corner before 3 is %v, want %v", got, want)
	}
	if band := string(a.bandPath(c.Band)); strings.Count(band, "l") != 6 { // along twice, up, down, and back twice
		t.Errorf("the band's outline is %s", band)
	}
	if line := a.lines[0]; !slices.Contains(line, point{a.x.Pixel(7), a.y.Pixel(2.5)}) || !slices.Contains(line, point{a.x.Pixel(7), a.y.Pixel(3)}) {
		t.Errorf("no stair at 7, a third below 8: %v", line)
	}
	// What a label keeps clear of has upright pieces too.
	x, y := a.x.Pixel(3), a.y.Pixel(2)
	if !passes(smooth(a.lines[0]), svg.Edges(x-2, y-2, x+2, y+2)) {
		t.Errorf("passes at (%v, %v) = false, want true: a line passes through its own stair", x, y)
	}
	sparse := c
	sparse.Series = []Series{{ID: "a", Name: "a", Kind: Best, X: []float64{1, 2, 3, 4, 5, 8, 15}, Y: []float64{1, 1.5, 2, 2.5, 3, 3.5, 4}}}
	if line := sparse.arrange().lines[0]; len(line) != 7 {
		t.Errorf("%d points of a line with six numbers without a value, which is stairs nowhere: %v", len(line), line)
	}
	c.X.Whole = false
	if slopes(c.arrange()) == 0 {
		t.Error("the line has 0 slopes, want at least 1: all numbers have a value")
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

// slopes is how many pieces of the first line, as it is drawn, are neither level nor upright.
func slopes(a *arrangement) (n int) {
	line := smooth(a.lines[0])
	for i := 1; i < len(line); i++ {
		if p, q := line[i-1], line[i]; p.x != q.x && p.y != q.y && !math.IsNaN(p.y+q.y) {
			n++
		}
	}
	return n
}

// A line through collinear points is straight at every width, and one through monotone ones never
// turns; a line of steps is stairs all along, or nowhere. Chien and Li 2024, Figure 1 (a), has
// composition, 0.0064·T, at T = 1, …, 200.
func TestOnePath(t *testing.T) {
	shapes := map[string]func(x float64) float64{
		"composition": func(x float64) float64 { return 0.0064 * x },
		"levels off":  func(x float64) float64 { return min(0.0064*x, 0.499201) },
		"saturates":   func(x float64) float64 { return 0.133318 * (1 - math.Exp(-x/12)) },
	}
	for name, f := range shapes {
		for _, stride := range []float64{1, 2, 3, 7} {
			s := Series{ID: "a", Name: "a", Kind: Best}
			for x := 1.0; x <= 200; x += stride {
				s.X, s.Y = append(s.X, x), append(s.Y, f(x))
			}
			by := 13.0
			if name == "composition" && stride == 1 {
				by = 1 // as a person sees it: a width where it fails is easily missed
			}
			for width := 300.0; width <= 1400; width += by {
				a := Chart{Width: width, X: Axis{To: 200, Whole: true}, Y: Axis{To: 1.5}, Series: []Series{s, {ID: "b", Name: "b"}}}.arrange()
				line := svgtest.Points(t, string(linePath(smooth(a.lines[0]))))
				stairs := len(a.lines[0]) > len(s.X)
				if stairs {
					if n := slopes(a); n > 0 {
						t.Fatalf("%s every %v at %v px: %d slopes among stairs", name, stride, width, n)
					}
				}
				for i, p := range line {
					if i > 0 && p.Y > line[i-1].Y+1e-9 {
						t.Fatalf("%s every %v at %v px: turns down at %v", name, stride, width, p)
					}
					if off := math.Abs(p.Y - a.y.Pixel(f(a.x.Value(p.X)))); name == "composition" && !stairs && off > 0.1 {
						t.Fatalf("every %v at %v px: %.2f px off the straight line at %v", stride, width, off, p)
					}
				}
			}
		}
	}
}
