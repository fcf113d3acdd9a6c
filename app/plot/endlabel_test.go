package plot

import (
	"math"
	"strings"
	"testing"
)

// A name at a line's end tells the value at that end, in the digits of the readings there;
// where the line ends outside of the plot, or goes on past the last value, it tells none.
func TestLabelHasTheValueAtTheEnd(t *testing.T) {
	chart := func(s Series, x, y Axis) Chart {
		s.ID, s.Name, s.Kind, s.Valued = "a", "Composition", Best, true
		return Chart{X: x, Y: y, Series: []Series{s}, Width: 900}
	}
	line := Series{X: []float64{1, 200, 250}, Y: []float64{0.1, 1.07289, 1.234561}}
	for name, c := range map[string]struct {
		s    Series
		x, y Axis
		want string
	}{
		"whole":               {line, Axis{From: 1, To: 250}, Axis{}, "Composition 1.23457"},
		"fitted":              {line, Axis{}, Axis{}, "Composition 1.23457"},
		"a stretch":           {line, Axis{From: 1, To: 200}, Axis{}, "Composition 1.07289"},
		"past the last value": {line, Axis{From: 1, To: 220}, Axis{}, "Composition"},
		"ends early": {Series{X: line.X, Y: []float64{0.1, 1.07289, math.NaN()}}, Axis{From: 1, To: 250}, Axis{},
			"Composition 1.07289"},
		"without end":    {Series{X: line.X, Y: []float64{0.1, 1.07289, math.Inf(1)}}, Axis{From: 1, To: 250}, Axis{}, "Composition"},
		"out at the top": {line, Axis{From: 1, To: 250}, Axis{From: 0, To: 1}, "Composition"},
	} {
		ch := chart(c.s, c.x, c.y)
		d := ch.Draw()
		if len(d.labels) != 1 {
			t.Fatalf("%s: %d labels", name, len(d.labels))
		}
		got := strings.Join(d.labels[0].words, " ")
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if value, valued := strings.CutPrefix(got, "Composition "); valued {
			end := c.s.X[len(c.s.X)-1]
			if math.IsNaN(c.s.Y[len(c.s.Y)-1]) || c.x.To == 200 {
				end = 200
			}
			if r := d.Readings(end); len(r) != 1 || r[0].Text != value {
				t.Errorf("%s: the label says %s, the reading %+v", name, value, r)
			}
		}
	}
	quiet := chart(line, Axis{}, Axis{})
	quiet.Series[0].Kind, quiet.Series[0].Valued = Lower, false
	if got := quiet.endLabel(quiet.Series[0]); got != "Composition" {
		t.Errorf("a name without a value is %q", got)
	}
	quiet.Series[0].Valued = true
	if got := quiet.endLabel(quiet.Series[0]); got != "Composition 1.23456" {
		t.Errorf("a lower bound is rounded down: %q", got)
	}
}
