// Package ruler draws the answer of one run as a logarithmic line with its bounds on it.
package ruler

import (
	"math"

	"lastiterate/app/plot/svg"
)

// Ruler is the picture of one answer: a logarithmic line on which lie what is
// known to be lost at least, the answer, and what it would be if every iterate
// were published. It is Height pixels high, or a card of its own.
type Ruler struct {
	Label string // what the picture says, in a sentence: its text alternative, if it needs one of its own

	Floor     Point // the greatest proved lower bound
	Estimate  Point // an estimated one above it, which is no proof
	Answer    Point // the smallest proved upper bound
	Rival     Point // the smallest published one that hides the iterates, where the answer is another
	Published Point // the loss if every iterate were published

	Truth  []string // names the span from the floor to the answer, longest first
	Least  []string // does so with the floor's value, where the floor's longest name has no room under it
	Factor []string // and the one from the answer to Published

	Width float64 // in pixels, at least 160; 0 means 720

	// Standalone makes a file of its own, with its style sheet, a background, the
	// sentence in two parts above and small print below.
	Standalone   bool
	Number, Rest string
	Foot         []string
}

// Point is a value on a ruler. At 0 lies at its left end, infinity at its right.
type Point struct {
	At    float64
	Known bool // there is such a value; if not, Words say so at the end where it would be
	// Words name it, longest first; the longest that have room are taken. The first
	// word is set in bold where the point is the answer.
	Words []string
}

// Height is the height of a ruler that is no card.
const Height = 48

const (
	aboveLine = 11 // baseline of the spans' names
	lineY     = 23
	belowLine = 44 // baseline of the points' names
	dotRadius = 7  // radius
	// allIteratesReach is how far the tick of the loss from all iterates reaches: no letter of the lines above and below touches it.
	allIteratesReach = 7
	endRoom          = 8    // from the picture's edge to the outermost point
	beyondShare      = 0.24 // share of the width that is kept for what lies at 0, at infinity, or nowhere
	nameGap          = 14   // between names
	leastRatio       = 1.5  // of the ends of the line: what is nearer looks near
	leastWidth       = 160
)

// SVG draws the ruler.
func (r Ruler) SVG() string {
	width := r.Width
	if width == 0 {
		width = 720
	}
	width = math.Round(max(width, leastWidth))
	w := &svg.Writer{}
	if !r.Standalone {
		w.Open("plot ruler", width, Height, 0)
		w.Raw(` role="img"`)
		w.Attribute("aria-label", r.Label)
		w.Raw(">")
		r.draw(w, width, 0)
		w.Raw("</svg>")
		return w.String()
	}
	r.card(w, width)
	return w.String()
}
