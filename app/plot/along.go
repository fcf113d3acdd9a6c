package plot

import (
	"math"
	"slices"

	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/svg"
)

// Where lines meet at the right edge of the plot, names beside their ends could not be told apart. Then each
// name stands along its line, at a place where the lines are apart. Names without room along
// their lines stay at the ends.

// Lengths are in pixels.
const (
	meeting   = 3                        // the greatest distance between the ends of lines that meet
	fan       = 3                        // the least number of lines that meet for names to move along them
	around    = 2 * lettering.LineHeight // the distance from this point at which other names would be in the way
	alongMost = 2                        // the greatest number of lines of text in a name along a line
	// alongLeast is the least distance of a name along its line from other lines. A distance of alongBest is not
	// improved further; distances are tried in steps of alongBy.
	alongLeast, alongBest, alongBy = 10, 25, 5
	// leastBlank is the blank between a name and a marker's line beside it.
	leastBlank = 4
	// leastBeside is the width of a plot below which no names stand beside it.
	leastBeside = 280
)

// meetingEnds returns the range of pixels on the right edge in which at least fan lines end at about one point; ok is
// false if there is no such point.
func (a *arrangement) meetingEnds() (from, to float64, ok bool) {
	var ends []float64
	for i := range a.series {
		if l, seen := a.lineEnd(i); seen && l.beyond == 0 && l.endX > a.Right-meeting {
			ends = append(ends, l.endY)
		}
	}
	slices.Sort(ends)
	first := 0
	for i := 1; i < len(ends); i++ {
		if ends[i]-ends[i-1] > meeting {
			first = i
		}
		if i-first+1 >= fan {
			from, to, ok = ends[first], ends[i], true
		}
	}
	return from, to, ok
}

// withNamesAlong returns the chart with every name along its line; nil if one of the names has no room.
func (a *arrangement) withNamesAlong() *arrangement {
	room := labelRoom{along: true}
	b := a.chart.layOutWith(a.found, a.Width, a.Height, room)
	b.trace()
	b.placeAnswer()
	if !b.placeAlong() {
		return nil
	}
	return b
}

// placeAlong sets every line's name along it, and reports whether all have room.
func (a *arrangement) placeAlong() bool {
	for _, i := range a.bestFirst() {
		if _, seen := a.lineEnd(i); seen && !a.placeBeside(i) {
			return false
		}
	}
	return true
}

// placeBeside sets the name of a line along it, at the place farthest from the other lines; of several such
// places, at the rightmost. It reports whether there is such a place.
func (a *arrangement) placeBeside(i int) bool {
	s := a.series[i]
	name, bold, class := s.label(), s.Kind == Best, "plot-label"
	if bold {
		class = "plot-best-label"
	}
	for lines := 1; lines <= alongMost; lines++ {
		width := lettering.Narrowest(name, lines, lettering.Size, bold)
		words := lettering.Balanced(name, width, lettering.Size, bold)
		b, at := a.clearest(i, width, float64(len(words))*lettering.LineHeight)
		if at == "" {
			continue
		}
		a.insideBoxes = append(a.insideBoxes, b)
		a.beside = append(a.beside, besideLine{i, b.Bottom <= a.heightAt(i, (b.Left+b.Right)/2)})
		x := b.Left
		if at == svg.End {
			x = b.Right
		}
		for k, line := range words {
			a.add(svg.Text{X: x, Y: b.Top + float64(k)*lettering.LineHeight + lettering.Size, Anchor: at, Size: lettering.Size, Bold: bold,
				Class: class + " plot-inside", Words: line})
		}
		return true
	}
	return false
}

// clearest is the best place along a line for words of the given size, and the end of the words that is nearer
// to the line. The latter is empty if there is no place.
func (a *arrangement) clearest(i int, width, height float64) (best svg.Box, at svg.Anchor) {
	most := 0.0
	for right := a.Right - gap; right-width >= a.Left+gap; right -= aloneStep {
		left := right - width
		top, bottom := heights(a.paths[i], left, right)
		rises := a.heightAt(i, right) < a.heightAt(i, left)
		for _, above := range []bool{true, false} {
			b := svg.Edges(left, top-aloneClear-height, right, top-aloneClear)
			if !above {
				b.Top, b.Bottom = bottom+aloneClear, bottom+aloneClear+height
			}
			beside := svg.Edges(b.Left-leastBlank, b.Top, b.Right+leastBlank, b.Bottom)
			if !(b.Top >= a.Top && b.Bottom <= a.Bottom) || a.crossesLine(b, -1) || a.meets(beside) || a.facesName(i, b, above) {
				continue
			}
			clear := a.clearance(b, i)
			if clear < alongLeast || clear <= most {
				continue
			}
			most, best, at = clear, b, svg.Start
			if rises == above {
				at = svg.End
			}
		}
	}
	return best, at
}

// besideLine is a line whose name stands along it, above or below.
type besideLine struct {
	series int
	above  bool
}

// facesName reports whether a name in a box above or below line i would have, between the same two lines, the name of the other one:
// nobody could tell which name belongs to which line.
func (a *arrangement) facesName(i int, b svg.Box, above bool) bool {
	x := (b.Left + b.Right) / 2
	own, next, nearest := a.heightAt(i, x), -1, math.Inf(1)
	for k := range a.series {
		away := a.heightAt(k, x) - own
		if above {
			away = -away
		}
		if k != i && away > 0 && away < nearest {
			next, nearest = k, away
		}
	}
	return slices.Contains(a.beside, besideLine{next, !above})
}

// clearance is the distance from a box to the nearest line other than its own, at most alongBest.
func (a *arrangement) clearance(b svg.Box, own int) (clear float64) {
	for ; clear < alongBest; clear += alongBy {
		by := clear + alongBy
		if a.crossesLine(svg.Edges(b.Left-by, b.Top-by, b.Right+by, b.Bottom+by), own) {
			break
		}
	}
	return clear
}

// heightAt is the vertical pixel of a line at a horizontal pixel; NaN if the line is not drawn there.
func (a *arrangement) heightAt(i int, x float64) float64 {
	y, _ := heights(a.paths[i], x, x)
	return y
}
