package typeface

import (
	"fmt"
	"slices"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Face describes the font to make.
type Face struct {
	Family string // the new font's name; the original's may be reserved
	Weight int    // of CSS, 400 or 700
	// Characters are the characters to keep, if the font has them.
	Characters string
}

// Of makes the face from a font, TrueType or OpenType.
func (f Face) Of(file []byte) ([]byte, error) {
	o, err := read(file)
	if err != nil {
		return nil, fmt.Errorf("reading the font for %s: %w", f.Family, err)
	}
	made, err := o.tables(f)
	if err != nil {
		return nil, err
	}
	missing, err := o.outline(0, 0) // the glyph for all missing characters
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Family, err)
	}
	made.glyphs = append(made.glyphs, missing)
	characters := []rune(f.Characters)
	slices.Sort(characters)
	for _, r := range slices.Compact(characters) {
		g, there, err := o.character(r)
		if err != nil {
			return nil, fmt.Errorf("%c of %s: %w", r, f.Family, err)
		}
		if there {
			made.glyphs, made.characters = append(made.glyphs, g), append(made.characters, r)
		}
	}
	return made.file(), nil
}

// original is the font from which a face is made.
type original struct {
	*sfnt.Font
	buffer sfnt.Buffer
	em     fixed.Int26_6
}

func read(file []byte) (*original, error) {
	source, err := sfnt.Parse(file)
	if err != nil {
		return nil, err
	}
	return &original{Font: source, em: fixed.I(int(source.UnitsPerEm()))}, nil
}

// tables returns the tables of the face, without glyphs.
func (o *original) tables(f Face) (tables, error) {
	metrics, err := o.Metrics(&o.buffer, o.em, font.HintingNone)
	if err != nil {
		return tables{}, err
	}
	made := tables{Face: f, em: int(o.UnitsPerEm()), ascent: metrics.Ascent.Round(), descent: metrics.Descent.Round(),
		xHeight: metrics.XHeight.Round(), capHeight: metrics.CapHeight.Round()}
	made.gap = max(metrics.Height.Round()-made.ascent-made.descent, 0)
	for id, into := range map[sfnt.NameID]*string{sfnt.NameIDCopyright: &made.copyright, sfnt.NameIDVersion: &made.version} {
		*into, _ = o.Name(&o.buffer, id) // the name stays empty if the font has none
	}
	return made, nil
}

// character returns the glyph for a character. there is false for a character that the font lacks and that cannot be made from
// others, and for characters outside the basic plane.
func (o *original) character(r rune) (g glyph, there bool, err error) {
	index, err := o.GlyphIndex(&o.buffer, r)
	if err != nil {
		return glyph{}, false, err
	}
	if index == 0 {
		return o.raise(r)
	}
	if r > 0xFFFF {
		return glyph{}, false, nil
	}
	wide, lowered := index, r >= '₀' && r <= '₉'
	if lowered || r >= '⁵' && r <= '⁹' { // Liberation's digits here stand between gaps, or before one
		four, err := o.GlyphIndex(&o.buffer, '⁴')
		switch {
		case err != nil:
			return glyph{}, false, err
		case four != 0:
			wide = four
		case !lowered:
			return glyph{}, false, fmt.Errorf("the font has no ⁴, whose width it is to have")
		}
	}
	if g, err = o.outline(index, wide); err != nil {
		return glyph{}, false, err
	}
	if lowered {
		g.centre()
	}
	return g, true, nil
}

// outline is a glyph with the advance of another.
func (o *original) outline(index, wide sfnt.GlyphIndex) (glyph, error) {
	segments, err := o.LoadGlyph(&o.buffer, index, o.em, nil)
	if err != nil {
		return glyph{}, fmt.Errorf("glyph %d: %w", index, err)
	}
	contours := trace(segments)
	advance, err := o.GlyphAdvance(&o.buffer, wide, o.em, font.HintingNone)
	return glyph{advance.Round(), contours}, err
}
