package plot

import (
	"math"
	"strings"

	"lastiterate/app/number"
	"lastiterate/app/plot/lettering"
)

// A name at a line's end stands beside the value there, which is not the answer: it is the
// bound at the end of the axis. So the value is lighter than the name, and says where it is.
// It has the digits of the answer, so that the two agree where they are of one place; the
// readings, which follow the pointer, have more.

// endNote is that value and its place, "1.08 at T = 200"; empty of a line that is not
// valued, or that ends outside of the plot.
func (c Chart) endNote(s Series) string {
	x, y := c.lineEnd(s)
	if !s.Valued || math.IsNaN(y) {
		return ""
	}
	return s.rounded(y, answerDigits) + " at " + c.place(x)
}

// lineEnd is where a line ends within the plot; y is NaN if it has no value there.
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
	text := c.shortly(x)
	if c.X.Symbol == "" {
		return strings.TrimPrefix(text, about)
	}
	if strings.HasPrefix(text, about) {
		return c.X.Symbol + " " + text
	}
	return c.X.Symbol + " = " + text
}

// about is before a number that was rounded to the nearest.
const about = "≈ "

// shortly is a value of the horizontal axis in at most three digits, which says so where they are not all.
func (c Chart) shortly(x float64) string {
	if short := threeDigits(x); !c.X.Whole && short != x {
		return about + number.Plain(short)
	}
	return number.Plain(x)
}

// folds are the ways to break the names at the lines' ends, the best first: into how many
// lines the names and the values under them, where 0 leaves these out, and the part of the
// width that both may take. The values go before the names do, since the readings tell them.
var folds = []struct {
	names, notes int
	share        float64
}{{1, 1, 0.28}, {2, 1, 0.3}, {2, 2, 0.3}, {1, 0, 0.28}, {2, 0, 0.3}}

// roomOutside is about what title, axes and markers take of the height.
const roomOutside = 130

// labelRoom is the width of the names at the lines' ends, and whether the values there
// stand under them.
type labelRoom struct {
	width float64
	noted bool
	along bool // the names stand along the lines, and need none
	tags  int  // letters beside each other where there is none; less than two are one
}

// labelMargin is the room for the names at the lines' ends; its width is 0 where they
// would leave too little of the plot: then there is a key.
func (c Chart) labelMargin(width, height float64) labelRoom {
	shown := c.drawn()
	if len(shown) == 0 {
		return labelRoom{}
	}
	for _, f := range folds {
		room, tall := 0.0, 0.0
		for _, s := range shown {
			room = max(room, lettering.Narrowest(s.label(), f.names, lettering.Size, s.Kind == Best))
			if f.notes > 0 {
				room = max(room, lettering.Narrowest(c.endNote(s), f.notes, lettering.Size, false))
			}
		}
		for _, s := range shown {
			lines := len(lettering.Wrap(s.label(), room, lettering.Size, s.Kind == Best))
			if f.notes > 0 {
				lines += len(lettering.Wrap(c.endNote(s), room, lettering.Size, false))
			}
			tall += blockHeight(lines)
		}
		if room+leader <= f.share*width && room+leader <= width-leastBeside && tall <= height-roomOutside {
			return labelRoom{width: math.Ceil(room), noted: f.notes > 0}
		}
	}
	return labelRoom{}
}
