package typeface

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"unicode/utf16"
)

// tables holds the data for the tables of a new font. The format is OpenType,
// https://learn.microsoft.com/typography/opentype/spec. Lengths are in units; em is the number of units in the em.
type tables struct {
	Face
	em, ascent, descent, gap, xHeight, capHeight int
	copyright, version                           string
	characters                                   []rune // ascending; the glyph of the i-th is i + 1
	glyphs                                       []glyph
}

// data is the content of a table, a sequence of big-endian numbers.
type data []byte

func (d *data) u8(v ...int) {
	for _, x := range v {
		*d = append(*d, byte(x))
	}
}

func (d *data) u16(v ...int) {
	for _, x := range v {
		*d = binary.BigEndian.AppendUint16(*d, uint16(x))
	}
}

func (d *data) u32(v ...int) {
	for _, x := range v {
		*d = binary.BigEndian.AppendUint32(*d, uint32(x))
	}
}

// bounds is the box around points, in whole units.
type bounds struct{ left, bottom, right, top int }

func (g glyph) bounds() bounds {
	b := bounds{math.MaxInt16, math.MaxInt16, math.MinInt16, math.MinInt16}
	for _, c := range g.contours {
		for _, p := range c {
			x, y := round(p.x), round(p.y)
			b = bounds{min(b.left, x), min(b.bottom, y), max(b.right, x), max(b.top, y)}
		}
	}
	if len(g.contours) == 0 {
		return bounds{}
	}
	return b
}

func round(x float64) int { return int(math.Round(x)) }

// outline encodes the glyph for the table "glyf".
func (g glyph) outline() data {
	if len(g.contours) == 0 {
		return nil
	}
	const (
		onCurve = 1 << iota
		xShort
		yShort
		repeated
		xSame // or, of a short one, positive
		ySame
	)
	var d, flags, xs, ys data
	b := g.bounds()
	d.u16(len(g.contours), b.left, b.bottom, b.right, b.top)
	last := -1
	x, y := 0, 0
	coordinate := func(delta, short, same int, into *data) (flag int) {
		switch {
		case delta == 0:
			return same
		case delta > -256 && delta < 256:
			into.u8(max(delta, -delta))
			if delta > 0 {
				return short | same
			}
			return short
		}
		into.u16(delta)
		return 0
	}
	for _, c := range g.contours {
		last += len(c)
		d.u16(last)
		for _, p := range c {
			flag := 0
			if !p.off {
				flag = onCurve
			}
			px, py := round(p.x), round(p.y)
			flag |= coordinate(px-x, xShort, xSame, &xs)
			flag |= coordinate(py-y, yShort, ySame, &ys)
			flags.u8(flag)
			x, y = px, py
		}
	}
	d.u16(0) // no instructions
	d = slices.Concat(d, flags, xs, ys)
	for len(d)%4 != 0 {
		d.u8(0)
	}
	return d
}

// boldFrom is the least weight that counts as bold; 600 is "semi-bold" in the table "OS/2".
const boldFrom = 600

