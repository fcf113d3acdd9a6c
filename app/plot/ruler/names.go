package ruler

import (
	"slices"
	"sort"

	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/svg"
)

// placedName is the name of a point or of a span, with its place.
type placedName struct {
	x     float64  // the pixel of the point, or of the middle of the span
	words []string // forms of the name, the longest first
	class string
	bold  bool
	rival bool // the name is the rival's
	// index is the index of the name in the argument of arrangeNames; last says that it has no shorter form.
	index int
	last  bool
	// width and left are the width and the left edge of the chosen form.
	width, left float64
}

// text places the name in the room that is kept for it, which most faces do not fill. At the ends of the ruler the name is
// aligned with the edge, elsewhere it is centred.
func (p placedName) text(y, width float64) svg.Text {
	t := svg.Text{X: p.left + p.width/2, Y: y, Anchor: svg.Middle, Size: lettering.Size, Bold: p.bold, Class: p.class, Words: p.words[0]}
	switch {
	case p.left < 1:
		t.X, t.Anchor = p.left, svg.Start
	case p.left+p.width > width-1:
		t.X, t.Anchor = p.left+p.width, svg.End
	}
	return t
}

// endingAt drops the forms of the name that cannot end at `right` or before it. If all are too long, it keeps all.
func (p placedName) endingAt(right float64) placedName {
	for i, words := range p.words {
		if length := lettering.Width(words, lettering.Size, p.bold); length <= right {
			p.words, p.x = p.words[i:], min(p.x, right-length/2)
			break
		}
	}
	return p
}

// arrangeNames chooses the longest forms of the names that have room beside each other, each at its own place, and places
// them so that none touches another. If some names have no room, the widest of them that has a shorter form is shortened.
// If even the shortest forms have no room, the names with the indices leftOut are left out, one after the other.
func arrangeNames(names []placedName, width float64, leftOut ...int) []placedName {
	for gone := 0; ; gone++ {
		level := make([]int, len(names))
		for {
			tried := chosenForms(names, level, leftOut[:gone])
			crowd := placeNames(tried, width)
			if crowd == nil {
				return tried
			}
			widest := widestOf(crowd)
			if widest < 0 {
				widest = widestOf(tried)
			}
			if widest < 0 && gone == len(leftOut) {
				return tried
			}
			if widest < 0 {
				break
			}
			level[widest]++
		}
	}
}

// chosenForms returns the names in the forms that level gives, from left to right, without the names in leftOut.
func chosenForms(names []placedName, level, leftOut []int) []placedName {
	var out []placedName
	for i, p := range names {
		if len(p.words) == 0 || slices.Contains(leftOut, i) {
			continue
		}
		p.index, p.last = i, level[i] == len(p.words)-1
		p.words = p.words[level[i] : level[i]+1]
		p.width = lettering.Width(p.words[0], lettering.Size, p.bold)
		out = append(out, p)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].x < out[j].x })
	return out
}

// widestOf is the index of the widest name that has a shorter form, -1 if there is none.
func widestOf(names []placedName) int {
	index, widest := -1, 0.0
	for _, p := range names {
		if !p.last && p.width > widest {
			index, widest = p.index, p.width
		}
	}
	return index
}

// placeNames places the names, which are sorted from left to right, as near to their own places as possible. It returns a group of
// neighbours that do not fit, or of which one does not lie at its own place; nil if there is no such group.
func placeNames(names []placedName, width float64) []placedName {
	for i := range names {
		names[i].left = min(max(names[i].x-names[i].width/2, 0), width-names[i].width)
	}
	// In every sweep, the two names of each pair that touches move apart.
	for range 32 {
		for i := 1; i < len(names); i++ {
			a, b := &names[i-1], &names[i]
			if over := a.left + a.width + nameGap - b.left; over > 0 {
				a.left = max(a.left-over/2, 0)
				b.left = min(a.left+a.width+nameGap, width-b.width)
				a.left = max(min(a.left, b.left-nameGap-a.width), 0)
			}
		}
	}
	touch := func(i int) bool { return names[i-1].left+names[i-1].width+nameGap > names[i].left-0.5 }
	for i, p := range names {
		over := i > 0 && names[i-1].left+names[i-1].width+nameGap > p.left+0.5
		if !over && p.left > -0.5 && p.x >= p.left-nameGap && p.x <= p.left+p.width+nameGap {
			continue
		}
		from, to := i, i+1
		for from > 0 && touch(from) {
			from--
		}
		for to < len(names) && touch(to) {
			to++
		}
		return names[from:to]
	}
	return nil
}
