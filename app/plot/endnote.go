package plot

import (
	"math"
	"strings"

	"lastiterate/app/number"
	"lastiterate/app/plot/lettering"
)

// In a file of its own, the value at a line's end stands under the name there. This is not the answer but the bound at the end of
// the axis, so the value is lighter than the name, and its place is stated. It has as many digits as the answer, so that the two
// agree if they are about the same place. On the page the strip above the plot has every line's value, at the run's own place
// until the pointer is at another; a second value at another place would be taken for the run's.

// endNote is the value at a line's end and its place, "1.08 at T = 200", after "≥" for a proved lower bound. It is empty if the
// line is not Valued or ends outside of the plot, and on the page.
func (c Chart) endNote(s Series) string {
	x, y := c.lineEnd(s)
	if !s.Valued || !c.Standalone || math.IsNaN(y) {
		return ""
	}
	note := s.roundedText(y, answerDigits) + " at " + c.place(x)
	if s.Kind == Lower { // without this a floor could be taken for a smaller upper bound
		note = "≥ " + note
	}
	return note
}

// endRoom is the room for the value beside the name of an Ending line, which is the same before the value is known.
const endRoom = "0.0000"

// endName is the name at a line's end, in the given width: with the value there if the line is Ending and the value takes no more
// lines of text than the room that is kept for it.
func (c Chart) endName(s Series, width float64) []string {
	broken := func(words string) []string { return lettering.Balanced(words, width, lettering.Size, s.Kind == Best) }
	if _, y := c.lineEnd(s); s.Ending && !math.IsNaN(y) {
		if words := broken(Valued(s.label(), s.roundedText(y, answerDigits))); len(words) <= len(broken(Valued(s.label(), endRoom))) {
			return words
		}
	}
	return broken(s.label())
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

// fold is a way to break the names at the lines' ends and the values under them.
type fold struct {
	names, notes int
	share        float64
}

// folds are the ways to break the names at the lines' ends and the values under them, the best first: the numbers of lines
// of both, where 0 leaves the values out, and the share of the chart's width that they may take. The values are left out
// before the names.
var folds = []fold{{1, 1, 0.28}, {2, 1, 0.3}, {2, 2, 0.3}, {1, 0, 0.28}, {2, 0, 0.3}}

// roomOutside is roughly the height of title, axes and markers.
const roomOutside = 130

// labelRoom is the room for the names of the lines.
type labelRoom struct {
	width float64 // of the names at the lines' ends; 0 if there is no room for names
	noted bool    // the values stand under the names
	ends  bool    // values of Ending lines stand beside the names
	along bool    // the names stand along the lines, so they need no room at the ends
}

// labelMargin is the room for the names at the lines' ends. Its width is 0 if the names would leave too little of the plot:
// then the chart has a key. Values beside the names are left out before the names.
func (c Chart) labelMargin(width, height float64) labelRoom {
	shown := c.drawnSeries()
	if len(shown) == 0 {
		return labelRoom{}
	}
	for _, ends := range []bool{true, false} {
		for _, f := range folds {
			if room, tall := c.roomOf(shown, f, ends); room+leader <= f.share*width && room+leader <= width-leastBeside &&
				tall <= height-roomOutside {
				return labelRoom{width: math.Ceil(room), noted: f.notes > 0, ends: ends}
			}
		}
	}
	return labelRoom{}
}

// roomOf is the width and the height of the names at the ends of lines in a fold, with or without the values beside them.
func (c Chart) roomOf(shown []Series, f fold, ends bool) (room, tall float64) {
	name := func(s Series) string {
		if ends && s.Ending {
			return Valued(s.label(), endRoom)
		}
		return s.label()
	}
	for _, s := range shown {
		room = max(room, lettering.Narrowest(name(s), f.names, lettering.Size, s.Kind == Best))
		if f.notes > 0 {
			room = max(room, lettering.Narrowest(c.endNote(s), f.notes, lettering.Size, false))
		}
	}
	for _, s := range shown {
		lines := len(lettering.Wrap(name(s), room, lettering.Size, s.Kind == Best))
		if f.notes > 0 {
			lines += len(lettering.Wrap(c.endNote(s), room, lettering.Size, false))
		}
		tall += blockHeight(lines)
	}
	return room, tall
}
