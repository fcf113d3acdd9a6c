package plot

import (
	"math"
	"strings"

	"lastiterate/app/number"
	"lastiterate/app/plot/lettering"
)

// Under the name at a line's end stands the value there. This is not the answer but the bound at the end of the axis, so the
// value is lighter than the name, and its place is stated. It has as many digits as the answer, so that the two agree if
// they are about the same place; the readings, which follow the pointer, have more digits.

// endNote is the value at a line's end and its place, "1.08 at T = 200", after "≥" for a proved lower bound. It is empty if the
// line is not Valued, or ends outside of the plot.
func (c Chart) endNote(s Series) string {
	x, y := c.lineEnd(s)
	if !s.Valued || math.IsNaN(y) {
		return ""
	}
	note := s.roundedText(y, answerDigits) + " at " + c.place(x)
	if s.Kind == Lower { // without this a floor could be taken for a smaller upper bound
		note = "≥ " + note
	}
	return note
}

// lineEnd returns the last value of a line within the plot and its place; y is NaN if the line has no value there.
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
		case math.IsInf(y, 0), goesOn && x < to: // the line has no value of its own where it leaves the plot
			return math.NaN(), math.NaN()
		default:
			return x, y
		}
	}
	return math.NaN(), math.NaN()
}

// place is a value of the horizontal axis in words: "T = 200", "σ ≈ 0.333".
func (c Chart) place(x float64) string {
	text := c.shortText(x)
	if c.X.Symbol == "" {
		return strings.TrimPrefix(text, about)
	}
	if strings.HasPrefix(text, about) {
		return c.X.Symbol + " " + text
	}
	return c.X.Symbol + " = " + text
}

// about stands before a number that was rounded to the nearest.
const about = "≈ "

// shortText is a value of the horizontal axis in at most three digits, after ≈ if it was rounded.
func (c Chart) shortText(x float64) string {
	if short := threeDigits(x); !c.X.Whole && short != x {
		return about + number.Plain(short)
	}
	return number.Plain(x)
}

// folds are the ways to break the names at the lines' ends and the values under them, the best first: the numbers of lines
// of both, where 0 leaves the values out, and the share of the chart's width that they may take. The values are left out
// before the names, since the readings show the values too.
var folds = []struct {
	names, notes int
	share        float64
}{{1, 1, 0.28}, {2, 1, 0.3}, {2, 2, 0.3}, {1, 0, 0.28}, {2, 0, 0.3}}

// roomOutside is roughly the height of title, axes and markers.
const roomOutside = 130

// labelRoom is the room for the names of the lines.
type labelRoom struct {
	width float64 // of the names at the lines' ends; 0 if there is no room for names
	noted bool    // the values stand under the names
	along bool    // the names stand along the lines, so they need no room at the ends
}

// labelMargin is the room for the names at the lines' ends. Its width is 0 if the names would leave too little of the plot:
// then the chart has a key.
func (c Chart) labelMargin(width, height float64) labelRoom {
	shown := c.drawnSeries()
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
