package ruler

import (
	"slices"

	"lastiterate/app/plot/lettering"
)

// logScale are the words that say how to read distances on the line.
const logScale = "log scale"

// distances reports whether two different values lie on the line, so that there is a distance to read.
func (r Ruler) distances() bool {
	first := 0.0
	for _, p := range r.points() {
		switch {
		case !p.finite() || p.At == 0 || p.At == first:
		case first != 0:
			return true
		default:
			first = p.At
		}
	}
	return false
}

// spanLine is the row above the line: the names of the spans and the words logScale.
type spanLine struct {
	names  []placedName
	said   bool    // logScale has a place
	scale  float64 // the left edge of logScale
	within bool    // logScale stands in the gap of the bracket, beside the factor
	below  bool    // logScale stands in the row of the points' names
}

// shorter lists by how many forms the name of the true span and the factor are shortened to make room for logScale, the
// least harmful way first.
var shorter = [][2]int{{1, 0}, {0, 1}, {1, 1}, {2, 0}, {2, 1}}

// arrangeSpans arranges the names of the spans and logScale. If there is no room for logScale, the names are shortened, or the name at
// the index `first` is left out: without logScale, readers would not know how to read distances.
func (r Ruler) arrangeSpans(spans, below []placedName, width float64, first, factor int, answer, allIterates float64) spanLine {
	whole := spanLine{names: arrangeNames(spans, width, first)}
	if !r.distances() || whole.placeScale(width, factor, answer, allIterates) {
		return whole
	}
	if whole.scale, whole.said = scaleGap(below, width); whole.said {
		whole.below = true
		return whole
	}
	for _, by := range shorter {
		tried := slices.Clone(spans)
		for i := range tried {
			less := by[0]
			if i == factor {
				less = by[1]
			}
			tried[i].words = tried[i].words[min(less, max(len(tried[i].words)-1, 0)):]
		}
		if line := (spanLine{names: arrangeNames(tried, width, first)}); line.placeScale(width, factor, answer, allIterates) {
			return line
		}
	}
	spans = slices.Clone(spans)
	spans[first].words = nil
	if line := (spanLine{names: arrangeNames(spans, width)}); line.placeScale(width, factor, answer, allIterates) {
		return line
	}
	return whole
}

// placeScale finds a place for logScale: in the gap of the bracket, for which the factor may move to the left, or at either end of
// the row. It reports whether there is one.
func (l *spanLine) placeScale(width float64, factor int, answer, allIterates float64) bool {
	more := lettering.Width(logScale, lettering.Size, false)
	from, to := width, 0.0 // the ends of the room that is taken
	for i, p := range l.names {
		if p.index == factor {
			room, least := allIterates-bracketArm, answer+bracketGap
			if i+1 < len(l.names) { // the true span is on the right of the factor if the floor is above the answer
				room = min(room, l.names[i+1].left-nameGap)
			}
			if i > 0 {
				least = max(least, to+nameGap)
			}
			left := min(p.left, room-bracketGap-more-bracketPast-p.width)
			if left >= min(least, p.left) {
				l.names[i].left = left
				l.said, l.within, l.scale = true, true, left+p.width+bracketPast
				return true
			}
			from, to = min(from, answer), max(to, allIterates)
		}
		from, to = min(from, p.left), max(to, p.left+p.width)
	}
	switch {
	case to+nameGap <= width-more:
		l.said, l.scale = true, width-more
	case more+nameGap <= from:
		l.said, l.scale = true, 0
	}
	return l.said
}

// scaleGap is the left edge of logScale in the widest gap between the points' names; ok is false if no gap is wide enough.
func scaleGap(names []placedName, width float64) (at float64, ok bool) {
	more := lettering.Width(logScale, lettering.Size, false)
	widest, end := more, -float64(nameGap)
	for _, p := range append(slices.Clone(names), placedName{left: width + nameGap}) {
		if room := p.left - end - 2*nameGap; room >= widest {
			at, ok, widest = end+nameGap+(room-more)/2, true, room
		}
		end = p.left + p.width
	}
	return at, ok
}
