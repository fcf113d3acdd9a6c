package typeface

import (
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// raised lists the superscripts that a font may lack and the character that each is made
// from: a figure from its subscript in the same size, a sign from the ordinary one, made
// smaller.
var raised = map[rune]struct {
	of    rune
	scale float64
}{
	'⁰': {'₀', 1}, '⁹': {'₉', 1},
	'⁺': {'+', signScale}, '⁻': {'−', signScale},
}

// signScale makes a sign as wide as a raised figure.
const signScale = 0.57

// raise makes a superscript that the font lacks, centred on the box of the superscript four.
// Signs are raised as far as the minus, so that plus and minus stay aligned. ok is false if
// the font lacks a character that this needs.
func (o *original) raise(r rune) (g glyph, ok bool, err error) {
	from, known := raised[r]
	if !known {
		return glyph{}, false, nil
	}
	level := from.of // the character whose middle is raised to the middle of the four
	if from.scale < 1 {
		level = '−'
	}
	var index [3]sfnt.GlyphIndex
	var box [3]fixed.Rectangle26_6
	var advance fixed.Int26_6
	for i, c := range []rune{level, '⁴', from.of} {
		if index[i], err = o.GlyphIndex(&o.buffer, c); err != nil || index[i] == 0 {
			return glyph{}, false, err
		}
		var wide fixed.Int26_6
		if box[i], wide, err = o.GlyphBounds(&o.buffer, index[i], o.em, font.HintingNone); err != nil {
			return glyph{}, false, err
		}
		if c == '⁴' {
			advance = wide
		}
	}
	segments, err := o.LoadGlyph(&o.buffer, index[2], o.em, nil)
	if err != nil {
		return glyph{}, false, err
	}
	across := func(b fixed.Rectangle26_6) float64 { return float64(b.Min.X+b.Max.X) / 128 }
	up := func(b fixed.Rectangle26_6) float64 { return -float64(b.Min.Y+b.Max.Y) / 128 }
	g = glyph{advance.Round(), trace(segments)}
	for _, contour := range g.contours {
		for i, p := range contour {
			contour[i].x = (p.x-across(box[2]))*from.scale + float64(advance)/128
			contour[i].y = (p.y-up(box[0]))*from.scale + up(box[1])
		}
	}
	return g, true, nil
}

// centre moves a glyph into the middle of its width.
func (g glyph) centre() {
	b := g.bounds()
	shift := math.Round(float64(g.advance-b.left-b.right) / 2)
	for _, contour := range g.contours {
		for i := range contour {
			contour[i].x += shift
		}
	}
}
