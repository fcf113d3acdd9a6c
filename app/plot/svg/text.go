package svg

import "lastiterate/app/plot/lettering"

// Text is one line of words at its place.
type Text struct {
	X, Y   float64 // of the baseline
	Anchor Anchor
	Size   float64
	Bold   bool
	Class  string
	Words  string
	// Symbol, if not empty, is the part of words that is set in italics.
	Symbol string
	// Width is what is known about it in the page's face; 0 means that it is drawn in any.
	Width float64
}

// Anchor is the part of a text that is at its place.
type Anchor string

const (
	Start  Anchor = "start"
	Middle Anchor = "middle"
	End    Anchor = "end"
)

// Box is a rectangle in pixels.
type Box struct{ Left, Top, Right, Bottom float64 }

// Edges is the rectangle between four edges.
func Edges(left, top, right, bottom float64) Box { return Box{left, top, right, bottom} }

// Meets reports whether two rectangles have more in common than an edge.
func (b Box) Meets(o Box) bool {
	return b.Left < o.Right && o.Left < b.Right && b.Top < o.Bottom && o.Top < b.Bottom
}

// Ascent and descent of a line in parts of its size. Brackets and hooks reach
// a little further, raised digits do not.
const (
	ascent  = 0.78
	descent = 0.22
)

// Box is the room that the text may take in the widest of fonts.
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

// Above is the text a little higher where it would touch one of the labels below it.
func (t Text) Above(labels []Text) Text {
	for _, l := range labels {
		if under, own := l.Box(), t.Box(); own.Meets(under) {
			t.Y -= own.Bottom - under.Top
		}
	}
	return t
}

// Within moves the text so that it lies between two pixels.
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