// file encodes every table and joins them into a font file.
func (t tables) file() []byte {
	var glyf, loca, hmtx data
	all, widest, points, contours := bounds{}, 0, 0, 0
	for _, g := range t.glyphs {
		loca.u32(len(glyf))
		glyf = append(glyf, g.outline()...)
		b := g.bounds()
		hmtx.u16(g.advance, b.left)
		all = bounds{min(all.left, b.left), min(all.bottom, b.bottom), max(all.right, b.right), max(all.top, b.top)}
		widest, contours = max(widest, g.advance), max(contours, len(g.contours))
		n := 0
		for _, c := range g.contours {
			n += len(c)
		}
		points = max(points, n)
	}
	loca.u32(len(glyf))

	// The fields of each table follow in the order of the specification.
	bold := 0
	if t.Weight >= boldFrom {
		bold = 1
	}
	var head, hhea, maxp, os2, post data
	head.u32(0x00010000, 0x00010000, 0, 0x5F0F3CF5)
	head.u16(0b1011, t.em)
	head.u32(0, 0, 0, 0) // no time of creation, so that two builds give the same bytes
	head.u16(all.left, all.bottom, all.right, all.top, bold, 8, 2, 1, 0)
	hhea.u32(0x00010000)
	hhea.u16(t.ascent, -t.descent, t.gap, widest, all.left, 0, all.right, 1, 0, 0, 0, 0, 0, 0, 0, len(t.glyphs))
	maxp.u32(0x00010000)
	maxp.u16(len(t.glyphs), points, contours, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)
	first, last := t.characters[0], t.characters[len(t.characters)-1]
	os2.u16(4, widest/2, t.Weight, 5, 0, t.em*13/20, t.em*7/10, 0, t.em/7, t.em*13/20, t.em*7/10, 0, t.em/2, t.em/20, t.em/4, 0)
	os2.u8(2, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	os2.u32(0, 0, 0, 0, 0x20202020)
	os2.u16(1<<6>>bold, int(first), int(last), t.ascent, -t.descent, t.gap, t.ascent, t.descent)
	os2.u32(1, 0)
	os2.u16(t.xHeight, t.capHeight, 0, ' ', 1)
	post.u32(0x00030000, 0)
	post.u16(-t.em/10, t.em/20)
	post.u32(0, 0, 0, 0, 0)

	return assemble(map[string]data{"head": head, "hhea": hhea, "maxp": maxp, "OS/2": os2, "hmtx": hmtx, "cmap": t.cmap(), "loca": loca,
		"glyf": glyf, "name": t.names(), "post": post})
}

// cmap encodes which glyph shows which character, in format 4: a segment for each range of consecutive
// characters.
func (t tables) cmap() data {
	type segment struct{ first, last, glyph int }
	var segments []segment
	for i, r := range t.characters {
		if n := len(segments) - 1; n >= 0 && segments[n].last+1 == int(r) {
			segments[n].last++
		} else {
			segments = append(segments, segment{int(r), int(r), i + 1})
		}
	}
	segments = append(segments, segment{0xFFFF, 0xFFFF, 0})
	n := len(segments)
	power := 1 << (bits.Len(uint(n)) - 1)
	var d data
	d.u16(0, 1, 3, 1)
	d.u32(12)
	d.u16(4, 16+8*n, 0, 2*n, 2*power, bits.Len(uint(power))-1, 2*(n-power))
	for _, s := range segments {
		d.u16(s.last)
	}
	d.u16(0)
	for _, s := range segments {
		d.u16(s.first)
	}
	for i, s := range segments {
		if i == n-1 {
			d.u16(1)
		} else {
			d.u16(s.glyph - s.first)
		}
	}
	for range segments {
		d.u16(0)
	}
	return d
}

// names encodes the font's name, copyright and licence for the table "name".
func (t tables) names() data {
	style := "Regular"
	if t.Weight >= boldFrom {
		style = "Bold"
	}
	list := []struct {
		id   int
		text string
	}{
		{0, t.copyright}, {1, t.Family}, {2, style}, {3, t.Family + " " + style}, {4, t.Family + " " + style}, {5, t.version},
		{6, "LastIterate-" + style},
		{13, "A subset of the original, licensed under the SIL Open Font License, Version 1.1."}, {14, "https://openfontlicense.org"},
	}
	var d, strings data
	d.u16(0, len(list), 6+12*len(list))
	for _, name := range list {
		var text data
		for _, unit := range utf16.Encode([]rune(name.text)) {
			text.u16(int(unit))
		}
		d.u16(3, 1, 0x409, name.id, len(text), len(strings))
		strings = append(strings, text...)
	}
	return append(d, strings...)
}

// assemble writes the file: a directory of the tables, then the tables in alphabetical order.
func assemble(all map[string]data) []byte {
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	n := len(names)
	power := 1 << (bits.Len(uint(n)) - 1)
	var d, body data
	d.u32(0x00010000)
	d.u16(n, 16*power, bits.Len(uint(power))-1, 16*(n-power))
	head := 0
	for _, name := range names {
		table := all[name]
		start := 12 + 16*n + len(body)
		if name == "head" {
			head = start
		}
		length := len(table)
		for len(table)%4 != 0 {
			table.u8(0)
		}
		d = append(d, name...)
		d.u32(int(sum(table)), start, length)
		body = append(body, table...)
	}
	d = append(d, body...)
	binary.BigEndian.PutUint32(d[head+8:], fileSum-sum(d))
	return d
}

// fileSum is the checksum that the format prescribes for a whole file; a field of "head" makes up the difference.
const fileSum = 0xB1B0AFBA

// sum is the format's checksum, the sum of all 32-bit words.
func sum(d data) (total uint32) {
	for i := 0; i+4 <= len(d); i += 4 {
		total += binary.BigEndian.Uint32(d[i:])
	}
	return total
}
