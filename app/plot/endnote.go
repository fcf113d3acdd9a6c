package plot

import (
	"math"

	"lastiterate/app/number"
)

// A name at a line's end stands beside the value there, which is not the answer: it is the
// bound at the end of the axis. So the value is smaller and lighter than the name, and says
// where it is.

// endNote is that value and its place, "1.07289 at T = 200"; empty of a line that is not
// valued, or that ends outside of the plot.
func (c Chart) endNote(s Series) string {
	x, y := c.lineEnd(s)
	if !s.Valued || math.IsNaN(y) {
		return ""
	}
	return s.format(y) + " at " + c.place(x)
}

// lineEnd is where a line ends within the plot; y is NaN where it has no value there.
func (c Chart) lineEnd(s Series) (x, y float64) {
	to, goesOn := c.X.To, false
	if c.X.From >= to {
		to = math.Inf(1)
	}
	for i := len(s.X) - 1; i >= 0; i-- {
		switch x, y := s.X[i], s.Y[i]; {
		case math.IsNaN(y):
		case x > to:
			goesOn = true
		case math.IsInf(y, 0), goesOn && x < to: // where it leaves it has no value of its own
			return math.NaN(), math.NaN()
		default:
			return x, y
		}
	}
	return math.NaN(), math.NaN()
}

// place is a value of the horizontal axis in words: "T = 200", "σ ≈ 0.333".
func (c Chart) place(x float64) string {
	equals, text := "= ", number.Plain(x)
	if short := threeDigits(x); !c.X.Whole && short != x {
		equals, text = "≈ ", number.Plain(short)
	}
	if c.X.Symbol == "" {
		return text
	}
	return c.X.Symbol + " " + equals + text
}
