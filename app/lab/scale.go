package lab

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"

	"lastiterate/app/number"
)

// Mark is a value on the line under the answer.
type Mark struct {
	Name  string
	Value float64
	Kind  MarkKind
}

// MarkKind says what a mark stands for, which decides its shape.
type MarkKind string

const (
	MarkBound  MarkKind = "bound"  // upper bound: a filled dot
	MarkFloor  MarkKind = "floor"  // lower bound: a bar
	MarkAttack MarkKind = "attack" // lower bound by an attack, with stated confidence: a hollow diamond
	MarkTick   MarkKind = "tick"   // another value, for comparison: a short line
)

// ScaleSVG draws a view's marks on one logarithmic line, width pixels wide. alt is the alternative text, which lists the marks. Both are
// empty if there are fewer than two finite values above 0.
func (v View) ScaleSVG(width float64) (svg, alt string) {
	marks, of := v.Scale, cmp.Or(v.ScaleOf, "ε")
	marks = slices.DeleteFunc(slices.Clone(marks), func(m Mark) bool { return !(m.Value > 0) || math.IsInf(m.Value, 1) })
	if len(marks) < 2 {
		return "", ""
	}
	slices.SortStableFunc(marks, func(a, b Mark) int { return cmp.Compare(a.Value, b.Value) })
	const narrowest, shortest = 240.0, 0.5 // the least width in pixels, and the least length of the line in powers of ten
	width = max(width, narrowest)
	low, high := math.Log10(marks[0].Value), math.Log10(marks[len(marks)-1].Value)
	if high-low < shortest {
		low, high = (low+high)/2-shortest/2, (low+high)/2+shortest/2
	}
	const margin, axisY = 12.0, 24.0
	at := func(x float64) float64 { return margin + (math.Log10(x)-low)/(high-low)*(width-2*margin) }
	rows := make([]float64, 0, len(marks)) // the right end of each row of labels
	var b, said strings.Builder
	for i, m := range marks {
		x := at(m.Value)
		text := m.Name + " " + shownMark(m)
		half := float64(len([]rune(text))) * 3.9 // half the width: about 7.8 pixels a character in the 14-pixel font
		centre := min(max(x, half), width-half)
		row := 0
		for row < len(rows) && rows[row] > centre-half-8 {
			row++
		}
		if row == len(rows) {
			rows = append(rows, 0)
		}
		rows[row] = centre + half
		y := axisY + 22 + 18*float64(row)
		fmt.Fprintf(&b, `<line class="lead" x1="%.1f" y1="%.0f" x2="%.1f" y2="%.0f"/>`, x, axisY+8, x, y-12)
		b.WriteString(glyph(m.Kind, x, axisY))
		fmt.Fprintf(&b, `<text x="%.1f" y="%.0f" text-anchor="middle">%s</text>`, centre, y, html.EscapeString(text))
		if i > 0 {
			said.WriteString("; ")
		}
		said.WriteString(text)
	}
	height := axisY + 30 + 18*float64(len(rows)-1)
	return fmt.Sprintf(`<svg viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img" aria-label="%s"><line class="axis" x1="0" `+
			`y1="%.0f" x2="%.0f" y2="%.0f"/>%s</svg>`,
			width, height, width, height, html.EscapeString(of+" on a logarithmic line: "+said.String()), axisY, width, axisY, b.String()),
		said.String()
}

// shownMark returns the value of a mark in three digits, rounded to the safe side.
func shownMark(m Mark) string {
	if m.Kind == MarkFloor || m.Kind == MarkAttack {
		return number.Down(m.Value, 3)
	}
	return number.Up(m.Value, 3)
}

// glyph draws a mark of a kind at a place.
func glyph(k MarkKind, x, y float64) string {
	switch k {
	case MarkBound:
		return fmt.Sprintf(`<circle class="bound" cx="%.1f" cy="%.0f" r="7"/>`, x, y)
	case MarkAttack:
		return fmt.Sprintf(`<path class="attack" d="M%.1f %.0fl8 8l-8 8l-8 -8z"/>`, x, y-8)
	case MarkFloor:
		return fmt.Sprintf(`<line class="floor" x1="%.1f" y1="%.0f" x2="%.1f" y2="%.0f"/>`, x, y-9, x, y+9)
	}
	return fmt.Sprintf(`<line class="tick" x1="%.1f" y1="%.0f" x2="%.1f" y2="%.0f"/>`, x, y-6, x, y+6)
}

// sortBy sorts a list by rising keys.
func sortBy[T any](list []T, key func(T) float64) {
	slices.SortStableFunc(list, func(a, b T) int { return cmp.Compare(key(a), key(b)) })
}

// listed returns names as a list in words: "a, b and c".
func listed(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
