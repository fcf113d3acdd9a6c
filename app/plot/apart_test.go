package plot

import (
	"math"
	"slices"
	"strings"
	"testing"

	"lastiterate/app/number"
	"pgregory.net/rapid"
)

// jumping is what a checkpoint costs: a floor that is known everywhere and an upper bound that
// is known at few values and jumps between two of them.
func jumping() Chart {
	c := Chart{X: Axis{Name: "steps between releases", Symbol: "k", Scale: Log, Whole: true}, Y: Axis{Name: "privacy loss", Symbol: "ε"},
		Series: []Series{
			{ID: "upper", Name: "Upper", Kind: Best, X: []float64{1, 4, 20, 41, 160}, Y: []float64{5.76, 5.73, 5.39, 4.88, 2.56}},
			{ID: "floor", Name: "Floor", Kind: Lower},
		}}
	for k := 1.0; k <= 160; k++ {
		y := 5.75 - 0.019*k // up to the jump
		if k > 40 {
			y = 4 - 0.0195*(k-40)
		}
		c.Series[1].X, c.Series[1].Y = append(c.Series[1].X, k), append(c.Series[1].Y, y)
	}
	return c
}

// parsed is the value of a reading, NaN where there is none.
func parsed(t interface{ Fatal(...any) }, text string) float64 {
	if text == "" || text == "none" {
		return math.NaN()
	}
	x, err := number.Parse(strings.TrimPrefix(text, "≈ "))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// No upper bound is drawn or printed below a lower bound at the same place.
func TestUpperBoundsStayAboveFloors(t *testing.T) {
	check := func(t interface {
		Fatal(...any)
		Fatalf(string, ...any)
	}, c Chart) {
		a := c.arrange()
		for i, s := range a.series {
			for f, floor := range a.series {
				if !s.upper() || floor.Kind != Lower {
					continue
				}
				if at := a.below(i, f); len(at) > 0 {
					t.Fatalf("%s is drawn below %s at %v", s.ID, floor.ID, at)
				}
				for _, x := range c.Points() {
					high, low := a.reading(i, x), a.reading(f, x)
					if parsed(t, high.Text) < parsed(t, low.Text) || high.Value < low.Value {
						t.Fatalf("at %v %s reads %s below %s, %s", x, s.ID, high.Text, floor.ID, low.Text)
					}
				}
			}
		}
	}
	check(t, jumping())
	rapid.Check(t, func(t *rapid.T) {
		c := Chart{Width: 600, X: Axis{Name: "x", Whole: rapid.Bool().Draw(t, "whole")}, Y: Axis{Name: "y"}}
		if rapid.Bool().Draw(t, "log") {
			c.X.Scale = Log
		}
		const n = 60
		truth := rapid.SliceOfN(rapid.Float64Range(0.1, 5), n, n).Draw(t, "truth")
		if rapid.Bool().Draw(t, "falls") {
			slices.Sort(truth)
			slices.Reverse(truth)
		}
		for i, kind := range []Kind{Best, Quiet, Lower, Lower} {
			s := Series{ID: string(rune('a' + i)), Name: string(kind), Kind: kind}
			for k := range n {
				if rapid.IntRange(0, 2).Draw(t, "known") > 0 {
					continue
				}
				share := rapid.Float64Range(0, 0.2).Draw(t, "off")
				if kind == Lower {
					share = -share
				}
				s.X, s.Y = append(s.X, float64(k+1)), append(s.Y, truth[k]*(1+share))
			}
			c.Series = append(c.Series, s)
		}
		check(t, c)
	})
}

// Over a jump the line is a step: the bound before it holds until the next that is known. A table
// prints what was computed.
func TestStepOverAJump(t *testing.T) {
	c := jumping()
	a := c.arrange()
	if got := a.reading(0, 25).Text; got != "≈ 5.39" {
		t.Errorf("before the jump the upper bound reads %s, want ≈ 5.39", got)
	}
	if got := a.reading(0, 100); got.Value >= 4.88 {
		t.Errorf("far from the jump the line is a step: %s", got.Text)
	}
	c.Series[0].X, c.Series[0].Y = []float64{1, 4, 20, 41, 80, 100, 120, 160}, []float64{5.76, 5.73, 5.39, 4.88, 4.2, 3.8, 3.4, 2.6}
	for _, row := range c.Table(12).Rows {
		if strings.Contains(strings.Join(row, " "), "≈") {
			t.Errorf("the table prints %v, which nobody computed", row)
		}
	}
}

// Two lines that belong to different runs are left as they are.
func TestLinesOfOtherRunsCross(t *testing.T) {
	c := jumping()
	c.Series[0].Y[3] = 1 // below the floor where both are known
	a := c.arrange()
	if len(a.steps[0])+len(a.steps[1]) > 0 {
		t.Errorf("the lines have %d and %d steps, want none: one is of another run", len(a.steps[0]), len(a.steps[1]))
	}
}
