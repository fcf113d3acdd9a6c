package typeface

import (
	"fmt"
	"slices"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Face says what to make of a font.
type Face struct {
	Family string // the name of what is made; that of the original may be reserved
	Weight int    // of CSS, 400 or 700
	// Characters are those that are kept, of what the font has.
	Characters string
}

// Of makes the face of a font, TrueType or OpenType.
func (f Face) Of(original []byte) ([]byte, error) {
	source, err := sfnt.Parse(original)
	if err != nil {
		return nil, fmt.Errorf("reading the font for %s: %w", f.Family, err)
	}
	var buffer sfnt.Buffer
	em := fixed.I(int(source.UnitsPerEm()))
	metrics, err := source.Metrics(&buffer, em, font.HintingNone)
	if err != nil {
		return nil, err
	}
	made := tables{Face: f, em: int(source.UnitsPerEm()), ascent: metrics.Ascent.Round(), descent: metrics.Descent.Round(),
		xHeight: metrics.XHeight.Round(), capHeight: metrics.CapHeight.Round()}
	made.gap = max(metrics.Height.Round()-made.ascent-made.descent, 0)
	for id, into := range map[sfnt.NameID]*string{sfnt.NameIDCopyright: &made.copyright, sfnt.NameIDVersion: &made.version} {
		*into, _ = source.Name(&buffer, id) // a font without it says nothing
	}
	add := func(index, wide sfnt.GlyphIndex) error {
		segments, err := source.LoadGlyph(&buffer, index, em, nil)
		if err != nil {
			return fmt.Errorf("glyph %d of %s: %w", index, f.Family, err)
		}
		contours := trace(segments)
		advance, err := source.GlyphAdvance(&buffer, wide, em, font.HintingNone)
		if err != nil {
			return err
		}
		made.glyphs = append(made.glyphs, glyph{advance.Round(), contours})
		return nil
	}
	if err := add(0, 0); err != nil { // what stands for all that is missing
		return nil, err
	}
	characters := []rune(f.Characters)
	slices.Sort(characters)
	for _, r := range slices.Compact(characters) {
		index, err := source.GlyphIndex(&buffer, r)
		if err != nil {
			return nil, err
		}
		if index == 0 {
			up, ok, err := f.raise(source, &buffer, em, r)
			if err != nil {
				return nil, err
			}
			if ok {
				made.glyphs, made.characters = append(made.glyphs, up), append(made.characters, r)
			}
			continue
		}
		if r > 0xFFFF {
			continue
		}
		wide := index
		if r >= '⁵' && r <= '⁹' { // Liberation's raised six is followed by a gap
			if wide, err = source.GlyphIndex(&buffer, '⁴'); err != nil || wide == 0 {
				return nil, fmt.Errorf("%s has %c and no ⁴: %v", f.Family, r, err)
			}
		}
		lowered := r >= '₀' && r <= '₉' // Liberation's stand between gaps
		if lowered {
			if four, err := source.GlyphIndex(&buffer, '⁴'); err == nil && four != 0 {
				wide = four
			}
		}
		if err := add(index, wide); err != nil {
			return nil, err
		}
		if lowered {
			made.glyphs[len(made.glyphs)-1].centre()
		}
		made.characters = append(made.characters, r)
	}
	return made.file(), nil
}
