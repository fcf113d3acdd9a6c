package lettering

import (
	"testing"

	"github.com/go-fonts/liberation/liberationsansbold"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// What is taken for a title's width on the page is not less than the width in the face
// that comes with the page.
func TestTitlesFit(t *testing.T) {
	face, err := sfnt.Parse(liberationsansbold.TTF)
	if err != nil {
		t.Fatal(err)
	}
	var buffer sfnt.Buffer
	const unit = 2048 // of the face to its em
	for r := range glyphWidth {
		glyph, err := face.GlyphIndex(&buffer, r)
		if err != nil || glyph == 0 {
			continue // the page takes it from another face
		}
		advance, err := face.GlyphAdvance(&buffer, glyph, fixed.I(unit), font.HintingNone)
		if err != nil {
			t.Fatal(err)
		}
		if taken, is := TitleWidth(string(r)), float64(advance)/64/unit*TitleSize; taken < is-1e-9 {
			t.Errorf("%q is taken to be %v wide, and is %v", r, taken, is)
		}
	}
}
