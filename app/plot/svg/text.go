package svg

import "lastiterate/app/plot/lettering"

// Text is one line of words with its place.
type Text struct {
	X, Y   float64 // the place of the anchor on the baseline
	Anchor Anchor
	Size   float64
	Bold   bool
	Class  string
	Words  string
	// Symbol, if not empty, is the part of Words that is set in italics.
	Symbol string
	// Width is the width of the words in the page's own face; 0 means that they may be drawn in any face.
	Width float64
}

// Anchor is the part of a text that lies at (X, Y).
type Anchor string

const (
	Start  Anchor = "start"
	Middle Anchor = "middle"
	End    Anchor = "end"
)

// Box is a rectangle in pixels.
type Box struct{ Left, Top, Right, Bottom float64 }

// Edges returns the rectangle with the given edges.
func Edges(left, top, right, bottom float64) Box { return Box{left, top, right, bottom} }

// Meets reports whether two rectangles overlap; a common edge is no overlap.
func (b Box) Meets(o Box) bool {
	return b.Left < o.Right && o.Left < b.Right && b.Top < o.Bottom && o.Top < b.Bottom
}

// Ascent and descent of a line, as shares of its type size. Brackets and hooks reach a little further; raised digits do not.
const (
	ascent  = 0.78
	descent = 0.22
)

// Box is the room that the text may take in the widest font.
func (t Text) Box() Box {
	width := t.Width
	if width == 0 {
		width = lettering.Width(t.Words, t.Size, t.Bold)
	}
	left := t.X
	switch t.Anchor {
	case Middle:
		left -= width / 2
	case End:
		left -= width
	}
	return Box{left, t.Y - ascent*t.Size, left + width, t.Y + descent*t.Size}
}

// Above returns the text, moved up a little if it would touch one of the labels below it.
func (t Text) Above(labels []Text) Text {
	for _, l := range labels {
		if under, own := l.Box(), t.Box(); own.Meets(under) {
			t.Y -= own.Bottom - under.Top
		}
	}
	return t
}

// Within returns the text, moved so that it lies between two horizontal pixels.
func (t Text) Within(left, right float64) Text {
	b := t.Box()
	switch {
	case b.Right > right:
		t.X -= b.Right - right
	case b.Left < left:
		t.X += left - b.Left
	}
	return t
}
