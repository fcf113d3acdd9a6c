package typeface

import (
	"bytes"
	"math"
	"testing"

	"github.com/go-fonts/liberation/liberationsansbold"
	"github.com/go-fonts/liberation/liberationsansregular"
	"github.com/go-fonts/stix/stix2mathregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

const some = "0123456789ABCZabgyzéß ε≤−“”"

// What is made has the characters asked for, with the advances of the original and
// outlines that lie within the same box, and names itself otherwise.
func TestFace(t *testing.T) {
	for name, original := range map[string][]byte{"Liberation Sans": liberationsansregular.TTF, "STIX Two Math": stix2mathregular.TTF} {
		face, err := Face{Family: "Ours", Weight: 400, Characters: some + "𝛼\U0001F600"}.Of(original)
		if err != nil {
			t.Fatal(err)
		}
		if len(face) > 12_000 {
			t.Errorf("%s: %d bytes for %d characters", name, len(face), len(some))
		}
		made, err := sfnt.Parse(face)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		source, err := sfnt.Parse(original)
		if err != nil {
			t.Fatal(err)
		}
		var b sfnt.Buffer
		em := fixed.I(int(source.UnitsPerEm()))
		for _, r := range some {
			i, err := made.GlyphIndex(&b, r)
			if err != nil || i == 0 {
				t.Errorf("%s has no %q", name, r)
				continue
			}
			j, _ := source.GlyphIndex(&b, r)
			boxMade, advance, err := made.GlyphBounds(&b, i, em, font.HintingNone)
			if err != nil {
				t.Fatal(err)
			}
			box, want, err := source.GlyphBounds(&b, j, em, font.HintingNone)
			if err != nil {
				t.Fatal(err)
			}
			if advance != want {
				t.Errorf("%s: %q advances by %v, want %v", name, r, advance, want)
			}
			for k, d := range []fixed.Int26_6{boxMade.Min.X - box.Min.X, boxMade.Min.Y - box.Min.Y, boxMade.Max.X - box.Max.X,
				boxMade.Max.Y - box.Max.Y} {
				if math.Abs(float64(d))/64 > 2 {
					t.Errorf("%s: side %d of %q is off by %v", name, k, r, d)
				}
			}
		}
		if i, _ := made.GlyphIndex(&b, 'Q'); i != 0 {
			t.Errorf("%s has a character that nobody asked for", name)
		}
		if family, _ := made.Name(&b, sfnt.NameIDFamily); family != "Ours" {
			t.Errorf("the family is called %q", family)
		}
		if owner, _ := made.Name(&b, sfnt.NameIDCopyright); owner == "" {
			t.Errorf("%s: nobody's work", name)
		}
		again, _ := Face{Family: "Ours", Weight: 400, Characters: some}.Of(original)
		if !bytes.Equal(face, again) {
			t.Errorf("%s: made twice it differs", name)
		}
	}
}

// widthsOf are the widths of the characters from one to another.
func widthsOf(t *testing.T, face *sfnt.Font, from, to rune) map[fixed.Int26_6]bool {
	t.Helper()
	var b sfnt.Buffer
	widths := map[fixed.Int26_6]bool{}
	for r := from; r <= to; r++ {
		i, err := face.GlyphIndex(&b, r)
		if err != nil || i == 0 {
			t.Fatalf("the face has no %c: %v", r, err)
		}
		w, err := face.GlyphAdvance(&b, i, fixed.I(1000), font.HintingNone)
		if err != nil {
			t.Fatal(err)
		}
		widths[w] = true
	}
	return widths
}

func widthOf(t *testing.T, face *sfnt.Font, r rune) fixed.Int26_6 {
	t.Helper()
	for w := range widthsOf(t, face, r, r) {
		return w
	}
	return 0
}

// All figures are as wide, so that columns of numbers stand under each other.
func TestFiguresAreTabular(t *testing.T) {
	source, err := sfnt.Parse(liberationsansregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	widths := widthsOf(t, source, '0', '9')
	if len(widths) != 1 {
		t.Errorf("figures have the widths %v", widths)
	}
}

// So are the raised ones, and the signs before them: those that the font lacks are made
// of others, and stand as high as the four.
func TestRaisedFigures(t *testing.T) {
	const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"
	for name, original := range map[string][]byte{"regular": liberationsansregular.TTF, "bold": liberationsansbold.TTF} {
		face, err := Face{Family: "Ours", Weight: 400, Characters: raised}.Of(original)
		if err != nil {
			t.Fatal(err)
		}
		made, err := sfnt.Parse(face)
		if err != nil {
			t.Fatal(err)
		}
		var b sfnt.Buffer
		bounds := func(r rune) (left, right, low, high, advance float64) {
			i, err := made.GlyphIndex(&b, r)
			if err != nil || i == 0 {
				t.Fatalf("%s has no %c: %v", name, r, err)
			}
			box, wide, err := made.GlyphBounds(&b, i, fixed.I(1000), font.HintingNone)
			if err != nil {
				t.Fatal(err)
			}
			return float64(box.Min.X) / 64, float64(box.Max.X) / 64, -float64(box.Max.Y) / 64, -float64(box.Min.Y) / 64, float64(wide) / 64
		}
		_, _, low, high, want := bounds('⁴')
		for _, r := range raised {
			left, right, bottom, top, advance := bounds(r)
			if advance != want || left < -5 || right > advance+5 {
				t.Errorf("%s: %c is %v wide and reaches from %v to %v, the four is %v wide", name, r, advance, left, right, want)
			}
			const slack = 20 // round figures stand out
			if r == '⁺' || r == '⁻' {
				if middle := (bottom + top) / 2; math.Abs(middle-(low+high)/2) > slack {
					t.Errorf("%s: the middle of %c is at %v, that of the four at %v", name, r, middle, (low+high)/2)
				}
			} else if math.Abs(bottom-low) > slack || math.Abs(top-high) > slack {
				t.Errorf("%s: %c stands from %v to %v, the four from %v to %v", name, r, bottom, top, low, high)
			}
		}
	}
}

// So are the lowered ones: in β₀ there is no gap.
func TestLoweredFiguresHaveNoGaps(t *testing.T) {
	face, err := Face{Family: "Ours", Weight: 400, Characters: "⁴₀₁₂₃₄₅₆₇₈₉"}.Of(liberationsansregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	made, err := sfnt.Parse(face)
	if err != nil {
		t.Fatal(err)
	}
	if widths := widthsOf(t, made, '₀', '₉'); len(widths) != 1 || !widths[widthOf(t, made, '⁴')] {
		t.Errorf("lowered figures have the widths %v", widths)
	}
	var b sfnt.Buffer
	for r := '₀'; r <= '₉'; r++ {
		i, _ := made.GlyphIndex(&b, r)
		box, advance, err := made.GlyphBounds(&b, i, fixed.I(1000), font.HintingNone)
		if err != nil {
			t.Fatal(err)
		}
		left, right := box.Min.X, advance-box.Max.X
		if left < 0 || right < 0 || left > advance/4 || right > advance/4 {
			t.Errorf("%c has %v before it and %v behind, of %v", r, left, right, advance)
		}
	}
}

func TestNoFont(t *testing.T) {
	if _, err := (Face{Family: "Ours", Characters: "a"}).Of([]byte("no font")); err == nil {
		t.Error("no font made a face")
	}
}
