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
	const margin, axisY, wide = 12.0, 24.0, 7.8 // wide is the most that a character of the 14-pixel font takes on average
	at := func(x float64) float64 { return margin + (math.Log10(x)-low)/(high-low)*(width-2*margin) }
	labels := make([]markLabel, len(marks))
	var leads, glyphs, texts strings.Builder
	said := make([]string, len(marks))
	for i, m := range marks {
		said[i] = m.Name + " " + shownMark(m)
		labels[i] = placed(at(m.Value), wide*float64(len([]rune(said[i]))), width)
	}
	height := axisY + 30 + 18*float64(arrange(labels))
	for i, l := range labels {
		y := axisY + 22 + 18*float64(l.row)
		fmt.Fprintf(&leads, `<line class="lead" x1="%.1f" y1="%.0f" x2="%.1f" y2="%.0f"/>`, l.x, axisY+8, l.x, y-12)
		glyphs.WriteString(glyph(marks[i].Kind, l.x, axisY))
		fmt.Fprintf(&texts, `<text x="%.1f" y="%.0f" text-anchor="%s">%s</text>`, l.from, y, l.anchor, html.EscapeString(said[i]))
	}
	alt = strings.Join(said, "; ")
	return fmt.Sprintf(`<svg viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img" aria-label="%s"><text class="log" x="%.0f" `+
		`y="11" text-anchor="end">log scale</text><line class="axis" x1="0" y1="%.0f" x2="%.0f" y2="%.0f"/>%s%s%s</svg>`,
		width, height, width, height, html.EscapeString(of+" on a logarithmic line: "+alt), width, axisY, width, axisY, leads.String(),
		glyphs.String(), texts.String()), alt
}

// markLabel is a mark's place on the line, and the place of its words below it.
type markLabel struct {
	x, from     float64 // of the mark, and of the words' anchor
	left, right float64 // the room of the words
	anchor      string
	row         int
}

// placed begins the words at their mark, or ends them there if the line has no room on the right.
func placed(x, words, width float64) markLabel {
	const inset = 6 // the glyph's half
	switch left := max(x-inset, 0); {
	case left+words <= width:
		return markLabel{x: x, from: left, left: left, right: left + words, anchor: "start"}
	default:
		right := max(min(x+inset, width), words)
		return markLabel{x: x, from: right, left: right - words, right: right, anchor: "end"}
	}
}

// arrange gives each label the first row in which it covers neither other words nor the line from another mark to its words below, and
// returns the last row. Labels that end at their marks come first, from the left, then those that begin there, from the right: so the
// line from a mark mostly passes by the words above its own.
func arrange(labels []markLabel) (last int) {
	var order []int
	for i := range labels {
		if labels[i].anchor == "end" {
			order = append(order, i)
		}
	}
	for i := len(labels) - 1; i >= 0; i-- {
		if labels[i].anchor == "start" {
			order = append(order, i)
		}
	}
	for n, i := range order {
		l := &labels[i]
		for slices.ContainsFunc(order[:n], func(j int) bool {
			other := labels[j]
			return other.row == l.row && other.left < l.right+8 && l.left < other.right+8 ||
				other.row > l.row && l.left < other.x && other.x < l.right
		}) {
			l.row++
		}
		last = max(last, l.row)
	}
	return last
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
