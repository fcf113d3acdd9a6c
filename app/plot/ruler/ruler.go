// Package ruler draws the answer of one run as a point on a logarithmic line, among the other bounds on the loss.
package ruler

import (
	"math"

	"lastiterate/app/plot/svg"
)

// Ruler is the picture of one answer: a logarithmic line with the greatest proved lower bound on the loss, the answer, and
// the loss if every iterate were public. It is Height pixels high, or a card, which is a file of its own.
type Ruler struct {
	Label string // the content of the picture in a sentence, its text alternative

	Floor     Point // the greatest proved lower bound
	Estimate  Point // an estimated lower bound above the floor, which is not proved
	Answer    Point // the smallest proved upper bound
	Rival     Point // the smallest published upper bound that uses hidden state, if it is not the answer
	Published Point // the loss if every iterate were public

	Truth  []string // names of the span from the floor to the answer, the longest first
	Least  []string // names of this span with the floor's value, used if the floor's longest name has no room below the line
	Factor []string // names of the span from the answer to Published

	Width float64 // in pixels, at least 160; 0 means 720

	// Standalone makes a card: a file of its own with a style sheet, a background, the sentence in two parts above the line
	// (Number and Rest) and small print below it.
	Standalone   bool
	Number, Rest string
	Foot         []string
}

// Point is a value on a ruler. 0 lies at the left end and infinity at the right end.
type Point struct {
	At    float64
	Known bool // there is such a value; if not, Words say so at the end where the value would be
	// Words are forms of the point's name, the longest first. The longest form that has room is used; the answer's is in
	// bold.
	Words []string
}

// Height is the height in pixels of a ruler that is not a card.
const Height = 48

const (
	aboveLine = 11 // baseline of the spans' names
	lineY     = 23
	belowLine = 44 // baseline of the points' names
	dotRadius = 7
	// allIteratesReach is half the height of the tick at the loss from all iterates: no name above or below touches the tick.
	allIteratesReach = 7
	endRoom          = 8    // from the picture's edge to the outermost point
	beyondShare      = 0.24 // share of the width that is kept for a point at 0 or at infinity, or without a value
	nameGap          = 14   // between names
	leastRatio       = 1.5  // least ratio of the values at the ends of the line, so that values that are near look near
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
