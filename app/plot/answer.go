package plot

import (
	"math"

	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/svg"
)

// The answer, the number that the visitor asked for, stands beside its dot. A reader takes a number for the value of the line that is
// nearest to it. So the answer is never nearer to another line than to its own. If the lines around the dot are too dense for
// this, it stands where there is room, with a leader to the dot.

// Lengths are in pixels.
const (
	beforeAnswer = 3  // left free on either side of the answer
	offAnswer    = 8  // from the dot to the answer on either side
	tallAnswer   = 11 // from the foot of the answer's letters to their top
	awayAnswer   = 4  // the least distance of the answer's letters from its line
	stepAnswer   = 2  // between the distances that are tried
	nearAnswer   = 18 // the distance from its dot from which on the answer has a leader
	farAnswer    = 90 // the greatest distance of the answer from its dot
	clearAnswer  = 2  // by which another line is farther from the answer than its own
	samePixel    = 1.5
)

// answerLeader joins a dot to an answer that stands away from it.
type answerLeader struct{ fromX, fromY, toX, toY float64 }

// placeAnswer writes the answer at the first of the places around the dot at which no line crosses it and no other line is as near
// as its own. If there is no such place, lines cross it, as few as possible, and a rim separates the number from them.
func (a *arrangement) placeAnswer() {
	for _, m := range a.markers {
		y := a.y.Pixel(m.Dot)
		if m.away || m.Answer == "" || m.Dot == 0 || !(y >= a.Top-1 && y <= a.Bottom+1) {
			continue
		}
		width := lettering.Width(m.Answer, lettering.Size, true)
		best, least := svg.Box{}, -1
		for _, b := range a.aroundDot(m.x, y, width) {
			if b.Left < a.Left || b.Right > a.Right || b.Top < a.Top || b.Bottom > a.Bottom || a.meetsWords(b) {
				continue
			}
			n := a.crossings(b)
			far := awayFrom(b, y) >= nearAnswer
			if far && n > 0 || n == 0 && !far && a.nearerToOther(b, m.x, y) {
				continue
			}
			if least < 0 || n < least {
				best, least = b, n
			}
			if n == 0 {
				break
			}
		}
		if least < 0 {
			continue // the readings show the answer
		}
		a.insideBoxes = append(a.insideBoxes, best)
		t := svg.Text{X: best.Left + beforeAnswer, Y: best.Bottom - 1, Anchor: svg.Start, Size: lettering.Size, Bold: true,
			Class: "plot-yours-label plot-inside", Words: m.Answer}
		if best.Right < m.x { // the browser's face may be narrower
			t.X, t.Anchor = best.Right-beforeAnswer, svg.End
		}
		if awayFrom(best, y) >= nearAnswer {
			a.leadTo(best, m.x, y)
		}
		a.add(t)
	}
}

// aroundDot returns the boxes around a dot in which letters of the given width may stand, the best first: above and below
// the dot on either side, then farther away.
func (a *arrangement) aroundDot(x, y, width float64) []svg.Box {
	wide := width + 2*beforeAnswer
	var out []svg.Box
	for away := float64(awayAnswer); away < farAnswer; away += stepAnswer {
		off := float64(offAnswer - beforeAnswer)
		if away >= nearAnswer {
			off += offAnswer // the leader is not steep
		}
		for _, top := range []float64{y - away - tallAnswer, y + away} {
			out = append(out, svg.Edges(x+off, top, x+off+wide, top+tallAnswer), svg.Edges(x-off-wide, top, x-off, top+tallAnswer))
		}
	}
	return out
}

// awayFrom is the vertical distance from a box to a pixel.
func awayFrom(b svg.Box, y float64) float64 { return max(b.Top-y, y-b.Bottom, 0) }

// nearerToOther reports whether a line that does not pass through the dot at x, y is nearer to a box than the dot and its lines.
func (a *arrangement) nearerToOther(b svg.Box, x, y float64) bool {
	own, other := awayFrom(b, y), math.Inf(1)
	for i, line := range a.paths {
		top, bottom := heights(line, b.Left, b.Right)
		if math.IsNaN(top) {
			continue
		}
		away := max(b.Top-bottom, top-b.Bottom, 0)
		if math.Abs(a.heightAt(i, x)-y) <= samePixel {
			own = min(own, away)
		} else {
			other = min(other, away)
		}
	}
	return other < own+clearAnswer
}

// leadTo keeps the leader from the edge of a dot to the nearer corner of a box.
func (a *arrangement) leadTo(b svg.Box, x, y float64) {
	l := answerLeader{x, y, b.Left, b.Bottom}
	if b.Right < x {
		l.toX = b.Right
	}
	if b.Top > y {
		l.toY = b.Top
	}
	share := dotRadius / math.Hypot(l.toX-x, l.toY-y)
	l.fromX, l.fromY = x+share*(l.toX-x), y+share*(l.toY-y)
	a.leaders = append(a.leaders, l)
}

// crossings is the number of lines that pass through a box, including markers' lines.
func (a *arrangement) crossings(b svg.Box) int {
	n := a.markersIn(b)
	for _, line := range a.paths {
		if passes(line, b) {
			n++
		}
	}
	return n
}
